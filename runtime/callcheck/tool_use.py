"""One tool use as a model sent it, read from the blocks of the providers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ToolUse:
    """What a model sent: never changed, whatever is coerced or rewritten on the way to the tool.

    Made by hand it may hold anything: results write its identifier as text, and a name that is no string is no tool's.

    id         by which the provider pairs the result with the call; "" where there is none
    name       the name of the tool
    arguments  as they were sent: JSON values, or JSON text
    """

    id: str
    name: str
    arguments: Any


# What a block has around the call: OpenAI chat, Gemini as JSON and in its SDK, Bedrock, a request of MCP.
_AROUND = ("function", "functionCall", "function_call", "toolUse", "params")
# OpenAI's Responses have both of the first two; results go by the first.
_IDENTIFIERS = ("call_id", "id", "toolUseId")
_ARGUMENTS = ("input", "arguments", "args")


def read_tool_use(block: Any) -> ToolUse:
    """The tool use in a provider's block, a mapping or an object of its SDK.

    Anthropic's `tool_use` (`id`, `name`, `input`), OpenAI's chat tool call (`id`, `function` with `name` and `arguments`),
    its Responses `function_call` (`call_id`, `name`, `arguments`), Gemini's `functionCall` (`id`, `name`, `args`), Bedrock's `toolUse`
    (`toolUseId`, `name`, `input`), MCP's `tools/call` (`name`, `arguments`); the last three also without what is around them.
    Arguments that are left out, as MCP and Gemini allow, are {}. Raises ValueError when the block is none of these.
    """
    if isinstance(block, ToolUse):
        return block
    call = _inside(block)
    name = _read(call, "name")
    if not isinstance(name, str):
        raise ValueError(
            "a tool use must have a `name` that is a string, in the shape of Anthropic, OpenAI, Gemini, Bedrock or MCP"
        )
    found = [_read(holder, key) for holder in (call, block) for key in _IDENTIFIERS]
    sent = next((value for value in found if value not in (None, "", b"")), "")
    return ToolUse(identifier(sent), name, _arguments(call))


def identifier(sent: Any) -> str:
    """The identifier of a tool use as text, whatever stood for it; "" for None."""
    if isinstance(sent, (bytes, bytearray)):
        return sent.decode("utf-8", "replace")
    return "" if sent is None else str(sent)


def _inside(block: Any) -> Any:
    for key in _AROUND:
        call = _read(block, key)
        if call is not None and not isinstance(call, str):
            return call
    return block


def _arguments(call: Any) -> Any:
    for key in _ARGUMENTS:
        value = _read(call, key)
        if value is not None:
            return value
    # An explicit null is something that was sent, but for Gemini, whose SDK writes it for what was left out.
    is_sent = isinstance(call, Mapping) and ("input" in call or "arguments" in call)
    return None if is_sent else {}


def _read(block: Any, name: str) -> Any:
    return block.get(name) if isinstance(block, Mapping) else getattr(block, name, None)
