"""Each provider's form of a schema: that the provider takes it, what it says, and what the report tells."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from callcheck_compiler.advertise import PROVIDERS, Narrowing, Report, Widening, advertise
from callcheck_compiler.advertise.modern import modern
from callcheck_compiler.advertise.roots import dialect_to_read
from callcheck_compiler.advertise.tools import listed_tool

from tests.advertising import CLOSED_CREATE, CLOSED_DELETE, CREATE, DELETE, branch
from tests.generators import GENERATED
from tests.provider_rules import as_json_schema, violations
from tests.shared import REPOSITORY, needs_shared, tools

Schema = Any
NAMES = tuple(PROVIDERS)
DOCUMENT = Path(REPOSITORY, "docs", "advertise.md")


def parameters(**properties: Schema) -> dict[str, Any]:
    """An object root that every provider takes but for what is in its properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def form_of(inner: Schema, provider: str) -> Schema:
    """What a provider's form makes of the schema of one property."""
    return advertise(parameters(p=inner), provider=provider).schema["properties"]["p"]


# --- every provider takes its forms ---

SCHEMAS: list[tuple[str, Schema]] = [
    *((name, schema) for name, schema, _ in GENERATED),
    ("open union", {"anyOf": [CREATE, DELETE]}),
    ("closed union", {"oneOf": [CLOSED_CREATE, CLOSED_DELETE]}),
    (
        "shape A",
        {
            **parameters(x={"type": "string"}, y={"type": "string"}),
            "required": [],
            "anyOf": [{"required": ["x"]}, {"required": ["y"]}],
        },
    ),
    (
        "shape C",
        {
            **parameters(mode={"enum": ["one", "two"]}),
            "allOf": [
                {
                    "if": {"properties": {"mode": {"const": "one"}}},
                    "then": {"required": ["x"], "properties": {"x": {"type": "integer"}}},
                }
            ],
        },
    ),
    (
        "nested union",
        parameters(
            target={"oneOf": [CLOSED_CREATE, CLOSED_DELETE]},
            other={"anyOf": [{"type": "string"}, {"anyOf": [{"type": "null"}, {"type": "integer"}]}]},
        ),
    ),
    (
        "nested conjunction",
        parameters(
            both={
                "allOf": [
                    branch({"a": {"type": "string"}}),
                    branch({"a": {"maxLength": 2}, "b": {"$ref": "#/$defs/B"}}),
                ]
            }
        )
        | {"$defs": {"B": {"type": "integer"}}},
    ),
    (
        "one of a conjunction",
        parameters(p={"allOf": [{"$ref": "#/$defs/B"}], "description": "told", "default": 1})
        | {"$defs": {"B": {"type": "integer", "description": "b"}}},
    ),
    ("recursion through the root", parameters(children={"type": "array", "items": {"$ref": "#"}})),
    (
        "recursion through a union at the root",
        {"anyOf": [branch({"child": {"$ref": "#"}}), branch({"leaf": {"type": "string"}})]},
    ),
    (
        "recursion through definitions",
        parameters(tree={"$ref": "#/$defs/Tree"})
        | {"$defs": {"Tree": branch({"left": {"$ref": "#/$defs/Tree"}, "v": {}})}},
    ),
    (
        "a reference into the root",
        parameters(
            a={"type": "object", "properties": {"b": {"type": "string"}}},
            c={"$ref": "#/properties/a/properties/b"},
        ),
    ),
    (
        "a reference by anchor",
        parameters(a={"$ref": "#limit"}) | {"$defs": {"L": {"$anchor": "limit", "type": "integer"}}},
    ),
    (
        "a reference with siblings",
        parameters(a={"$ref": "#/$defs/L", "maximum": 3, "description": "few"})
        | {"$defs": {"L": {"type": "integer"}}},
    ),
    (
        "a definition that is no name",
        parameters(a={"$ref": "#/$defs/a%20b~1c"}) | {"$defs": {"a b/c": {"type": "integer"}}},
    ),
    (
        "tuples",
        parameters(
            t={"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "maxItems": 2},
            u={"type": "array", "prefixItems": [{"type": "string"}]},
        ),
    ),
    (
        "tuples of draft 7",
        parameters(t={"type": "array", "items": [{"type": "string"}, {}], "additionalItems": False})
        | {"$schema": "http://json-schema.org/draft-07/schema#"},
    ),
    (
        "draft 4",
        parameters(n={"type": "number", "minimum": 0, "exclusiveMinimum": True})
        | {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x/y"},
    ),
    ("anything", parameters(a={}, b=True, c={"description": "told"}, d={"default": None})),
    ("nothing", parameters(a=False) | {"required": []}),
    ("no properties", {"type": "object"}),
    (
        "free maps",
        parameters(
            m={"type": "object"},
            n={"type": "object", "additionalProperties": {"type": "integer"}},
            o={"type": "object", "patternProperties": {"^a": {}}, "additionalProperties": False},
        ),
    ),
    (
        "arrays without items",
        parameters(
            a={"type": "array"},
            b={"type": ["array", "null"]},
            c={"type": "array", "items": {"type": "array"}},
        ),
    ),
    (
        "enums",
        parameters(
            a={"enum": ["x", ""]},
            b={"enum": [1, 2]},
            c={"enum": ["x", 1, None, {"k": 1}, []]},
            d={"type": "string", "enum": ["x"]},
            e={"const": None},
            f={"const": True},
        ),
    ),
    (
        "types",
        parameters(
            a={"type": ["string", "null"], "minLength": 1, "minimum": 2},
            b={"type": ["integer", "string", "array", "null"], "items": {"type": "string"}},
            c={"type": "null"},
        ),
    ),
    (
        "OpenAPI's nullable",
        parameters(
            a={"type": "string", "nullable": True, "enum": ["x"]}, b={"type": "object", "nullable": False}
        ),
    ),
    (
        "bounds",
        parameters(
            a={"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9.5},
            b={"type": "number", "exclusiveMinimum": 0, "minimum": -1},
        ),
    ),
    (
        "formats",
        parameters(
            a={"type": "string", "format": "uri"},
            b={"type": "string", "format": "date-time"},
            c={"type": "integer", "format": "int64"},
        ),
    ),
    (
        "patterns",
        parameters(
            a={"type": "string", "pattern": "^(?=a)b"},
            b={"type": "string", "pattern": "^\\p{L}+$"},
            c={"type": "string", "pattern": "^a"},
        ),
    ),
    (
        "conditions below",
        parameters(
            p={
                "type": "object",
                "properties": {"a": {}},
                "if": {"required": ["a"]},
                "then": {"required": ["b"]},
                "not": {"required": ["c"]},
            }
        ),
    ),
    (
        "contains",
        parameters(
            p={
                "type": "array",
                "items": {},
                "contains": {"pattern": "\\p{L}"},
                "maxContains": 2,
                "uniqueItems": True,
            }
        ),
    ),
    (
        "odd names",
        {
            "type": "object",
            "properties": {"a b": {"type": "string"}, "x" * 70: {}, "ok": {}},
            "required": ["ok"],
        },
    ),
    ("required but not declared", {"type": "object", "properties": {"a": {}}, "required": ["a", "b"]}),
    (
        "dependencies",
        {
            **parameters(a={}),
            "dependencies": {"a": ["b"], "b": {"properties": {"c": {}}}},
            "$schema": "http://json-schema.org/draft-07/schema#",
        },
    ),
    ("unevaluated", {"allOf": [branch({"a": {}})], "properties": {"b": {}}, "unevaluatedProperties": False}),
    ("listed objects", {"enum": [{"a": 1}, {"a": 2, "b": "x"}]}),
]


@pytest.mark.parametrize("provider", NAMES)
@pytest.mark.parametrize("schema", [case[1] for case in SCHEMAS], ids=[case[0] for case in SCHEMAS])
def test_a_form_is_what_its_provider_takes(schema: Schema, provider: str) -> None:
    before = copy.deepcopy(schema)
    form, report = advertise(schema, provider=provider)
    assert schema == before
    assert violations(provider, form) == []
    assert report.provider == provider
    assert not report.refused
    again = advertise(copy.deepcopy(schema), provider=provider)
    assert again.report is report
    assert again.schema is form or (form is schema and again.schema == schema)
    jsonschema_rs.validator_for(as_json_schema(form))


@needs_shared
@pytest.mark.parametrize("provider", NAMES)
def test_real_tools_are_brought_into_form(provider: str, pytestconfig: pytest.Config) -> None:
    every = 1 if pytestconfig.getoption("--slow") else 40
    refused = []
    for number, tool in enumerate(tools()[::every]):
        form, report = advertise(tool["parameters"], provider=provider)
        if report.refused:
            refused.append(tool)
            continue
        assert violations(provider, form) == [], f"tool {number * every}, {tool['name']}"
    # One of them has a `type` that is none.
    assert len(refused) <= 1


@needs_shared
@pytest.mark.parametrize("provider", ["mcp", "anthropic", "openai"])
def test_most_real_tools_need_nothing(provider: str) -> None:
    sample = tools()[::15]
    same = sum(
        advertise(tool["parameters"], provider=provider).schema is tool["parameters"] for tool in sample
    )
    assert same >= len(sample) * 0.98


# --- what the forms say ---

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


# --- what is told ---


def test_a_dropped_union_is_told_in_the_description_and_in_the_report() -> None:
    form, report = advertise({"oneOf": [CLOSED_CREATE, CLOSED_DELETE]}, provider="anthropic")
    assert (
        form["description"]
        == 'Give exactly one of: `action` "create" with `name`; `action` "delete" with `id`.'
    )
    assert report == Report(
        "anthropic", (Widening("", "oneOf", "Anthropic takes no `oneOf`, `allOf` or `anyOf` at the root"),)
    )
    assert str(report).splitlines() == [
        "is wider at the root, `oneOf`: Anthropic takes no `oneOf`, `allOf` or `anyOf` at the root",
        "Validation still enforces the schema as its author wrote it.",
    ]


def test_which_parameters_go_together_is_told() -> None:
    schema = {
        "type": "object",
        "properties": {"x": {}, "y": {}, "label": {}},
        "anyOf": [{"required": ["label"]}, {"required": ["x", "y"]}],
        "description": "A place.",
    }
    assert advertise(schema, provider="anthropic").schema == {
        "type": "object",
        "properties": {"x": {}, "y": {}, "label": {}},
        "description": "A place. Give one of: `label`; `x`, `y`.",
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/A", "$defs": {"A": CLOSED_CREATE}},
        {"allOf": [branch({"a": {"type": "string"}}, ["a"]), branch({"b": {"type": "integer"}}, ["b"])]},
        {"anyOf": [CLOSED_CREATE]},
        {"anyOf": [CREATE, {"type": "null"}]},
    ],
    ids=json.dumps,
)
def test_what_the_new_root_says_in_full_is_no_widening(schema: Schema) -> None:
    form, report = advertise(schema, provider="anthropic")
    assert set(form) <= {"type", "properties", "required", "additionalProperties"}
    assert not report


def test_what_asks_for_less_elsewhere_does_not_ask_for_more_in_a_negation() -> None:
    pattern = {"type": "string", "pattern": "^\\p{L}$"}
    form, report = advertise(
        parameters(p={"not": pattern}, q={"oneOf": [pattern, {"const": "a"}]}), provider="openai"
    )
    assert form["properties"]["p"] == {}
    assert "anyOf" in form["properties"]["q"]
    assert {(location, keyword) for location, keyword, _ in report.widened} == {
        ("/properties/p", "not"),
        ("/properties/q", "oneOf"),
        ("/properties/q/oneOf/0", "pattern"),
    }


def test_a_negation_of_what_is_named_goes_when_that_asks_for_less() -> None:
    schema = parameters(p={"not": {"$ref": "#/$defs/P"}}, q={"not": {"$ref": "#/$defs/Q"}}) | {
        "$defs": {"P": {"type": "string", "pattern": "\\p{L}"}, "Q": {"type": "string"}}
    }
    form = advertise(schema, provider="openai").schema
    assert form["properties"] == {"p": {}, "q": {"not": {"$ref": "#/$defs/Q"}}}


def test_a_strict_form_tells_that_null_stands_for_absence() -> None:
    form, report = advertise(
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
        provider="openai-strict",
    )
    assert form["required"] == ["a"]
    assert [entry.keyword for entry in report.narrowed] == ["required"]
    assert "sent as null" in report.narrowed[0].reason
    assert "NULL_AS_ABSENT" in report.widened[0].reason


def test_names_that_a_provider_refuses() -> None:
    schema = {"type": "object", "properties": {"a b": {}, "c": {}}, "required": ["c"]}
    form, report = advertise(schema, provider="anthropic")
    assert set(form["properties"]) == {"c"}
    assert report.narrowed == (
        Narrowing(
            "",
            "properties",
            'Anthropic takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`; "a b" is left out, for it does not fit',
        ),
    )
    form, report = advertise({**schema, "required": ["a b"]}, provider="anthropic")
    assert set(form["properties"]) == {"a b", "c"}
    assert [entry.reason for entry in report.refused] == [
        'Anthropic takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`; "a b" is required: give it another name'
    ]


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        (parameters(**{f"p{n}": {"type": "string"} for n in range(5001)}), "properties"),
        (parameters(a={"enum": [f"v{n}" for n in range(1001)]}), "enum"),
        (parameters(a={"enum": [f"{n:060}" for n in range(251)]}), "enum"),
        (parameters(**{f"{n:0600}": {"type": "string"} for n in range(201)}), "properties"),
    ],
    ids=["properties", "values", "characters of an enum", "characters"],
)
def test_the_limits_of_strict_mode_are_refusals(schema: Schema, keyword: str) -> None:
    report = advertise(schema, provider="openai-strict").report
    assert [entry.keyword for entry in report.refused] == [keyword]


