"""Union roots become objects that accept the same arguments, where a plain merge would not."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck_compiler.advertise import advertise

from tests.advertising import (
    CLOSED_CREATE,
    CREATE,
    DELETE,
    DRAFT_7,
    VALUES,
    Schema,
    assert_same_arguments,
    branch,
)

# Where a plain merge of the branches would accept more or less: name, schema, keys to try.
TRAPS: list[tuple[str, Schema]] = [
    ("an open branch takes any type for a key of another", {"anyOf": [CREATE, DELETE]}),
    ("closed and open", {"anyOf": [CLOSED_CREATE, DELETE]}),
    (
        "one of two that overlap",
        {"oneOf": [branch({"name": {"type": "string"}}), branch({"id": {"type": "integer"}})]},
    ),
    (
        "a pattern that only looks like text",
        {
            "anyOf": [
                CLOSED_CREATE,
                branch({}, patternProperties={"^na.e$": {"type": "integer"}}, additionalProperties=False),
            ]
        },
    ),
    (
        "closed, but for what patterns match",
        {
            "anyOf": [
                branch({"id": {}}, patternProperties={"^na": {"type": "string"}}, additionalProperties=False)
            ]
            * 2
        },
    ),
    (
        "unevaluatedProperties at the root",
        {
            "type": "object",
            "unevaluatedProperties": False,
            "anyOf": [CREATE, branch({"id": {"type": "integer"}}, ["id"])],
        },
    ),
    (
        "unevaluatedProperties beside properties of the root",
        {"properties": {"note": {}}, "unevaluatedProperties": {"type": "integer"}, "oneOf": [CREATE, DELETE]},
    ),
    (
        "a schema for other keys at the root",
        {"properties": {"note": {}}, "additionalProperties": {"type": "string"}, "anyOf": [CREATE, {}]},
    ),
    (
        "no other keys at the root",
        {
            "type": "object",
            "properties": {"action": {}},
            "additionalProperties": False,
            "anyOf": [CREATE, branch({"action": {}})],
        },
    ),
    (
        "a root that refers to itself",
        {"anyOf": [{"properties": {"name": {"$ref": "#"}}, "required": ["name"]}, {"maxProperties": 1}]},
    ),
    (
        "a root that refers to itself and is closed by what is evaluated",
        {
            "anyOf": [branch({"name": {"$ref": "#", "unevaluatedProperties": False}}), DELETE],
        },
    ),
    (
        "a branch that refers to a property of the root",
        {
            "properties": {"action": {"type": "string"}},
            "anyOf": [
                branch({"action": {"const": "create"}, "name": {"$ref": "#/properties/action"}}, ["action"]),
                DELETE,
            ],
        },
    ),
    (
        "a branch that refers into another",
        {"anyOf": [CREATE, branch({"name": {"$ref": "#/anyOf/0/properties/action"}}, ["name"])]},
    ),
    (
        "a recursive union",
        {
            "$defs": {
                "Node": {
                    "oneOf": [
                        branch({"id": {"type": "integer"}}, ["id"]),
                        branch({"name": {"$ref": "#/$defs/Node"}}, ["name"]),
                    ]
                }
            },
            "$ref": "#/$defs/Node",
        },
    ),
    (
        "siblings of a reference in draft 7",
        {
            "$schema": DRAFT_7,
            "$ref": "#/definitions/A",
            "properties": {"id": {"type": "null"}},
            "required": ["zz"],
            "definitions": {"A": DELETE},
        },
    ),
    (
        "an identifier in a branch",
        {
            "anyOf": [
                {
                    "$id": "urn:a",
                    **branch({"name": {"$ref": "#/$defs/N"}}),
                    "$defs": {"N": {"type": "integer"}},
                },
                DELETE,
            ]
        },
    ),
    (
        "anchors in branches",
        {"anyOf": [branch({"name": {"$anchor": "n", "type": "string"}}), branch({"id": {"$ref": "#n"}})]},
    ),
    ("a condition with both outcomes", {"if": CREATE, "then": {"properties": {"id": False}}, "else": DELETE}),
    (
        "dependent schemas",
        {"dependentSchemas": {"name": DELETE, "id": {"properties": {"name": {"type": "null"}}}}},
    ),
    ("a dependency that cannot hold", {"dependentSchemas": {"name": False}, "anyOf": [CREATE, DELETE]}),
    (
        "literals that are equal as JSON",
        {
            "anyOf": [
                branch({"id": {"const": 1}}, ["id"]),
                branch({"id": {"const": 1.0}}, ["id"]),
                branch({"id": {"const": True}}, ["id"]),
            ]
        },
    ),
    (
        "a reference to what stands beside a reference in draft 7",
        {
            "$schema": DRAFT_7,
            "$ref": "#/definitions/A",
            "properties": {"id": {"type": "null"}},
            "definitions": {"A": branch({"name": {"$ref": "#/properties/id"}})},
        },
    ),
    ("branches that are booleans", {"anyOf": [True, CREATE]}),
    ("not", {"anyOf": [CREATE, {"not": {"required": ["name"]}}]}),
    (
        "a property that is never allowed",
        {
            "oneOf": [
                branch({"name": {"type": "string"}, "id": {"not": {}}}, ["name"]),
                branch({"id": {"type": "integer"}, "name": False}, ["id"]),
            ]
        },
    ),
    (
        "names that are keywords",
        {
            "anyOf": [
                branch(
                    {
                        "properties": {"type": "string"},
                        "required": {"type": "boolean"},
                        "anyOf": {"type": "integer"},
                        "$ref": {},
                    },
                    ["anyOf"],
                )
            ]
        },
    ),
]


@pytest.mark.parametrize("schema", [case[1] for case in TRAPS], ids=[case[0] for case in TRAPS])
def test_the_same_arguments_are_accepted(schema: Schema) -> None:
    keys = ("action", "name", "id", "note", "anyOf", "required")
    arguments: list[Any] = [{}]
    arguments += [{key: value} for key in keys for value in VALUES]
    arguments += [
        {"action": action, key: value}
        for action in ("create", "delete")
        for key in keys[1:]
        for value in VALUES
    ]
    arguments += [{"name": name, "id": id_} for name in VALUES for id_ in VALUES]
    arguments += [{"name": {"name": inner}} for inner in VALUES] + [
        {"name": {"id": 1, "extra": 2}},
        {"name": {"name": "x", "id": 1}},
    ]
    assert_same_arguments(schema, arguments)


def test_a_union_that_is_kept_apart_still_resolves_its_references() -> None:
    schema = {
        "unevaluatedProperties": False,
        "anyOf": [branch({"a": {"$ref": "#/anyOf/1"}}), branch({"b": {"$ref": "#/$defs/B"}})],
        "$defs": {"B": {"type": "integer"}},
    }
    root = advertise(schema)
    assert root["allOf"] == [
        {
            "unevaluatedProperties": False,
            "anyOf": [branch({"a": {"$ref": "#/allOf/0/anyOf/1"}}), branch({"b": {"$ref": "#/$defs/B"}})],
        }
    ]
    assert list(root["properties"]) == ["a", "b"]
    assert_same_arguments(schema, [{"a": {"b": 1}}, {"a": {"b": "x"}}, {"b": 1, "a": {"b": 1}}, {"c": 1}])
