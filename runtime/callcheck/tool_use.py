"""One tool use as a model sent it, read from the blocks of the providers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ToolUse:
    """What a model sent: never changed, whatever is coerced or rewritten on the way to the tool.

    id         by which the provider pairs the result with the call; "" where there is none
    name       the name of the tool
    arguments  as they were sent: JSON values, or JSON text
    """

    id: str
    name: str
    arguments: Any


def read_tool_use(block: Any) -> ToolUse:
    """The tool use in a provider's block, a mapping or an object of its SDK.

    Anthropic's `tool_use` (`id`, `name`, `input`), OpenAI's chat tool call (`id`, `function` with `name` and `arguments`),
    its Responses `function_call` (`call_id`, `name`, `arguments`), the params of MCP's `tools/call` (`name`, `arguments`).
    Raises ValueError when the block is none of these.
    """
    if isinstance(block, ToolUse):
        return block
    identifier = _read(block, "call_id") or _read(block, "id") or ""
    function = _read(block, "function")
    if function is not None:
        block = function
    name = _read(block, "name")
    if not isinstance(name, str):
        raise ValueError("a tool use must have a `name` that is a string")
    arguments = _read(block, "input")
    return ToolUse(str(identifier), name, _read(block, "arguments") if arguments is None else arguments)


def _read(block: Any, name: str) -> Any:
    return block.get(name) if isinstance(block, Mapping) else getattr(block, name, None)
