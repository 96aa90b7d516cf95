"""Wrong calls made from right ones, the way models get them wrong; deterministic, never touching the original."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]

# One value of each type to put in the place of another, with the edges that coercion looks at.
RETYPED: tuple[Any, ...] = ("x", 7, 1.5, True, None, [], {})
TEXTS: tuple[str, ...] = (
    "",
    "true",
    "false",
    "30",
    "-2.50",
    "1e5",
    " 30",
    "+5",
    "TRUE",
    "[]",
    "{}",
    "null",
    "٣٠",
)


def mutations(arguments: Any) -> Iterator[tuple[str, Any]]:
    """Each mutation's name and the mutated arguments, at the root and at every place inside."""
    for path, value in places(arguments):
        for name, changed in _values(value):
            yield f"{name} at {list(path)}", replaced(arguments, path, changed)
        if path and isinstance(path[-1], str):
            yield f"dropped {list(path)}", _without(arguments, path)
            yield f"renamed {list(path)}", _renamed(arguments, path)


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in a JSON value with what stands there, the root first."""
    yield path, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from places(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from places(member, (*path, index))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy of the containers along `path`, with `new` at its end."""
    if not path:
        return new
    if isinstance(value, dict):
        return {
            key: replaced(member, path[1:], new) if key == path[0] else member
            for key, member in value.items()
        }
    return [
        replaced(member, path[1:], new) if index == path[0] else member for index, member in enumerate(value)
    ]


def _values(value: Any) -> Iterator[tuple[str, Any]]:
    """What can stand in the place of one value: retyped, nulled, quoted, wrapped, extended, at an edge."""
    for other in RETYPED:
        if type(other) is not type(value):
            yield f"retyped to {other!r}", other
    yield "wrapped in a list", [value]
    yield "wrapped in an object", {"value": value}
    if not isinstance(value, str):
        yield "quoted", json.dumps(value)
    yield from _edges(value)


def _edges(value: Any) -> Iterator[tuple[str, Any]]:
    """Values of the same type where a bound or a rule may turn."""
    if isinstance(value, dict):
        yield "extra key", {**value, "unexpected": 1}
        yield "extra key first", {"-n": "true", **value}
        yield "reversed keys", dict(reversed(value.items()))
    elif isinstance(value, list):
        yield "last item twice", value + value[-1:]
        yield "first item gone", value[1:]
        yield "very long", value * 30
    elif isinstance(value, str):
        for text in TEXTS:
            yield f"text {text!r}", text
        yield "longer text", value + "\n" + value
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        for number in (float(value), -value, 0, 10**20, value + 0.5):
            yield f"number {number!r}", number


def _without(value: Any, path: Path) -> Any:
    holder = _at(value, path[:-1])
    return replaced(value, path[:-1], {key: member for key, member in holder.items() if key != path[-1]})


def _renamed(value: Any, path: Path) -> Any:
    holder = _at(value, path[:-1])
    renamed = {(key + "_" if key == path[-1] else key): member for key, member in holder.items()}
    return replaced(value, path[:-1], renamed)


def _at(value: Any, path: Path) -> Any:
    for token in path:
        value = value[token]
    return value
