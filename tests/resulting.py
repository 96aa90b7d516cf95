"""What the tests of results share: the shapes of the providers, and the result of a call of a tool that returns that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from callcheck.dispatch import Dispatcher, ToolResult, ToolUse
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

TEXT_BLOCK = {"type": "text", "text": "x"}
CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}
SHAPES: dict[str, Callable[[ToolResult], dict[str, Any]]] = {
    "anthropic": ToolResult.anthropic,
    "openai_chat": ToolResult.openai_chat,
    "openai_responses": ToolResult.openai_responses,
    "gemini": ToolResult.gemini,
    "bedrock": ToolResult.bedrock,
    "mcp": ToolResult.mcp,
}


def dispatched(
    returned: Any = None, arguments: Any = None, identifier: str = "u1", **settings: Any
) -> ToolResult:
    """The result of a call of a tool that returns that, or raises it."""

    def run(_: Any) -> Any:
        if isinstance(returned, Exception):
            raise returned
        return returned

    registry = ToolRegistry()
    registry.add(compile_tool("Stub", CLOSED))
    use = ToolUse(identifier, "Stub", arguments or {})
    return Dispatcher(registry, {"Stub": run}, **settings).dispatch_sync(use)
