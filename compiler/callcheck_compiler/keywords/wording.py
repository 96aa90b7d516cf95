"""The words in which rows speak of a schema's values: exact, bounded, and safe to print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from callcheck.location import path, quoted
from callcheck.location import printable as _printable

_MEMBERS = 20
_MEMBER_LENGTH = 100
_LIST_LENGTH = 400
_DIGITS = 40


def printable(text: str, length: int = 200) -> str:
    """`text` on one line, at most about `length` characters of it."""
    return _printable(text, length)


def name_text(name: str) -> str:
    """A property's name in backticks."""
    return f"`{path((name,))}`"


def string_text(text: str, length: int = _MEMBER_LENGTH) -> str:
    """`text` as a JSON string."""
    return quoted(text, max(length, 1))


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
