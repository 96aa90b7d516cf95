"""A constant that satisfies a scalar's schema, to stand for a property that is absent.

`dict_get(arguments, "limit", 0)` looks the key up once and needs no branch, where `in` and then the subscript look twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ir.nodes import Always, Conjunction, Never, Schema, Union
from .shapes import Sorted, Sorter

# Bounds that a candidate can be held to at once.
COMPARED = {
    "minimum": lambda value, bound: value >= bound,
    "maximum": lambda value, bound: value <= bound,
    "exclusiveMinimum": lambda value, bound: value > bound,
    "exclusiveMaximum": lambda value, bound: value < bound,
    "maxLength": lambda value, bound: len(value) <= bound,
}
LARGEST = 2**31
# How many are tried of those that a schema names: no more are worth the work.
MOST_CANDIDATES = 20


def stand_in(schemas: Sequence[Schema], sort: Sorter) -> tuple[Any] | None:
    """A string, number, boolean or None that satisfies all of the schemas, in a tuple; None where none was found at once."""
    listed, plain = _candidates(schemas[0], sort)
    for candidate in listed[:MOST_CANDIDATES] + plain:
        if all(admits(schema, candidate, sort) for schema in schemas):
            return (candidate,)
    return None


def _candidates(schema: Schema, sort: Sorter) -> tuple[list[Any], list[Any]]:
    """What the schema itself names, and what satisfies many."""
    if not isinstance(schema, Conjunction):
        return [], []
    found = sort(schema)
    listed = [member for part in found.anywhere for member in _members(part.row.name, part.operand)]
    bounds = [
        part.operand
        for part in found.scalars.get("number", ())
        if part.row.name in ("minimum", "maximum") and type(part.operand) is int
    ]
    branches = [
        value
        for part in found.in_place
        if isinstance(part, Union)
        for branch in part.branches[:MOST_CANDIDATES]
        for values in _candidates(branch, sort)
        for value in values[:MOST_CANDIDATES]
    ]
    plain = ["", 0, *(bound for bound in bounds if abs(bound) < LARGEST), False, None]
    return [value for value in listed if type(value) in (str, int, bool, type(None))] + branches, plain


def _members(keyword: str, operand: Any) -> Sequence[Any]:
    return operand[:1] if keyword == "enum" else (operand,)


def admits(schema: Schema, value: Any, sort: Sorter) -> bool:
    """Whether a schema certainly admits the value: every part of it is one that is judged here."""
    if isinstance(schema, Always):
        return True
    if isinstance(schema, Never):
        return False
    found = sort(schema)
    if found.never or (found.types is None and not found.in_place and not found.anywhere):
        return False
    if found.types is not None and _type_of(value) not in found.types:
        return False
    return (
        all(_is_listed(part.row.name, part.operand, value) for part in found.anywhere)
        and _is_within(found, value)
        and all(_is_in_branch(part, value, sort) for part in found.in_place)
    )


def refuses_null(schema: Schema, sort: Sorter) -> bool:
    """Whether a schema certainly does not admit null."""
    if not isinstance(schema, Conjunction):
        return isinstance(schema, Never)
    found = sort(schema)
    if found.never or (found.types is not None and "null" not in found.types):
        return True
    return not all(_is_listed(part.row.name, part.operand, None) for part in found.anywhere)


def _type_of(value: Any) -> str:
    return {str: "string", bool: "boolean", int: "integer", type(None): "null"}[type(value)]


def _is_listed(keyword: str, operand: Any, value: Any) -> bool:
    members = operand if keyword == "enum" else (operand,)
    return any(type(member) is type(value) and member == value for member in members)


def _is_within(found: Sorted, value: Any) -> bool:
    word = "number" if type(value) is int else _type_of(value)
    return all(
        part.row.name in COMPARED and COMPARED[part.row.name](value, part.operand)
        for part in found.scalars.get(word, ())
    )


def _is_in_branch(part: Any, value: Any, sort: Sorter) -> bool:
    """Whether it satisfies an `anyOf`."""
    if not isinstance(part, Union) or part.exactly_one:
        return False
    return any(admits(branch, value, sort) for branch in part.branches)
