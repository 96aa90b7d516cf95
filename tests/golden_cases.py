"""The small schemas of which the program, the plan and the source are kept: one a feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, Formats

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
POLICIES = {
    "TOOL_INPUT": TOOL_INPUT,
    "LENIENT": LENIENT,
    "STRICT": STRICT,
    "STRICT_CORE": STRICT_CORE,
    "JSON_SCHEMA": JSON_SCHEMA,
    "JSON_SCHEMA, formats asserted": replace(JSON_SCHEMA, formats=Formats.ASSERT),
}


class Golden(NamedTuple):
    """A schema, under a policy by its name in `POLICIES`."""

    policy: str
    schema: Any


def closed(**properties: Any) -> dict[str, Any]:
    """A closed object of these properties."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


def kind(name: str, **properties: Any) -> dict[str, Any]:
    """A branch of a union that the property `kind` tells apart."""
    required = ["kind", *properties]
    return {**closed(kind={"const": name}, **properties), "required": required}


TEXT = {"type": "string"}
SCALARS = {
    "flag": {"type": "boolean"},
    "count": {"type": "integer", "minimum": 0},
    "ratio": {"type": "number"},
    "name": TEXT,
}

GOLDENS: dict[str, Golden] = {
    "closed_object": Golden(
        "JSON_SCHEMA", {**closed(path=TEXT, limit={"type": "integer"}), "required": ["path"]}
    ),
    "open_object": Golden(
        "JSON_SCHEMA", {"type": "object", "properties": {"path": TEXT}, "required": ["path"]}
    ),
    "free_map": Golden("JSON_SCHEMA", {"type": "object", "additionalProperties": {"type": "integer"}}),
    "nested_object": Golden(
        "JSON_SCHEMA",
        {**closed(edit={**closed(old=TEXT, new=TEXT), "required": ["old"]}), "required": ["edit"]},
    ),
    "array_of_objects": Golden(
        "JSON_SCHEMA",
        closed(
            todos={
                "type": "array",
                "items": {**closed(content=TEXT, done={"type": "boolean"}), "required": ["content"]},
            }
        ),
    ),
    "enum_and_const": Golden(
        "JSON_SCHEMA",
        closed(
            mode={"enum": ["content", "count"]}, level={"enum": [1, 2.5, None, [1]]}, version={"const": 2}
        ),
    ),
    "bounds": Golden(
        "JSON_SCHEMA",
        closed(
            text={"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^\\w+$"},
            number={"type": "number", "exclusiveMinimum": 0, "maximum": 1, "multipleOf": 0.1},
            items={"type": "array", "minItems": 1, "maxItems": 3, "uniqueItems": True},
        ),
    ),
    "nullable": Golden(
        "TOOL_INPUT",
        closed(
            a={"type": ["string", "null"]},
            b={"type": "integer", "nullable": True},
            c={"anyOf": [TEXT, {"type": "null"}]},
        ),
    ),
    "discriminated_union": Golden(
        "JSON_SCHEMA",
        {"type": "object", "anyOf": [kind("read", path=TEXT), kind("write", path=TEXT, text=TEXT)]},
    ),
    "union_root": Golden(
        "TOOL_INPUT",
        {
            "anyOf": [
                closed(kind={"const": "wait"}, seconds={"type": "number", "minimum": 0}),
                {
                    **closed(
                        kind={"enum": ["again", "anew"]},
                        seconds={"type": "number"},
                        times={"type": "integer"},
                    ),
                    "required": ["times"],
                },
            ]
        },
    ),
    "union_of_types": Golden("JSON_SCHEMA", {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}),
    "one_of": Golden("JSON_SCHEMA", {"oneOf": [{"required": ["a"]}, {"required": ["b"]}, {"maximum": 3}]}),
    "not": Golden("JSON_SCHEMA", closed(name={"type": "string", "not": {"enum": ["", "."]}})),
    "if_then_else": Golden(
        "JSON_SCHEMA",
        {
            **closed(unit={"enum": ["c", "f"]}, degrees={"type": "number"}),
            "if": {"properties": {"unit": {"const": "c"}}, "required": ["unit"]},
            "then": {"properties": {"degrees": {"minimum": -273.15}}},
            "else": {"required": ["degrees"]},
        },
    ),
    "dependent": Golden(
        "JSON_SCHEMA",
        {
            "dependentRequired": {"a": ["b", "c"]},
            "dependentSchemas": {"d": {"properties": {"e": {"type": "integer"}}}},
        },
    ),
    "recursive_reference": Golden(
        "JSON_SCHEMA",
        {
            "$ref": "#/$defs/node",
            "$defs": {
                "node": {
                    **closed(value=TEXT, children={"type": "array", "items": {"$ref": "#/$defs/node"}}),
                    "required": ["value"],
                }
            },
        },
    ),
    "reference_inlined": Golden(
        "JSON_SCHEMA",
        {
            **closed(start={"$ref": "#/$defs/line"}, end={"$ref": "#/$defs/line"}),
            "$defs": {"line": {"type": "integer", "minimum": 1}},
        },
    ),
    "all_of": Golden(
        "JSON_SCHEMA",
        {
            "allOf": [
                {"type": "object", "required": ["a"]},
                {"properties": {"a": TEXT}},
                {"properties": {"a": {"minLength": 2}}},
            ]
        },
    ),
    "pattern_properties": Golden(
        "JSON_SCHEMA",
        {
            "type": "object",
            "properties": {"id": TEXT},
            "patternProperties": {"^x-": {"type": "integer"}},
            "additionalProperties": False,
        },
    ),
    "property_names": Golden("JSON_SCHEMA", {"propertyNames": {"maxLength": 3}, "minProperties": 1}),
    "unevaluated_settled": Golden(
        "JSON_SCHEMA",
        {"allOf": [{"properties": {"a": TEXT}}], "properties": {"b": TEXT}, "unevaluatedProperties": False},
    ),
    "unevaluated_by_instance": Golden(
        "JSON_SCHEMA",
        {
            "anyOf": [{"properties": {"a": TEXT}}, {"properties": {"b": TEXT}, "required": ["b"]}],
            "unevaluatedProperties": False,
        },
    ),
    "tuple": Golden(
        "JSON_SCHEMA",
        {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "items": False, "minItems": 2},
    ),
    "contains": Golden("JSON_SCHEMA", {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3}),
    "coerced_tool_input": Golden("TOOL_INPUT", closed(**SCALARS, inner=closed(**SCALARS))),
    "coerced_lenient": Golden(
        "LENIENT",
        {
            **closed(
                **SCALARS,
                tags={"type": "array", "items": {"type": "integer"}},
                limit={"anyOf": [{"type": "integer"}, {"type": "null"}]},
            ),
            "required": ["name"],
        },
    ),
    "rejected_undeclared": Golden(
        "STRICT",
        {
            "type": "object",
            "properties": {"a": TEXT, "map": {"type": "object"}, "inner": {"properties": {"b": TEXT}}},
        },
    ),
    "core": Golden(
        "STRICT_CORE",
        {
            "type": "object",
            "properties": {"a": {"type": "string", "minLength": 3}, "b": {"allOf": [TEXT]}},
            "required": ["a"],
        },
    ),
    "formats_asserted": Golden(
        "JSON_SCHEMA, formats asserted",
        closed(day={"format": "date"}, mail={"type": "string", "format": "email"}),
    ),
    "draft_4": Golden(
        "JSON_SCHEMA",
        {
            "$schema": DRAFT_4,
            **closed(
                n={"type": "integer", "minimum": 1, "exclusiveMinimum": True},
                pair={"items": [TEXT], "additionalItems": False},
            ),
            "dependencies": {"n": ["pair"]},
        },
    ),
    "strange_names": Golden(
        "TOOL_INPUT",
        {
            **closed(
                **{"-n": {"type": "boolean"}, "a.b": TEXT, "class": TEXT, "": TEXT, "\u00e9\n\"'": TEXT}
            ),
            "required": ["-n"],
        },
    ),
    "false": Golden("JSON_SCHEMA", False),
}
