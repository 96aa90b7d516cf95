"""Whole calls, byte for byte: what comes back, or what the model reads."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import callcheck
import pytest

from tests.engines import ENGINES

TOOL_INPUT, STRICT, STRICT_CORE = callcheck.TOOL_INPUT, callcheck.STRICT, callcheck.STRICT_CORE
ZOD = replace(TOOL_INPUT, text=callcheck.TextStyle.ZOD)
engines = pytest.mark.parametrize("engine", ENGINES)

GREP: dict[str, Any] = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "output_mode": {"type": "string", "enum": ["content", "files_with_matches", "count"]},
        "-n": {"type": "boolean"},
        "-i": {"type": "boolean"},
        "head_limit": {"type": "number"},
        "limit": {"type": "integer"},
    },
    "required": ["pattern"],
    "additionalProperties": False,
}
TASK_UPDATE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "taskId": {"type": "string"},
        "status": {"type": "string", "enum": ["pending", "in_progress", "completed"]},
        "owner": {"type": "string"},
        "metadata": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["taskId"],
}
ANY_SCALAR: dict[str, Any] = {
    "type": "object",
    "properties": {"v": {"anyOf": [{"type": "string"}, {"type": "boolean"}, {"type": "number"}]}},
}

ONE = "Grep failed due to the following issue:\n"
MANY = "Grep failed due to the following issues:\n"
REJECTED: list[tuple[callcheck.Policy, Any, str]] = [
    (TOOL_INPUT, {"pattern": "TODO", "n": True}, ONE + "An unexpected parameter `n` was provided"),
    (
        TOOL_INPUT,
        {"-i": 3, "n": True},
        MANY
        + "The required parameter `pattern` is missing\n"
        + "An unexpected parameter `n` was provided\n"
        + "The parameter `-i` type is expected as `boolean` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        {"pattern": "x", "limit": "3.5"},
        ONE + "The parameter `limit` type is expected as `integer` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        {"pattern": "x", "output_mode": "bogus"},
        ONE
        + 'The parameter `output_mode` is invalid: expected one of "content", "files_with_matches", "count"',
    ),
    (
        ZOD,
        {"pattern": "x", "output_mode": "bogus"},
        "Grep.output_mode: expected one of ['content', 'files_with_matches', 'count'], got 'bogus'",
    ),
    (
        STRICT,
        {"pattern": "x", "-n": "true"},
        ONE + "The parameter `-n` type is expected as `boolean` but provided as `string`",
    ),
]


@engines
@pytest.mark.parametrize(("policy", "arguments", "text"), REJECTED)
def test_what_the_model_reads(engine: str, policy: callcheck.Policy, arguments: Any, text: str) -> None:
    with pytest.raises(callcheck.InvalidArguments) as rejection:
        ENGINES[engine]("Grep", GREP, policy).validate(arguments)
    assert str(rejection.value) == text
    assert rejection.value.tool == "Grep"


@engines
@pytest.mark.parametrize("literal", ["TRUE", "True", "1", "yes", " true", "true ", ""])
def test_what_is_no_boolean(engine: str, literal: str) -> None:
    expect_string(engine, "-n", literal, "boolean")


@engines
@pytest.mark.parametrize(
    "literal", ["1e5", ".5", "1.", " 30", "+5", "NaN", "٣٠", "9" * 400, "0x10", "30\n", "1_000", "--1", ""]
)
def test_what_is_no_number(engine: str, literal: str) -> None:
    expect_string(engine, "head_limit", literal, "number")


def expect_string(engine: str, name: str, literal: str, type_: str) -> None:
    with pytest.raises(callcheck.InvalidArguments) as rejection:
        ENGINES[engine]("Grep", GREP, TOOL_INPUT).validate({"pattern": "x", name: literal})
    expected = ONE + f"The parameter `{name}` type is expected as `{type_}` but provided as `string`"
    assert str(rejection.value) == expected


@engines
def test_quoted_scalars_are_repaired_in_a_copy(engine: str) -> None:
    arguments = {"pattern": "x", "-n": "true", "-i": "false", "head_limit": "30"}
    before = copy.deepcopy(arguments)
    repaired = ENGINES[engine]("Grep", GREP, TOOL_INPUT).validate(arguments)
    assert repr(repaired) == repr({"pattern": "x", "-n": True, "-i": False, "head_limit": 30})
    assert arguments == before
    assert repaired is not arguments


@engines
def test_a_right_call_is_the_same_object(engine: str) -> None:
    arguments = {"pattern": "x", "-n": True, "head_limit": 2.5}
    assert ENGINES[engine]("Grep", GREP, TOOL_INPUT).validate(arguments) is arguments


@engines
@pytest.mark.parametrize(
    "policy",
    [TOOL_INPUT, callcheck.LENIENT, STRICT, STRICT_CORE, callcheck.JSON_SCHEMA],
    ids=["TOOL_INPUT", "LENIENT", "STRICT", "STRICT_CORE", "JSON_SCHEMA"],
)
def test_a_string_that_a_union_admits_stays_a_string(engine: str, policy: callcheck.Policy) -> None:
    arguments = {"v": "true"}
    assert ENGINES[engine]("Any", ANY_SCALAR, policy).validate(arguments) is arguments


TASKS: list[tuple[Any, list[tuple[int, str]]]] = [
    ({"id": "2", "status": "completed"}, [(0, "taskId"), (1, "id")]),
    ({"taskId": "1", "metadata": {"anything": "goes", "really": "so"}}, []),
    ({"taskId": "1", "metadata": {"count": 3}}, [(2, "count")]),
    ({"taskId": "1", "owner": None}, [(2, "owner")]),
]


@engines
@pytest.mark.parametrize("policy", [STRICT, STRICT_CORE], ids=["STRICT", "STRICT_CORE"])
@pytest.mark.parametrize(("arguments", "issues"), TASKS)
def test_strict_tools(
    engine: str, policy: callcheck.Policy, arguments: Any, issues: list[tuple[int, str]]
) -> None:
    found = ENGINES[engine]("TaskUpdate", TASK_UPDATE, policy).explain(arguments)
    assert [(int(issue.kind), issue.instance_location[-1]) for issue in found] == issues
