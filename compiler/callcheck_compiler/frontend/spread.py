"""What holds for one thing holds for everything above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Thing = TypeVar("Thing", int, str)


def spread(found: set[Thing], above: Mapping[Thing, Sequence[Thing]]) -> None:
    """Add to `found` whatever stands above something in it, directly or not; circles are fine."""
    waiting = list(found)
    while waiting:
        for thing in above[waiting.pop()]:
            if thing not in found:
                found.add(thing)
                waiting.append(thing)
