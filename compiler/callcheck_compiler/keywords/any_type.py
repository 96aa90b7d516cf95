"""Assertions about an instance of any type (Validation 2020-12, section 6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from callcheck.issues import Issue, Kind, SchemaError
from callcheck.json_values import equal
from callcheck.unions import type_message

from . import conditions, shapes
from .keyword import Keyword, Role, Walk
from .wording import listing, members_text, string_text, types_text, value_text

# From LARGE on integers can be chosen to hash alike, which only so many of them in a set bear.
LARGE = 1 << 60
MOST_ALIKE = 256
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return value - value == 0
    return isinstance(value, int) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return value.is_integer() if isinstance(value, float) else _is_number(value)


_HAS_TYPE: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def has_type(value: Any, name: str, integral_floats: bool = True) -> bool:
    """Whether `value` is an instance of the type; `integral_floats` says whether 3.0 is an `integer` (not in draft 4)."""
    if name == "integer" and not integral_floats and isinstance(value, float):
        return False
    return _HAS_TYPE[name](value)


def type_names(value: str | Sequence[str]) -> tuple[str, ...]:
    """The types that the value of a `type` keyword names."""
    return (value,) if isinstance(value, str) else tuple(value)


def _types(value: Any, location: str) -> tuple[str, ...]:
    if not isinstance(value, str | list):
        raise shapes.refuse(location, "a type or a list of types", value)
    if not value and isinstance(value, list):
        raise SchemaError("`type` must name at least one type", location)
    named = (value,) if isinstance(value, str) else shapes.names(value, location)
    for name in named:
        if name not in TYPES:
            raise SchemaError(f"`type` must be one of {listing(TYPES)}, not {string_text(name)}", location)
    return named


def expected_members(members: Sequence[Any]) -> str:
    """The reason where one of a few values is expected."""
    return f"expected one of {members_text(members)}" if members else "is not allowed"


def _enum(value: list[Any], instance: Any, walk: Walk) -> Iterable[Issue]:
    if not any(equal(member, instance) for member in value):
        yield walk.issue(Kind.VALUE, tuple(value), expected_members(value))


def _one_type(integral_floats: bool) -> Keyword:
    def reference(value: Any, instance: Any, walk: Walk) -> Iterable[Issue]:
        names = type_names(value)
        if walk.extensions and walk.schema.get("nullable") is True and "null" not in names:
            names = (*names, "null")
        if not any(has_type(instance, name, integral_floats) for name in names):
            yield walk.issue(Kind.TYPE, names, type_message(names, instance))

    return Keyword(
        "type",
        "validation",
        Role.ASSERTION,
        parse=_types,
        reference=reference,
        holds=lambda operand, instance: any(
            has_type(instance, name, integral_floats) for name in type_names(operand)
        ),
        message=lambda operand: f"must be {types_text(type_names(operand))}",
    )


TYPE = _one_type(integral_floats=True)
TYPE_DRAFT4 = _one_type(integral_floats=False)
ENUM = Keyword(
    "enum",
    "validation",
    Role.ASSERTION,
    parse=shapes.members,
    emit=conditions.members,
    holds=lambda operand, instance: any(equal(member, instance) for member in operand),
    message=expected_members,
    reference=_enum,
)
CONST = Keyword(
    "const",
    "validation",
    Role.ASSERTION,
    holds=equal,
    message=lambda operand: f"expected {value_text(operand, 300)}",
)
