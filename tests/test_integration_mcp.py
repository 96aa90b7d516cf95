"""The guard for MCP servers: a real client, a real server, the wire between them, on whichever major is installed."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the MCP guard is tested where `pip install mcp` was done, 1.x or 2.x")

import mcp.types as types
from callcheck.dispatch import Dispatcher
from callcheck.integrations.mcp import guard, guard_function, listed_tools, with_object_root
from callcheck.outcomes import ToolCounts
from callcheck.policy import STRICT
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool
from callcheck_compiler.advertise import advertise
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.mcp_server import IS_SECOND_MAJOR, SCHEMAS, SEARCH, SHAPE, make_registry, make_server

HERE = Path(__file__).resolve().parent
ROOTS = [HERE.parent / "runtime", HERE.parent / "compiler", HERE.parent]
# Set by scripts/test_mcp.
WANTED_MAJOR = os.environ.get("CALLCHECK_MCP_MAJOR")
TRANSPORTS = ["memory", "memory-handshake", "stdio"] if IS_SECOND_MAJOR else ["memory", "stdio"]


@asynccontextmanager
async def connected(transport: str, server: Any) -> AsyncIterator[Any]:
    """A client session of the installed SDK."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[str(HERE / "mcp_server.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, ROOTS))},
    )
    if IS_SECOND_MAJOR:
        from mcp import Client

        target = parameters if transport == "stdio" else server
        async with Client(target, mode="legacy" if transport == "memory-handshake" else "auto") as client:
            yield client
    elif transport == "stdio":
        from mcp.client.session import ClientSession

        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            await session.initialize()
            yield session
    else:
        from mcp.shared import memory

        in_memory: Any = memory  # what only the first major has
        async with in_memory.create_connected_server_and_client_session(server) as session:
            yield session


def through_the_wire(transport: str, use: Callable[[Any], Awaitable[Any]], server: Any = None) -> Any:
    """What `use` does with a client that is connected to the server."""

    async def main() -> Any:
        async with connected(transport, server or make_server(make_registry())) as client:
            return await asyncio.wait_for(use(client), 60)

    return asyncio.run(main())


def called(transport: str, name: str, arguments: Any, server: Any = None) -> dict[str, Any]:
    """The result of one call as it is on the wire."""

    async def call(client: Any) -> Any:
        return await client.call_tool(name, arguments)

    return wire(through_the_wire(transport, call, server))


def wire(model: Any) -> dict[str, Any]:
    return model.model_dump(by_alias=True, exclude_none=True, mode="json")  # type: ignore[no-any-return]


def text_of(result: dict[str, Any]) -> str:
    (block,) = result["content"]
    assert block["type"] == "text"
    return str(block["text"])


@pytest.mark.skipif(WANTED_MAJOR is None, reason="scripts/test_mcp runs the tests with each major of the SDK")
def test_the_installed_major_is_the_one_that_was_asked_for() -> None:
    assert version("mcp").split(".")[0] == WANTED_MAJOR
    assert IS_SECOND_MAJOR is (WANTED_MAJOR == "2")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_calls_through_the_wire(transport: str) -> None:
    async def use(client: Any) -> list[dict[str, Any]]:
        calls = [
            ("search", {"query": "x", "limit": "30"}),
            ("search", {"query": "x", "lim": 3}),
            ("shape", {"kind": "circle", "radius": 2.5}),
            ("shape", {"kind": "triangle"}),
            ("shape", {"kind": "square", "radius": 2.5}),
            ("now", None),
            ("serach", {"query": "x"}),
        ]
        return [wire(await client.call_tool(name, arguments)) for name, arguments in calls]

    quoted, unexpected, circle, triangle, square, now, unknown = through_the_wire(transport, use)
    for accepted, text in [
        (quoted, "search {'query': 'x', 'limit': 30}"),
        (circle, "shape {'kind': 'circle', 'radius': 2.5}"),
        (now, "now {}"),
    ]:
        assert accepted["isError"] is False
        assert text_of(accepted) == text
    for rejected in (unexpected, triangle, square, unknown):
        assert rejected["isError"] is True
        assert rejected["structuredContent"]["type"] == "input_validation"
    assert text_of(unexpected) == (
        "search failed due to the following issue:\nAn unexpected parameter `lim` was provided"
    )
    assert [error["path"] for error in unexpected["structuredContent"]["errors"]] == ["lim"]
    assert '"circle"' in text_of(triangle)
    assert '"square"' in text_of(triangle)
    assert "The required parameter `side` is missing" in text_of(square)
    assert "An unexpected parameter `radius` was provided" in text_of(square)
    assert "did you mean `search`?" in text_of(unknown)


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_advertised_schemas_have_parameters(transport: str) -> None:
    async def use(client: Any) -> Any:
        return wire(await client.list_tools())["tools"]

    listed = {tool["name"]: tool for tool in through_the_wire(transport, use)}
    assert list(listed) == list(SCHEMAS)
    assert listed["search"]["inputSchema"] == SEARCH
    assert listed["search"]["description"] == "The tool search"
    shape = listed["shape"]["inputSchema"]
    assert shape["type"] == "object"
    assert set(shape["properties"]) == {"kind", "radius", "side"}
    assert shape["required"] == ["kind"]


