"""JSON's own idea of equality, uniqueness, multiples and types."""

from __future__ import annotations

import enum
import itertools
import math
import pickle
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from callcheck.json_values import (
    Members,
    canonical_key,
    equal,
    is_multiple_of,
    json_type_name,
    type_name,
    unique,
)


class Text(str):
    pass


class Number(int):
    pass


class Fraction(float):
    pass


class Array(list[Any]):
    pass


class Object(dict[str, Any]):
    pass


class Colour(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


def nested(depth: int, innermost: Any) -> Any:
    for _ in range(depth):
        innermost = [innermost]
    return innermost


# Each line is one JSON value, in every way of writing it; values of different lines differ.
CLASSES: list[list[Any]] = [
    [None],
    [True],
    [False],
    [0, 0.0, -0.0, Number(0)],
    [1, 1.0, Number(1), Fraction(1.0)],
    [3, 3.0, Level.HIGH],
    [0.1],
    [1.5, Fraction(1.5)],
    [2**53 + 1],
    [2**53, float(2**53)],
    [2**61 - 1],
    [2 * (2**61 - 1)],
    [10**400],
    [-(10**400)],
    [int(1e300), 1e300],
    [-int(1e300), -1e300],
    [10**300],
    [math.inf],
    [-math.inf],
    [""],
    ["1"],
    ["true"],
    ["a", Text("a")],
    ["red", Colour.RED],
    ["\ud800"],
    ["\u0000"],
    [[], Array()],
    [{}, Object()],
    [[None]],
    [[1], [1.0], Array([1])],
    [[True]],
    [[0]],
    [[False]],
    [[[1]]],
    [[[True]]],
    [[1, 2]],
    [[2, 1]],
    [["a", "b"]],
    [["array"]],
    [["boolean", True]],
    [["object", []]],
    [{"a": 1}, {"a": 1.0}, Object(a=1)],
    [{"a": True}],
    [{"a": 1, "b": 2}, {"b": 2, "a": 1}],
    [{"a": [{"b": 1}]}, {"a": [{"b": 1.0}]}],
    [{"a": [{"b": True}]}],
    [{"a": None}],
    [{"b": None}],
    [[["a", 1]]],
]
LABELLED = [(index, value) for index, values in enumerate(CLASSES) for value in values]


def test_equal_holds_inside_a_class_and_nowhere_else() -> None:
    for (i, a), (j, b) in itertools.product(LABELLED, repeat=2):
        assert equal(a, b) is (i == j), (a, b)


def test_canonical_keys_agree_with_equal() -> None:
    for (i, a), (j, b) in itertools.product(LABELLED, repeat=2):
        assert (canonical_key(a) == canonical_key(b)) is (i == j), (a, b)
        if i == j:
            assert hash(canonical_key(a)) == hash(canonical_key(b))


def test_unique_agrees_with_equal() -> None:
    for (i, a), (j, b) in itertools.product(LABELLED, repeat=2):
        assert unique([a, "between", b]) is (i != j), (a, b)
    assert unique([values[0] for values in CLASSES])
    for position, (_, value) in enumerate(LABELLED):
        items = [values[0] for values in CLASSES]
        items.insert(position % len(items), value)
        assert not unique(items), value


def test_members_agree_with_equal() -> None:
    for left_out in range(len(CLASSES)):
        members = Members([values[0] for index, values in enumerate(CLASSES) if index != left_out])
        for index, value in LABELLED:
            assert members.holds(value) is (index != left_out), value


@pytest.mark.parametrize(
    "items", [[], [1], [None], [True, 1], [0, False], ["1", 1, 1.5, None], [[True], [1]]]
)
def test_unique(items: list[Any]) -> None:
    assert unique(items)


@pytest.mark.parametrize(
    "items",
    [
        [1, 1.0],
        ["a", "b", "a"],
        [True, 1, True],
        [None, 0, None],
        [{"a": 1, "b": 2}, {"b": 2.0, "a": 1}],
        [[[]], [[]]],
    ],
)
def test_not_unique(items: list[Any]) -> None:
    assert not unique(items)


def test_nan_equals_nothing() -> None:
    nan = math.nan
    assert not equal(nan, nan)
    assert not equal([nan], [nan])
    assert not equal({"a": nan}, {"a": nan})
    assert unique([nan, nan])
    assert unique([[nan], [nan]])
    assert unique([nan] * 1000)
    assert not unique([nan, 1, 1])
    assert not Members([nan, [nan]]).holds(nan)


def test_values_outside_json_compare_within_their_type() -> None:
    day = Decimal("1.5")
    assert equal(day, Decimal("1.50"))
    assert not equal(day, 1.5)
    assert not unique([day, Decimal("1.5")])
    assert unique([bytearray(b"a"), bytearray(b"a"), (1,), b"a"])


@pytest.mark.parametrize(
    "items",
    [
        [str(i) for i in range(100_000)],
        [i * (2**61 - 1) for i in range(100_000)],
        [[i * (2**61 - 1)] for i in range(30_000)],
        [{"id": i, "tags": [str(i)]} for i in range(30_000)],
        [[i, None, True, str(i)] for i in range(30_000)],
        [2.0**k * m for k in range(-900, 900) for m in (1.0, 1.5, 1.25)],
    ],
    ids=["strings", "alike hashes", "alike hashes inside", "objects", "arrays", "floats"],
)
def test_unique_takes_linear_time(items: list[Any]) -> None:
    start = time.perf_counter()
    assert unique(items)
    assert not unique([*items, items[0]])
    assert time.perf_counter() - start < 10  # comparing all pairs would take minutes


def test_deep_values() -> None:
    deep, same = nested(100_000, 1), nested(100_000, 1)
    assert not equal(deep, [1])
    assert not equal("a", deep)
    assert not Members(["a", 1, None]).holds(deep)
    assert not Members([[1], {"a": 1}]).holds(deep)
    assert equal(deep, same)
    assert not unique([deep, same])
    assert Members([deep]).holds(same)
    assert equal(nested(200, 1), nested(200, 1.0))
    assert not equal(nested(200, 1), nested(200, True))


def test_a_value_inside_itself() -> None:
    circular: list[Any] = []
    circular.append(circular)
    with pytest.raises(RecursionError):
        canonical_key(circular)
    with pytest.raises(RecursionError):
        unique([circular, circular])
    assert unique([circular, 1])


def test_a_hundred_thousand_members() -> None:
    members = Members([*(f"value {i}" for i in range(50_000)), *range(50_000)])
    assert members.holds("value 49999")
    assert members.holds(49_999.0)
    assert not members.holds(True)
    assert not members.holds("value 50000")
    assert not members.holds(["value 1"])


def test_members_survive_pickling() -> None:
    members = pickle.loads(pickle.dumps(Members(["a", True, [1], {"a": None}])))
    assert all(members.holds(value) for value in ("a", True, [1.0], {"a": None}))
    assert not any(members.holds(value) for value in (1, [True], {"a": False}, "b"))


@pytest.mark.parametrize(
    ("value", "divisor"),
    [
        (0, 3),
        (0.0, 0.1),
        (-0.0, 7),
        (9, 3),
        (-9, 3),
        (10**6000, 10),
        (4.0, 2),
        (4, 2.0),
        (4.5, 1.5),
        (0.3, 0.1),
        (0.0075, 0.0001),
        (19.99, 0.01),
        (4.02, 0.01),
        (1.1, 0.1),
        (-1.1, 0.1),
        (1e308, 0.5),
        (1e308, 1e-300),
        (1e308, 5e-324),
        (1.5e300, 3),
        (1e23, 10**23),
        (1e23, 10),
        (12391239123, 1e-8),
        (10**400, 1e300),
        (10**5000, 1e-300),
        (1e300, 1e300),
        (Number(9), Number(3)),
        (Fraction(0.3), Fraction(0.1)),
    ],
    ids=type_name,
)
def test_multiples(value: float, divisor: float) -> None:
    assert is_multiple_of(value, divisor)


@pytest.mark.parametrize(
    ("value", "divisor"),
    [
        (1, 2),
        (-7, 3),
        (0.35, 0.1),
        (0.00751, 0.0001),
        (4.5, 2),
        (4.000000000000001, 2),
        (5, 0.3),
        (1, 3.5),
        (1e-7, 10),
        (5e-324, 1e308),
        (1e308, 0.123456789),
        (1e300, 3),
        (int(1e23), 10**23),
        (10**5000 + 1, 10),
        (2**53 + 1, 2.0),
        (math.nan, 1),
        (math.inf, 1),
        (-math.inf, 0.1),
        (math.nan, 0.1),
    ],
    ids=type_name,
)
def test_not_multiples(value: float, divisor: float) -> None:
    assert not is_multiple_of(value, divisor)


def test_multiples_agree_with_decimal_arithmetic() -> None:
    numbers = [0.1, 0.25, 3, 7, 1.75, 12.5, 1e-5, 2.5e17, 1e22, 123456.789, 99, 0.07, 2**60, 3.0]
    from decimal import localcontext

    with localcontext() as context:
        context.prec = 200
        for value, divisor in itertools.product(numbers, repeat=2):
            exact = Decimal(str(value)) % Decimal(str(divisor)) == 0
            assert is_multiple_of(value, divisor) is exact, (value, divisor)
            assert is_multiple_of(-value, divisor) is exact, (value, divisor)


@pytest.mark.parametrize(
    ("value", "name", "json_name"),
    [
        (None, "null", "null"),
        (True, "boolean", "boolean"),
        (1, "integer", "number"),
        (10**400, "integer", "number"),
        (1.0, "number", "number"),
        (math.nan, "number", "number"),
        (math.inf, "number", "number"),
        ("", "string", "string"),
        ([], "array", "array"),
        ({}, "object", "object"),
        (Level.HIGH, "integer", "number"),
        (Colour.RED, "string", "string"),
        (Fraction(1), "number", "number"),
        (Array(), "array", "array"),
        (Object(), "object", "object"),
        ((), "tuple", "tuple"),
        (b"", "bytes", "bytes"),
        (Decimal(1), "Decimal", "Decimal"),
    ],
    ids=type_name,
)
def test_type_names(value: Any, name: str, json_name: str) -> None:
    assert (type_name(value), json_type_name(value)) == (name, json_name)


def chain(levels: int, around: Callable[[Any], Any]) -> Any:
    value: Any = list(range(20_000))
    for _ in range(levels):
        value = around(value)
    return value


def test_a_deep_value_is_not_gone_through_at_each_level() -> None:
    """Twenty thousand items under three hundred levels: six million steps otherwise, once for each level."""
    members = Members([{"z": 1}, 1, [[1]]])
    steps = 0

    def watch(frame: Any, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return watch

    value, deep = chain(300, lambda inner: [inner, 1]), chain(300, lambda inner: {"a": inner})
    sys.settrace(watch)
    try:
        while len(value) == 2:
            assert unique(value)
            value = value[0]
        while isinstance(deep, dict):
            assert not members.holds(deep)
            deep = deep["a"]
    finally:
        sys.settrace(None)
    assert steps < 1_000_000


@pytest.mark.parametrize("size", [1, 30, 63, 64, 65, 511, 512, 513, 5000])
def test_long_containers_that_differ_at_the_end(size: int) -> None:
    one, other = [*range(size), True], [*range(size), 1]
    assert unique([one, other, one[:-1], [one]])
    assert not unique([one, other, [*one]])
    assert not unique([{"a": one}, {"b": 1}, {"a": [*one]}])
    assert Members([one]).holds([*one])
    assert not Members([one]).holds(other)
    assert not Members([one]).holds([*one, 1])
