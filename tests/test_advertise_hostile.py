"""Schemas that want to hurt: advertising them neither raises nor hangs."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from callcheck_compiler.advertise import advertise, unadvertisable

from tests.advertising import CREATE, DELETE, Schema, branch


def nested(depth: int) -> Schema:
    schema: Schema = CREATE
    for _ in range(depth):
        schema = {"anyOf": [schema]}
    return schema


def doubling(levels: int) -> Schema:
    definitions: dict[str, Any] = {
        f"L{n}": {"anyOf": [{"$ref": f"#/$defs/L{n + 1}"}] * 2} for n in range(levels)
    }
    return {"$ref": "#/$defs/L0", "$defs": {**definitions, f"L{levels}": CREATE}}


def leading_around(levels: int) -> Schema:
    """Definitions of which each leads to three others, again and again."""
    names = [f"N{n}" for n in range(levels)]

    def leads_to(n: int) -> Schema:
        return {"$ref": f"#/$defs/{names[n % levels]}"}

    definitions = {
        name: {
            "type": "object",
            "additionalProperties": leads_to(n + 1),
            "anyOf": [{"properties": {"a": leads_to(n + 2)}}, {"properties": {"b": leads_to(n + 5)}}],
        }
        for n, name in enumerate(names)
    }
    return {"type": "object", "properties": {"p": leads_to(0)}, "$defs": definitions}


LIST = {"type": "object", "properties": {"next": {"$ref": "#/$defs/List"}, "id": {"type": "string"}}}
LONGER_LIST = {
    "allOf": [
        {"$ref": "#/$defs/List"},
        {"type": "object", "properties": {"next": {"$ref": "#/$defs/Longer"}}},
    ]
}


def many_patterns(count: int) -> Schema:
    patterns = {f"p{n}[a-z]": {"minLength": n} for n in range(count)}
    return {
        "patternProperties": patterns,
        "allOf": [{"properties": {f"k{n}": {"type": "string"} for n in range(count)}}],
    }


def cyclic() -> Schema:
    schema: dict[str, Any] = {"anyOf": [CREATE]}
    schema["anyOf"].append(schema)
    return schema


HOSTILE: list[tuple[str, Schema]] = [
    ("nested beyond the interpreter", nested(350)),
    ("nested beyond the limit", nested(2000)),
    ("exponentially many branches", doubling(60)),
    ("contains itself", cyclic()),
    ("many branches and keys", {"anyOf": [branch({f"k{n}": {"type": "integer"}}) for n in range(3000)]}),
    (
        "a pattern that backtracks",
        {"anyOf": [branch({"a" * 40 + "!": {}}), branch({}, patternProperties={"^(a+)+$": {}})]},
    ),
    ("no JSON", {"anyOf": [{1, 2}]}),
    ("keys that are no strings", {"anyOf": [{1: 2}]}),
    ("a reference to nothing", {"anyOf": [{"$ref": "#/$defs/missing"}, CREATE]}),
    ("a reference to the network", {"anyOf": [{"$ref": "https://example.com/s.json"}, CREATE]}),
    ("a reference to itself", {"$ref": "#"}),
    (
        "a union that leads back to itself",
        {
            "$defs": {"A": {"anyOf": [CREATE, {"$ref": "#/$defs/A"}]}},
            "anyOf": [{"$ref": "#/$defs/A"}, DELETE],
        },
    ),
    ("a definition that leads back to itself under what it merges", leading_around(1)),
    ("definitions that lead to one another", leading_around(12)),
    (
        "a recursive object that another one makes narrower",
        {"type": "object", "properties": {"p": LONGER_LIST}, "$defs": {"List": LIST, "Longer": LONGER_LIST}},
    ),
    ("each key may match each pattern", many_patterns(400)),
]


@pytest.mark.parametrize("schema", [case[1] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
@pytest.mark.parametrize("provider", [None, "anthropic", "openai-strict", "gemini"])
def test_hostile_schemas_neither_raise_nor_hang(schema: Schema, provider: str | None) -> None:
    start = time.perf_counter()
    advertise(schema, provider=provider)
    unadvertisable(schema)
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize("schema", [case[1] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
@pytest.mark.parametrize("provider", ["anthropic", "openai-strict", "gemini"])
def test_a_form_and_its_report_stay_small(schema: Schema, provider: str) -> None:
    form, report = advertise(schema, provider=provider)
    assert form is schema or len(json.dumps(form)) < 2_000_000
    assert len(str(report)) < 2_000_000


def test_what_leads_back_to_itself_stays_a_reference() -> None:
    schema = {
        "type": "object",
        "properties": {"p": LONGER_LIST},
        "$defs": {"List": LIST, "Longer": LONGER_LIST},
    }
    form, report = advertise(schema, provider="openai-strict")
    assert not report.refused
    assert form["properties"]["p"]["properties"]["next"]["anyOf"] == [
        {"$ref": "#/$defs/List"},
        {"type": "null"},
    ]
