"""Sources of recorded calls: every form of a call, and lines that are broken."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from callcheck_compiler.sources import BrokenLine, RecordedCall, read_calls, read_tools, recorded_calls

from tests.shared import calls, needs_shared, shared_path, tools

CALLS: dict[str, Any] = {
    "plain": {"tool": "Grep", "arguments": {"q": 1}, "source": "x"},
    "plain text is a value": {"tool": "Grep", "arguments": ""},
    "OpenAI Chat": {"id": "1", "type": "function", "function": {"name": "Grep", "arguments": '{"q": 1}'}},
    "OpenAI Responses": {"type": "function_call", "call_id": "1", "name": "Grep", "arguments": '{"q": 1}'},
    "Anthropic": {"type": "tool_use", "id": "1", "name": "Grep", "input": {"q": 1}},
    "MCP": {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "Grep", "arguments": {"q": 1}},
    },
    "MCP without arguments": {"method": "tools/call", "params": {"name": "Grep"}},
    "MCP params": {"name": "Grep", "arguments": {"q": 1}},
    "MCP params without arguments": {"name": "Grep", "_meta": {"progressToken": 1}},
    "OpenAI broken text": {"function": {"name": "Grep", "arguments": '{"q": '}},
}
RECORDED: dict[str, tuple[Any, str | None]] = {
    "plain text is a value": ("", None),
    "OpenAI Chat": (None, '{"q": 1}'),
    "OpenAI Responses": (None, '{"q": 1}'),
    "MCP without arguments": ({}, None),
    "MCP params without arguments": ({}, None),
    "OpenAI broken text": (None, '{"q": '),
}


def line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


@pytest.mark.parametrize("form", CALLS)
def test_every_form_of_call(form: str) -> None:
    arguments, text = RECORDED.get(form, ({"q": 1}, None))
    assert list(read_calls([line(CALLS[form])])) == [RecordedCall(1, "Grep", arguments, text)]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ({"role": "assistant", "tool_calls": [CALLS["OpenAI Chat"], CALLS["OpenAI Chat"]]}, 2),
        (
            {
                "choices": [
                    {"index": 0, "message": {"role": "assistant", "tool_calls": [CALLS["OpenAI Chat"]]}}
                ]
            },
            1,
        ),
        ({"role": "assistant", "content": [{"type": "text", "text": "I look."}, CALLS["Anthropic"]]}, 1),
        (
            {
                "object": "response",
                "output": [{"type": "reasoning", "content": []}, CALLS["OpenAI Responses"]],
            },
            1,
        ),
        (
            {
                "messages": [
                    {"role": "user", "content": "hi"},
                    {"role": "assistant", "content": [CALLS["Anthropic"]]},
                ]
            },
            1,
        ),
        ({"role": "user", "content": "hi"}, 0),
        (
            {
                "role": "user",
                "content": [{"type": "tool_result", "content": [{"type": "text", "text": "x"}]}],
            },
            0,
        ),
        ([CALLS["plain"], CALLS["Anthropic"]], 2),
    ],
)
def test_calls_inside_messages(message: Any, found: int) -> None:
    calls_found = list(read_calls([line(message)]))
    assert [type(call) for call in calls_found] == [RecordedCall] * found


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b'{"tool": "Grep"\n', "is not JSON: expecting ',' delimiter at column 16"),
        (b"\xff\xfe\n", "is not UTF-8 text (byte 0xff at column 1)"),
        (b"[" * 100_000, "is nested too deeply to be read"),
        (b"9" * 5000, "cannot be read: exceeds the limit"),
        (b"null", "holds null that is no call"),
        (b'"x"', "holds a string that is no call"),
        (b'{"a": 1}', "holds an object that is no call"),
        (b'{"tool": "Grep"}', "has no `arguments`"),
        (b'{"type": "tool_use", "name": "Grep"}', "has no `input`"),
        (b'{"type": "tool_use", "input": {}}', "has no tool's name"),
        (b'{"method": "tools/call"}', "has no tool's name"),
        (b'{"method": "tools/list", "id": 1}', "holds an object that is no call"),
    ],
)
def test_a_broken_line_does_not_stop_the_others(broken: bytes, reason: str) -> None:
    first, second, third = read_calls([line(CALLS["plain"]), broken, b"\n", line(CALLS["plain"])])
    assert (first, third) == (RecordedCall(1, "Grep", {"q": 1}), RecordedCall(4, "Grep", {"q": 1}))
    assert isinstance(second, BrokenLine)
    assert second.line == 2
    assert second.reason.startswith(reason)


def test_calls_stream_and_a_byte_order_mark_is_taken() -> None:
    def endless() -> Iterator[bytes]:
        yield b"\xef\xbb\xbf" + line(CALLS["plain"])
        while True:
            yield line(CALLS["plain"])

    stream = read_calls(endless())
    assert next(stream) == RecordedCall(1, "Grep", {"q": 1})


def test_a_line_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_calls, "MOST_BYTES_A_LINE", 1024)
    file = io.BytesIO(b"x" * 5000 + b"\n" + line(CALLS["plain"]))
    broken, call = read_calls(recorded_calls.bounded_lines(file))
    assert isinstance(broken, BrokenLine)
    assert broken.reason.startswith("is longer than")
    assert call == RecordedCall(2, "Grep", {"q": 1})


@needs_shared
def test_the_corpus_is_read_whole() -> None:
    read = read_tools(str(shared_path("corpus", "tools.jsonl")))
    assert [(tool.name, tool.parameters) for tool in read] == [
        (tool["name"], tool["parameters"]) for tool in tools()
    ]
    with shared_path("corpus", "calls.jsonl").open("rb") as file:
        recorded = list(read_calls(file))
    assert [(call.tool, call.arguments) for call in recorded if isinstance(call, RecordedCall)] == [
        (call["tool"], call["arguments"]) for call in calls()
    ]
