"""What the commands take in common: TOOLS or --mcp, --policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import callcheck
import click
from callcheck import Policy
from callcheck.location import quoted

from ..sources import Tool, read_mcp_tools, read_tools
from .failures import Failure

POLICIES: dict[str, Policy] = {
    "tool-input": callcheck.TOOL_INPUT,
    "lenient": callcheck.LENIENT,
    "strict": callcheck.STRICT,
    "strict-core": callcheck.STRICT_CORE,
    "json-schema": callcheck.JSON_SCHEMA,
}

Function = TypeVar("Function", bound=Callable[..., Any])


class ToolsCommand(click.Command):
    """A command whose first argument is TOOLS, which `--mcp COMMAND` stands in for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, with a placeholder for TOOLS where the tools come from a server."""
        values, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        return super().parse_args(ctx, ["-", *args] if isinstance(values.get("mcp"), str) else args)


def takes_tools(function: Function) -> Function:
    """The argument TOOLS and the options that stand in for it; the command gets `tools`, `mcp` and `timeout`."""
    decorators = (
        click.argument("tools", metavar="TOOLS"),
        click.option("--mcp", metavar="COMMAND", help="Start this MCP server and ask it, instead of TOOLS."),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=60.0,
            show_default=True,
            help="Seconds to wait for each answer of the MCP server.",
        ),
    )
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


takes_policy = click.option(
    "--policy",
    type=click.Choice(tuple(POLICIES), case_sensitive=False),
    default="tool-input",
    show_default=True,
    help="How calls are treated.",
)


def tools_of(tools: str, mcp: str | None, timeout: float) -> list[Tool]:
    """The tools that the command line names. Raises SourceError."""
    return read_tools(tools) if mcp is None else read_mcp_tools(mcp, timeout)


def by_name(tools: Sequence[Tool]) -> dict[str, Tool]:
    """The tools by name. Raises Failure when two have the same: which one a call means would be a guess."""
    named: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in named:
            first = named[tool.name]
            raise Failure(
                f"Two tools are called {quoted(tool.name)} ({first.place}; {tool.place}); rename one of them."
            )
        named[tool.name] = tool
    return named
