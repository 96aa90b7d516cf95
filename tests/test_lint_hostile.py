"""Lint of schemas from strangers: nothing escapes, and the work is bounded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from callcheck_compiler.lint import lint_tool
from callcheck_compiler.sources import Tool


def closed(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, **keywords}


HOSTILE: dict[str, Any] = {
    "no schema": None,
    "a number": 3,
    "a list": [],
    "wrong everywhere": {
        "type": 3,
        "properties": [],
        "required": {"a": 1},
        "allOf": {},
        "anyOf": [3],
        "items": None,
        "$ref": 7,
        "patternProperties": {"(": 1},
        "format": [],
        "default": float("nan"),
        "$defs": 3,
        "additionalProperties": "x",
    },
    "a reference to itself": {"$ref": "#", "default": 3, "required": ["x"]},
    "references in a circle": {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}},
    },
    "unknown dialect": {
        "$schema": "https://example.com/other",
        "type": "object",
        "properties": {"a": {"default": 1}},
    },
    "an identifier": {
        "$id": "https://example.com/x",
        "properties": {"a": {"$ref": "x#/$defs/s", "default": None}},
        "$defs": {"s": {"type": "string"}},
    },
    "lone surrogates": {
        "properties": {"\ud800": {"format": "\ud800", "default": "\ud800", "type": "integer"}},
        "required": ["\udfff"],
    },
}


def deep(levels: int) -> Any:
    schema: Any = {"type": "string", "default": None}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


def doubling(levels: int) -> Any:
    definitions: dict[str, Any] = {"d0": {"type": "string", "default": None}}
    for level in range(1, levels):
        branch = {"$ref": f"#/$defs/d{level - 1}"}
        definitions[f"d{level}"] = {"allOf": [branch, branch], "properties": {"a": branch, "b": branch}}
    return {"$ref": f"#/$defs/d{levels - 1}", "$defs": definitions}


HOSTILE["deep"] = deep(100)
HOSTILE["too deep"] = deep(5000)
HOSTILE["doubling"] = doubling(30)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_schema_is_looked_at_without_harm(case: str) -> None:
    for finding in lint_tool(Tool("t", HOSTILE[case])):
        json.dumps(finding.as_json())


def test_a_schema_without_bound_is_not_walked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callcheck_compiler.lint.subject.MOST_STEPS", 50)
    findings = lint_tool(Tool("t", closed(properties={f"p{number}": {} for number in range(100)})))
    assert [finding.rule for finding in findings] == ["size"]


def test_the_work_of_patterns_is_bounded() -> None:
    heavy = "(?:" + "a?" * 40 + "b{}|" + "[a-c]{{1,9}}" * 20 + ")*$"
    schema = closed(properties={f"p{number}": {"pattern": heavy.format(number)} for number in range(800)})
    findings = lint_tool(Tool("t", schema))
    assert [finding.rule for finding in findings] == ["refused", "size"]
    assert "Limits.steps" in findings[0].reason


def test_the_work_of_defaults_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callcheck_compiler.lint.subject.MOST_STEPS", 2000)
    properties = {f"p{number}": {"$ref": "#/$defs/d", "default": "x"} for number in range(60)}
    findings = lint_tool(Tool("t", closed(properties=properties) | {"$defs": {"d": {"type": "integer"}}}))
    assert {finding.rule for finding in findings} == {"default", "size"}
    assert len(findings) < 60
