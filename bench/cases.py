"""What is measured: real tools with one real call each, and the mistakes that models make in them."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.shared import SHARED, calls, tools


class Case(NamedTuple):
    """One call of one tool."""

    tool: str
    schema: dict[str, Any]
    arguments: dict[str, Any]


@functools.cache
def valid_cases() -> tuple[Case, ...]:
    """The first valid recorded call of each tool that has one."""
    if not tools():
        sys.exit(
            f"the shared corpora are not at {SHARED}; set CALLCHECK_SHARED to the directory that holds them"
        )
    first: dict[int, Case] = {}
    for call in calls():
        if call["valid"]:
            tool = tools()[call["tool_index"]]
            first.setdefault(call["tool_index"], Case(tool["name"], tool["parameters"], call["arguments"]))
    return tuple(first[index] for index in sorted(first))


@functools.cache
def coerced_cases(most: int | None = None) -> tuple[tuple[Case, Case], ...]:
    """Each valid case with a boolean or a number in it, and the same with the first `most` of those quoted, or all."""
    return tuple(
        (case, case._replace(arguments=quoted))
        for case in valid_cases()
        if (quoted := _quoted(case, most)) != case.arguments
    )


@functools.cache
def rejected_cases() -> tuple[Case, ...]:
    """Each valid case with one mistake: a name missing, a name misspelled, a value of another type."""
    return tuple(mistaken for case in valid_cases() for mistaken in _mistakes(case))


@functools.cache
def recorded_rejections() -> tuple[Case, ...]:
    """The invalid calls as they were recorded."""
    found = []
    for call in calls():
        if call["valid"] is False:
            tool = tools()[call["tool_index"]]
            found.append(Case(tool["name"], tool["parameters"], call["arguments"]))
    return tuple(found)


def every_schema() -> list[tuple[str, dict[str, Any]]]:
    """Name and schema of every tool whose schema is valid."""
    return [(tool["name"], tool["parameters"]) for tool in tools() if "schema_error" not in tool]


def spread(cases: tuple[Any, ...], count: int) -> list[Any]:
    """`count` of the cases, evenly spread."""
    step = max(1, len(cases) // count)
    return list(cases[::step][:count])


def _quoted(case: Case, most: int | None) -> dict[str, Any]:
    properties = case.schema.get("properties", {})
    plain = [name for name, value in case.arguments.items() if _plain(properties.get(name), value)]
    chosen = set(plain[:most])
    return {name: json.dumps(value) if name in chosen else value for name, value in case.arguments.items()}


def _plain(schema: Any, value: Any) -> bool:
    """Whether quoting this value is repaired: one type, of the literals that coercion knows."""
    types = ("boolean",) if isinstance(value, bool) else ("integer", "number")
    literal = isinstance(value, (bool, int)) or (isinstance(value, float) and "e" not in repr(value))
    return literal and isinstance(schema, dict) and schema.get("type") in types and "enum" not in schema


def _mistakes(case: Case) -> Iterator[Case]:
    for name in case.schema.get("required", ())[:1]:
        dropped = {key: value for key, value in case.arguments.items() if key != name}
        yield case._replace(arguments=dropped)
        yield case._replace(arguments={**dropped, name + "_": case.arguments.get(name)})
    for name, value in list(case.arguments.items())[:1]:
        yield case._replace(arguments={**case.arguments, name: 7 if isinstance(value, str) else "seven"})
