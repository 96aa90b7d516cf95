"""The `emit` of the rows: each assertion as a condition on an instance of its own type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..emit.code import Code, literal
from ..emit.conditions import ALWAYS, Condition, test
from ..patterns import listed_texts, plan
from .keyword import Constants

Emit = Callable[[Any, Code, Constants], Condition]


def at_least(operand: Any, value: Code, constants: Constants) -> Condition:
    """`minimum`."""
    bound = literal(operand)
    return test("{v} >= {n}", "{v} < {n}", v=value, n=bound)


def at_most(operand: Any, value: Code, constants: Constants) -> Condition:
    """`maximum`."""
    bound = literal(operand)
    return test("{v} <= {n}", "{v} > {n}", v=value, n=bound)


def more_than(operand: Any, value: Code, constants: Constants) -> Condition:
    """`exclusiveMinimum`."""
    bound = literal(operand)
    return test("{v} > {n}", "{v} <= {n}", v=value, n=bound)


def less_than(operand: Any, value: Code, constants: Constants) -> Condition:
    """`exclusiveMaximum`."""
    bound = literal(operand)
    return test("{v} < {n}", "{v} >= {n}", v=value, n=bound)


def multiple_of(operand: Any, value: Code, constants: Constants) -> Condition:
    """`multipleOf`."""
    exact = constants.runtime("is_multiple_of")
    return test("{f}({v}, {n})", "not {f}({v}, {n})", f=exact, v=value, n=literal(operand))


def longest(operand: Any, value: Code, constants: Constants) -> Condition:
    """`maxLength`, `maxItems`, `maxProperties`."""
    bound = literal(int(operand))
    return test("len({v}) <= {n}", "len({v}) > {n}", v=value, n=bound)


def shortest(operand: Any, value: Code, constants: Constants) -> Condition:
    """`minLength`, `minItems`, `minProperties`."""
    if operand == 0:
        return ALWAYS
    if operand == 1:
        return test("{v}", "not {v}", v=value)
    bound = literal(int(operand))
    return test("len({v}) >= {n}", "len({v}) < {n}", v=value, n=bound)


def pattern(operand: str, value: Code, constants: Constants) -> Condition:
    """`pattern`, on a string."""
    texts = listed_texts(operand)
    if texts:
        return test("{v} in {t}", "{v} not in {t}", v=value, t=constants.set_of(texts))
    return search(operand, value, constants)


def search(operand: str, value: Code, constants: Constants) -> Condition:
    """The keys of `patternProperties`, and `pattern` in general."""
    planned = plan(operand, "")
    purpose = "linear_pattern"
    if planned.kind == "re":
        purpose = "anchored_pattern" if planned.anchored else "pattern"
    return _called(constants.constant(purpose, planned.text), value)


def unique_items(operand: bool, value: Code, constants: Constants) -> Condition:
    """`uniqueItems`."""
    return _called(constants.runtime("unique"), value) if operand else ALWAYS


def format_of(dialect: str) -> Emit:
    """`format`, as the dialect of this URI defines it."""

    def emit(operand: str, value: Code, constants: Constants) -> Condition:
        return _called(constants.constant("format_check", (dialect, operand)), value)

    return emit


def content_encoding(operand: str, value: Code, constants: Constants) -> Condition:
    """`contentEncoding` where it asserts."""
    return _called(constants.constant("content_check", (None, operand)), value)


def content_media_type(operand: tuple[str, str | None], value: Code, constants: Constants) -> Condition:
    """`contentMediaType` where it asserts."""
    return _called(constants.constant("content_check", tuple(operand)), value)


def members(operand: Any, value: Code, constants: Constants) -> Condition:
    """`enum`, in general; the emitter writes enums of scalars itself."""
    return _called(constants.constant("members", tuple(operand)), value)


def _called(function: Code, value: Code) -> Condition:
    return test("{f}({v})", "not {f}({v})", f=function, v=value)
