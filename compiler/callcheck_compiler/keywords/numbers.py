"""Assertions about numbers (Validation 2020-12, section 6.2). NaN and infinities satisfy none of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from callcheck.json_values import is_multiple_of

from . import conditions, shapes
from .keyword import ABSENT, Keyword, Role
from .wording import number_text


def _bound(
    name: str,
    words: str,
    compare: Callable[[Any, Any], bool],
    emit: conditions.Emit,
    parse: Any = shapes.number,
    sibling: Callable[[Mapping[str, Any]], Any] | None = None,
) -> Keyword:
    def holds(operand: Any, instance: Any) -> bool:
        return not (isinstance(instance, float) and instance - instance != 0) and compare(instance, operand)

    return Keyword(
        name,
        "validation",
        Role.ASSERTION,
        ("number",),
        parse=parse,
        sibling=sibling,
        emit=emit,
        holds=holds,
        message=lambda operand: f"must be {words} {number_text(operand)}",
    )


def _unless_exclusive(name: str, exclusive: str) -> Callable[[Mapping[str, Any]], Any]:
    return lambda schema: ABSENT if schema.get(exclusive) is True else schema[name]


def _when_exclusive(name: str, exclusive: str) -> Callable[[Mapping[str, Any]], Any]:
    return lambda schema: schema.get(name, ABSENT) if schema[exclusive] is True else ABSENT


MULTIPLE_OF = _bound(
    "multipleOf", "a multiple of", is_multiple_of, conditions.multiple_of, shapes.positive_number
)
MINIMUM = _bound("minimum", "at least", operator.ge, conditions.at_least)
EXCLUSIVE_MINIMUM = _bound("exclusiveMinimum", "greater than", operator.gt, conditions.more_than)
MAXIMUM = _bound("maximum", "at most", operator.le, conditions.at_most)
EXCLUSIVE_MAXIMUM = _bound("exclusiveMaximum", "less than", operator.lt, conditions.less_than)

# In draft 4 the exclusive bounds are flags beside the inclusive ones, and take them over (Validation draft 4, 5.1.2, 5.1.3).
MINIMUM_DRAFT4 = _bound(
    "minimum",
    "at least",
    operator.ge,
    conditions.at_least,
    sibling=_unless_exclusive("minimum", "exclusiveMinimum"),
)
MAXIMUM_DRAFT4 = _bound(
    "maximum",
    "at most",
    operator.le,
    conditions.at_most,
    sibling=_unless_exclusive("maximum", "exclusiveMaximum"),
)
EXCLUSIVE_MINIMUM_DRAFT4 = _bound(
    "exclusiveMinimum",
    "greater than",
    operator.gt,
    conditions.more_than,
    shapes.truth,
    _when_exclusive("minimum", "exclusiveMinimum"),
)
EXCLUSIVE_MAXIMUM_DRAFT4 = _bound(
    "exclusiveMaximum",
    "less than",
    operator.lt,
    conditions.less_than,
    shapes.truth,
    _when_exclusive("maximum", "exclusiveMaximum"),
)
