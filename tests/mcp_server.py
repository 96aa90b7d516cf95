"""A small MCP server behind the guard, for either major of the SDK; run as a program, it speaks over stdio."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp.types as types
from callcheck.integrations.mcp import guard, guard_function, listed_tools
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool
from mcp.server import Server
from mcp.server.stdio import stdio_server

SEARCH: dict[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
    "required": ["query"],
    "additionalProperties": False,
}
SHAPE: dict[str, Any] = {
    "anyOf": [
        {
            "type": "object",
            "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
            "required": ["kind", "radius"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
            "required": ["kind", "side"],
            "additionalProperties": False,
        },
    ]
}
NOW: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
SCHEMAS = {"search": SEARCH, "shape": SHAPE, "now": NOW}

IS_SECOND_MAJOR = "input_schema" in types.Tool.model_fields


def make_registry(**settings: Any) -> ToolRegistry:
    """The registry of the server's tools."""
    registry = ToolRegistry(compile=compile_tool, hints=True, **settings)
    registry.refresh(SCHEMAS, origin="mcp")
    return registry


def make_server(registry: ToolRegistry, received: list[tuple[str, Any]] | None = None) -> Server[Any]:
    """A low-level server whose tools answer with the arguments that they received, types included."""

    def answered(name: str, arguments: Any) -> types.CallToolResult:
        if received is not None:
            received.append((name, arguments))
        text = types.TextContent(type="text", text=f"{name} {arguments!r}")
        return types.CallToolResult(content=[text])

    # The schema as its author wrote it has no `type` at a union root; the SDK asks for one on the wire.
    listed = [
        types.Tool.model_validate({"name": name, "description": f"The tool {name}", "inputSchema": schema})
        for name, schema in SCHEMAS.items()
    ]
    if IS_SECOND_MAJOR:

        async def list_tools(ctx: Any, params: Any) -> Any:
            return types.ListToolsResult(tools=listed)

        async def on_call_tool(ctx: Any, params: Any) -> Any:
            return answered(params.name, params.arguments)

        return Server(
            "guarded",
            on_list_tools=listed_tools(registry, list_tools),
            on_call_tool=guard(registry, on_call_tool),
        )

    async def list_all() -> Any:
        return listed

    async def call_tool(name: str, arguments: dict[str, Any]) -> Any:
        return answered(name, arguments)

    server: Server[Any] = Server("guarded")
    first_major: Any = server
    first_major.list_tools()(listed_tools(registry, list_all))
    first_major.call_tool(validate_input=False)(guard_function(registry, call_tool))
    return server


async def serve() -> None:
    """Serves over stdin and stdout until the client hangs up."""
    server = make_server(make_registry())
    async with stdio_server() as (read_stream, write_stream):
        await server.run(read_stream, write_stream, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(serve())
