"""Union roots become objects: what they show, and what is left as it is."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from callcheck_compiler.advertise import advertise, unadvertisable

from tests.advertising import CLOSED_CREATE, CLOSED_DELETE, CREATE, DELETE, DRAFT_4, DRAFT_7, Schema, branch

ACTIONS = {"enum": ["create", "delete"]}
NAME = {"type": "string", "description": "its name"}

# What the root shows: name, schema, and the new root apart from what the schema says itself.
SHOWN: list[tuple[str, Schema, dict[str, Any]]] = [
    (
        "closed branches: every property as it is, and closed",
        {"anyOf": [CLOSED_CREATE, CLOSED_DELETE]},
        {
            "type": "object",
            "properties": {"action": ACTIONS, "name": NAME, "id": {"type": "integer"}},
            "required": ["action"],
            "additionalProperties": False,
        },
    ),
    (
        "open branches: what only one declares is hinted at, and anything goes",
        {"oneOf": [CREATE, DELETE]},
        {
            "type": "object",
            "properties": {
                "action": ACTIONS,
                "name": {"description": "its name", "anyOf": [{"type": "string"}, {}]},
                "id": {"anyOf": [{"type": "integer"}, {}]},
            },
            "required": ["action"],
        },
    ),
    (
        "a closed branch that does not declare a key does not count for it",
        {"anyOf": [CREATE, CLOSED_DELETE]},
        {
            "type": "object",
            "properties": {"action": ACTIONS, "name": NAME, "id": {"anyOf": [{"type": "integer"}, {}]}},
            "required": ["action"],
        },
    ),
    (
        "branches behind references",
        {
            "oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
            "$defs": {"A": CLOSED_CREATE, "B": CLOSED_DELETE},
        },
        {
            "type": "object",
            "properties": {"action": ACTIONS, "name": NAME, "id": {"type": "integer"}},
            "required": ["action"],
            "additionalProperties": False,
        },
    ),
    (
        "a reference",
        {"$ref": "#/definitions/A", "definitions": {"A": CREATE}, "$schema": DRAFT_7},
        {
            "type": "object",
            "properties": {"action": {"const": "create"}, "name": NAME},
            "required": ["action", "name"],
        },
    ),
    (
        "unions of unions",
        {
            "anyOf": [
                {"oneOf": [CLOSED_CREATE, CLOSED_DELETE]},
                branch({"action": {"const": "list"}}, ["action"], additionalProperties=False),
            ]
        },
        {
            "type": "object",
            "properties": {
                "action": {"enum": ["create", "delete", "list"]},
                "name": NAME,
                "id": {"type": "integer"},
            },
            "required": ["action"],
            "additionalProperties": False,
        },
    ),
    (
        "a conjunction requires everything",
        {"allOf": [branch({"a": {"type": "string"}}, ["a"]), branch({"b": {"type": "integer"}}, ["b"])]},
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        },
    ),
    (
        "a conjunction narrows a key of both",
        {
            "allOf": [
                branch({"a": {"type": "number", "minimum": 1}}),
                branch({"a": {"type": "integer", "minimum": 2}}),
            ]
        },
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 2}}, "required": []},
    ),
    (
        "properties of the root come first and are refined",
        {
            "properties": {"action": {"type": "string"}, "note": {}},
            "anyOf": [CLOSED_CREATE | {"additionalProperties": True}, DELETE],
        },
        {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": ["create", "delete"]},
                "note": {},
                "name": {"description": "its name", "anyOf": [{"type": "string"}, {}]},
                "id": {"anyOf": [{"type": "integer"}, {}]},
            },
            "required": ["action"],
        },
    ),
    (
        "branches that are no objects do not count",
        {"anyOf": [{"type": "string"}, CREATE, {"type": "null"}]},
        {
            "type": "object",
            "properties": {"action": {"const": "create"}, "name": NAME},
            "required": ["action", "name"],
        },
    ),
    (
        "branches without type",
        {"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["b"]}]},
        {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {}]}}, "required": []},
    ),
    (
        "conditions (shape C)",
        {
            "allOf": [
                {
                    "if": {"properties": {"mode": {"const": "one"}}, "required": ["mode"]},
                    "then": {"properties": {"x": {"type": "integer"}}, "required": ["x"]},
                }
            ]
        },
        {
            "type": "object",
            "properties": {
                "mode": {"anyOf": [{"const": "one"}, {}]},
                "x": {"anyOf": [{"type": "integer"}, {}]},
            },
            "required": [],
        },
    ),
    (
        "patterns and schemas for other keys count",
        {
            "anyOf": [
                branch({"a": {"type": "string"}}, ["a"], additionalProperties=False),
                branch(
                    {"b": {}},
                    ["b"],
                    patternProperties={"^a": {"type": "integer"}},
                    additionalProperties=False,
                ),
                branch({"c": {}}, ["c"], additionalProperties={"type": "boolean"}),
            ]
        },
        {
            "type": "object",
            "properties": {
                "a": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]},
                "b": {"anyOf": [{"type": "boolean"}, {}]},
                "c": {},
            },
            "required": [],
        },
    ),
    (
        "a closed branch with patterns leaves the root open",
        {"anyOf": [branch({"a": {}}, ["a"], patternProperties={"^b": {}}, additionalProperties=False)]},
        {"type": "object", "properties": {"a": {}}, "required": ["a"]},
    ),
    (
        "listed objects",
        {"enum": [{"a": 1, "b": 2}, {"a": 3}, "x"]},
        {
            "type": "object",
            "properties": {"a": {"enum": [1, 3]}, "b": {"enum": [2]}},
            "required": ["a"],
            "additionalProperties": False,
        },
    ),
    (
        "no type",
        {"properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
    ),
    (
        "nullable arguments",
        {"type": ["object", "null"], "properties": {"a": {}}},
        {"type": "object", "properties": {"a": {}}},
    ),
    ("nothing at all", {}, {"type": "object"}),
    (
        "unevaluatedProperties closes a branch",
        {"anyOf": [{"allOf": [branch({"a": {}})], "unevaluatedProperties": False}, CLOSED_DELETE]},
        {
            "type": "object",
            "properties": {"a": {}, "action": {"const": "delete"}, "id": {"type": "integer"}},
            "required": [],
            "additionalProperties": False,
        },
    ),
    (
        "draft 4 has no const and no empty required",
        {
            "$schema": DRAFT_4,
            "anyOf": [
                {"type": "object", "properties": {"k": {"const": 1}}},
                {"type": "object", "properties": {"k": {"enum": [2]}}},
            ],
        },
        {"type": "object", "properties": {"k": {"anyOf": [{"const": 1}, {"enum": [2]}]}}},
    ),
    (
        "in draft 4 two values of const are no contradiction",
        {
            "$schema": DRAFT_4,
            "allOf": [
                {"properties": {"k": {"const": 1}}},
                {"properties": {"k": {"const": 2}}, "additionalProperties": False},
            ],
        },
        {
            "type": "object",
            "properties": {"k": {"allOf": [{"const": 1}, {"const": 2}]}},
            "additionalProperties": False,
        },
    ),
    (
        "a key that its branch cannot have makes the branch impossible",
        {"anyOf": [branch({"a": {}}, ["a"], additionalProperties=False), branch({"b": False}, ["b"])]},
        {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False},
    ),
]


@pytest.mark.parametrize(("schema", "shown"), [case[1:] for case in SHOWN], ids=[case[0] for case in SHOWN])
def test_the_root_shows_its_parameters(schema: Schema, shown: dict[str, Any]) -> None:
    before = copy.deepcopy(schema)
    root = advertise(schema)
    rest = {keyword: value for keyword, value in schema.items() if keyword not in shown}
    assert root == shown | rest
    assert schema == before
    assert advertise(root) is root


SAME: list[Schema] = [
    {"type": "object"},
    {"type": "object", "properties": {"a": {}}, "required": ["a"]},
    {"type": "object", "properties": {"x": {}, "y": {}}, "anyOf": [{"required": ["x"]}, {"required": ["y"]}]},
    {"type": "object", "properties": {"x": {}, "y": {}}, "required": ["x"], "oneOf": [{"required": ["x"]}]},
    {"type": "object", "properties": {"a": {}}, "not": {"required": ["b"]}},
    {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{}, {}]}}},
    {"type": "object", "properties": {"a": {}}, "dependentRequired": {"a": ["b"]}},
    {"type": "object", "properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"minProperties": 2}},
]


@pytest.mark.parametrize("schema", SAME, ids=json.dumps)
def test_an_object_that_shows_its_parameters_comes_back_as_it_is(schema: Schema) -> None:
    assert advertise(schema) is schema
    assert unadvertisable(schema) is None
