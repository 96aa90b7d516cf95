"""Tests of an instance's type.

`exact` tests take the builtin types alone, for the fast path, where a failed test only means that `explain` decides.
The others use isinstance, for where a failed test decides something.
"""

from __future__ import annotations

from .code import Code
from .conditions import Condition, Every, Some, Test, every, raising_test, some, test

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
        tests.append(test("type({v}) is bool", "type({v}) is not bool", v=value))
    if "null" in types:
        tests.append(test("{v} is None", "{v} is not None", v=value))
    return some(tests)


def _string(value: Code, exact: bool) -> Test:
    if exact:
        # Of all that a string alone can do, to be looked for in one takes the fewest instructions.
        return raising_test("type({v}) is str", "type({v}) is not str", '{v} in ""', v=value)
    return test("isinstance({v}, str)", "not isinstance({v}, str)", v=value)


def _array(value: Code, exact: bool) -> Test:
    if exact:
        return test("type({v}) is list", "type({v}) is not list", v=value)
    return test("isinstance({v}, list)", "not isinstance({v}, list)", v=value)


def _object(value: Code, exact: bool) -> Test:
    if exact:
        return test("type({v}) is dict", "type({v}) is not dict", v=value)
    return test("isinstance({v}, dict)", "not isinstance({v}, dict)", v=value)


def _integer(value: Code, exact: bool, integral_floats: bool) -> Condition:
    whole = _whole(value, exact)
    if not integral_floats:
        return whole
    integral = test("{v}.is_integer()", "not {v}.is_integer()", v=value)
    return some([whole, every([_float(value, exact), integral])])


def _number(value: Code, exact: bool) -> Condition:
    # The comparison of two floats is the one that CPython specialises.
    finite = test("{v} - {v} == 0.0", "{v} - {v} != 0.0", v=value)
    # Four of five numbers that models send where not only integers are admitted are floats.
    return some([every([_float(value, exact), finite]), _whole(value, exact)])


def _whole(value: Code, exact: bool) -> Condition:
    if exact:
        return test("type({v}) is int", "type({v}) is not int", v=value)
    return Every(
        (
            test("isinstance({v}, int)", "not isinstance({v}, int)", v=value),
            test("type({v}) is not bool", "type({v}) is bool", v=value),
        )
    )


def _float(value: Code, exact: bool) -> Test:
    if exact:
        return test("type({v}) is float", "type({v}) is not float", v=value)
    return test("isinstance({v}, float)", "not isinstance({v}, float)", v=value)


__all__ = ["PYTHON", "Some", "type_condition"]
