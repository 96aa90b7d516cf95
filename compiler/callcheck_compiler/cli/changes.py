"""What coercion changed: a value compared with what it was before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from callcheck.issues import InstanceLocation

ABSENT: Any = object()


class Change(NamedTuple):
    """One repair: where, what was sent, and what it became; ABSENT when it was dropped."""

    location: InstanceLocation
    before: Any
    after: Any


def changes(before: Any, after: Any) -> Iterator[Change]:
    """Every repair that made `after` out of `before`, in the order of what was sent."""
    waiting: list[Change] = [Change((), before, after)]
    while waiting:
        location, old, new = change = waiting.pop()
        if old is new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            inside = [Change((*location, key), value, new.get(key, ABSENT)) for key, value in old.items()]
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            inside = [
                Change((*location, index), *pair) for index, pair in enumerate(zip(old, new, strict=True))
            ]
        else:
            if type(old) is not type(new) or old != new:
                yield change
            continue
        waiting.extend(reversed(inside))
