"""Hints for deferred tools, and descriptions of failures, that the caller adds to what the model is told."""

from __future__ import annotations

import asyncio

import pytest
from callcheck.dispatch import Dispatcher, Status, ToolUse
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import CLOSED, Dispatch, Recording, failing, raising, use


def test_a_deferred_tool_appends_a_hint_to_its_rejection(dispatch: Dispatch) -> None:
    sent_schemas: set[str] = set()

    def hint(use: ToolUse) -> str | None:
        return None if use.name in sent_schemas else "Its schema was not sent yet: call ToolSearch first."

    dispatcher = Recording().dispatcher(CLOSED, rejection_hint=hint)
    assert dispatch(dispatcher, use({"n": 1})).anthropic()["content"] == (
        "<tool_use_error>InputValidationError: Tool failed due to the following issue:\n"
        "An unexpected parameter `n` was provided\n"
        "Its schema was not sent yet: call ToolSearch first.</tool_use_error>"
    )
    sent_schemas.add("Tool")
    assert "ToolSearch" not in dispatch(dispatcher, use({"n": 1})).text
    assert dispatch(dispatcher, use({})).status is Status.SUCCEEDED


async def late_hint(_: ToolUse) -> str:
    await asyncio.sleep(0)
    return "Load its schema."


async def late_description(_: ToolUse, error: Exception) -> str:
    await asyncio.sleep(0)
    return f"late {error}"


@pytest.mark.filterwarnings("error")
def test_hints_and_descriptions_may_be_coroutine_functions(dispatch: Dispatch) -> None:
    recording = Recording()
    dispatcher = recording.dispatcher(CLOSED, rejection_hint=late_hint, describe_failure=late_description)
    waited = asyncio.run(dispatcher.dispatch(use({"a": 1})))
    assert waited.text.endswith("\nLoad its schema.")
    assert "coroutine" not in dispatch(dispatcher, use({"a": 1})).text
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", CLOSED))
    dispatcher = Dispatcher(
        registry, {"Tool": lambda _: raising(OSError("disk"))}, describe_failure=late_description
    )
    assert asyncio.run(dispatcher.dispatch(use({}))).text == "The tool `Tool` failed: late disk"
    assert dispatcher.dispatch_sync(use({})).text == "The tool `Tool` failed: OSError"


def test_a_hint_that_raises_leaves_the_rejection_as_it_is(dispatch: Dispatch) -> None:
    result = dispatch(Recording().dispatcher(CLOSED, rejection_hint=failing), use({"n": 1}))
    assert result.status is Status.REJECTED
    assert result.text.endswith("An unexpected parameter `n` was provided")
