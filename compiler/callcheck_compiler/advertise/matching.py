"""Whether a key matches a pattern, as far as it can be told without running the pattern."""

from __future__ import annotations

import enum
import re

# No pattern of a stranger is run here: only what reads as plain text, perhaps anchored, is decided.
_PLAIN = re.compile(r"(\^?)([A-Za-z0-9_ -]*)(\$?)", re.ASCII)
_EVERYTHING = frozenset({"", "^", "$", ".*", "^.*$", "^.*", ".*$", "(.*)"})
# What `.` does not match (ECMA-262, section 12.3).
_LINE_TERMINATOR = re.compile("[\n\r\u2028\u2029]")


class Match(enum.Enum):
    """What is known of a key and a pattern."""

    YES = "matches"
    NO = "does not match"
    PERHAPS = "may match"


def match(pattern: str, key: str) -> Match:
    """Whether `pattern` matches somewhere in `key` (Core 2020-12, section 6.4)."""
    if pattern in _EVERYTHING:
        return Match.PERHAPS if _LINE_TERMINATOR.search(key) else Match.YES
    plain = _PLAIN.fullmatch(pattern)
    if plain is None:
        return Match.PERHAPS
    start, text, end = plain.groups()
    if start and end:
        found = key == text
    elif start:
        found = key.startswith(text)
    elif end:
        found = key.endswith(text)
    else:
        found = text in key
    return Match.YES if found else Match.NO
