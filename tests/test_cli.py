"""What holds for every command: help, one sentence for a wrong command line, a server in place of tools, text of strangers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.command import GREP, RIGHT, Command, lines, one_sentence, written


def test_help_and_version(command: Command) -> None:
    assert command("--version").out.startswith("callcheck, version ")
    for words in ([], ["build"], ["check"], ["explain"], ["lint"], ["advertise"]):
        for option in ("--help", "-h"):
            run = command(*words, option)
            assert (run.status, run.err) == (0, "")
            assert run.out.startswith("Usage: callcheck")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Missing command; see `callcheck --help`."),
        (["nonsense"], "No such command 'nonsense'"),
        (["lint", "--nonsense"], "No such option"),
        (["lint", "a", "b"], "unexpected extra argument"),
        (["lint", "--mcp"], "requires an argument"),
        (["lint", "--mcp", "x", "tools.json"], "unexpected extra argument"),
        (["lint", "--mcp", "no-such-server", "--timeout", "0"], "timeout"),
        (["lint", "--mcp", "no-such-server"], "the MCP server `no-such-server` cannot be started"),
        (["lint", "nowhere.json"], "nowhere.json does not exist"),
        (["lint", "no_such_module:TOOLS"], "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_sentence(command: Command, words: list[str], says: str) -> None:
    assert says in one_sentence(command(*words))


SERVER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = {"tools": [{"name": "Grep", "inputSchema": %s}]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.fixture
def server(tmp_path: Path) -> str:
    path = written(tmp_path, "server.py", SERVER % repr(GREP))
    return f"'{sys.executable}' '{path}'"


def test_a_server_stands_in_for_tools(command: Command, server: str, tmp_path: Path) -> None:
    calls = lines(tmp_path, RIGHT)
    assert command("lint", "--mcp", server).status == 0
    assert command("check", "--mcp", server, calls).status == 0
    assert command("check", calls, f"--mcp={server}", "--timeout", "9").status == 0
    assert command("check", "--mcp", server, "-", stdin=json.dumps(RIGHT)).status == 0
    assert command("explain", "--mcp", server, "Grep", '{"pattern": "x"}', "--no-source").status == 0
    assert command("build", "--mcp", server, "-o", tmp_path / "checks.py").status == 0


def test_what_strangers_write_moves_no_cursor(command: Command, tmp_path: Path) -> None:
    name = "\x1b[31mRed\r\x9b2J\u202e"
    tools = written(
        tmp_path, "tools.json", {name: {"type": "object", "properties": {name: {"type": "integer"}}}}
    )
    calls = lines(tmp_path, {"tool": name, "arguments": {name: "x"}}, {"tool": "\x1b[2J", "arguments": {}})
    for run in (
        command("check", tools, calls),
        command("check", tools, calls, "--json"),
        command("lint", tools),
        command("explain", tools, "nothing"),
        command("explain", tools, name, json.dumps({name: "x"}), "--no-source"),
    ):
        assert run.out + run.err
        assert [
            character for character in run.out + run.err if not character.isprintable() and character != "\n"
        ] == []
