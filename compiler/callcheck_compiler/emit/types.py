"""Tests of an instance's type.

`exact` tests take the builtin types alone, for the fast path, where a failed test only means that `explain` decides.
The others use isinstance, for where a failed test decides something.
"""

from __future__ import annotations

from .code import Code, template
from .conditions import Condition, Every, Some, Test, every, some

PYTHON = {"string": "str", "array": "list", "object": "dict"}


def type_condition(value: Code, types: frozenset[str], exact: bool, integral_floats: bool) -> Condition:
    """Whether the value has one of the types. `integral_floats`: whether 3.0 passes for an integer."""
    tests: list[Condition] = []
    if "string" in types:
        tests.append(_string(value, exact))
    if "array" in types:
        tests.append(_array(value, exact))
    if "object" in types:
        tests.append(_object(value, exact))
    if "number" in types:
        tests.append(_number(value, exact))
    elif "integer" in types:
        tests.append(_integer(value, exact, integral_floats))
    if "boolean" in types:
        tests.append(Test(template("type({v}) is bool", v=value), template("type({v}) is not bool", v=value)))
    if "null" in types:
        tests.append(Test(template("{v} is None", v=value), template("{v} is not None", v=value)))
    return some(tests)


def _string(value: Code, exact: bool) -> Test:
    if exact:
        return Test(template("type({v}) is str", v=value), template("type({v}) is not str", v=value))
    return Test(template("isinstance({v}, str)", v=value), template("not isinstance({v}, str)", v=value))


def _array(value: Code, exact: bool) -> Test:
    if exact:
        return Test(template("type({v}) is list", v=value), template("type({v}) is not list", v=value))
    return Test(template("isinstance({v}, list)", v=value), template("not isinstance({v}, list)", v=value))


def _object(value: Code, exact: bool) -> Test:
    if exact:
        return Test(template("type({v}) is dict", v=value), template("type({v}) is not dict", v=value))
    return Test(template("isinstance({v}, dict)", v=value), template("not isinstance({v}, dict)", v=value))


def _integer(value: Code, exact: bool, integral_floats: bool) -> Condition:
    whole = _whole(value, exact)
    if not integral_floats:
        return whole
    integral = Test(template("{v}.is_integer()", v=value), template("not {v}.is_integer()", v=value))
    return some([whole, every([_float(value, exact), integral])])


def _number(value: Code, exact: bool) -> Condition:
    finite = Test(template("{v} - {v} == 0", v=value), template("{v} - {v} != 0", v=value))
    return some([_whole(value, exact), every([_float(value, exact), finite])])


def _whole(value: Code, exact: bool) -> Condition:
    if exact:
        return Test(template("type({v}) is int", v=value), template("type({v}) is not int", v=value))
    return Every(
        (
            Test(template("isinstance({v}, int)", v=value), template("not isinstance({v}, int)", v=value)),
            Test(template("type({v}) is not bool", v=value), template("type({v}) is bool", v=value)),
        )
    )


def _float(value: Code, exact: bool) -> Test:
    if exact:
        return Test(template("type({v}) is float", v=value), template("type({v}) is not float", v=value))
    return Test(template("isinstance({v}, float)", v=value), template("not isinstance({v}, float)", v=value))


__all__ = ["PYTHON", "Some", "type_condition"]
