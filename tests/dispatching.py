"""What the tests of the dispatcher share: tools, and stages that record what they receive."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from callcheck.dispatch import Call, Dispatcher, Tool, ToolResult, ToolUse
from callcheck.policy import TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

FLAGGED = {
    "type": "object",
    "properties": {"flag": {"type": "boolean"}, "limit": {"type": "integer"}, "list": {"type": "array"}},
}
TASK = {
    "type": "object",
    "properties": {"taskId": {"type": "string"}, "status": {"type": "string"}},
    "required": ["taskId"],
}
CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}


class Recording:
    """Stands for every stage behind validation, and records what each of them received."""

    def __init__(self, returned: Any = "done") -> None:
        self.seen: list[tuple[str, Any]] = []
        self.returned = returned

    def semantic_check(self, arguments: Any) -> None:
        self.seen.append(("check", arguments))

    def hook(self, call: Call) -> None:
        self.seen.append(("hook", call.arguments))

    def permission(self, call: Call) -> bool:
        self.seen.append(("permission", call.arguments))
        return True

    def run(self, arguments: Any) -> Any:
        self.seen.append(("run", arguments))
        return self.returned

    def dispatcher(self, schema: Any = FLAGGED, **settings: Any) -> Dispatcher:
        registry = ToolRegistry(compile=compile_tool)
        registry.add(compile_tool("Tool", schema, policy=settings.pop("policy", TOOL_INPUT)))
        settings = {"hooks": [self.hook], "permission": self.permission, **settings}
        return Dispatcher(registry, {"Tool": Tool(self.run, self.semantic_check)}, **settings)

    @property
    def stages(self) -> list[str]:
        return [stage for stage, _ in self.seen]


Dispatch = Callable[[Dispatcher, Any], ToolResult]

# Runs one tool use, in an event loop or without one.
DISPATCHES: dict[str, Dispatch] = {
    "async": lambda dispatcher, use: asyncio.run(dispatcher.dispatch(use)),
    "sync": lambda dispatcher, use: dispatcher.dispatch_sync(use),
}


def use(arguments: Any, name: str = "Tool", identifier: str = "u1") -> ToolUse:
    return ToolUse(identifier, name, arguments)


def failing(*_: Any) -> Any:
    raise RuntimeError("secret-internal-detail")


@pytest.fixture(params=DISPATCHES)
def dispatch(request: pytest.FixtureRequest) -> Dispatch:
    """Runs one tool use, in an event loop or without one."""
    return DISPATCHES[request.param]


def dispatcher_of(stage: str, function: Any) -> Dispatcher:
    """A dispatcher with `function` as one of its stages."""
    registry = ToolRegistry(on_outcome=function if stage == "on_outcome" else None)
    registry.add(compile_tool("Tool", FLAGGED))
    tool = Tool(
        function if stage == "run" else lambda _: failing() if stage == "describe" else "done",
        function if stage == "check" else None,
    )
    return Dispatcher(
        registry,
        {"Tool": tool},
        hooks=[function] if stage == "hook" else [],
        permission=function if stage == "permission" else None,
        rejection_hint=function if stage == "hint" else None,
        **({"describe_failure": function} if stage == "describe" else {}),
    )


def raising(error: Exception) -> Any:
    raise error


def assert_not_told_as_a_mistake(result: ToolResult) -> None:
    for told in (result.anthropic(), result.openai_chat(), result.openai_responses(), result.mcp()):
        assert "InputValidationError" not in json.dumps(told)
        assert "failed due to the following issue" not in json.dumps(told)
    assert result.issues == ()
    assert result.anthropic()["is_error"] is True
    assert result.mcp()["isError"] is True
