"""The words in which rows speak of a schema's values: exact, bounded, and safe to print."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

_MEMBERS = 20
_MEMBER_LENGTH = 100
_LIST_LENGTH = 400
_DIGITS = 40

# Control characters, what reorders or breaks a line, and what UTF-8 cannot say.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def printable(text: str, length: int = 200) -> str:
    """`text` on one line, at most about `length` characters of it, with unprintable characters as JSON escapes."""
    cut = text if len(text) <= length else text[:length] + "…"
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", cut)


def name_text(name: str) -> str:
    """A property's name in backticks."""
    if "`" in name or _UNPRINTABLE.search(name):
        return f"`{string_text(name)}`"
    return f"`{printable(name, _MEMBER_LENGTH)}`"


def string_text(text: str, length: int = _MEMBER_LENGTH) -> str:
    """`text` as a JSON string."""
    cut = text if len(text) <= length else text[:length] + "…"
    return printable(json.dumps(cut, ensure_ascii=False), length * 6 + 3)


def number_text(number: Any) -> str:
    """A number as JSON writes it; only its size, where it has more digits than anyone would read."""
    if isinstance(number, int) and not isinstance(number, bool) and not -(10**_DIGITS) < number < 10**_DIGITS:
        return f"about {Decimal(number):.6e}"
    return json.dumps(number)


def value_text(value: Any, length: int = _MEMBER_LENGTH) -> str:
    """A JSON value as text of about `length` characters at most."""
    pieces: list[str] = []
    _write(value, pieces, length)
    return "".join(pieces)


def _write(value: Any, pieces: list[str], room: int) -> int:
    """Append the JSON text of `value` while there is room; answers the room that is left."""
    if room <= 0:
        if pieces and pieces[-1] != "…":
            pieces.append("…")
        return 0
    if isinstance(value, str):
        return _append(string_text(value, room), pieces, room)
    if value is None or isinstance(value, bool | int | float):
        return _append(number_text(value), pieces, room)
    if not isinstance(value, dict | list) or not value:
        return _append("{}" if isinstance(value, dict) else "[]", pieces, room)
    return _write_members(value, pieces, room)


def _write_members(value: dict[str, Any] | list[Any], pieces: list[str], room: int) -> int:
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    pieces.append(opening)
    room -= 2
    for position, member in enumerate(value):
        if position:
            room = _append(", ", pieces, room)
        if isinstance(value, dict):
            room = _append(f"{string_text(member, max(room, 1))}: ", pieces, room)
            member = value[member]
        room = _write(member, pieces, room)
        if room <= 0:
            break
    pieces.append(closing)
    return room


def _append(text: str, pieces: list[str], room: int) -> int:
    pieces.append(text)
    return room - len(text)


def listing(texts: Sequence[str]) -> str:
    """Texts joined by commas; a long list ends in `… and N more`."""
    shown: list[str] = []
    room = _LIST_LENGTH
    for text in texts[:_MEMBERS]:
        room -= len(text) + 2
        if room < 0 and shown:
            break
        shown.append(text)
    more = len(texts) - len(shown)
    return ", ".join(shown) + (f", … and {more} more" if more else "")


def members_text(members: Sequence[Any]) -> str:
    """The members of an `enum`, as JSON."""
    return listing(
        [value_text(member) for member in members[: _MEMBERS + 1]] + [""] * (len(members) - _MEMBERS - 1)
    )


def count_text(count: Any, noun: str, plural: str = "") -> str:
    """`1 item`, `2 items`."""
    return f"{number_text(count)} {noun if count == 1 else plural or noun + 's'}"


def types_text(types: Sequence[str]) -> str:
    """Type names as issues write them: `` `integer` | `null` ``."""
    return " | ".join(f"`{name}`" for name in types)
