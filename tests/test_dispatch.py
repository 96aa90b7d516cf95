"""The gate: what reaches the check, the hooks, the permission function and the tool, and in which order."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from callcheck.dispatch import Call, Dispatcher, Status, ToolResult, ToolUse
from callcheck.policy import STRICT, TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import TASK, Dispatch, Recording, use


def test_a_valid_call_goes_through_the_stages_in_order(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use({"flag": True}))
    assert recording.seen == [(stage, {"flag": True}) for stage in ("check", "hook", "permission", "run")]
    assert result.status is Status.SUCCEEDED
    assert result.value == "done"
    assert result.arguments == {"flag": True}
    assert not result.is_error


@pytest.mark.parametrize("policy", [STRICT, TOOL_INPUT], ids=["strict", "tool_input"])
def test_a_rejected_call_reaches_nothing(dispatch: Dispatch, policy: Any) -> None:
    recording = Recording()
    schema = {**TASK, "additionalProperties": False} if policy is TOOL_INPUT else TASK
    dispatcher = recording.dispatcher(schema, policy=policy)
    result = dispatch(dispatcher, use({"id": "2", "status": "completed"}))
    assert recording.seen == []
    assert result.status is Status.REJECTED
    assert result.is_error
    block = result.anthropic()
    assert block["is_error"] is True
    assert "The required parameter `taskId` is missing" in block["content"]
    assert "An unexpected parameter `id` was provided" in block["content"]
    assert dispatch(dispatcher, use({"taskId": "2", "status": "completed"})).status is Status.SUCCEEDED
    assert recording.stages == ["check", "hook", "permission", "run"]


def test_every_stage_receives_the_repaired_arguments_and_the_record_keeps_the_sent_ones(
    dispatch: Dispatch,
) -> None:
    recording = Recording()
    sent = {"flag": "true", "limit": "30"}
    recorded = use(sent)
    result = dispatch(recording.dispatcher(), recorded)
    for _, arguments in recording.seen:
        assert arguments == {"flag": True, "limit": 30}
        assert arguments["flag"] is True
        assert type(arguments["limit"]) is int
    assert result.use == recorded
    assert recorded.arguments is sent
    assert sent == {"flag": "true", "limit": "30"}
    assert result.coerced_locations == (("flag",), ("limit",))


def test_json_text_is_parsed_and_the_record_keeps_the_text(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use('{"flag": "true"}'))
    assert recording.seen[-1] == ("run", {"flag": True})
    assert result.use.arguments == '{"flag": "true"}'


@pytest.mark.parametrize("sent", ['{"flag": ', b"\xff", "", None, "[" * 99_999, '{"limit": NaN}'])
def test_what_cannot_be_parsed_is_a_mistake_of_the_model(dispatch: Dispatch, sent: Any) -> None:
    recording = Recording()
    assert dispatch(recording.dispatcher(), use(sent)).status is Status.REJECTED
    assert recording.seen == []


def test_an_unknown_name_is_answered_like_any_other_mistake(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use({}, name="Tol"))
    assert result.status is Status.REJECTED
    assert result.anthropic()["content"] == (
        "<tool_use_error>InputValidationError: Tol failed due to the following issue:\n"
        "There is no tool with the name `Tol`</tool_use_error>"
    )
    assert recording.seen == []


@pytest.mark.parametrize("name", [[], {}, ["Tool"], None, 3, ("Tool",)])
def test_a_name_that_is_no_string_is_a_mistake_too(dispatch: Dispatch, name: Any) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), ToolUse("i", name, {}))
    assert result.status is Status.REJECTED
    assert "The name of a tool must be a string" in result.text
    for told in (result.anthropic(), result.gemini(), result.mcp()):
        json.dumps(told)
    assert recording.seen == []


def test_what_a_stage_changes_in_place_goes_nowhere(dispatch: Dispatch) -> None:
    recording = Recording()

    def greedy(call: Call) -> None:
        call.arguments["flag"] = "not a boolean"
        call.arguments["list"].append("more")

    def permission(call: Call) -> bool:
        greedy(call)
        return True

    sent = {"flag": True, "list": [1]}
    dispatcher = recording.dispatcher(hooks=[greedy, recording.hook], permission=permission)
    result = dispatch(dispatcher, use(sent))
    assert recording.seen[1:] == [("hook", {"flag": True, "list": [1]}), ("run", {"flag": True, "list": [1]})]
    recording.seen[-1][1]["list"].append("from the tool")
    assert sent == {"flag": True, "list": [1]}
    assert result.arguments == {"flag": True, "list": [1]}


def test_what_is_changed_in_the_tool_use_goes_nowhere(dispatch: Dispatch) -> None:
    recording = Recording()

    def spoil(call: Call) -> None:
        call.use.arguments["flag"] = "maybe"
        call.use.arguments["list"].append("unchecked")

    def spoil_and_permit(call: Call) -> bool:
        spoil(call)
        return recording.permission(call)

    dispatcher = recording.dispatcher(hooks=[spoil, spoil], permission=spoil_and_permit)
    result = dispatch(dispatcher, use({"flag": True, "list": [1]}))
    assert recording.seen[1:] == [(stage, {"flag": True, "list": [1]}) for stage in ("permission", "run")]
    assert result.arguments == result.use.arguments == {"flag": True, "list": [1]}
    assert result.arguments is not result.use.arguments


@pytest.mark.parametrize("all_at_once", [False, True], ids=["dispatch", "dispatch_all"])
def test_what_the_caller_changes_while_a_stage_waits_goes_nowhere(all_at_once: bool) -> None:
    recording = Recording()
    block = {"type": "tool_use", "id": "u1", "name": "Tool", "input": {"flag": True, "list": [1]}}

    async def spoil() -> None:
        block["input"].update(flag="maybe")  # type: ignore[attr-defined]
        block["input"]["list"].append("unchecked")  # type: ignore[index]

    async def slow_permission(call: Call) -> bool:
        await asyncio.sleep(0.01)
        return recording.permission(call)

    async def both() -> ToolResult:
        dispatcher = recording.dispatcher(permission=slow_permission)
        running: Any = dispatcher.dispatch_all([block]) if all_at_once else dispatcher.dispatch(block)
        result: Any = (await asyncio.gather(running, spoil()))[0]
        return result[0] if all_at_once else result  # type: ignore[no-any-return]

    result = asyncio.run(both())
    assert recording.stages == ["check", "hook", "permission", "run"]
    assert all(arguments == {"flag": True, "list": [1]} for _, arguments in recording.seen)
    assert result.use.arguments == result.arguments == {"flag": True, "list": [1]}


def test_an_unchecked_tool_runs_with_what_was_sent(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry(policies={"builtin": STRICT, "mcp": None, "custom": None}, compile=compile_tool)
    for origin in ("mcp", "custom"):
        registry.add((origin, TASK), origin=origin)
    dispatcher = Dispatcher(registry, {"mcp": recording.run, "custom": recording.run}, hooks=[recording.hook])
    for origin in ("mcp", "custom"):
        assert dispatch(dispatcher, use({"id": "2"}, name=origin)).status is Status.SUCCEEDED
    assert recording.seen == [("hook", {"id": "2"}), ("run", {"id": "2"})] * 2
