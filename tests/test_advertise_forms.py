"""Each provider's form of a schema: what it says."""

from __future__ import annotations

import json

import pytest
from callcheck_compiler.advertise import advertise

from tests.advertising import CLOSED_DELETE, Schema, branch, parameters


def form_of(inner: Schema, provider: str) -> Schema:
    """What a provider's form makes of the schema of one property."""
    return advertise(parameters(p=inner), provider=provider).schema["properties"]["p"]


FORMS: list[tuple[str, Schema, Schema]] = [
    ("gemini", {"type": ["string", "null"]}, {"type": "string", "nullable": True}),
    ("gemini", {"const": "x"}, {"type": "string", "enum": ["x"]}),
    ("gemini", {"type": "integer", "enum": [1, 2]}, {"type": "integer", "description": "(enum: [1, 2])"}),
    ("gemini", {"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
    (
        "gemini",
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "number", "minimum": 0, "description": "(exclusiveMinimum: 0)"},
    ),
    (
        "gemini",
        {"type": "string", "format": "uri", "description": "where"},
        {"type": "string", "description": 'where (format: "uri")'},
    ),
    (
        "gemini",
        {"type": ["string", "integer"], "minLength": 1, "minimum": 2},
        {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer", "minimum": 2}]},
    ),
    (
        "gemini",
        {
            "anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}],
            "description": "told",
            "default": None,
        },
        {"anyOf": [{"type": "string", "nullable": True, "description": "told"}, {"type": "integer"}]},
    ),
    (
        "gemini",
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    ),
    (
        "gemini",
        {"type": "array"},
        {
            "type": "array",
            "items": {"anyOf": [{"type": name} for name in ("string", "number", "boolean", "object")]},
        },
    ),
    ("gemini", {"type": "object", "additionalProperties": {"type": "string"}}, {"type": "object"}),
    ("gemini", {"enum": ["a", None]}, {"type": "string", "enum": ["a"], "nullable": True}),
    ("gemini", {"anyOf": [{"type": "string"}, {}]}, {"type": "string"}),
    ("portable", {"type": ["string", "null"]}, {"type": "string"}),
    ("openai", {"type": "array"}, {"type": "array", "items": {}}),
    (
        "openai",
        {"type": "string", "pattern": "^\\p{L}$"},
        {"type": "string", "description": '(pattern: "^\\\\p{L}$")'},
    ),
    (
        "openai-strict",
        {"type": "string", "minLength": 1},
        {"type": "string", "description": "(minLength: 1)"},
    ),
    (
        "openai-strict",
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {
            "type": "object",
            "properties": {"a": {"type": ["string", "null"]}},
            "additionalProperties": False,
            "required": ["a"],
        },
    ),
    (
        "openai-strict",
        {"type": "object"},
        {"type": "object", "properties": {}, "additionalProperties": False, "required": []},
    ),
    (
        "openai-strict",
        {
            "type": "object",
            "properties": {
                "a": {"enum": ["x"]},
                "b": {"const": 1},
                "c": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            },
        },
        {
            "type": "object",
            "properties": {
                "a": {"type": ["string", "null"], "enum": ["x", None]},
                "b": {"type": ["integer", "null"], "enum": [1, None]},
                "c": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            },
            "additionalProperties": False,
            "required": ["a", "b", "c"],
        },
    ),
    (
        "openai-strict",
        {"allOf": [{"type": "string"}, {"minLength": 2, "pattern": "a"}]},
        {"description": "(minLength: 2)", "type": "string", "pattern": "a"},
    ),
    (
        "anthropic",
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    ),
    ("anthropic", {"type": "array", "items": [{}, {}]}, {"type": "array", "prefixItems": [{}, {}]}),
]


@pytest.mark.parametrize(
    ("provider", "inner", "expected"), FORMS, ids=[f"{case[0]} {json.dumps(case[1])}" for case in FORMS]
)
def test_what_a_form_says(provider: str, inner: Schema, expected: Schema) -> None:
    assert form_of(inner, provider) == expected


def test_a_description_of_a_reference_survives() -> None:
    schema = parameters(p={"$ref": "#/$defs/P", "description": "mine"}) | {
        "$defs": {"P": {"type": "string", "description": "its own"}}
    }
    assert advertise(schema, provider="openai-strict").schema["properties"]["p"] == {
        "description": "mine",
        "anyOf": [{"$ref": "#/$defs/P"}],
    }
    assert advertise(schema, provider="gemini").schema["properties"]["p"] == {
        "type": "string",
        "description": "mine",
    }


def test_definitions_that_nothing_leads_to_any_more_are_left_out() -> None:
    schema = {
        "oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
        "$defs": {"A": branch({"a": {"$ref": "#/$defs/C"}}), "B": CLOSED_DELETE, "C": {"type": "integer"}},
    }
    assert set(advertise(schema, provider="anthropic").schema["$defs"]) == {"C"}


def test_a_recursive_union_keeps_its_union_below_the_root() -> None:
    schema = {
        "anyOf": [branch({"child": {"$ref": "#"}}, ["child"]), branch({"leaf": {"type": "string"}}, ["leaf"])]
    }
    form = advertise(schema, provider="anthropic").schema
    assert form["properties"]["child"] == {"anyOf": [{"$ref": "#/$defs/arguments"}, {}]}
    assert set(form["$defs"]["arguments"]) == {"anyOf"}


def test_small_schemas_do_not_become_huge_ones() -> None:
    definitions = {
        f"L{n}": branch({"a": {"$ref": f"#/$defs/L{n + 1}"}, "b": {"$ref": f"#/$defs/L{n + 1}"}})
        for n in range(40)
    }
    schema = parameters(p={"$ref": "#/$defs/L0"}) | {"$defs": {**definitions, "L40": {"type": "string"}}}
    form, report = advertise(schema, provider="bedrock")
    assert len(json.dumps(form)) < 5_000_000
    assert any("more than 10000 subschemas" in reason for _, _, reason in report.widened)
