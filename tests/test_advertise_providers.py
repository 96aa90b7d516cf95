"""Each provider's form of a schema: that the provider takes it."""

from __future__ import annotations

import copy

import jsonschema_rs
import pytest
from callcheck_compiler.advertise import advertise

from tests.advertising import CLOSED_CREATE, CLOSED_DELETE, CREATE, DELETE, NAMES, Schema, branch, parameters
from tests.generators import GENERATED
from tests.provider_rules import as_json_schema, violations
from tests.shared import needs_shared, tools

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
