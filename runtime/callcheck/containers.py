"""The lists and dicts of an instance: copying them, and finding what coercion changed in them.

Neither function recurses, so what is nested too deeply for a stack is copied and compared like anything else.
"""

from __future__ import annotations

from typing import Any

from .issues import InstanceLocation

_SCALARS = frozenset({str, int, float, bool, type(None)})


def copied(instance: Any) -> Any:
    """`instance` with every dict and list in it made anew, as plain ones; all other values are shared.

    A container that occurs twice occurs twice in the copy, and one that contains itself contains its copy.
    """
    if not isinstance(instance, (dict, list)):
        return instance
    root = _shallow_copy(instance)
    if _SCALARS.issuperset(map(type, root.values() if type(root) is dict else root)):
        return root
    pending = [root]
    # The originals stay in it, so that none of their identities is used again meanwhile.
    copies: dict[int, tuple[Any, Any]] = {id(instance): (instance, root)}
    while pending:
        container = pending.pop()
        members = container.items() if type(container) is dict else enumerate(container)
        for key, value in members:
            if isinstance(value, (dict, list)):
                known = copies.get(id(value))
                if known is None:
                    known = copies[id(value)] = (value, _shallow_copy(value))
                    pending.append(known[1])
                container[key] = known[1]
    return root


def _shallow_copy(container: Any) -> Any:
    return dict(container) if isinstance(container, dict) else list(container)


def changed_locations(sent: Any, validated: Any) -> tuple[InstanceLocation, ...]:
    """Where coercion changed something: instance locations in the order of `sent`; a key that was dropped counts.

    Relies on coercion's copy on write: a subtree that both sides share is not looked into.
    """
    changed: list[InstanceLocation] = []
    pending: list[tuple[InstanceLocation, Any, Any]] = [((), sent, validated)]
    while pending:
        location, before, after = pending.pop()
        if before is after:
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            children = [((*location, key), value, after.get(key, _DROPPED)) for key, value in before.items()]
            pending.extend(reversed(children))
        elif isinstance(before, list) and isinstance(after, list):
            pairs = enumerate(zip(before, after, strict=True))
            pending.extend(reversed([((*location, index), old, new) for index, (old, new) in pairs]))
        elif type(before) is not type(after) or before != after:
            changed.append(location)
    return tuple(changed)


_DROPPED = object()
