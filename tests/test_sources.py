"""Sources: every form of tools and calls, and one clear sentence for whatever cannot be read."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler.sources import (
    BrokenLine,
    RecordedCall,
    SourceError,
    Tool,
    read_calls,
    read_mcp_tools,
    read_tools,
    recorded_calls,
)
from callcheck_compiler.sources.files import tools_of_text

from tests.shared import calls, needs_shared, shared_path, tools

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}
FORMS: dict[str, Any] = {
    "MCP": {
        "tools": [{"name": "Search", "description": "Looks.", "inputSchema": SCHEMA}],
        "nextCursor": None,
    },
    "MCP response": {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"tools": [{"name": "Search", "inputSchema": SCHEMA}]},
    },
    "MCP in snake case": {"tools": [{"name": "Search", "input_schema": SCHEMA}]},
    "OpenAI Chat": [
        {"type": "function", "function": {"name": "Search", "parameters": SCHEMA, "strict": True}}
    ],
    "OpenAI Responses": [{"type": "function", "name": "Search", "parameters": SCHEMA}],
    "OpenAI request": {"model": "m", "tools": [{"type": "function", "name": "Search", "parameters": SCHEMA}]},
    "Anthropic": [{"name": "Search", "description": "Looks.", "input_schema": SCHEMA}],
    "Anthropic custom": [{"type": "custom", "name": "Search", "input_schema": SCHEMA}],
    "Bedrock": [{"toolSpec": {"name": "Search", "inputSchema": {"json": SCHEMA}}}],
    "Gemini": [{"functionDeclarations": [{"name": "Search", "parametersJsonSchema": SCHEMA}]}],
    "mapping": {"Search": SCHEMA},
    "mapping of odd names": {"Search": SCHEMA, "function": True, "name": {}},
    "one tool": {"name": "Search", "parameters": SCHEMA},
    "with hosted tools": [
        {"type": "web_search_20250305", "name": "web_search"},
        {"type": "custom", "name": "free_text", "format": {"type": "text"}},
        {"name": "Search", "input_schema": SCHEMA},
    ],
}


def of_text(text: str) -> list[Tool]:
    return list(tools_of_text(text, "tools.json"))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised_by_its_shape(form: str) -> None:
    tool, *others = of_text(json.dumps(FORMS[form]))
    assert (tool.name, tool.parameters) == ("Search", SCHEMA)
    assert [other.name for other in others] == (["function", "name"] if "odd" in form else [])


@pytest.mark.parametrize(
    ("form", "description"), [("MCP", "Looks."), ("Anthropic", "Looks."), ("mapping", None)]
)
def test_descriptions_are_kept(form: str, description: str | None) -> None:
    assert of_text(json.dumps(FORMS[form]))[0].description == description


@pytest.mark.parametrize("absent", [{}, {"parameters": None}])
def test_an_openai_function_without_parameters_takes_none(absent: dict[str, Any]) -> None:
    (tool,) = of_text(json.dumps([{"type": "function", "function": {"name": "now", **absent}}]))
    assert tool.parameters == {"type": "object", "properties": {}}


def test_lines_are_told_from_a_document() -> None:
    line = json.dumps({"source": "x", "name": "a", "parameters": SCHEMA})
    assert [tool.place for tool in of_text(f"{line}\n\n{line}\n")] == [
        "tools.json, line 1",
        "tools.json, line 3",
    ]
    assert [tool.name for tool in of_text(json.dumps({"a": SCHEMA, "b": True}, indent=2))] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "tools.json is empty, and tools are expected in it."),
        ("[\n  1,\n  }", "tools.json, line 3, is not JSON: expecting value at column 3."),
        ('{"name": "a", "parameters": {}}\n{"name"}', "tools.json, line 2, is not JSON"),
        ("[" * 100_000, "tools.json is nested too deeply to be read."),
        ('{"a": {}, "a": {}}', 'the key "a" occurs twice in one object'),
        ("[" + "9" * 5000 + "]", "tools.json cannot be read: exceeds the limit"),
        ("3", "tools.json holds a number where tools are expected"),
        ("[true]", "tools.json, tool 1 is true where an object"),
        ('[{"parameters": {}}]', "tools.json, tool 1 has no name"),
        ('[{"name": "a"}]', "tools.json, tool 1 (`a`) has no schema"),
        ('[{"name": "a", "parameters": {}, "inputSchema": {}}]', "has both `inputSchema` and `parameters`"),
        ('{"type": "object", "properties": {}}', "is a JSON Schema, not a list of tools"),
        ('{"a": 3}', "holds a number under 'a' where tools are expected"),
        ('{"openapi": "3.1.0", "paths": {}}', "holds a string under 'openapi'"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SourceError) as caught:
        of_text(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_and_directories(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(FORMS["MCP"]))
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + json.dumps(FORMS["one tool"]).encode() + b"\r\n")
    (tmp_path / "notes.txt").write_text("not a tool")
    assert [tool.place for tool in read_tools(str(tmp_path))] == [
        f"{tmp_path / 'a.jsonl'}, line 1",
        f"{tmp_path / 'b.json'}, tool 1",
    ]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("bad.json", b'{\n"a": "\xff"}', "line 2, is not UTF-8 text (byte 0xff)."),
        ("wide.json", "{}".encode("utf-16"), "is UTF-16 text, and JSON is read as UTF-8."),
        ("none.json", b"[]", "holds no tools."),
        ("hosted.json", b'[{"type": "web_search"}]', "holds no tools."),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_tools(str(path))
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(says)


def test_places_that_do_not_exist(tmp_path: Path) -> None:
    for spec, says in (
        (str(tmp_path), "holds no tool files"),
        (str(tmp_path / "x.json"), "does not exist"),
        ("\0", "does not exist"),
    ):
        with pytest.raises(SourceError, match=says):
            read_tools(spec)


@pytest.mark.skipif(not hasattr(os, "mkfifo") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text("{}")
    path.chmod(0)
    with pytest.raises(SourceError, match="permission denied"):
        read_tools(str(path))


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    with path.open("wb") as file:
        file.truncate(256 * 1024**2 + 1)
    with pytest.raises(SourceError, match="is larger than 256 MiB"):
        read_tools(str(path))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(FORMS["Anthropic"]).encode())))
    assert read_tools("-")[0].name == "Search"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path / "some_tools.py"
    sys.modules.pop("some_tools", None)


def test_an_attribute_of_a_module(module: Path) -> None:
    module.write_text(textwrap.dedent("""
            import types
            class Model:
                def model_dump(self, **options):
                    return {"name": "Search", "inputSchema": {"type": "object"}}
            TOOLS = ({"name": "a", "parameters": types.MappingProxyType({"type": "object"})}, Model())
            class Holder:
                tools = {"b": {}}
            cyclic = {}
            cyclic["a"] = cyclic
            strange = [{"name": "a", "parameters": {"enum": {1, 2}}}]
            """))
    assert [(tool.name, tool.parameters) for tool in read_tools("some_tools:TOOLS")] == [
        ("a", {"type": "object"}),
        ("Search", {"type": "object"}),
    ]
    assert read_tools("some_tools:Holder.tools")[0].name == "b"
    for attribute, says in (
        ("nothing", "module `some_tools` has no `nothing`"),
        ("cyclic", "is not made of JSON values"),
        ("strange", "it holds an object of type set"),
        ("Model", "it holds an object of type"),
    ):
        with pytest.raises(SourceError, match=says):
            read_tools(f"some_tools:{attribute}")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("1 / 0", "cannot be imported: ZeroDivisionError"),
        ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError"),
        ("raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
        ("def", "cannot be imported: SyntaxError"),
    ],
)
def test_a_module_that_cannot_be_imported(module: Path, source: str, says: str) -> None:
    module.write_text(source)
    with pytest.raises(SourceError, match=says):
        read_tools("some_tools:TOOLS")
    assert "" not in sys.path[:1]


# Recorded calls


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
    "OpenAI broken text": {"function": {"name": "Grep", "arguments": '{"q": '}},
}
RECORDED: dict[str, tuple[Any, str | None]] = {
    "plain text is a value": ("", None),
    "OpenAI Chat": (None, '{"q": 1}'),
    "OpenAI Responses": (None, '{"q": 1}'),
    "MCP without arguments": ({}, None),
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


# MCP servers


SERVER = """
import json, sys, time
MODE = sys.argv[1]
def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def tool(name):
    return {"name": name, "inputSchema": {"type": "object"}}
