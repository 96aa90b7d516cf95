"""What `\\p{…}` holds (ECMA-262, section 22.2.1.9): read from a table of Unicode, the same under every Python."""

from __future__ import annotations

import functools
from pathlib import Path

from callcheck.ecma.characters import Ranges, union
from callcheck.ecma.property_names import property_key

TABLE = Path(__file__).with_name("unicode_properties.txt")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

# The categories that are several others; those of one letter are all that begin with it.
_CASED = ("gc=Lu", "gc=Ll", "gc=Lt")


@functools.lru_cache(maxsize=64)
def property_ranges(name: str, value: str | None) -> Ranges | None:
    """The code points of `\\p{name=value}` or `\\p{name}`; None when ECMA-262 has no such property."""
    key = property_key(name, value)
    if key is None:
        return None
    table = _table()
    if key == "gc=LC":
        members = list(_CASED)
    elif key.startswith("gc=") and len(key) == 4:
        members = [each for each in table if each.startswith(key)]
    else:
        members = [key if key in table else key.replace("scx=", "sc=")]
    return union(each for member in members for each in unpacked(table[member]))


@functools.cache
def _table() -> dict[str, str]:
    """Key -> packed ranges."""
    lines = TABLE.read_text(encoding="ascii").splitlines()
    return dict(line.split(" ", 1) for line in lines if not line.startswith("#"))


def packed(ranges: Ranges) -> str:
    """Ranges as text: for each the gap before it and, after a colon, its length where that is not 1; in base 36."""
    parts = []
    end = 0
    for low, high in ranges:
        length = high - low + 1
        parts.append(_written(low - end) + (f":{_written(length)}" if length > 1 else ""))
        end = high + 1
    return " ".join(parts)


def unpacked(text: str) -> Ranges:
    """What `packed` wrote."""
    ranges = []
    end = 0
    for part in text.split(" ") if text else ():
        gap, _, length = part.partition(":")
        low = end + int(gap, 36)
        end = low + int(length or "1", 36)
        ranges.append((low, end - 1))
    return tuple(ranges)


def _written(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
