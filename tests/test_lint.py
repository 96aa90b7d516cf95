"""Lint: each rule finds what it is for, at the right place, and nothing in a sound schema."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from callcheck_compiler.lint import NAME_RULES, RULES, Finding, Severity, lint_tool, lint_tools
from callcheck_compiler.lint.subject import Subject
from callcheck_compiler.sources import Tool

from tests.shared import needs_shared, tools


def closed(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, **keywords}


BAD_PATTERN = {"type": "string", "pattern": "("}


def found(schema: Any, rule: str) -> list[Finding]:
    return [finding for finding in lint_tool(Tool("t", schema, "here")) if finding.rule == rule]


SOUND: list[Any] = [
    closed(),
    closed(
        properties={"q": {"type": "string", "default": "a", "format": "date-time", "pattern": "^a$"}},
        required=["q"],
    ),
    closed(properties={"n": {"type": ["integer", "null"], "default": None}}),
    closed(properties={"n": {"type": "integer", "nullable": True, "default": None}}),
    closed(properties={"n": {"$ref": "#/$defs/N", "default": 3}}, **{"$defs": {"N": {"type": "integer"}}}),
    closed(properties={"a": {}, "b": {}}, anyOf=[{"required": ["a"]}, {"required": ["b"]}]),
    closed(properties={"kind": {}, "x": {}}, **{"if": {"required": ["kind"]}, "then": {"required": ["x"]}}),
    {
        "type": "object",
        "allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"own": {}}, "required": ["own", "base"]}],
        "unevaluatedProperties": False,
        "$defs": {"Base": {"properties": {"base": {}}, "required": ["own"]}},
    },
    closed(properties={"not": {"not": {"required": ["x"]}}}),
    {"type": "object", "patternProperties": {"^x": {}}, "required": ["x1"], "additionalProperties": False},
    closed(
        properties={
            "default": {"type": "string"},
            "format": {"enum": ["weird"]},
            "required": {"type": "array"},
        }
    ),
    closed(
        properties={
            "e": {"enum": [{"format": "weird", "required": ["no"], "default": None, "type": "string"}]}
        }
    ),
]


@pytest.mark.parametrize("schema", SOUND, ids=json.dumps)
def test_nothing_is_found_in_a_sound_schema(schema: Any) -> None:
    assert lint_tool(Tool("t", schema)) == []


@pytest.mark.parametrize(
    ("schema", "rule", "severity", "location", "reason", "instead"),
    [
        ({"type": "strin"}, "refused", "ERROR", "/type", "strin", ""),
        (None, "refused", "ERROR", "", "", ""),
        (closed(properties={"q": {"$ref": "#/nowhere"}}), "refused", "ERROR", "/properties/q/$ref", "", ""),
        (
            closed(required=["q"]),
            "required",
            "ERROR",
            "/required/0",
            "`q` is required but not declared under `properties`, and no other names are allowed: no call can be valid",
            "declare `q` under `properties`",
        ),
        (
            {"type": "object", "properties": {"query": {}}, "required": ["query", "querry"]},
            "required",
            "WARNING",
            "/required/1",
            "`querry` is required but not declared under `properties`",
            "declare `querry` under `properties`, or write `query`",
        ),
        (
            closed(properties={"o": {"type": "array", "items": {"type": "object", "required": ["x"]}}}),
            "required",
            "WARNING",
            "/properties/o/items/required/0",
            "`x` is required",
            "declare `x`",
        ),
        (
            {"type": "object", "anyOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"required": ["gone"]}}},
            "required",
            "WARNING",
            "/$defs/A/required/0",
            "`gone` is required",
            "declare `gone`",
        ),
        (
            closed(properties={"n": {"type": "integer", "default": None}}),
            "default",
            "WARNING",
            "/properties/n/default",
            "the default null is rejected by the schema itself: it must be `integer`, not `null`",
            "leave `default` out, or admit null beside the type",
        ),
        (
            closed(properties={"n": {"enum": ["a", "b"], "default": "c"}}),
            "default",
            "WARNING",
            "/properties/n/default",
            'the default "c" is rejected by the schema itself: it',
            "give a default that the schema admits, or leave it out",
        ),
        (
            closed(
                properties={"o": {"type": "object", "properties": {"x": {"minimum": 3}}, "default": {"x": 1}}}
            ),
            "default",
            "WARNING",
            "/properties/o/default",
            "it has `x` that must be at least 3",
            "give a default",
        ),
        (
            closed(
                properties={"n": {"$ref": "#/$defs/a%20b", "default": "z"}},
                **{"$defs": {"a b": {"type": "integer"}}},
            ),
            "default",
            "WARNING",
            "/properties/n/default",
            "it must be `integer`, not `string`",
            "give a default",
        ),
        (
            closed(properties={"w": {"type": "string", "format": "date_time"}}),
            "format",
            "WARNING",
            "/properties/w/format",
            '"date_time" is not a format of JSON Schema, so nothing checks it',
            'write "date-time"',
        ),
        (
            closed(properties={"w": {"type": "integer", "format": "int32"}}),
            "format",
            "INFO",
            "/properties/w/format",
            '"int32" is a format of OpenAPI',
            "use `minimum` and `maximum`",
        ),
        (
            {"type": "object", "properties": {"a": {}}},
            "open",
            "INFO",
            "",
            "not declared pass",
            '"additionalProperties": false',
        ),
        (
            closed(properties={"o": {"type": "object", "allOf": [{"properties": {"a": {}}}]}}),
            "open",
            "INFO",
            "/properties/o",
            "not declared pass",
            '"unevaluatedProperties": false',
        ),
        (
            {"type": "string"},
            "advertise",
            "WARNING",
            "",
            "the root cannot be advertised as an object",
            "write {",
        ),
    ],
)
def test_a_rule_finds_what_it_is_for(
    schema: Any, rule: str, severity: str, location: str, reason: str, instead: str
) -> None:
    (finding,) = found(schema, rule)
    assert (finding.severity.name, finding.tool, finding.location) == (severity, "t", location)
    assert finding.place == "here"
    assert reason in finding.reason
    assert instead in finding.instead


def test_every_pattern_that_cannot_be_translated_is_named() -> None:
    schema = closed(properties={"a": {"pattern": "("}, "b": {"pattern": "^ok$"}, "c": {"pattern": "[z-a]"}})
    findings = [finding for finding in lint_tool(Tool("t", schema)) if finding.rule in ("refused", "pattern")]
    assert sorted(finding.location for finding in findings) == [
        "/properties/a/pattern",
        "/properties/c/pattern",
    ]
    assert {finding.severity for finding in findings} == {Severity.ERROR}


def test_names() -> None:
    named = [Tool(name, closed()) for name in ("Grep", "grep", "Grep", "a b", "", "ok_1.x-y", "n" * 129)]
    rules = Counter((finding.rule, finding.tool) for finding in lint_tools(named))
    assert rules == Counter(
        {
            ("name-twice", "Grep"): 1,
            ("name-case", "grep"): 1,
            ("name-form", "a b"): 1,
            ("name-form", ""): 1,
            ("name-form", "n" * 129): 1,
        }
    )


def test_every_rule_is_documented() -> None:
    from pathlib import Path

    text = (Path(__file__).parent.parent / "docs" / "command.md").read_text(encoding="utf-8")
    assert [rule for rule in (*RULES, *NAME_RULES) if f"| `{rule}` |" not in text] == []


def test_positions_bring_together_what_speaks_of_one_instance() -> None:
    schema = {
        "allOf": [{"$ref": "#/$defs/A"}],
        "properties": {"x": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
        "$defs": {"A": {"properties": {"y": True}}, "unused": {"properties": {"z": {}}}},
    }
    positions = Subject(Tool("t", schema)).positions
    assert [sorted(place.location for place in position) for position in positions] == [
        ["", "/$defs/A", "/allOf/0"],
        ["/properties/x", "/properties/x/anyOf/0", "/properties/x/anyOf/1"],
    ]


@needs_shared
def test_the_corpus_is_linted_whole() -> None:
    sample = tools()[::20]
    counts: Counter[str] = Counter()
    for tool in sample:
        findings = lint_tool(Tool(tool["name"], tool["parameters"]))
        counts.update(finding.rule for finding in findings)
        refused = any(
            finding.severity is Severity.ERROR and finding.rule == "refused" for finding in findings
        )
        assert refused == ("schema_error" in tool), tool["name"]
    assert counts["default"] > 10
    assert counts["open"] > 100


@pytest.mark.parametrize(
    "wrong", [BAD_PATTERN, {"type": "strin"}, {"minimum": "a"}, {"$ref": 3}], ids=json.dumps
)
def test_a_malformed_keyword_hides_nothing_else(wrong: Any) -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": wrong,
            "b": {
                "type": "object",
                "properties": {"x": {}},
                "additionalProperties": False,
                "required": ["y"],
            },
            "c": {"type": "integer", "default": "x"},
            "d": {"type": "string", "format": "weird"},
        },
        "required": ["z"],
    }
    rules = Counter((finding.rule, finding.location) for finding in lint_tool(Tool("t", schema)))
    keyword = next(reversed(wrong))
    assert rules == Counter(
        {
            ("refused", f"/properties/a/{keyword}"): 1,
            ("required", "/required/0"): 1,
            ("required", "/properties/b/required/0"): 1,
            ("default", "/properties/c/default"): 1,
            ("format", "/properties/d/format"): 1,
            ("open", ""): 1,
        }
    )


@pytest.mark.parametrize("reference", ["#/$defs/Base", "#base", "#/%24defs/Base"])
def test_what_a_malformed_schema_refers_to_is_declared(reference: str) -> None:
    schema = {
        "type": "object",
        "properties": {"a": BAD_PATTERN},
        "required": ["b"],
        "allOf": [{"$ref": reference}],
        "$defs": {"Base": {"$anchor": "base", "properties": {"b": {}}}},
    }
    assert found(schema, "refused")
    assert found(schema, "required") == []


@pytest.mark.parametrize(
    ("wrong", "instead"),
    [
        (BAD_PATTERN, "close the bracket, or put a backslash before it"),
        ({"pattern": "[a"}, "close the bracket, or put a backslash before it"),
        ({"pattern": "a)"}, "balance the brackets"),
        ({"pattern": "(?i)x"}, "write out what it means"),
        ({"patternProperties": {"(": {}}}, "close the bracket"),
        ({"pattern": "(a)?\\1"}, "write a simpler pattern"),
        ({"$ref": "#/$defs/Gone"}, "point to a place that exists, such as #/$defs/NAME"),
        ({"$ref": "https://example.com/schema"}, "or write the schema here in its place"),
        ({"type": "strin"}, "make it one of null, boolean, integer"),
        ({"minLength": -1}, "make it a non-negative integer"),
        ({"const": float("nan")}, "leave it out"),
        ({"properties": 3}, "make it an object"),
    ],
    ids=repr,
)
def test_a_refusal_says_what_would_be_right(wrong: Any, instead: str) -> None:
    (finding,) = found(closed(properties={"q": wrong}), "refused")
    assert instead in finding.instead


def test_every_pattern_says_what_would_be_right() -> None:
    schema = closed(properties={"a": BAD_PATTERN, "b": {"pattern": "[z"}, "c": {"pattern": "x)"}})
    assert len(found(schema, "pattern")) == 2
    assert all(finding.instead for finding in found(schema, "pattern"))
