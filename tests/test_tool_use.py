"""Tool uses are read from what each provider sends, as JSON or as an object of its SDK."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.tool_use import ToolUse, read_tool_use

ANTHROPIC = {"type": "tool_use", "id": "i", "name": "T", "input": {"a": 1}}
OPENAI = {"id": "i", "type": "function", "function": {"name": "T", "arguments": "{}"}}
RESPONSES = {"type": "function_call", "id": "fc_1", "call_id": "i", "name": "T", "arguments": "{}"}
GEMINI = {"id": "i", "name": "T", "args": {"a": 1}}
BEDROCK = {"toolUseId": "i", "name": "T", "input": {"a": 1}}
MCP = {"name": "T", "arguments": {"a": 1}}
READ = ToolUse("i", "T", {"a": 1})
READ_TEXT = ToolUse("i", "T", "{}")


def sdk(**attributes: Any) -> SimpleNamespace:
    """Stands for an object of an SDK, which has attributes for what is not there too."""
    return SimpleNamespace(**{"id": None, "args": None, "arguments": None, **attributes})


BLOCKS: list[tuple[str, Any, ToolUse]] = [
    ("Anthropic", ANTHROPIC, READ),
    ("OpenAI chat", OPENAI, READ_TEXT),
    ("OpenAI Responses", RESPONSES, READ_TEXT),
    ("Gemini", {"functionCall": GEMINI, "thoughtSignature": "c2ln"}, READ),
    ("Gemini's SDK as a dict", {"text": None, "function_call": GEMINI}, READ),
    ("Gemini, the call alone", GEMINI, READ),
    ("Gemini without an identifier", {"functionCall": {"name": "T", "args": {}}}, ToolUse("", "T", {})),
    ("Gemini without arguments", {"functionCall": {"id": "i", "name": "T"}}, ToolUse("i", "T", {})),
    ("Gemini's null", {"function_call": {"id": None, "name": "T", "args": None}}, ToolUse("", "T", {})),
    ("Bedrock", {"toolUse": BEDROCK}, READ),
    ("Bedrock, the call alone", BEDROCK, READ),
    ("MCP", MCP, ToolUse("", "T", {"a": 1})),
    ("MCP without arguments", {"name": "T"}, ToolUse("", "T", {})),
    ("MCP's request", {"id": 3, "method": "tools/call", "params": MCP}, ToolUse("3", "T", {"a": 1})),
    ("the first request of MCP", {"id": 0, "params": MCP}, ToolUse("0", "T", {"a": 1})),
    ("a null that was sent", {**ANTHROPIC, "input": None}, ToolUse("i", "T", None)),
    ("a null for a text", {"id": "i", "function": {"name": "T", "arguments": None}}, ToolUse("i", "T", None)),
    ("what is no object", {**ANTHROPIC, "input": ["a"]}, ToolUse("i", "T", ["a"])),
    ("nothing at all", {**ANTHROPIC, "input": ""}, ToolUse("i", "T", "")),
    ("an object of Anthropic's SDK", sdk(type="tool_use", id="i", name="T", input={"a": 1}), READ),
    ("one of OpenAI's", sdk(id="i", function=SimpleNamespace(name="T", arguments="{}")), READ_TEXT),
    ("one of the Responses'", sdk(id="fc_1", call_id="i", name="T", arguments="{}"), READ_TEXT),
    ("one of Gemini's", sdk(function_call=sdk(id="i", name="T", args={"a": 1}), text=None), READ),
    ("one of Gemini's without arguments", sdk(function_call=sdk(name="T")), ToolUse("", "T", {})),
    ("the parameters of MCP's", sdk(name="T", arguments=None), ToolUse("", "T", {})),
    ("a tool use", READ, READ),
]


@pytest.mark.parametrize(("block", "read"), [case[1:] for case in BLOCKS], ids=[case[0] for case in BLOCKS])
def test_tool_uses_are_read_from_every_provider(block: Any, read: ToolUse) -> None:
    assert read_tool_use(block) == read


@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "x"},
        {"functionCall": {"args": {}}},
        {"id": "i", "name": 3, "input": {}},
        {"function": "name"},
        sdk(text="x"),
        None,
        "T",
        [ANTHROPIC],
    ],
)
def test_a_block_that_is_no_tool_use_is_refused(block: Any) -> None:
    with pytest.raises(ValueError, match="must have a `name`"):
        read_tool_use(block)
