"""What goes back to the model, in the shapes of Anthropic, OpenAI (chat and Responses), Gemini, Bedrock and MCP.

Each takes the identifier of the tool use, and what a tool returned or the text of an error. What a tool returned
becomes text: a text as it is, anything else as JSON; a list of content blocks stays one where the provider takes it. Every
shape encodes as JSON and as UTF-8; each function raises ValueError for a value that cannot be written so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tool_use import identifier
from .written import encodable, result_text, snapshot

# What each kind of content block cannot do without; a list whose items lack it is a list of something else.
_ANTHROPIC_BLOCKS: dict[Any, set[str]] = {
    "text": {"text"},
    "image": {"source"},
    "document": {"source"},
    "search_result": {"source", "title", "content"},
    "tool_reference": {"tool_name"},
}
_MCP_BLOCKS: dict[Any, set[str]] = {
    "text": {"text"},
    "image": {"data", "mimeType"},
    "audio": {"data", "mimeType"},
    "resource": {"resource"},
    "resource_link": {"uri", "name"},
}


def anthropic_result(use_id: Any, value: Any, is_error: bool = False) -> dict[str, Any]:
    """A `tool_result` block of the Messages API."""
    content = snapshot(value) if _is_content(value, _ANTHROPIC_BLOCKS) else result_text(value)
    result = {"type": "tool_result", "tool_use_id": _id(use_id), "content": content}
    return {**result, "is_error": True} if is_error else result


def openai_chat_result(use_id: Any, value: Any) -> dict[str, Any]:
    """A `tool` message of Chat Completions, which has no mark for an error but its text."""
    return {"role": "tool", "tool_call_id": _id(use_id), "content": result_text(value)}


def openai_responses_result(use_id: Any, value: Any) -> dict[str, Any]:
    """A `function_call_output` item of the Responses API, which has no mark for an error but its text."""
    return {"type": "function_call_output", "call_id": _id(use_id), "output": result_text(value)}


def gemini_result(use_id: Any, name: str, value: Any, is_error: bool = False) -> dict[str, Any]:
    """A part with a `functionResponse`: the value under `output`, or the text of an error under `error`."""
    response = {"error": result_text(value)} if is_error else {"output": snapshot(value)}
    # Not every interface of Gemini gives calls an identifier.
    identified = {"id": _id(use_id)} if _id(use_id) else {}
    return {"functionResponse": {**identified, "name": encodable(name), "response": response}}


def bedrock_result(use_id: Any, value: Any, is_error: bool = False) -> dict[str, Any]:
    """A block with a `toolResult` of the Converse API: an object as `json`, anything else as `text`."""
    content = {"json": snapshot(value)} if isinstance(value, Mapping) else {"text": result_text(value)}
    status = "error" if is_error else "success"
    return {"toolResult": {"toolUseId": _id(use_id), "content": [content], "status": status}}


def mcp_result(
    value: Any, is_error: bool = False, structured: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A `CallToolResult` of MCP: `content`, `isError`, and `structuredContent` when the value is an object."""
    is_content = _is_content(value, _MCP_BLOCKS)
    content = snapshot(value) if is_content else [{"type": "text", "text": result_text(value)}]
    result = {"content": content, "isError": is_error}
    if structured is None and not is_error and isinstance(value, Mapping):
        structured = value
    return result if structured is None else {**result, "structuredContent": snapshot(structured)}


def is_call_result(value: Any) -> bool:
    """Whether it is a `CallToolResult` of MCP, as JSON."""
    if not isinstance(value, dict) or not isinstance(value.get("isError"), bool):
        return False
    content = value.get("content")
    return content == [] or _is_content(content, _MCP_BLOCKS)


def call_result_content(result: Mapping[str, Any]) -> Any:
    """What a `CallToolResult` says where MCP is not spoken: its texts as one, or its blocks where others are among them."""
    content = result["content"]
    texts = [block["text"] for block in content if block["type"] == "text"]
    return "\n".join(map(result_text, texts)) if len(texts) == len(content) else content


def _id(use_id: Any) -> str:
    return encodable(identifier(use_id))


def _is_content(value: Any, blocks: Mapping[Any, set[str]]) -> bool:
    """Whether `value` is a list of the provider's content blocks."""
    return isinstance(value, list) and bool(value) and all(_is_block(block, blocks) for block in value)


def _is_block(block: Any, blocks: Mapping[Any, set[str]]) -> bool:
    if not isinstance(block, Mapping):
        return False
    kind = block.get("type")
    return isinstance(kind, str) and kind in blocks and blocks[kind] <= block.keys()
