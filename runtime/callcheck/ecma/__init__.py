"""Regular expressions of ECMA-262 with the `u` flag, which are those of JSON Schema (Core 2020-12, section 6.4)."""

from __future__ import annotations

from .parser import parse
from .property_names import property_key
from .syntax import Pattern, PatternError

__all__ = ["Pattern", "PatternError", "is_valid_pattern", "parse"]


def is_valid_pattern(text: str) -> bool:
    """Whether a text is a regular expression (`format: regex`, Validation 2020-12, section 7.3.8). Never raises."""
    from .characters import NOTHING

    try:
        parse(text, lambda name, value: NOTHING if property_key(name, value) else None)
    except PatternError:
        return False
    return True
