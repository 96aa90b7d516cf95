"""Failures that are not the model's: each is told apart, and none of them as a mistake in the arguments."""

from __future__ import annotations

import json
import logging
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.dispatch import Dispatcher, Status, Tool
from callcheck.outcomes import Outcome, ToolCounts, Verdict
from callcheck.policy import TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import (
    FLAGGED,
    Dispatch,
    Recording,
    assert_not_told_as_a_mistake,
    failing,
    raising,
    use,
)


@pytest.mark.parametrize(
    ("settings", "status", "reached"),
    [
        ({"hooks": [failing]}, Status.HOOK_FAILED, ["check"]),
        ({"permission": failing}, Status.PERMISSION_FAILED, ["check", "hook"]),
    ],
)
def test_a_stage_that_raises_is_told_apart(
    dispatch: Dispatch, settings: Any, status: Status, reached: Any
) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(**settings), use({}))
    assert result.status is status
    assert recording.stages == reached
    assert isinstance(result.error, RuntimeError)
    assert "secret-internal-detail" not in result.text
    assert result.text == (
        "The tool `Tool` was not run because of an internal error. Its arguments are not the reason."
    )
    assert_not_told_as_a_mistake(result)


def test_a_semantic_check_that_breaks_is_told_apart(dispatch: Dispatch) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {"Tool": Tool(failing, failing)}), use({}))
    assert result.status is Status.CHECK_FAILED
    assert "secret-internal-detail" not in result.text
    assert_not_told_as_a_mistake(result)


@pytest.mark.parametrize(
    "error",
    [RuntimeError("disk full"), ValueError("disk full"), KeyError("disk full"), StopIteration("disk full")],
)
def test_a_tool_that_raises_tells_its_own_text(dispatch: Dispatch, error: Exception) -> None:
    def run(arguments: Any) -> None:
        raise error

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {"Tool": run}), use({}))
    assert result.status is Status.TOOL_FAILED
    assert result.error is error
    assert result.text.startswith("The tool `Tool` failed: ")
    assert result.arguments == {}
    assert "disk full" in result.text
    assert_not_told_as_a_mistake(result)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_how_a_tool_failure_is_told_can_be_chosen_and_may_fail(dispatch: Dispatch) -> None:
    def run(arguments: Any) -> None:
        raise Unspeakable

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    assert (
        dispatch(Dispatcher(registry, {"Tool": run}), use({})).text == "The tool `Tool` failed: Unspeakable"
    )
    quiet = Dispatcher(registry, {"Tool": run}, describe_failure=lambda use, error: "try later")
    assert dispatch(quiet, use({})).text == "The tool `Tool` failed: try later"


def test_a_validator_that_breaks_is_no_mistake_of_the_model(dispatch: Dispatch) -> None:
    broken = SimpleNamespace(
        name="Tool",
        policy=TOOL_INPUT,
        schema_hash="0",
        schema=FLAGGED,
        advertised_schema=FLAGGED,
        validate=failing,
        validate_json=failing,
    )
    registry = ToolRegistry()
    registry.add(broken)
    recording = Recording()
    result = dispatch(Dispatcher(registry, {"Tool": recording.run}), use({}))
    assert result.status is Status.INTERNAL_FAULT
    assert recording.seen == []
    assert_not_told_as_a_mistake(result)


def test_a_tool_with_nothing_behind_it_is_no_mistake_of_the_model(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {}, hooks=[recording.hook]), use({}))
    assert result.status is Status.INTERNAL_FAULT
    assert "nothing to run" in str(result.error)
    assert recording.seen == []
    assert_not_told_as_a_mistake(result)


