"""`callcheck check`: recorded calls, run through the validators of their tools."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import BinaryIO

import click
from callcheck import Policy, Validator
from callcheck.issues import SchemaError
from rich.text import Text

from ..sources import SourceError, Tool, read_calls
from ..sources.recorded_calls import bounded_lines
from .failures import NOT_PASSED, PASSED
from .inputs import POLICIES, ToolsCommand, by_name, takes_policy, takes_tools, tools_of
from .meter import Meter
from .outcomes import Checks, Outcome, Result, Tally, outcome_of
from .screen import json_line, screen, shown

STYLES = {Result.VALID: "green", Result.COERCED: "cyan"}


@click.command(cls=ToolsCommand)
@takes_tools
@click.argument("calls", metavar="CALLS")
@takes_policy
@click.option("--all", "show_all", is_flag=True, help="Print the calls that are valid as they are, too.")
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a call and one for the sums, for machines."
)
def check(
    tools: str, mcp: str | None, timeout: float, calls: str, policy: str, show_all: bool, as_json: bool
) -> int:
    """Run the recorded calls in CALLS through the checks of TOOLS.

    CALLS is a file of JSON Lines, or - for standard input: OpenAI tool calls, Anthropic tool_use blocks, MCP tools/call params,
    {tool, arguments}, or whole messages. It is streamed, and a broken line does not stop the run.

    Exit status 1 when a call is rejected, names an unknown tool, or cannot be read.
    """
    if tools == "-" and mcp is None and calls == "-":
        raise click.UsageError("TOOLS and CALLS cannot both be read from standard input")
    checks = checks_of(by_name(tools_of(tools, mcp, timeout)), POLICIES[policy])
    tally = Tally()
    with ExitStack() as stack:
        file = opened(calls, stack)
        meter = stack.enter_context(Meter(file))
        tell = teller(meter, show_all, as_json)
        for call in read_calls(meter.watched(bounded_lines(file))):
            outcome = outcome_of(call, checks)
            tally.add(outcome)
            tell(outcome)
    if as_json:
        json_line({"summary": tally.as_json()})
    else:
        tally.print(screen())
    return PASSED if tally.all_passed else NOT_PASSED


def checks_of(tools: Mapping[str, Tool], policy: Policy) -> Checks:
    """The check of a tool by its name: compiled when it is first called for, or the refusal, or None for an unknown tool."""
    from .. import compile_tool

    @cache
    def check_of(name: str) -> Validator | SchemaError | None:
        if name not in tools:
            return None
        try:
            return compile_tool(name, tools[name].parameters, policy)
        except SchemaError as refusal:
            return refusal

    return check_of


def opened(calls: str, stack: ExitStack) -> BinaryIO:
    """The file of recorded calls, closed with the stack. Raises SourceError when it cannot be read."""
    if calls == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(calls).open("rb"))
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else None
        raise SourceError(f"{calls} cannot be read: {(said or str(error)).lower()}.") from None


def teller(meter: Meter, show_all: bool, as_json: bool) -> Callable[[Outcome], None]:
    """What tells one outcome."""
    if as_json:
        return lambda outcome: json_line(outcome.as_json())
    console = meter.console

    def tell(outcome: Outcome) -> None:
        if outcome.result is Result.VALID and not show_all:
            return
        console.print(headline(outcome))
        if outcome.text:
            console.print(shown(indent(outcome.text, "    ")))

    return tell


def headline(outcome: Outcome) -> Text:
    """The line, the tool and the result of one call."""
    line = Text(f"line {outcome.line}: ")
    if outcome.tool:
        line.append_text(shown(outcome.tool)).append(" ")
    line.append(outcome.result.value, STYLES.get(outcome.result, "bold red"))
    if outcome.coerced:
        line.append_text(shown(" at " + ", ".join(outcome.coerced)))
    return line
