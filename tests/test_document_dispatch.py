"""Every snippet of docs/dispatch.md runs as it is printed, and does what the page says."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck import STRICT, Dispatcher, Status, Tool, ToolRegistry
from callcheck_compiler import compile_tool

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "dispatch.md").read_text(encoding="utf-8")
REGISTRY, CHECK, DISPATCHER, SEMANTIC, MCP_2, MCP_1, MCP_DISPATCHER = re.findall(
    r"```python\n(.*?)```", PAGE, re.DOTALL
)
PATH = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
GREP = {
    "type": "object",
    "properties": {"pattern": {"type": "string"}, "path": {"type": "string"}},
    "required": ["pattern"],
}


def run(snippet: str, names: dict[str, Any]) -> None:
    """Runs a snippet, which may wait, with these names."""

    async def main() -> None:
        waiting = eval(compile(snippet, "dispatch.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if inspect.isawaitable(waiting):
            await waiting

    asyncio.run(main())


def made_registry() -> dict[str, Any]:
    names: dict[str, Any] = {
        "GREP": GREP,
        "my_checks": SimpleNamespace(TOOLS={"Write": compile_tool("Write", PATH, policy=STRICT)}),
        "listed": [
            {"name": "search_issues", "inputSchema": {"type": "object"}},
            {"name": "bad", "inputSchema": {"type": "nope"}},
        ],
    }
    run(REGISTRY, names)
    return names


def test_a_registry(capsys: pytest.CaptureFixture[str]) -> None:
    names = made_registry()
    assert list(names["registry"]) == ["Grep", "Write", "search_issues"]
    assert "search_issues" in names["changes"].added
    assert capsys.readouterr().out.startswith("bad cannot be called: ")


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("Grep", {"pattern": "x"}, "x found"),
        ("Grep", {}, "Grep failed"),
        ("bad", {}, "The tool `bad` is not"),
    ],
)
def test_checking_a_call(name: str, arguments: Any, answer: str) -> None:
    names = {**made_registry(), "name": name, "arguments": arguments}
    names["grep"] = lambda valid: f"{valid['pattern']} found"
    run(CHECK, names)
    assert names["answer"].startswith(answer)


@pytest.mark.parametrize(
    ("name", "arguments", "status", "asked"),
    [
        ("Grep", {"pattern": "x"}, Status.SUCCEEDED, ["Run Grep?"]),
        ("search_issues", {}, Status.SUCCEEDED, ["Run search_issues?"]),
        ("Write", {"path": "read.py"}, Status.SUCCEEDED, ["Run Write?"]),
        ("Write", {"path": "other.py"}, Status.REJECTED, []),
        ("Grep", {"pattern": "x", "path": "/etc"}, Status.DENIED, []),
    ],
)
def test_a_dispatcher(name: str, arguments: Any, status: Status, asked: list[str]) -> None:
    questions: list[str] = []

    async def ask(question: str) -> bool:
        questions.append(question)
        return True

    def tool(_: Any) -> str:
        return "done"

    block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": arguments}
    names = {**made_registry(), "block": block, "messages": [], "files_read": {"read.py"}}
    names.update(grep=tool, write=tool, search_issues=tool, session=SimpleNamespace(ask=ask))
    run(DISPATCHER, names)
    assert names["result"].status is status
    assert names["messages"][0]["content"][0]["tool_use_id"] == "toolu_1"
    assert questions == asked


def test_what_sits_inside_a_union() -> None:
    names: dict[str, Any] = {}
    run(SEMANTIC, names)

    def dispatched(approve: Any, declared: Any) -> Any:
        branch = {"type": "object", "properties": {"kind": {"const": "approval"}, **declared}}
        schema = {"type": "object", "properties": {"message": {"anyOf": [{"type": "string"}, branch]}}}
        registry = ToolRegistry(compile=compile_tool)
        registry.add(("Control", schema))
        tool = Tool(lambda arguments: "done", names["check_message"])
        call = {"kind": "approval", "approve": approve}
        return Dispatcher(registry, {"Control": tool}).dispatch_sync(
            {"name": "Control", "arguments": {"message": call}}
        )

    assert dispatched("false", {}).status is Status.SUCCEEDED
    assert dispatched("false", {"approve": {"type": "boolean"}}).status is Status.REJECTED
    text = dispatched("no", {}).text
    assert text.splitlines()[1] in PAGE


def called(names: dict[str, Any]) -> list[Any]:
    """A right and a wrong call, made by a client of the server."""
    from tests.test_integration_mcp import through_the_wire, wire

    async def use(client: Any) -> list[Any]:
        return [wire(await client.call_tool("read", arguments)) for arguments in ({"path": "a.py"}, {})]

    results: list[Any] = through_the_wire("memory", use, names["server"])
    return results


MCP_SNIPPETS = {"guard 2": [MCP_2], "guard 1": [MCP_1], "dispatcher 2": [MCP_2, MCP_DISPATCHER]}


@pytest.mark.parametrize("snippets", MCP_SNIPPETS)
def test_mcp_servers(snippets: str) -> None:
    pytest.importorskip("mcp", reason="the snippets for MCP run where `pip install mcp` was done")
    if version("mcp").split(".")[0] != snippets[-1]:
        pytest.skip("it is for the other major of the SDK; scripts/test_mcp runs it with each")
    names: dict[str, Any] = {}
    for snippet in MCP_SNIPPETS[snippets]:
        run(snippet, names)
    right, wrong = called(names)
    assert right["content"][0]["text"] == "the content of a.py"
    assert right["isError"] is False
    assert wrong["isError"] is True
    assert "The required parameter `path` is missing" in wrong["content"][0]["text"]