def test_a_function_bound_to_an_origin_runs_for_no_other(dispatch: Dispatch) -> None:
    registry = ToolRegistry(compile=compile_tool)
    registry.add(("Bash", {}), origin="mcp", server="first")
    recording = Recording()
    bound = Dispatcher(registry, {"Bash": Tool(recording.run, origin="builtin")})
    result = dispatch(bound, use({"command": 1}, name="Bash"))
    assert result.status is Status.INTERNAL_FAULT
    assert_not_told_as_a_mistake(result)
    assert recording.seen == []
    bound = Dispatcher(registry, {"Bash": Tool(recording.run, origin="mcp")})
    assert dispatch(bound, use({}, name="Bash")).status is Status.SUCCEEDED


def test_failures_are_logged_by_type_only(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="callcheck"):
        Recording().dispatcher(hooks=[failing]).dispatch_sync(use({}))
    assert "hook_failed failed in a call of 'Tool': RuntimeError" in caplog.text
    assert "secret-internal-detail" not in caplog.text


def test_a_tool_that_could_not_be_registered_is_no_mistake_of_the_model(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry(compile=compile_tool, hints=True)
    registry.add_many({"Tool": {"type": "nope"}, "Toool": FLAGGED})
    dispatcher = Dispatcher(
        registry, {"Tool": recording.run}, hooks=[recording.hook], rejection_hint=lambda _: "Load it first."
    )
    result = dispatch(dispatcher, use({"flag": 1}))
    assert result.status is Status.UNAVAILABLE
    assert result.error is registry.refused["Tool"]
    assert result.text == "The tool `Tool` is not available at present. Its arguments are not the reason."
    assert result.mcp()["structuredContent"] == {"type": "unavailable", "tool": "Tool"}
    assert_not_told_as_a_mistake(result)
    assert recording.seen == []
    assert dispatcher.counts() == {"Tool": {Status.UNAVAILABLE: 1}}


@pytest.mark.parametrize("origin", [None, "custom"])
def test_a_call_with_nothing_behind_its_tool_is_counted_like_any_other(
    dispatch: Dispatch, origin: str | None
) -> None:
    seen: list[Outcome] = []
    registry = ToolRegistry(on_outcome=seen.append)
    registry.add(compile_tool("Tool", FLAGGED))
    behind = {} if origin is None else {"Tool": Tool(failing, origin=origin)}
    result = dispatch(Dispatcher(registry, behind), use({"limit": "1"}))
    assert result.status is Status.INTERNAL_FAULT
    assert [(outcome.tool, outcome.verdict) for outcome in seen] == [("Tool", Verdict.COERCED)]
    assert registry.counts() == {"Tool": ToolCounts(accepted=1, coerced=1)}


def test_a_tool_that_is_removed_while_it_runs_is_counted_under_its_name(dispatch: Dispatch) -> None:
    registry = ToolRegistry(compile=compile_tool)
    registry.refresh([("Tool", FLAGGED)])
    dispatcher = Dispatcher(registry, {"Tool": lambda _: registry.refresh([])})
    assert dispatch(dispatcher, use({})).status is Status.SUCCEEDED
    assert dispatch(dispatcher, use({})).status is Status.REJECTED
    assert dispatcher.counts() == {"Tool": {Status.SUCCEEDED: 1}, "": {Status.REJECTED: 1}}


@pytest.mark.parametrize("name", [None, 5, b"Tool", ["Tool"], {"a": 1}, 1.5])
def test_a_name_that_is_no_text_fails_no_log(dispatch: Dispatch, name: Any) -> None:
    registry = ToolRegistry(hints=True)
    result = dispatch(Dispatcher(registry, {}, rejection_hint=failing), use({}, name=name))
    assert result.status is Status.REJECTED
    for told in (result.anthropic(), result.gemini(), result.mcp(), result.bedrock(), result.openai_chat()):
        json.dumps(told)


def test_a_failure_that_is_not_described_is_told_as_it_is(dispatch: Dispatch) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    for error, text in [(OSError("disk full"), "disk full"), (KeyError(), "KeyError")]:
        tool = partial(lambda error, _: raising(error), error)
        result = dispatch(Dispatcher(registry, {"Tool": tool}, describe_failure=lambda *_: None), use({}))
        assert result.text == f"The tool `Tool` failed: {text}"
