"""`callcheck advertise`: the tools as a provider wants them."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from callcheck.location import printable

from ..sources import Tool
from .failures import NOT_PASSED, PASSED, note
from .inputs import ToolsCommand, by_name, takes_tools, tools_of

PROVIDERS = ("anthropic", "openai", "openai-strict", "gemini", "bedrock", "mcp", "portable")


@click.command(cls=ToolsCommand)
@takes_tools
@click.option("--provider", type=click.Choice(PROVIDERS), required=True, help="Who is to read the list.")
def advertise(tools: str, mcp: str | None, timeout: float, provider: str) -> int:
    """Print TOOLS as the list of a provider's request, with the schemas that it accepts.

    What the list says differently from the author's schemas is told on standard error; validation goes on enforcing the author's.
    Exit status 1 when the provider will refuse a tool whatever is rewritten.
    """
    is_taken = True
    declarations = []
    for tool in by_name(tools_of(tools, mcp, timeout)).values():
        declaration, taken = advertised(tool, provider)
        declarations.append(declaration)
        is_taken = is_taken and taken
    json.dump(enveloped(declarations, provider), sys.stdout, indent=2)
    sys.stdout.write("\n")
    return PASSED if is_taken else NOT_PASSED


def advertised(tool: Tool, provider: str) -> tuple[dict[str, Any], bool]:
    """One tool as the provider wants it, and whether it will be taken; the differences are told."""
    from ..advertise.tools import listed_tool

    listed, report = listed_tool(tool.name, tool.parameters, provider, tool.description or "")
    for line in str(report).splitlines():
        note(f"{printable(tool.name, 128)}: {line}")
    return listed, not report.refused


def enveloped(declarations: list[dict[str, Any]], provider: str) -> Any:
    """The declarations inside what the provider's request has around them."""
    if provider in ("mcp", "portable"):
        return {"tools": declarations}
    return [{"functionDeclarations": declarations}] if provider == "gemini" else declarations
