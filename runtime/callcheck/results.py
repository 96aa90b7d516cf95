"""What goes back to the model, in the shapes of Anthropic, OpenAI (chat and Responses) and MCP.

Each takes the identifier of the tool use, and what a tool returned or the text of an error. What a tool returned
becomes text: a str as it is, anything else as JSON; a list of content blocks stays one where the provider takes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_ANTHROPIC_BLOCKS = frozenset({"text", "image", "document", "search_result", "tool_reference"})
_MCP_BLOCKS = frozenset({"text", "image", "audio", "resource", "resource_link"})


def result_text(value: Any) -> str:
    """What a tool returned, as text that encodes as UTF-8: "" for None, JSON for what is no str, else `str()`."""
    if value is None:
        return ""
    text = value
    if not isinstance(text, str):
        try:
            text = json.dumps(value, ensure_ascii=False, default=str)
        except (TypeError, ValueError, RecursionError):
            text = str(value)
    # A lone surrogate would make the whole request fail to encode.
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def anthropic_result(use_id: str, value: Any, is_error: bool = False) -> dict[str, Any]:
    """A `tool_result` block of the Messages API."""
    content = value if _is_content(value, _ANTHROPIC_BLOCKS) else result_text(value)
    result = {"type": "tool_result", "tool_use_id": use_id, "content": content}
    return {**result, "is_error": True} if is_error else result


def openai_chat_result(use_id: str, value: Any) -> dict[str, Any]:
    """A `tool` message of Chat Completions, which has no mark for an error but its text."""
    return {"role": "tool", "tool_call_id": use_id, "content": result_text(value)}


def openai_responses_result(use_id: str, value: Any) -> dict[str, Any]:
    """A `function_call_output` item of the Responses API, which has no mark for an error but its text."""
    return {"type": "function_call_output", "call_id": use_id, "output": result_text(value)}


def mcp_result(
    value: Any, is_error: bool = False, structured: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A `CallToolResult` of MCP: `content`, `isError`, and `structuredContent` when the value is an object."""
    content = value if _is_content(value, _MCP_BLOCKS) else [{"type": "text", "text": result_text(value)}]
    result: dict[str, Any] = {"content": content, "isError": is_error}
    if structured is None and not is_error and isinstance(value, dict):
        structured = value
    return result if structured is None else {**result, "structuredContent": structured}


def _is_content(value: Any, blocks: frozenset[str]) -> bool:
    """Whether `value` is a list of the provider's content blocks."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(block, Mapping) and isinstance(block.get("type"), str) and block["type"] in blocks
            for block in value
        )
    )
