"""What a keyword's value may be: shape checks, each `(value, location) -> operand`, that say what would be right.

They look at the value alone; the subschemas inside it are for whoever walks them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from callcheck.issues import SchemaError
from callcheck.json_values import type_name

from .keyword import Tokens
from .wording import string_text

_ARTICLES = {"array": "an array", "integer": "an integer", "object": "an object", "null": "null"}


def received(value: Any) -> str:
    """What stands where something else should, in words."""
    return named(type_name(value))


def named(type_name: str) -> str:
    """A value of a type, in words."""
    return _ARTICLES.get(type_name, f"a {type_name}")


def refuse(location: str, right: str, value: Any) -> SchemaError:
    """The refusal of `value` where `right` would be right."""
    return SchemaError(f"`{keyword_at(location)}` must be {right}, not {received(value)}", location)


def keyword_at(location: str) -> str:
    """The keyword at the end of a keyword location."""
    return location.rpartition("/")[2]


def anything(value: Any, location: str) -> Any:
    """Any value."""
    return value


def text(value: Any, location: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise refuse(location, "a string", value)
    return value


def truth(value: Any, location: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise refuse(location, "true or false", value)
    return value


def truths_by_name(value: Any, location: str) -> dict[str, bool]:
    """An object of true and false."""
    if not isinstance(value, dict):
        raise refuse(location, "an object of true and false", value)
    for name, flag in value.items():
        if not isinstance(flag, bool):
            raise SchemaError(
                f"`{keyword_at(location)}` must hold true or false for {string_text(name)}, not {received(flag)}",
                location,
            )
    return value


def number(value: Any, location: str) -> int | float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse(location, "a number", value)
    if isinstance(value, float) and not math.isfinite(value):
        raise SchemaError(f"`{keyword_at(location)}` must be a finite number", location)
    return value


def positive_number(value: Any, location: str) -> int | float:
    """A finite number above 0."""
    if number(value, location) <= 0:
        raise SchemaError(f"`{keyword_at(location)}` must be greater than 0", location)
    return value  # type: ignore[no-any-return]


def count(value: Any, location: str) -> int:
    """A non-negative integer; 2.0 is one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse(location, "a non-negative integer", value)
    if value < 0 or value != value or (isinstance(value, float) and not value.is_integer()):
        raise SchemaError(f"`{keyword_at(location)}` must be a non-negative integer", location)
    return int(value)


def names(value: Any, location: str) -> tuple[str, ...]:
    """A list of unique strings."""
    if not isinstance(value, list):
        raise refuse(location, "a list of strings", value)
    seen: set[str] = set()
    for name in value:
        if not isinstance(name, str):
            raise SchemaError(
                f"`{keyword_at(location)}` must be a list of strings, but holds {received(name)}", location
            )
        if name in seen:
            raise SchemaError(f"`{keyword_at(location)}` must not name {string_text(name)} twice", location)
        seen.add(name)
    return tuple(value)


def names_by_name(value: Any, location: str) -> dict[str, tuple[str, ...]]:
    """An object of lists of unique strings."""
    if not isinstance(value, dict):
        raise refuse(location, "an object of lists of strings", value)
    for name, listed in value.items():
        if not isinstance(listed, list):
            raise SchemaError(
                f"`{keyword_at(location)}` must hold a list of strings for {string_text(name)}, not {received(listed)}",
                location,
            )
    return {name: names(listed, location) for name, listed in value.items()}


def members(value: Any, location: str) -> tuple[Any, ...]:
    """A list of any values."""
    if not isinstance(value, list):
        raise refuse(location, "a list of values", value)
    return tuple(value)


def schema(value: Any, location: str) -> Any:
    """An object or a boolean."""
    if not isinstance(value, dict | bool):
        raise refuse(location, "a schema", value)
    return value


def schemas_by_name(value: Any, location: str) -> Any:
    """An object of schemas."""
    if not isinstance(value, dict):
        raise refuse(location, "an object of schemas", value)
    for name, subschema in value.items():
        if not isinstance(subschema, dict | bool):
            raise SchemaError(
                f"`{keyword_at(location)}` must hold a schema for {string_text(name)}, not {received(subschema)}",
                location,
            )
    return value


def dependencies(value: Any, location: str) -> Any:
    """An object of schemas and lists of unique strings."""
    if not isinstance(value, dict):
        raise refuse(location, "an object of schemas and lists of strings", value)
    listed = {name: dependency for name, dependency in value.items() if isinstance(dependency, list)}
    names_by_name(listed, location)
    schemas_by_name({name: value[name] for name in value if name not in listed}, location)
    return value


def schema_list(value: Any, location: str) -> Any:
    """A list of at least one schema."""
    if not isinstance(value, list):
        raise refuse(location, "a list of schemas", value)
    if not value:
        raise SchemaError(f"`{keyword_at(location)}` must be a list of at least one schema", location)
    for subschema in value:
        if not isinstance(subschema, dict | bool):
            raise SchemaError(
                f"`{keyword_at(location)}` must be a list of schemas, but holds {received(subschema)}",
                location,
            )
    return value


def schema_or_list(value: Any, location: str) -> Any:
    """A schema, or a list of schemas."""
    return schema_list(value, location) if isinstance(value, list) else schema(value, location)


def itself(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The one subschema that is the keyword's value."""
    yield (), value


def each_item(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The subschemas in a list; anything else, which an embedded resource of another dialect may hold, has none."""
    for index, subschema in enumerate(value if isinstance(value, list) else ()):
        yield (index,), subschema


def each_value(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The subschemas in an object of schemas; anything else has none, as for a list."""
    for name, subschema in value.items() if isinstance(value, dict) else ():
        yield (name,), subschema


def itself_or_each_item(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The one subschema, or those in a list."""
    return each_item(value) if isinstance(value, list) else itself(value)


def each_schema_value(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The subschemas in an object of schemas and lists."""
    return ((tokens, subschema) for tokens, subschema in each_value(value) if not isinstance(subschema, list))