def test_the_handler_sees_valid_calls_only_and_their_repaired_arguments() -> None:
    received: list[tuple[str, Any]] = []
    registry = make_registry()
    server = make_server(registry, received)

    async def use(client: Any) -> None:
        await client.call_tool("search", {"query": "x", "limit": "30"})
        await client.call_tool("search", {"limit": "x"})
        await client.call_tool("nothing", {})

    through_the_wire("memory", use, server)
    assert received == [("search", {"query": "x", "limit": 30})]
    assert type(received[0][1]["limit"]) is int
    assert registry.counts()["search"] == ToolCounts(
        accepted=1, coerced=1, rejected=1, issues={("MISSING", "required"): 1, ("TYPE", "type"): 1}
    )


def test_an_origin_without_a_policy_passes_through() -> None:
    received: list[tuple[str, Any]] = []
    registry = make_registry(policies={"mcp": None}, advertise=advertise_schema)
    result = called("memory", "search", {"limit": "30"}, make_server(registry, received))
    assert result["isError"] is False
    assert received == [("search", {"limit": "30"})]


def advertise_schema(schema: Any, provider: str | None) -> Any:
    return advertise(schema)


def test_a_tool_that_the_registry_does_not_know_is_listed_as_it_is() -> None:
    registry = ToolRegistry(compile=compile_tool)
    registry.add(("shape", SHAPE), origin="mcp")
    server = make_server(registry)

    async def use(client: Any) -> Any:
        return [tool.name for tool in (await client.list_tools()).tools]

    if IS_SECOND_MAJOR:
        assert through_the_wire("memory", use, server) == list(SCHEMAS)
    listing = listed_tools(registry, listing_function())
    shape, unknown = asyncio.run(listing())
    assert wire(shape)["inputSchema"]["type"] == "object"
    assert wire(unknown)["inputSchema"] == {"type": "object"}


def listing_function() -> Callable[[], Coroutine[Any, Any, list[Any]]]:
    async def list_tools() -> list[Any]:
        tools = [("shape", SHAPE), ("unknown", {"type": "object"})]
        return [types.Tool.model_validate({"name": name, "inputSchema": schema}) for name, schema in tools]

    return list_tools


UNION = {"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"type": "object"}}}


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        (UNION, {"type": "object", **UNION}),
        ({}, {"type": "object"}),
        ({"type": ["object", "null"], "title": "T"}, {"type": "object", "title": "T"}),
        ({"type": "string", "minLength": 1}, {"type": "object"}),
        ({"type": ["array", "null"]}, {"type": "object"}),
        ({"type": 3}, {"type": "object"}),
        (True, {"type": "object"}),
    ],
)
def test_every_root_is_shown_as_an_object(schema: Any, shown: Any) -> None:
    assert with_object_root(schema) == shown
    assert with_object_root(shown) is shown


@pytest.mark.parametrize("known", ["unchecked", "refused", "unknown", "checked"])
def test_no_tool_takes_the_whole_list_down(known: str) -> None:
    schemas: list[dict[str, Any]] = [
        UNION,
        {"type": "array"},
        {"type": ["object", "null"]},
        {},
        {"type": "strin"},
    ]
    if known == "refused":
        schemas = [{**schema, "properties": {"a": {"type": "strin"}}} for schema in schemas]
    tools = [
        types.Tool.model_validate({"name": f"tool_{number}", "inputSchema": schema})
        for number, schema in enumerate(schemas)
    ]
    registry = ToolRegistry(compile=compile_tool, policies={"mcp": None if known == "unchecked" else STRICT})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if known != "unknown":
            registry.refresh(tools, origin="mcp")

    async def list_tools() -> list[Any]:
        return tools

    shown = asyncio.run(listed_tools(registry, list_tools)())
    assert [tool.name for tool in shown] == [tool.name for tool in tools]
    assert [wire(tool)["inputSchema"]["type"] for tool in shown] == ["object"] * len(tools)
    if IS_SECOND_MAJOR:
        from mcp.server import Server

        async def on_list_tools(*_: Any) -> Any:
            return types.ListToolsResult(tools=tools)

        async def use(client: Any) -> Any:
            return [tool.name for tool in (await client.list_tools()).tools]

        server = Server("tools", on_list_tools=listed_tools(registry, on_list_tools))
        assert through_the_wire("memory", use, server) == [tool.name for tool in tools]


