"""The text of issues in each style, byte for byte. The issues are made by hand: what finds them is tested elsewhere."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from callcheck.issues import Issue
from callcheck.policy import TOOL_INPUT, Policy

from tests.rejections import (
    HINTS,
    PATHS,
    ZOD,
    invalid,
    missing,
    mistyped,
    not_a_member,
    rejection,
    unexpected,
)

INPUT_PATHS = replace(PATHS, root="input")
MODES = ("content", "files_with_matches", "count")

BYTE_FOR_BYTE: list[tuple[Policy, list[Issue], Any, str]] = [
    (
        TOOL_INPUT,
        [unexpected("n")],
        {"pattern": "TODO", "n": True},
        "Grep failed due to the following issue:\nAn unexpected parameter `n` was provided",
    ),
    (
        TOOL_INPUT,
        [missing("pattern"), unexpected("n"), mistyped("-i", expected="boolean", received="integer")],
        {"-i": 3, "n": True},
        "Grep failed due to the following issues:\n"
        "The required parameter `pattern` is missing\n"
        "An unexpected parameter `n` was provided\n"
        "The parameter `-i` type is expected as `boolean` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        [mistyped("limit", expected="integer", received="number")],
        {"pattern": "x", "limit": 3.5},
        "Grep failed due to the following issue:\n"
        "The parameter `limit` type is expected as `integer` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        [not_a_member("output_mode", members=MODES)],
        {"pattern": "x", "output_mode": "bogus"},
        "Grep failed due to the following issue:\n"
        'The parameter `output_mode` is invalid: expected one of "content", "files_with_matches", "count"',
    ),
    (
        TOOL_INPUT,
        [mistyped("-n", expected="boolean", received="string")],
        {"pattern": "x", "-n": "true"},
        "Grep failed due to the following issue:\n"
        "The parameter `-n` type is expected as `boolean` but provided as `string`",
    ),
    (
        TOOL_INPUT,
        [missing("todos", 0, "content"), unexpected("todos", 0, "done")],
        {"todos": [{"done": True}]},
        "Grep failed due to the following issues:\n"
        "The required parameter `todos[0].content` is missing\n"
        "An unexpected parameter `todos[0].done` was provided",
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="integer string null", received="array")],
        {"x": []},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `integer | string | null` but provided as `array`",
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="string", received="null")],
        {"x": None},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `string` but provided as `null`",
    ),
    (
        TOOL_INPUT,
        [mistyped(expected="object", received="array")],
        [],
        "Grep failed due to the following issue:\nThe arguments are expected as `object` but provided as `array`",
    ),
    (
        TOOL_INPUT,
        [invalid(message="must have at least 1 property", keyword="minProperties", received="object")],
        {},
        "Grep failed due to the following issue:\nThe arguments are invalid: must have at least 1 property",
    ),
    (
        TOOL_INPUT,
        [invalid("limit", message="must be at least 1")],
        {"limit": 0},
        "Grep failed due to the following issue:\nThe parameter `limit` is invalid: must be at least 1",
    ),
    (
        TOOL_INPUT,
        [missing("shape", "kind", expected=("circle", "rect", 3, None, True))],
        {"shape": {}},
        "Grep failed due to the following issue:\n"
        'The required parameter `shape.kind` is missing (one of "circle", "rect", 3, null, true)',
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="number", received="number")],
        {"x": math.nan},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `number` but provided as `number` (NaN and Infinity are not JSON)",
    ),
    (
        ZOD,
        [not_a_member("output_mode", members=MODES)],
        {"pattern": "x", "output_mode": "bogus"},
        "Grep.output_mode: expected one of ['content', 'files_with_matches', 'count'], got 'bogus'",
    ),
    (
        ZOD,
        [not_a_member("m", members=("a", "b"))],
        {"m": "c"},
        "Grep.m: expected one of ['a', 'b'], got 'c'",
    ),
    (
        ZOD,
        [
            missing("todos", 0, "content"),
            unexpected("todos", 0, "done"),
            mistyped("todos", 1, expected="object", received="integer"),
            invalid("limit", message="must be at least 1"),
        ],
        {"todos": [{"done": True}, 3], "limit": 0},
        "Grep failed due to the following issues:\n"
        "The required parameter `todos[0].content` is missing\n"
        "An unexpected parameter `done` was provided\n"
        "The parameter `todos[1]` type is expected as `object` but provided as `number`",
    ),
    (
        ZOD,
        [missing("a.b"), invalid("limit", message="must be at least 1")],
        {"limit": 0},
        "Grep failed due to the following issue:\nThe required parameter `a.b` is missing",
    ),
    (
        ZOD,
        [
            invalid("a", message="must match one of 2 alternatives; …", keyword="anyOf", expected=()),
            invalid("b", message="must match one of 2 alternatives; …", keyword="oneOf", expected=()),
            invalid("c", message="must match exactly one …", keyword="oneOf", expected=(1, 2)),
            invalid("d", 0, message='expected one of "x", "y"', keyword="anyOf", expected=("x", "y")),
            invalid("e", message='must be "x"', keyword="const", expected="x"),
        ],
        {"d": ["z"]},
        "Grep.a: does not match any allowed schema (anyOf); "
        "Grep.b: does not match any allowed schema (oneOf); "
        "Grep.c: must match exactly one …; "
        "Grep.d[0]: expected one of ['x', 'y'], got 'z'; "
        "Grep.e: expected 'x'",
    ),
    (
        ZOD,
        [invalid(key, message="must be at least 1") for key in "abcdefgh"],
        {},
        "; ".join(f"Grep.{key}: must be at least 1" for key in "abcde") + "; (+3 more)",
    ),
    (
        ZOD,
        [invalid(message="nested too deeply to be checked", keyword="", expected=())],
        {},
        "Grep: nested too deeply to be checked",
    ),
    (PATHS, [unexpected("n")], {"n": 1}, "Grep.n: unexpected field"),
    (
        replace(PATHS, root="output"),
        [missing("pattern")],
        {},
        "output: missing required field 'pattern'",
    ),
    (
        INPUT_PATHS,
        [
            missing("a", 0, "b"),
            mistyped("flag", expected="boolean", received="string"),
            mistyped("n", expected="integer null", received="number"),
            mistyped("m", expected="string", received="integer"),
            mistyped(expected="object", received="null"),
            invalid("a.b", message="must be at least 1"),
        ],
        {"a": [{}]},
        "input.a[0]: missing required field 'b'\n"
        "input.flag: expected boolean, got string\n"
        "input.n: expected integer | null, got number\n"
        "input.m: expected string, got integer\n"
        "input: expected object, got null\n"
        'input["a.b"]: must be at least 1',
    ),
    (
        HINTS,
        [unexpected("n")],
        {"pattern": "TODO", "n": True},
        "Grep failed due to the following issue:\nAn unexpected parameter `n` was provided (did you mean `-n`?)",
    ),
    (
        HINTS,
        [missing("taskId"), unexpected("id", declared=("taskId", "status", "metadata"))],
        {"id": "2", "status": "completed"},
        "Grep failed due to the following issues:\n"
        "The required parameter `taskId` is missing\n"
        "An unexpected parameter `id` was provided (did you mean `taskId`?)",
    ),
    (
        HINTS,
        [
            mistyped("todos", expected="array", received="string"),
            mistyped("o", expected="object null", received="string"),
            mistyped("either", expected="array object", received="string"),
            mistyped("flag", expected="boolean", received="string"),
            mistyped("list", expected="array", received="object"),
        ],
        {},
        "Grep failed due to the following issues:\n"
        "The parameter `todos` type is expected as `array` but provided as `string` (send a JSON array, not a string)\n"
        "The parameter `o` type is expected as `object | null` but provided as `string` (send a JSON object, not a string)\n"
        "The parameter `either` type is expected as `array | object` but provided as `string` "
        "(send a JSON array or object, not a string)\n"
        "The parameter `flag` type is expected as `boolean` but provided as `string`\n"
        "The parameter `list` type is expected as `array` but provided as `object`",
    ),
    (
        replace(PATHS, hints=True),
        [unexpected("todos", 0, "statu", declared=("content", "status"))],
        {"todos": [{"content": "a", "statu": "b"}]},
        "Grep.todos[0].statu: unexpected field (did you mean `status`?)",
    ),
]


@pytest.mark.parametrize(("policy", "issues", "arguments", "text"), BYTE_FOR_BYTE)
def test_byte_for_byte(policy: Policy, issues: list[Issue], arguments: Any, text: str) -> None:
    assert rejection("Grep", issues, policy, arguments) == text


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (True, "True"),
        (None, "None"),
        (1.5, "1.5"),
        (10**5000, "a very large integer"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("\ud800", r"'\ud800'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_value_in_the_enum_message_of_zod(value: Any, got: str) -> None:
    text = rejection("T", [not_a_member("m", members=("a",))], ZOD, {"m": value})
    assert text == f"T.m: expected one of ['a'], got {got}"


def test_an_enum_message_of_zod_without_the_value() -> None:
    assert rejection("T", [not_a_member("m", members=("a", 1))], ZOD, {}) == "T.m: expected one of ['a', 1]"
