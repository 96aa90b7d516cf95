"""A schema that is ours alone: exact builtin values, of bounded size, in which no container stands twice."""

from __future__ import annotations

from typing import Any

from callcheck.issues import SchemaError
from callcheck.location import escape_token

from ..keywords.shapes import received

_MOST_VALUES = 1_000_000
_DEEPEST = 400
_MOST_DIGITS = 4300  # what Python itself reads and writes unless it is told otherwise
_LARGEST = 10**_MOST_DIGITS


def private_copy(schema: Any) -> Any:
    """A copy of what `json.dumps` takes, subclasses and tuples too.

    Raises SchemaError for anything else, for keys that are no strings, and for a schema that is too large, too deeply nested, or
    contains itself.
    """
    root: list[Any] = [None]
    waiting: list[tuple[Any, Any, Any, str, int]] = [(schema, root, 0, "", 0)]
    count = 0
    while waiting:
        value, holder, key, location, depth = waiting.pop()
        count += 1
        if count > _MOST_VALUES:
            raise SchemaError(f"it has more than {_MOST_VALUES:,} values")
        if depth > _DEEPEST:
            raise SchemaError(
                f"it is nested more than {_DEEPEST} levels deep, or contains itself; use $ref for recursion",
                location,
            )
        holder[key], members = _shallow_copy(value, location)
        for name, member in members:
            waiting.append((member, holder[key], name, f"{location}/{escape_token(str(name))}", depth + 1))
    return root[0]


def _shallow_copy(value: Any, location: str) -> tuple[Any, list[tuple[Any, Any]]]:
    """The value as an exact builtin, its members still missing; and the members."""
    if value is None or isinstance(value, bool):
        return value, []
    if isinstance(value, str):
        return _as_read(str.__str__(value)), []
    if isinstance(value, int):
        return _checked(int.__int__(value), location), []
    if isinstance(value, float):
        return _checked(float.__float__(value), location), []
    if isinstance(value, list | tuple):
        return [None] * len(value), list(enumerate(value))
    if not isinstance(value, dict):
        raise SchemaError(f"a value of the Python type `{type(value).__name__}` is not JSON", location)
    for name in dict.keys(value):
        if not isinstance(name, str):
            raise SchemaError(f"a key must be a string, not {received(name)}", location)
    members = {_as_read(str.__str__(name)): member for name, member in dict.items(value)}
    return dict.fromkeys(members), list(members.items())


def _as_read(text: str) -> str:
    """The string that JSON text of this one is read back as: the halves of a surrogate pair come together."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _checked(number: float, location: str) -> float:
    if number - number != 0:
        raise SchemaError("NaN and infinite numbers are not JSON", location)
    if not -_LARGEST < number < _LARGEST:
        raise SchemaError(f"an integer of more than {_MOST_DIGITS:,} digits is not taken", location)
    return number
