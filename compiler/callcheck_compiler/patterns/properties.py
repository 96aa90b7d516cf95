"""TEMPORARY: `\\p{…}` from the interpreter's own table."""

from __future__ import annotations

import functools
import unicodedata

from callcheck.ecma.characters import Ranges, union

_NAMES = {"Letter": "L", "digit": "Nd", "Decimal_Number": "Nd"}


@functools.lru_cache(maxsize=64)
def property_ranges(name: str, value: str | None) -> Ranges | None:
    """The code points of a property, or None."""
    wanted = _NAMES.get(value or name, value or name)
    return union((c, c) for c in range(0x110000) if unicodedata.category(chr(c)).startswith(wanted))
