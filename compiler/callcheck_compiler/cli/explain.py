"""`callcheck explain`: the generated source of one tool, and what becomes of given arguments."""

from __future__ import annotations

import difflib
import json
import sys
from pathlib import Path
from typing import Any

import click
from callcheck import InvalidArguments, Validator
from callcheck.issues import Issue, Kind
from callcheck.location import path, quoted
from rich.console import Console
from rich.text import Text

from ..sources import SourceError, Tool
from ..sources.json_text import decoded, parsed
from .changes import ABSENT, changes
from .failures import NOT_PASSED, PASSED, Failure
from .inputs import POLICIES, ToolsCommand, by_name, takes_policy, takes_tools, tools_of
from .screen import screen, shown, source, table


@click.command(cls=ToolsCommand)
@takes_tools
@click.argument("name", metavar="NAME")
@click.argument("arguments", metavar="[ARGS]", required=False)
@takes_policy
@click.option(
    "--source/--no-source", "with_source", default=True, help="Whether to print the generated source."
)
def explain(
    tools: str,
    mcp: str | None,
    timeout: float,
    name: str,
    arguments: str | None,
    policy: str,
    with_source: bool,
) -> int:
    """Show the generated source of the tool NAME, and what becomes of the arguments ARGS and why.

    ARGS is JSON, @FILE, or - for standard input. Exit status 1 when they are rejected.
    """
    from .. import compile_tool

    if tools == "-" and mcp is None and arguments == "-":
        raise click.UsageError("TOOLS and ARGS cannot both be read from standard input")
    tool = chosen(by_name(tools_of(tools, mcp, timeout)), name)
    given = None if arguments is None else value_of(arguments)
    validator = compile_tool(tool.name, tool.parameters, policy=POLICIES[policy])
    console = screen()
    if with_source:
        source(console, validator.source, "python")
    if arguments is None:
        return PASSED
    return explain_call(console, validator, given)


def chosen(tools: dict[str, Tool], name: str) -> Tool:
    """The tool of that name. Raises Failure, with the closest names, when there is none."""
    if name in tools:
        return tools[name]
    close = difflib.get_close_matches(name, tools, n=3) or sorted(tools)[:5]
    listed = ", ".join(quoted(known) for known in close)
    raise Failure(f"There is no tool {quoted(name)} among {len(tools):,}; there is {listed}.")


def value_of(arguments: str) -> Any:
    """The arguments: JSON, or the JSON in @FILE or on standard input. Raises SourceError."""
    if arguments == "-":
        return parsed(decoded(sys.stdin.buffer.read(), "standard input"), "standard input")
    if not arguments.startswith("@"):
        return parsed(arguments, "ARGS")
    file = arguments[1:]
    try:
        return parsed(decoded(Path(file).read_bytes(), file), file)
    except (OSError, ValueError) as error:
        if isinstance(error, SourceError):
            raise
        said = error.strerror if isinstance(error, OSError) else None
        raise SourceError(f"{file} cannot be read: {(said or str(error)).lower()}.") from None


def explain_call(console: Console, validator: Validator, arguments: Any) -> int:
    """Print the outcome of one call: the repairs, then the value, or the issues and the text for the model."""
    repairs = [
        (path(change.location), short(change.before), short(change.after))
        for change in changes(arguments, validator.coerce(arguments))
    ]
    if repairs:
        console.print()
        console.print(table("Repaired", ("Location", "Sent", "Becomes"), repairs))
    console.print()
    try:
        value = validator.validate(arguments)
    except InvalidArguments as rejection:
        console.print(table("Rejected", ISSUE_COLUMNS, (row(issue) for issue in rejection.issues)))
        console.print()
        console.print(Text("What the model reads", "bold"))
        console.print(shown(str(rejection)))
        return NOT_PASSED
    console.print(Text("Accepted" if value is not arguments else "Accepted as it is", "bold green"))
    source(console, json.dumps(value, indent=2), "json")
    return PASSED


ISSUE_COLUMNS = ("Kind", "Location", "Keyword", "Expected", "Received", "Reason")


def row(issue: Issue) -> tuple[str, ...]:
    """One line of the table of issues."""
    return (
        issue.kind.name,
        path(issue.instance_location),
        issue.keyword_location or "(root)",
        expected(issue),
        issue.received,
        issue.message,
    )


def expected(issue: Issue) -> str:
    """What would be right: types as a schema names them, anything else as JSON."""
    if issue.kind is Kind.TYPE:
        return " | ".join(issue.expected)
    return "" if issue.expected in ((), []) else short(issue.expected)


def short(value: Any) -> str:
    """A value as JSON text of bounded length."""
    if value is ABSENT:
        return "(dropped)"
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 120 else text[:119] + "…"