def test_tools_of_the_sdk_can_be_registered_as_they_are() -> None:
    registry = ToolRegistry(compile=compile_tool)
    changes = registry.refresh(asyncio.run(listing_function()()), origin="mcp")
    assert changes.added == ("shape", "unknown")
    tool = registry.lookup("shape")
    assert tool is not None
    assert tool.schema == SHAPE


def test_a_fault_of_ours_is_no_rejection(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        name = "search"
        policy = STRICT
        schema_hash = ""
        schema = advertised_schema = SEARCH

        def validate(self, arguments: Any) -> Any:
            raise ZeroDivisionError("an internal detail")

        validate_json = validate

    registry = ToolRegistry()
    registry.add(Broken(), origin="mcp")

    async def handler(*_: Any) -> Any:
        raise AssertionError

    parameters = types.CallToolRequestParams(name="search", arguments={})
    with caplog.at_level(logging.ERROR, logger="callcheck"):
        results = [
            asyncio.run(guard_function(registry, handler)("search", {})),
            asyncio.run(guard(registry, handler)(None, parameters)),
        ]
    for result in map(wire, results):
        assert result["isError"] is True
        assert text_of(result) == (
            "The tool `search` was not run because of an internal error. Its arguments are not the reason."
        )
        assert result["structuredContent"] == {"type": "internal_fault", "tool": "search"}
    assert caplog.messages == ["internal_fault failed in a call of 'search': ZeroDivisionError"] * 2


@pytest.mark.parametrize("limit", [3, "3"], ids=["as sent", "repaired"])
def test_what_the_handler_changes_in_place_goes_nowhere(limit: Any) -> None:
    sent = {"query": "x", "limit": limit, "tags": ["a"]}
    schema = {**SEARCH, "additionalProperties": True}
    registry = ToolRegistry(compile=compile_tool)
    registry.add(("search", schema), origin="mcp")

    async def greedy(*given: Any) -> Any:
        arguments = given[1] if isinstance(given[0], str) else given[1].arguments
        assert arguments == {"query": "x", "limit": 3, "tags": ["a"]}
        arguments["tags"].append("b")
        arguments.clear()

    parameters = types.CallToolRequestParams(name="search", arguments=sent)
    asyncio.run(guard_function(registry, greedy)("search", sent))
    asyncio.run(guard(registry, greedy)(None, parameters))
    assert sent == parameters.arguments == {"query": "x", "limit": limit, "tags": ["a"]}


def test_a_tool_that_could_not_be_registered_is_no_mistake_of_the_model() -> None:
    received: list[tuple[str, Any]] = []
    registry = make_registry()
    registry.refresh({**SCHEMAS, "search": {"type": "nope"}}, origin="mcp")
    result = called("memory", "search", {"query": "x"}, make_server(registry, received))
    assert result["isError"] is True
    assert result["structuredContent"] == {"type": "unavailable", "tool": "search"}
    assert (
        text_of(result) == "The tool `search` is not available at present. Its arguments are not the reason."
    )
    assert received == []


@pytest.mark.parametrize("is_error", [False, True])
def test_what_the_sdk_makes_of_a_tool_is_a_result_of_a_dispatcher(is_error: bool) -> None:
    text = types.TextContent(type="text", text="found")
    whole = types.CallToolResult.model_validate({"content": [text], "isError": is_error})
    returned = {"whole": whole, "content": [text], "block": text}
    registry = ToolRegistry(compile=compile_tool)
    registry.add_many({name: {"type": "object"} for name in returned})
    dispatcher = Dispatcher(
        registry,
        {
            "whole": lambda _: returned["whole"],
            "content": lambda _: returned["content"],
            "block": lambda _: text,
        },
    )
    results = {name: dispatcher.dispatch_sync({"name": name, "arguments": {}}) for name in returned}
    assert results["whole"].is_error is is_error
    assert results["content"].anthropic()["content"] == [{"type": "text", "text": "found"}]
    assert results["block"].openai_chat()["content"] == '{"type": "text", "text": "found"}'
    told = [result.mcp() for result in results.values()]
    assert [wire(types.CallToolResult.model_validate(result))["isError"] for result in told] == [
        is_error,
        False,
        False,
    ]
    assert told[1]["content"] == [{"type": "text", "text": "found"}]
    if not is_error:
        assert told[0]["content"] == told[1]["content"]


def test_a_tool_that_cannot_be_advertised_is_listed_as_its_author_wrote_it() -> None:
    def advertise_one(schema: Any, provider: str | None) -> Any:
        if provider is not None and "query" in schema.get("properties", {}):
            raise ValueError("no such form")
        return advertise(schema)

    async def use(client: Any) -> Any:
        return wire(await client.list_tools())["tools"]

    server = make_server(make_registry(advertise=advertise_one))
    listed = {tool["name"]: tool["inputSchema"] for tool in through_the_wire("memory", use, server)}
    assert list(listed) == list(SCHEMAS)
    assert listed["search"] == SEARCH
