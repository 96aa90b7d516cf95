"""The result of a call is what the tool returned at its return, also where that is a result of MCP already."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from callcheck.dispatch import Dispatcher, Status, ToolUse
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.resulting import CLOSED, SHAPES, TEXT_BLOCK, dispatched

# --- what happens to a value after it was returned ---


def grown(value: Any) -> None:
    value.append("later")


def cyclic(value: Any) -> None:
    value.append(value)


def unwritable(value: Any) -> None:
    value.append(object())


@pytest.mark.parametrize("change", [grown, cyclic, unwritable])
@pytest.mark.parametrize("wrapped", [list, lambda inner: {"a": inner}, lambda inner: [(inner,)]])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_tool_does_with_a_value_after_its_return_changes_no_result(
    shape: str, wrapped: Callable[[Any], Any], change: Callable[[Any], None]
) -> None:
    inner = ["now"]
    value = inner if wrapped is list else wrapped(inner)
    result, before = dispatched(value), SHAPES[shape](dispatched(value))
    change(inner)
    assert SHAPES[shape](result) == before
    assert result.value is value


def test_the_results_of_a_turn_do_not_cross_where_a_tool_returns_one_list() -> None:
    shared: list[int] = []

    async def run(_: Any) -> list[int]:
        shared.append(len(shared))
        return shared

    registry = ToolRegistry()
    registry.add(compile_tool("Stub", CLOSED))
    uses = [ToolUse(str(number), "Stub", {}) for number in range(3)]
    results = asyncio.run(Dispatcher(registry, {"Stub": run}).dispatch_all(uses))
    assert [result.anthropic()["content"] for result in results] == ["[0]", "[0, 1]", "[0, 1, 2]"]


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_is_its_owners_to_change(shape: str) -> None:
    result = dispatched([TEXT_BLOCK])
    told = SHAPES[shape](result)
    before = json.dumps(told)
    for blocks in (told.get("content"), told.get("toolResult", {}).get("content")):
        if isinstance(blocks, list):
            blocks[0]["text"] = "changed"
    assert json.dumps(SHAPES[shape](result)) == before


# --- results of MCP, for other providers ---

CALL_RESULT = {"content": [TEXT_BLOCK, TEXT_BLOCK], "structuredContent": {"a": 1}, "isError": False}


def test_a_result_of_mcp_is_passed_on_to_mcp_and_is_its_text_elsewhere() -> None:
    result = dispatched(CALL_RESULT)
    assert result.mcp() == CALL_RESULT
    assert result.anthropic()["content"] == result.openai_chat()["content"] == "x\nx"
    assert result.gemini()["functionResponse"]["response"] == {"output": "x\nx"}
    assert result.bedrock()["toolResult"]["content"] == [{"text": "x\nx"}]


def test_an_error_of_mcp_is_a_failure_of_the_tool() -> None:
    result = dispatched({**CALL_RESULT, "isError": True})
    assert result.status is Status.TOOL_FAILED
    assert result.text == "The tool `Stub` failed: x\nx"
    assert result.mcp()["isError"] is True
    assert dispatched({"content": [], "isError": True}).status is Status.TOOL_FAILED


@pytest.mark.parametrize(
    "value", [{"content": [], "isError": "no"}, {"content": "x", "isError": True}, {"isError": True}]
)
def test_other_objects_are_no_result_of_mcp(value: Any) -> None:
    assert dispatched(value).anthropic()["content"] == json.dumps(value)
