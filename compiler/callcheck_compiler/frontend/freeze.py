"""An untrusted schema becomes a private copy of exact builtin types, bounded in size."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from callcheck.issues import SchemaError
from callcheck.json_values import type_name
from callcheck.location import escape_token

from .limits import Limits

MOST_DIGITS = 4300  # of an integer; what Python itself reads and writes unless it is told otherwise
_LARGEST = 10**MOST_DIGITS
_LONGEST_LOCATION = 200
_WIDE = 1000  # containers of one level, from which on it is worth a look whether some are the same

Trail = tuple[Any, Any] | None  # the trail of the container that holds a value, and the key in it


def freeze(schema: Any, limits: Limits) -> tuple[Any, str]:
    """The schema as `json` would read it back, and its text, which is what is hashed.

    Takes what `json.dumps` takes, subclasses and tuples too. Raises SchemaError for anything else, for keys that are
    not strings, for numbers that JSON or Python cannot write, for cycles, and for a schema beyond the limits.
    """
    measured = _Measured(schema, limits)
    try:
        text = json.dumps(_copy(schema) if measured.has_subclasses else schema, separators=(",", ":"))
        _check_characters(len(text), limits)
        return json.loads(text), text
    except ValueError as error:
        if isinstance(error, SchemaError):
            raise
        raise SchemaError(f"it cannot be written as JSON: {error}") from None


def _check_characters(characters: int, limits: Limits) -> None:
    if characters > limits.characters:
        raise SchemaError(
            f"its text has more than {limits.characters:,} characters; shorten it or raise Limits.characters"
        )


class _Measured:
    """Walks level by level, so that neither depth nor shared or cyclic containers cost more than the limits."""

    def __init__(self, schema: Any, limits: Limits) -> None:
        self.has_subclasses = False
        self._characters = 0
        self._values = 0
        self._below: list[tuple[Any, Trail, int]] = []
        self._look(((0, schema),), None, 1)
        depth = 0
        while self._below:
            level, self._below = _each_once(self._below), []
            if depth > limits.depth:
                raise SchemaError(
                    f"it is nested more than {limits.depth:,} levels deep, or contains itself; use $ref for "
                    "recursion, or raise Limits.depth",
                    _location(level[0][1]),
                )
            for container, trail, times in level:
                self._look(_members(container, trail), trail, times)
                if self._values > limits.values:
                    raise SchemaError(
                        f"it has more than {limits.values:,} values; split it or raise Limits.values"
                    )
            _check_characters(self._characters, limits)
            depth += 1

    def _look(self, members: Iterable[tuple[Any, Any]], trail: Trail, times: int) -> None:
        """Count the members of a container that stands at so many places, and keep the containers among them for the next level."""
        count = 0
        for key, value in members:
            count += 1
            kind = type(value)
            if kind is str:
                self._characters += len(value) * times
            elif kind is dict or kind is list:
                self._below.append((value, (trail, key), times))
            elif kind is int or kind is float:
                _check_number(value, (trail, key))
            elif kind is not bool and value is not None:
                self._look_at_other(value, (trail, key), times)
        self._values += count * times

    def _look_at_other(self, value: Any, trail: Trail, times: int) -> None:
        """A value that is not of an exact builtin type."""
        self.has_subclasses = True
        if isinstance(value, str):
            self._characters += str.__len__(value) * times
        elif isinstance(value, int):
            _check_number(int.__int__(value), trail)
        elif isinstance(value, float):
            _check_number(float.__float__(value), trail)
        elif isinstance(value, (dict, list, tuple)):
            self._below.append((value, trail, times))
        else:
            raise SchemaError(
                f"a value of the Python type `{type(value).__name__}` is not JSON", _location(trail)
            )


def _each_once(level: list[tuple[Any, Trail, int]]) -> list[tuple[Any, Trail, int]]:
    """The containers of a level, one that stands at several places once: few of them can spell out a schema without end."""
    if len(level) < _WIDE:
        return level
    found: dict[int, tuple[Any, Trail, int]] = {}
    for container, trail, times in level:
        known = found.get(id(container))
        found[id(container)] = (container, trail, times) if known is None else (*known[:2], known[2] + times)
    return list(found.values())


def _members(container: Any, trail: Trail) -> Iterable[tuple[Any, Any]]:
    if not isinstance(container, dict):
        return enumerate(_iterated(container))
    for key in dict.keys(container):
        if not isinstance(key, str):
            raise SchemaError(
                f"a key must be a string, not a value of the type {type_name(key)}", _location(trail)
            )
    return dict.items(container)


def _iterated(container: Any) -> Iterable[Any]:
    """The items of a list or tuple, whatever a subclass says they are."""
    return list.__iter__(container) if isinstance(container, list) else tuple.__iter__(container)


def _check_number(value: float, trail: Trail) -> None:
    if value - value != 0:
        raise SchemaError("NaN and infinite numbers are not JSON", _location(trail))
    if not -_LARGEST < value < _LARGEST:
        raise SchemaError(f"an integer of more than {MOST_DIGITS:,} digits is not taken", _location(trail))


def _location(trail: Trail) -> str:
    """The JSON Pointer of a trail, cut when it is long."""
    tokens: list[str] = []
    while trail is not None:
        trail, key = trail
        tokens.append(escape_token(str(key)[:_LONGEST_LOCATION]))
    location = "".join(f"/{token}" for token in tokens[-2::-1])
    return location if len(location) <= _LONGEST_LOCATION else f"{location[:_LONGEST_LOCATION]}…"


def _copy(schema: Any) -> Any:
    """A copy in exact types, subclasses and tuples replaced by what `json` would read back. Measured before."""
    root: list[Any] = [None]
    waiting: list[tuple[Any, Any, Any]] = [(root, 0, schema)]
    while waiting:
        holder, key, value = waiting.pop()
        if isinstance(value, dict):
            made: Any = {}
            for name, item in dict.items(value):
                made[str.__str__(name)] = None
                waiting.append((made, str.__str__(name), item))
        elif isinstance(value, (list, tuple)):
            made = list(_iterated(value))
            waiting.extend((made, index, item) for index, item in enumerate(made))
        else:
            made = _exact(value)
        holder[key] = made
    return root[0]


def _exact(value: Any) -> Any:
    """A scalar as the builtin type that it is an instance of."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    return int.__int__(value) if isinstance(value, int) else float.__float__(value)
