"""`callcheck lint`: what is wrong or risky in schemas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click
from rich.text import Text

from ..lint import Finding, Severity, lint_tools
from .failures import NOT_PASSED, PASSED
from .inputs import ToolsCommand, takes_tools, tools_of
from .screen import json_line, screen, table

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "blue"}
NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
COLUMNS = ("Severity", "Tool", "Location", "What is wrong", "What would be right")


@click.command(cls=ToolsCommand)
@takes_tools
@click.option(
    "--level",
    type=click.Choice([severity.name.lower() for severity in Severity]),
    default="info",
    show_default=True,
    help="The least severity that is shown.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for machines.")
def lint(tools: str, mcp: str | None, timeout: float, level: str, as_json: bool) -> int:
    """Find what is wrong or risky in the schemas of TOOLS.

    Exit status 1 when there is an error or a warning; what is only informational passes.
    """
    read = tools_of(tools, mcp, timeout)
    findings = list(lint_tools(read))
    shown = [finding for finding in findings if finding.severity >= Severity[level.upper()]]
    if as_json:
        for finding in shown:
            json_line(finding.as_json())
    else:
        print_findings(shown, findings, len(read))
    return NOT_PASSED if any(finding.severity > Severity.INFO for finding in findings) else PASSED


def print_findings(shown: Sequence[Finding], findings: Sequence[Finding], tools: int) -> None:
    """The table, and a line that counts."""
    console = screen()
    if shown:
        console.print(table("", COLUMNS, (row(finding) for finding in shown)))
        console.print()
    counts = Counter(finding.severity for finding in findings)
    told = ", ".join(counted(counts[severity], NOUNS[severity]) for severity in reversed(Severity))
    hidden = f" ({len(findings) - len(shown):,} not shown)" if len(shown) < len(findings) else ""
    console.print(f"{counted(tools, 'tool')}: {told}{hidden}")


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def row(finding: Finding) -> Sequence[str | Text]:
    """One line of the table."""
    severity = Text(finding.severity.name.lower(), STYLES[finding.severity])
    return severity, finding.tool, finding.location or "(root)", finding.reason, finding.instead
