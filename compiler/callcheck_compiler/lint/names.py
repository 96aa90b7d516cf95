"""Rules about the names of tools, which see all tools at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from callcheck.location import quoted

from ..sources import Tool
from .finding import Finding, Severity

NAME_OF_MCP = re.compile(r"[A-Za-z0-9_.-]{1,128}")


def twice(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Two tools of one name: a call names neither of them for certain."""
    first: dict[str, Tool] = {}
    for tool in tools:
        if tool.name not in first:
            first[tool.name] = tool
            continue
        reason = f"another tool has the same name ({first[tool.name].place or 'before it'})"
        yield Finding(
            "name-twice", Severity.ERROR, tool.name, "", reason, "rename or drop one of them", tool.place
        )


def by_case_only(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Names that differ in case alone, which a model mixes up."""
    alike: defaultdict[str, dict[str, Tool]] = defaultdict(dict)
    for tool in tools:
        alike[tool.name.casefold()].setdefault(tool.name, tool)
    for same in alike.values():
        first, *others = same.values()
        for tool in others:
            reason = f"the name differs from {quoted(first.name)} in case only"
            yield Finding(
                "name-case", Severity.WARNING, tool.name, "", reason, "rename one of them", tool.place
            )


def odd_characters(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Names that providers refuse, and the whole request with them (MCP 2026-07-28, server/tools)."""
    for tool in tools:
        if NAME_OF_MCP.fullmatch(tool.name) is None:
            reason = (
                "the name is not 1 to 128 of the characters A-Z a-z 0-9 _ - . that MCP and providers take"
            )
            yield Finding("name-form", Severity.WARNING, tool.name, "", reason, "rename it", tool.place)


NameRule = Callable[[Sequence[Tool]], Iterator[Finding]]
NAME_RULES: dict[str, NameRule] = {
    "name-twice": twice,
    "name-case": by_case_only,
    "name-form": odd_characters,
}
