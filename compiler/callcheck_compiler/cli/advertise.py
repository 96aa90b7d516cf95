"""`callcheck advertise`: the tools as a provider wants them."""

from __future__ import annotations

import click

from .inputs import ToolsCommand, takes_tools


@click.command(cls=ToolsCommand)
@takes_tools
def advertise(tools: str, mcp: str | None, timeout: float) -> int:
    """Print TOOLS as the list of a provider's request."""
    return 0