def test_too_many_levels_for_strict_mode() -> None:
    schema: Schema = {"type": "string"}
    for _ in range(11):
        schema = parameters(p=schema)
    assert "11 levels of objects" in advertise(schema, provider="openai-strict").report.refused[0].reason


@pytest.mark.parametrize("provider", NAMES)
@pytest.mark.parametrize(
    "schema",
    [{"type": "array"}, False, {"properties": 3}, {"type": "object", "properties": {"a": {"type": "x"}}}],
    ids=json.dumps,
)
def test_what_cannot_be_brought_into_form_is_left_as_written(schema: Schema, provider: str) -> None:
    form, report = advertise(schema, provider=provider)
    assert form is schema
    assert len(report.refused) == 1


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'acme' is not known; the known ones are 'anthropic', 'openai'"):
        advertise({"type": "object"}, provider="acme")


# --- tools ---


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("anthropic", {"name": "t", "description": "d", "input_schema": parameters(a={"type": "string"})}),
        (
            "openai",
            {
                "type": "function",
                "function": {"name": "t", "description": "d", "parameters": parameters(a={"type": "string"})},
            },
        ),
        (
            "openai-strict",
            {
                "type": "function",
                "function": {
                    "name": "t",
                    "description": "d",
                    "parameters": {**parameters(a={"type": "string"}), "additionalProperties": False},
                    "strict": True,
                },
            },
        ),
        ("gemini", {"name": "t", "description": "d", "parameters": parameters(a={"type": "string"})}),
        (
            "bedrock",
            {
                "toolSpec": {
                    "name": "t",
                    "description": "d",
                    "inputSchema": {"json": parameters(a={"type": "string"})},
                }
            },
        ),
        ("mcp", {"name": "t", "description": "d", "inputSchema": parameters(a={"type": "string"})}),
        ("portable", {"name": "t", "description": "d", "inputSchema": parameters(a={"type": "string"})}),
    ],
)
def test_a_tool_as_a_request_lists_it(provider: str, expected: dict[str, Any]) -> None:
    assert listed_tool("t", parameters(a={"type": "string"}), provider, "d").definition == expected


