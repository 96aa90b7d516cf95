"""Lint: what is wrong or risky in the schemas of tools, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from callcheck.issues import SchemaError

from ..sources import Tool
from .finding import Finding, Severity
from .names import NAME_RULES
from .remedies import remedy
from .rules import RULES
from .subject import Subject

__all__ = ["NAME_RULES", "RULES", "Finding", "Severity", "lint_tool", "lint_tools"]


def lint_tools(tools: Iterable[Tool]) -> Iterator[Finding]:
    """Every finding about some tools: those about their names first, then tool by tool. Raises nothing."""
    listed = list(tools)
    for rule in NAME_RULES.values():
        yield from rule(listed)
    for tool in listed:
        yield from lint_tool(tool)


def lint_tool(tool: Tool) -> list[Finding]:
    """What every rule finds in one tool's schema, in the order of the rules. Raises nothing."""
    try:
        subject = Subject(tool)
    except SchemaError as refusal:
        return [refused(tool, refusal)]
    found = [finding for rule in RULES.values() for finding in rule(subject)]
    if subject.is_exhausted or subject.is_cut:
        reason = "the schema takes too much work to look at all of it, so there may be more to find"
        found.append(
            Finding(
                "size", Severity.WARNING, tool.name, "", reason, "split it into several tools", tool.place
            )
        )
    return found


def refused(tool: Tool, refusal: SchemaError) -> Finding:
    """The finding for a schema that cannot even be read."""
    location, reason = refusal.keyword_location, refusal.reason
    return Finding("refused", Severity.ERROR, tool.name, location, reason, remedy(refusal), tool.place)
