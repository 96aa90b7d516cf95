"""Tools of an MCP server: all pages of them, and one clear sentence for a server that fails."""

from __future__ import annotations

import shlex
import shutil
import sys
import time
from pathlib import Path

import pytest
from callcheck_compiler.sources import SourceError, read_mcp_tools

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