def test_gemini_is_sent_no_parameters_where_there_are_none() -> None:
    assert listed_tool("t", {"type": "object", "properties": {}}, "gemini").definition == {"name": "t"}
    # What is no object is shown as it is, and refused.
    text = listed_tool("t", {"type": "string"}, "gemini")
    assert text.definition == {"name": "t", "parameters": {"type": "string"}}
    assert text.report.refused


@pytest.mark.parametrize(
    ("name", "refusing"),
    [
        ("good_name-1", ()),
        ("a.b", ("anthropic", "openai", "openai-strict", "bedrock", "portable")),
        ("1a", ("gemini", "portable")),
        ("x" * 65, ("openai", "openai-strict", "bedrock", "portable")),
        ("é", NAMES),
        ("", NAMES),
    ],
)
def test_names_of_tools(name: str, refusing: tuple[str, ...]) -> None:
    for provider in NAMES:
        report = listed_tool(name, {"type": "object"}, provider).report
        assert ([entry.keyword for entry in report.refused] == ["name"]) is (provider in refusing), provider


# --- drafts ---

MODERN: list[tuple[Schema, Schema]] = [
    ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ({"maximum": 1, "exclusiveMaximum": False}, {"maximum": 1}),
    (
        {"items": [{}, {"items": [{}]}], "additionalItems": False},
        {"prefixItems": [{}, {"prefixItems": [{}]}], "items": False},
    ),
    (
        {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
        {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
    ),
    ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
    (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$ref": "#/definitions/a",
            "minimum": 3,
            "title": "t",
        },
        {"$ref": "#/definitions/a", "title": "t"},
    ),
    (
        {"$schema": "http://json-schema.org/draft-04/schema#", "const": 1, "id": "http://x/"},
        {"$id": "http://x/"},
    ),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "unevaluatedProperties": False}, {}),
    (
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "items": {"$recursiveRef": "#"}},
        {"items": {"$ref": "#"}},
    ),
]


@pytest.mark.parametrize(("schema", "expected"), MODERN, ids=[json.dumps(case[0]) for case in MODERN])
def test_older_drafts_in_the_words_of_2020_12(schema: Schema, expected: Schema) -> None:
    assert modern(schema, dialect_to_read(schema)) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"},
        {"items": {}},
        {"exclusiveMinimum": 1},
    ],
    ids=json.dumps,
)
def test_what_reads_the_same_stays_the_same_object(schema: Schema) -> None:
    assert modern(schema, dialect_to_read(schema)) is schema


# --- the page ---


def test_every_rule_is_documented_with_its_source() -> None:
    text = re.sub(r"\s+", " ", DOCUMENT.read_text(encoding="utf-8"))
    missing = [
        f"{provider.title} {rule.says} ({rule.source})"
        for provider in PROVIDERS.values()
        for rule in provider.rules
        if f"{rule.says} | {rule.source} |" not in text
    ]
    assert missing == []
