"""A guard for servers of the MCP Python SDK, whose low-level server checks no arguments (2.x), or the first mistake only (1.x).

With SDK 2.x, on `mcp.server.Server`::

    server = Server("files", on_list_tools=listed_tools(registry, list_tools), on_call_tool=guard(registry, call_tool))

With SDK 1.x::

    server.list_tools()(listed_tools(registry, list_tools))
    server.call_tool(validate_input=False)(guard_function(registry, call_tool))

Either way a wrong call is answered with `isError`, the text for the model and its structured twin, and the function behind the guard
receives coerced, valid arguments as a dict.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

from mcp import types

from ..containers import copied
from ..outcomes import log_failure
from ..registry import ToolRegistry
from ..results import mcp_result
from ..verdicts import Rejected, not_run, shown_name

ListTools = TypeVar("ListTools", bound=Callable[..., Awaitable[Any]])


def guard(
    registry: ToolRegistry, on_call_tool: Callable[[Any, Any], Awaitable[Any]]
) -> Callable[[Any, Any], Coroutine[Any, Any, Any]]:
    """The handler `on_call_tool(ctx, params)` of SDK 2.x, called with valid arguments only."""

    @wraps(on_call_tool)
    async def guarded(ctx: Any, params: Any) -> Any:
        checked = _checked(registry, params.name, params.arguments)
        if isinstance(checked, types.CallToolResult):
            return checked
        return await on_call_tool(ctx, params.model_copy(update={"arguments": checked}))

    return guarded


def guard_function(
    registry: ToolRegistry, call_tool: Callable[[str, dict[str, Any]], Awaitable[Any]]
) -> Callable[[str, dict[str, Any]], Coroutine[Any, Any, Any]]:
    """The function `call_tool(name, arguments)` of SDK 1.x, called with valid arguments only.

    Register it with `call_tool(validate_input=False)`; else the SDK rejects what could be coerced.
    """

    @wraps(call_tool)
    async def guarded(name: str, arguments: dict[str, Any]) -> Any:
        checked = _checked(registry, name, arguments)
        return checked if isinstance(checked, types.CallToolResult) else await call_tool(name, checked)

    return guarded


def listed_tools(registry: ToolRegistry, list_tools: ListTools) -> ListTools:
    """The function that lists the tools, of either SDK, with the schemas that the registry advertises.

    Tools that the registry does not know keep their own. Every schema is given an object at its root, without which SDK 2.x
    fails the whole list for one tool.
    """

    @wraps(list_tools)
    async def listed(*args: Any, **kwargs: Any) -> Any:
        result = await list_tools(*args, **kwargs)
        schemas = {tool["name"]: tool["inputSchema"] for tool in registry.advertised("mcp")}
        if isinstance(result, types.ListToolsResult):
            return result.model_copy(update={"tools": [_advertised(tool, schemas) for tool in result.tools]})
        return [_advertised(tool, schemas) for tool in result]

    return listed  # type: ignore[return-value]


def rejected_call(verdict: Rejected) -> types.CallToolResult:
    """The result of a call that the registry rejected."""
    return types.CallToolResult.model_validate(
        mcp_result(verdict.text, is_error=True, structured=verdict.structured)
    )


def _checked(
    registry: ToolRegistry, name: str, sent: dict[str, Any] | None
) -> dict[str, Any] | types.CallToolResult:
    """The arguments for the handler, which are its own to change, or the result of a call that does not reach it.

    A fault of ours is answered here: SDK 1.x would show the model what the exception says.
    """
    try:
        # The protocol lets a call without arguments leave them out.
        verdict = registry.check(name, {} if sent is None else copied(sent))
    except Exception as error:
        log_failure("internal_fault", name, error)
        structured = {"type": "internal_fault", "tool": shown_name(name)}
        return types.CallToolResult.model_validate(mcp_result(not_run(name), True, structured))
    return rejected_call(verdict) if isinstance(verdict, Rejected) else verdict.arguments


def _advertised(tool: types.Tool, schemas: dict[str, Any]) -> types.Tool:
    # The SDK renamed the field between its majors; the wire has one name for it.
    field = "input_schema" if "input_schema" in types.Tool.model_fields else "inputSchema"
    own = getattr(tool, field)
    shown = with_object_root(schemas.get(tool.name, own))
    return tool if shown is own else tool.model_copy(update={field: shown})


def with_object_root(schema: Any) -> Any:
    """The schema with `type: object` at its root; a bare object when it allows none, and itself when it has that already.

    The rest stays at the root, where references into it find it.
    """
    if not isinstance(schema, dict):
        return {"type": "object"}
    declared = schema.get("type", "object")
    if declared == "object":
        return schema if "type" in schema else {"type": "object", **schema}
    allows_objects = isinstance(declared, list) and "object" in declared
    return {**schema, "type": "object"} if allows_objects else {"type": "object"}