print("starting", file=sys.stderr, flush=True)
if MODE == "junk":
    print("Welcome!", flush=True); print("[1]", flush=True); print('{"level": "info"}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    method, number = request.get("method"), request.get("id")
    params = request.get("params", {})
    if method == "initialize":
        if MODE == "dies":
            print("no API key", file=sys.stderr); sys.exit(4)
        if MODE == "silent":
            print("busy", flush=True); time.sleep(60)
        if MODE in ("modern", "refuses"):
            code = -32022 if MODE == "modern" else -32603
            send({"id": number, "error": {"code": code, "message": "no handshake"}})
            continue
        send({"method": "notifications/message", "params": {}})
        send({"id": 77, "method": "ping"})
        assert json.loads(sys.stdin.readline()) == {"jsonrpc": "2.0", "id": 77, "result": {}}
        send({"id": 78, "method": "roots/list"})
        assert "error" in json.loads(sys.stdin.readline())
        send({"id": number, "result": {"protocolVersion": params["protocolVersion"], "capabilities": {}}})
    elif method == "tools/list":
        page = int(params.get("cursor", "0"))
        if MODE == "modern":
            assert params["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
        if MODE == "circle":
            send({"id": number, "result": {"tools": [tool("a")], "nextCursor": "0"}})
        elif MODE == "odd":
            send({"id": number, "result": ["a"]})
        elif MODE == "none":
            send({"id": number, "result": {"tools": []}})
        elif MODE == "faulty":
            send({"id": number, "result": {"tools": [{"name": "bad"}, tool("good")]}})
        else:
            following = {"nextCursor": str(page + 1)} if page < 2 else {}
            send({"id": number, "result": {"tools": [tool(f"t{page}"), tool(f"u{page}")], **following}})
"""


@pytest.fixture
def server(tmp_path: Path) -> str:
    path = tmp_path / "server.py"
    path.write_text(SERVER)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


@pytest.mark.parametrize("mode", ["plain", "junk", "modern"])
def test_all_pages_of_a_server(server: str, mode: str) -> None:
    names = [tool.name for tool in read_mcp_tools(f"{server} {mode}", timeout=20)]
    assert names == ["t0", "u0", "t1", "u1", "t2", "u2"]


def test_a_tool_without_a_schema_does_not_hide_the_others(server: str) -> None:
    assert [(tool.name, tool.parameters) for tool in read_mcp_tools(f"{server} faulty", timeout=20)] == [
        ("bad", None),
        ("good", {"type": "object"}),
    ]


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("dies", "ended with exit status 4 before it answered initialize: no API key."),
        ("refuses", "answers initialize with an error: no handshake (code -32603)."),
        ("circle", "pages in a circle: tools/list gives the same nextCursor again."),
        ("odd", "answers tools/list with an array that has no list of tools."),
        ("none", "has no tools."),
    ],
)
def test_a_server_that_fails(server: str, mode: str, says: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_mcp_tools(f"{server} {mode}", timeout=20)
    assert str(caught.value).endswith(says)
    assert "\n" not in str(caught.value)


def test_a_server_that_is_silent_is_stopped(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callcheck_compiler.sources.mcp_stdio.GRACE", 0.2)
    begun = time.monotonic()
    with pytest.raises(
        SourceError, match=r"did not answer initialize within 1 seconds; .* not JSON-RPC: busy"
    ):
        read_mcp_tools(f"{server} silent", timeout=1)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("no-such-server-anywhere", "cannot be started: no such file or directory"),
        ("", "the command is empty"),
        ("a 'b", "the command cannot be split into words"),
    ],
)
def test_a_command_that_is_none(command: str, says: str) -> None:
    with pytest.raises(SourceError, match=says):
        read_mcp_tools(command)


def published(name: str) -> str:
    """The command of a published server that is installed beside this Python."""
    path = Path(sys.executable).with_name(name)
    found = str(path) if path.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed; it is in the extra `dev`")
    return shlex.quote(found)


def test_the_published_time_server() -> None:
    found = {tool.name: tool for tool in read_mcp_tools(published("mcp-server-time"))}
    assert set(found) == {"get_current_time", "convert_time"}
    assert found["get_current_time"].parameters["required"] == ["timezone"]
    assert found["get_current_time"].description


def test_the_published_git_server() -> None:
    if shutil.which("git") is None:
        pytest.skip("mcp-server-git needs git")
    names = {tool.name for tool in read_mcp_tools(published("mcp-server-git"))}
    assert {"git_status", "git_log", "git_commit"} <= names
