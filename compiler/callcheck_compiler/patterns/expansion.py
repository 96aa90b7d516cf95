"""A pattern whose Unicode properties are written out, for a matcher that has no table of them."""

from __future__ import annotations

import re

from callcheck.ecma.escapes import set_escape

from .properties import property_ranges

_PIECE = re.compile(r"\\[pP]\{[^}]*\}|\\.|[\[\]]", re.DOTALL)


def without_properties(pattern: str) -> str:
    """The same pattern of ECMA-262, without `\\p{…}`. The pattern must be known to be one."""
    if "\\p" not in pattern and "\\P" not in pattern:
        return pattern
    in_class = False

    def written(found: re.Match[str]) -> str:
        nonlocal in_class
        piece = found[0]
        if piece in ("[", "]"):
            in_class = piece == "[" or (in_class and piece != "]")
            return piece
        if piece[1] not in "pP":
            return piece
        escape = set_escape(piece, 0, property_ranges)
        assert escape is not None
        ranges = "".join(map(_range, escape[0]))
        return ranges if in_class else f"[{ranges}]"

    return _PIECE.sub(written, pattern)


def _range(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return f"\\u{{{low:x}}}" if low == high else f"\\u{{{low:x}}}-\\u{{{high:x}}}"
