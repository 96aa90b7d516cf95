"""Directed graphs given as the neighbours of each key: what leads around in a circle, and in which order to go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .nodes import Key


def components(neighbours: Mapping[Key, Iterable[Key]]) -> list[list[Key]]:
    """The keys by circles, whatever a circle leads to before the circle itself; a key on no circle stands alone.

    Tarjan's algorithm, without recursion. Neighbours that are no keys are left out.
    """
    found: list[list[Key]] = []
    order: dict[Key, int] = {}
    lowest: dict[Key, int] = {}
    open_keys: dict[Key, None] = {}
    for start in neighbours:
        if start in order:
            continue
        path: list[tuple[Key, Iterator[Key]]] = []
        _enter(start, order, lowest, open_keys, path, neighbours)
        while path:
            key, following = path[-1]
            for neighbour in following:
                if neighbour not in neighbours:
                    continue
                if neighbour not in order:
                    _enter(neighbour, order, lowest, open_keys, path, neighbours)
                    break
                if neighbour in open_keys:
                    lowest[key] = min(lowest[key], order[neighbour])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[key])
                if lowest[key] == order[key]:
                    found.append(_closed(key, open_keys))
    return found


def _enter(
    key: Key,
    order: dict[Key, int],
    lowest: dict[Key, int],
    open_keys: dict[Key, None],
    path: list[tuple[Key, Iterator[Key]]],
    neighbours: Mapping[Key, Iterable[Key]],
) -> None:
    order[key] = lowest[key] = len(order)
    open_keys[key] = None
    path.append((key, iter(neighbours[key])))


def _closed(key: Key, open_keys: dict[Key, None]) -> list[Key]:
    """The keys that were opened since `key`, which is the first of its circle."""
    component: list[Key] = []
    while True:
        last, _ = open_keys.popitem()
        component.append(last)
        if last == key:
            return component


def circles(neighbours: Mapping[Key, Iterable[Key]]) -> Iterator[list[Key]]:
    """The components that lead back to themselves."""
    for component in components(neighbours):
        if len(component) > 1 or component[0] in neighbours[component[0]]:
            yield component
