"""What the tests of texts share: styles, issues made by hand, and the text of them with what holds for every text."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from callcheck.issues import Issue, Kind
from callcheck.policy import TOOL_INPUT, Policy, TextStyle
from callcheck.text import render

ZOD = replace(TOOL_INPUT, text=TextStyle.ZOD)
PATHS = replace(TOOL_INPUT, text=TextStyle.PATHS)
HINTS = replace(TOOL_INPUT, hints=True)
STYLES = [TOOL_INPUT, ZOD, PATHS, HINTS, replace(ZOD, hints=True), replace(PATHS, hints=True)]

GREP = ("pattern", "output_mode", "-n", "-i", "head_limit", "limit")


def missing(*location: Any, expected: Any = ()) -> Issue:
    keyword = "anyOf" if expected else "required"
    return Issue(Kind.MISSING, location, f"/{keyword}", keyword, expected, "", "is required")


def unexpected(*location: Any, declared: tuple[str, ...] = GREP, received: str = "boolean") -> Issue:
    keyword = "additionalProperties"
    return Issue(Kind.UNEXPECTED, location, f"/{keyword}", keyword, declared, received, "is not expected")


def mistyped(*location: Any, expected: str, received: str) -> Issue:
    words = tuple(expected.split())
    message = f"must be {words}, not {received}"
    return Issue(Kind.TYPE, location, "/properties/x/type", "type", words, received, message)


def invalid(
    *location: Any, message: str, keyword: str = "minimum", expected: Any = 1, received: str = "integer"
) -> Issue:
    return Issue(Kind.VALUE, location, f"/properties/x/{keyword}", keyword, expected, received, message)


def not_a_member(*location: Any, members: tuple[Any, ...], received: str = "string") -> Issue:
    message = "expected one of " + ", ".join(map(json.dumps, members))
    return invalid(*location, message=message, keyword="enum", expected=members, received=received)


def rejection(tool: str, issues: list[Issue], policy: Policy, arguments: Any) -> str:
    """The text, having checked what holds for every text."""
    text = render(tool, issues, policy, arguments)
    text.encode("utf-8")
    assert len(text) < 4000
    assert all(line.isprintable() for line in text.split("\n"))
    return text
