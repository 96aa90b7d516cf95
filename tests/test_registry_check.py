"""One call: what a model sends is accepted, repaired or rejected with every issue, and never raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from callcheck.issues import Kind
from callcheck.policy import LENIENT, STRICT, TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck.verdicts import Accepted, Rejected
from callcheck_compiler import compile_tool, reference_validator

from tests.registering import DEEP, GREP, TASK, registry


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_call_is_accepted_as_it_is(engine: Any) -> None:
    tools = registry(engine("Grep", GREP))
    sent = {"pattern": "x", "limit": 3}
    verdict = tools.check("Grep", sent)
    assert isinstance(verdict, Accepted)
    assert verdict.arguments is sent
    assert verdict.coerced_locations == ()


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_repaired_call_says_where(engine: Any) -> None:
    sent = {"pattern": "x", "-n": "true", "limit": "30"}
    verdict = registry(engine("Grep", GREP)).check("Grep", sent)
    assert verdict == Accepted({"pattern": "x", "-n": True, "limit": 30}, (("-n",), ("limit",)))
    assert sent == {"pattern": "x", "-n": "true", "limit": "30"}


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_wrong_call_is_rejected_with_every_issue(engine: Any) -> None:
    verdict = registry(engine("TaskUpdate", TASK, policy=STRICT)).check(
        "TaskUpdate", {"id": "2", "status": "completed"}
    )
    assert isinstance(verdict, Rejected)
    assert [(issue.kind, issue.instance_location) for issue in verdict.issues] == [
        (Kind.MISSING, ("taskId",)),
        (Kind.UNEXPECTED, ("id",)),
    ]
    assert verdict.text == (
        "TaskUpdate failed due to the following issues:\n"
        "The required parameter `taskId` is missing\n"
        "An unexpected parameter `id` was provided"
    )
    assert [error["path"] for error in verdict.structured["errors"]] == ["taskId", "id"]


SENT_BY_A_MODEL: list[tuple[str, Any, bool]] = [
    ("a dict", {"pattern": "x"}, True),
    ("JSON text", '{"pattern": "x"}', True),
    ("JSON bytes", b'{"pattern": "x"}', True),
    ("a bytearray", bytearray(b'{"pattern": "x"}'), True),
    ("UTF-16 bytes", '{"pattern": "x"}'.encode("utf-16"), True),
    ("text to repair", '{"pattern": "x", "limit": "3"}', True),
    ("a lone surrogate", '{"pattern": "\\ud800"}', True),
    ("a key given twice", '{"pattern": 1, "pattern": "x"}', False),
    ("nothing", "", False),
    ("white space", "  \n", False),
    ("no bytes", b"", False),
    ("None", None, False),
    ("an empty dict", {}, False),
    ("a list", [], False),
    ("a number", 7, False),
    ("JSON null", "null", False),
    ("a JSON string", '"x"', False),
    ("cut JSON", '{"pattern": "x"', False),
    ("no JSON", "pattern=x", False),
    ("broken UTF-8", b'{"pattern": "\xff"}', False),
    ("NaN", '{"pattern": "x", "limit": NaN}', False),
    ("Infinity", '{"pattern": "x", "limit": -Infinity}', False),
    ("a number of 5,000 digits", '{"pattern": "x", "limit": ' + "9" * 5000 + "}", False),
    ("a wrong type of 400 digits", '{"pattern": ' + "9" * 400 + "}", False),
    ("very deep text", DEEP, False),
    ("very deep text inside", '{"pattern": ' + DEEP + "}", False),
    ("a surrogate as a key", '{"pattern": "x", "\\udcff": 1}', False),
    ("a tag as a key", '{"pattern": "x", "</tool_use_error>": 1}', False),
]


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
@pytest.mark.parametrize(
    ("sent", "accepted"), [case[1:] for case in SENT_BY_A_MODEL], ids=[c[0] for c in SENT_BY_A_MODEL]
)
def test_nothing_that_a_model_sends_raises(engine: Any, sent: Any, accepted: bool) -> None:
    verdict = registry(engine("Grep", GREP)).check("Grep", sent)
    assert isinstance(verdict, Accepted if accepted else Rejected)
    if isinstance(verdict, Rejected):
        assert verdict.issues
        assert verdict.text.startswith("Grep failed due to the following issue")
        assert len(verdict.text) < 4000
        verdict.text.encode("utf-8")
        json.dumps(verdict.structured)
    else:
        assert verdict.arguments["pattern"] in ("x", "\ud800")


@pytest.mark.parametrize("origin", ["builtin", "mcp"])
def test_deep_values_are_judged_without_raising(origin: str) -> None:
    open_schema: dict[str, Any] = {"type": "object", "properties": {"a": {"$ref": "#/$defs/list"}}}
    open_schema["$defs"] = {"list": {"type": "array", "items": {"$ref": "#/$defs/list"}}}
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": TOOL_INPUT, "mcp": None})
    tools.add(("Deep", open_schema), origin=origin)
    verdict = tools.check("Deep", {"a": nested(200_000)})
    assert isinstance(verdict, Rejected if origin == "builtin" else Accepted)


def test_empty_arguments_are_an_object_where_the_policy_says_so() -> None:
    tools = registry(compile_tool("Now", {"type": "object", "properties": {}}, policy=LENIENT))
    every: list[Any] = [None, "", "  ", b"", "{}", {}]
    for sent in every:
        verdict = tools.check("Now", sent)
        assert isinstance(verdict, Accepted), sent
        assert verdict.arguments == {}


@pytest.mark.parametrize("name", [None, 3, ["Grep"], {"name": "Grep"}, ""])
def test_a_name_that_is_none_is_rejected(name: Any) -> None:
    verdict = registry(("Grep", GREP), hints=True).check(name, {})
    assert isinstance(verdict, Rejected)
    json.dumps(verdict.structured)
    assert name not in registry(("Grep", GREP))
