"""The literal rules of coercion."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest
from callcheck.coercion import (
    SemanticError,
    integral_float,
    json_text,
    quoted_boolean,
    quoted_number,
    semantic_boolean,
    semantic_number,
)

OTHERS: list[Any] = [None, 1, 0, 2.5, math.nan, [], ["true"], {}, {"true": 1}, b"30", b"true", True, False]


class Text(str):
    pass


def same(value: Any, expected: Any) -> bool:
    return type(value) is type(expected) and bool(value == expected)


def test_quoted_boolean() -> None:
    assert quoted_boolean("true") is True
    assert quoted_boolean("false") is False
    assert quoted_boolean(Text("true")) is True
    for value in [
        *OTHERS,
        "TRUE",
        "True",
        "1",
        "0",
        "yes",
        "no",
        " true",
        "true ",
        "true\n",
        "",
        "t",
        "null",
    ]:
        assert quoted_boolean(value) is value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("30", 30),
        ("0", 0),
        ("999", 999),
        ("1000", 1000),
        ("-0", 0),
        ("-7", -7),
        ("007", 7),
        ("-1234567", -1234567),
        ("3.5", 3.5),
        ("-3.5", -3.5),
        ("5.0", 5.0),
        ("0.1", 0.1),
        ("653247040368672769", 653247040368672769),
        ("9" * 308, 10**308 - 1),
        ("1" + "0" * 308, 10**308),
        ("-1" + "0" * 308, -(10**308)),
        ("0" * 5000, 0),
        ("0" * 5000 + "12", 12),
        ("-" + "0" * 5000 + "12", -12),
        ("1." + "0" * 5000, 1.0),
        (Text("30"), 30),
        (Text("3000"), 3000),
    ],
)
def test_quoted_number(text: str, number: float) -> None:
    assert same(quoted_number(text), number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "--1",
        "+5",
        ".5",
        "1.",
        "1e5",
        "1E5",
        "NaN",
        "Infinity",
        "-Infinity",
        "inf",
        "0x10",
        "1_000",
        "1,000",
        " 30",
        "30 ",
        "30\n",
        "\t1\n",
        "3.5\n",
        "-3\n",
        "٣٠",
        "\uff13\uff10",
        "²",
        "1²",
        "-²",
        "3.٣",
        "1.2.3",
        "2026-01-15",
        "true",
        "9" * 309,
        "9" * 400,
        "-" + "9" * 400,
        "9" * 5000,
        "9" * 400 + ".5",
        "1" * 5000,
        "-" + "1" * 5000,
        "2" + "0" * 308,
        "5\x00",
        "\ud800",
    ],
)
def test_not_a_quoted_number(text: str) -> None:
    assert quoted_number(text) is text


def test_quoted_number_leaves_what_is_not_a_string() -> None:
    for value in OTHERS:
        assert quoted_number(value) is value


def test_long_text_takes_linear_time() -> None:
    start = time.perf_counter()
    for text in ("9" * 2_000_000, "-" + "0" * 2_000_000, "1." + "3" * 2_000_000, "[" * 2_000_000):
        quoted_number(text)
        json_text(text, True, True)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    ("value", "result"), [(3.0, 3), (-2.0, -2), (-0.0, 0), (1e20, 10**20), (1e308, int(1e308))]
)
def test_integral_float(value: float, result: int) -> None:
    assert same(integral_float(value), result)


@pytest.mark.parametrize("value", [3.5, math.nan, math.inf, -math.inf, 3, True, "3.0", None, [3.0]])
def test_integral_float_leaves_the_rest(value: Any) -> None:
    assert integral_float(value) is value


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("[]", []),
        ("{}", {}),
        (' \n[1, "2", [3]]\t', [1, "2", [3]]),
        ('{"a": {"b": null}}', {"a": {"b": None}}),
        ('["[1]"]', ["[1]"]),
        ('[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]),
        ('["\\ud800"]', ["\ud800"]),
        (Text("[true]"), [True]),
    ],
)
def test_json_text(text: str, result: Any) -> None:
    is_array = isinstance(result, list)
    assert same(json_text(text, True, True), result)
    assert same(json_text(text, array=is_array, object=not is_array), result)
    assert json_text(text, array=not is_array, object=is_array) is text
    assert json_text(text, False, False) is text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "hello",
        "1",
        "null",
        '"[1]"',
        "[",
        "[1",
        "[1]]",
        "[1] [2]",
        "{oops}",
        "['a', 'b']",
        "[1,]",
        "[NaN]",
        "[Infinity]",
        '{"a": -Infinity}',
        '{"a": 1, "a": 2}',
        '[{"a": {"b": 1, "b": 1}}]',
        '["\n"]',
        "\ufeff[1]",
        "\u00a0[1]",
        "[" + "9" * 5000 + "]",
        "[" * 200_000,
        "[" * 200_000 + "]" * 200_000,
        '{"a":' * 200_000 + "1" + "}" * 200_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_not_json_text(text: str) -> None:
    assert json_text(text, True, True) is text


def test_json_text_leaves_what_is_not_a_string() -> None:
    for value in OTHERS:
        assert json_text(value, True, True) is value


@pytest.mark.parametrize(
    ("value", "result"), [(True, True), (False, False), ("true", True), ("false", False)]
)
def test_semantic_boolean(value: Any, result: bool) -> None:
    assert semantic_boolean(value) is result


@pytest.mark.parametrize(
    "value", [None, 0, 1, 1.0, "", "no", "yes", "0", "1", "True", "FALSE", " true", [], [True], {}]
)
def test_junk_is_never_a_boolean(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^must be true or false, not "):
        semantic_boolean(value)


@pytest.mark.parametrize(
    ("value", "result"), [(3, 3), (2.5, 2.5), ("30", 30), ("-3.5", -3.5), (10**400, 10**400)]
)
def test_semantic_number(value: Any, result: float) -> None:
    assert same(semantic_number(value), result)


@pytest.mark.parametrize(
    "value", [None, True, False, "", "many", "1e5", math.nan, math.inf, "NaN", "9" * 400, [], {}]
)
def test_junk_is_never_a_number(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^must be a "):
        semantic_number(value)


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    for read in (semantic_boolean, semantic_number):
        with pytest.raises(ValueError, match="not another string") as refusal:
            read("hunter2")
        assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("read", "value"), [(semantic_boolean, "no"), (semantic_number, []), (semantic_number, math.inf)]
)
def test_a_sentence_names_what_it_is_about(read: Any, value: Any) -> None:
    with pytest.raises(SemanticError) as unnamed:
        read(value)
    with pytest.raises(SemanticError) as named:
        read(value, "message.approve")
    assert str(named.value) == f"`message.approve` {unnamed.value}"
