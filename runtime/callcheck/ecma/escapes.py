"""What a backslash means in a regular expression (ECMA-262, sections 22.2.1 and B.1.2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from .characters import CLASS_ESCAPES, LAST, Ranges, complement
from .syntax import PatternError

# (name, value) of `\p{name=value}`, value None without `=` -> the set; None when there is no such property.
Properties = Callable[[str, "str | None"], "Ranges | None"]

_CONTROLS = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}
_HEX = re.compile(r"[0-9A-Fa-f]{2}")
_UNICODE = re.compile(r"([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]+)\}")
_TRAIL = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_PROPERTY = re.compile(r"\{([A-Za-z_]+)(?:=([A-Za-z_0-9]+))?\}")


def no_properties(name: str, value: str | None) -> Ranges | None:
    """The resolver for text in which no property can occur."""
    return None


def character_escape(pattern: str, position: int) -> tuple[int, int]:
    """The escape of one code point whose backslash is at `position`: (code point, index after it).

    Beyond the `u` flag, any escaped character but an ASCII letter or digit stands for itself, as Annex B has it.
    Raises PatternError for what is no escape.
    """
    letter = pattern[position + 1 : position + 2]
    if not letter:
        raise PatternError("ends in a backslash", position)
    if not (letter.isascii() and letter.isalnum()):
        return ord(letter), position + 2
    if letter in _CONTROLS:
        return _CONTROLS[letter], position + 2
    if letter == "u":
        return _unicode_escape(pattern, position)
    if letter == "x":
        if found := _HEX.match(pattern, position + 2):
            return int(found[0], 16), found.end()
        raise PatternError("`\\x` needs two hexadecimal digits", position)
    if letter == "c":
        control = pattern[position + 2 : position + 3]
        if control.isascii() and control.isalpha():
            return ord(control) % 32, position + 3
        raise PatternError("`\\c` needs a letter from A to Z", position)
    if letter == "0":
        if pattern[position + 2 : position + 3] in tuple("0123456789"):
            raise PatternError("has an octal escape; write `\\xHH`", position)
        return 0, position + 2
    raise PatternError(f"`\\{letter}` is not an escape of ECMA-262{_INSTEAD.get(letter, '')}", position)


_INSTEAD = {
    "A": "; write `^` for the start of the text",
    "Z": "; write `$` for the end of the text",
    "z": "; write `$` for the end of the text",
    "a": "; write `\\x07`",
    "e": "; write `\\x1b`",
    "h": "; write `[ \\t]`",
    "Q": "; escape each character",
    "U": "; write `\\u{…}`",
}


def _unicode_escape(pattern: str, position: int) -> tuple[int, int]:
    found = _UNICODE.match(pattern, position + 2)
    if found is None:
        raise PatternError("`\\u` needs four hexadecimal digits or `{…}`", position)
    if found[2]:
        digits = found[2].lstrip("0")
        code = int(digits or "0", 16) if len(digits) <= 6 else LAST + 1
        if code > LAST:
            raise PatternError("`\\u{…}` is beyond U+10FFFF", position)
        return code, found.end()
    code = int(found[1], 16)
    # Two escapes that are a surrogate pair are one code point.
    if 0xD800 <= code <= 0xDBFF and (trail := _TRAIL.match(pattern, found.end())):
        return 0x10000 + ((code - 0xD800) << 10) + int(trail[1], 16) - 0xDC00, trail.end()
    return code, found.end()


def set_escape(pattern: str, position: int, properties: Properties) -> tuple[Ranges, int] | None:
    """The escape of a set of code points whose backslash is at `position`: (set, index after it), or None."""
    letter = pattern[position + 1 : position + 2]
    ranges = CLASS_ESCAPES.get(letter)
    if ranges is not None:
        return ranges, position + 2
    if letter not in ("p", "P"):
        return None
    found = _PROPERTY.match(pattern, position + 2)
    if found is None:
        raise PatternError(f"`\\{letter}` needs a Unicode property, as in `\\{letter}{{L}}`", position)
    ranges = properties(found[1], found[2])
    if ranges is None:
        raise PatternError(f"`\\{letter}{found[0]}` names no Unicode property of ECMA-262", position)
    return (ranges if letter == "p" else complement(ranges)), found.end()
