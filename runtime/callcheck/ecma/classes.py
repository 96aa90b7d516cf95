"""Character classes: `[a-z]`, `[^…]` (ECMA-262, section 22.2.1, ClassContents)."""

from __future__ import annotations

import functools
import re

from .characters import EVERYTHING, NOTHING, Ranges, complement, union
from .escapes import Properties, character_escape, set_escape
from .syntax import PatternError

_CLASS = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]", re.DOTALL)


def read_class(pattern: str, position: int, properties: Properties) -> tuple[Ranges, int]:
    """The class whose bracket is at `position`: (set, index after it). Raises PatternError."""
    found = _CLASS.match(pattern, position)
    if found is None:
        raise PatternError("a `[` is never closed", position)
    try:
        return _class(found[0], properties), found.end()
    except PatternError as error:
        raise PatternError(error.reason, position + error.position) from None


@functools.lru_cache(maxsize=512)
def _class(text: str, properties: Properties) -> Ranges:
    negative = text.startswith("^", 1)
    position, end = 1 + negative, len(text) - 1
    if position == end:
        return EVERYTHING if negative else NOTHING
    ranges: list[tuple[int, int]] = []
    while position < end:
        start = position
        low, position = _atom(text, position, properties)
        # A hyphen right before the end of the class stands for itself.
        if text[position] != "-" or position + 1 == end:
            ranges.extend(low if isinstance(low, tuple) else ((low, low),))
            continue
        high, position = _atom(text, position + 1, properties)
        if isinstance(low, tuple) or isinstance(high, tuple):
            raise PatternError(
                f"in `{text[start:position]}` a set cannot be an end of a range; write `\\-` for a hyphen",
                start,
            )
        if low > high:
            raise PatternError(f"the range `{text[start:position]}` is out of order", start)
        ranges.append((low, high))
    merged = union(ranges)
    return complement(merged) if negative else merged


def _atom(text: str, position: int, properties: Properties) -> tuple[int | Ranges, int]:
    if text[position] != "\\":
        return ord(text[position]), position + 1
    if text[position + 1] == "b":
        return 0x08, position + 2
    return set_escape(text, position, properties) or character_escape(text, position)
