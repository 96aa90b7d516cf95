"""Union roots become objects: what they show, that they accept the same arguments, and what is left as written."""

from __future__ import annotations

import copy
import json
import threading
import time
from typing import Annotated, Any, Literal

import callcheck
import jsonschema
import jsonschema_rs
import pytest
from callcheck_compiler import compile_schema, compile_tool, reference_validator
from callcheck_compiler.advertise import advertise, unadvertisable
from callcheck_compiler.advertise.matching import Match, match
from callcheck_compiler.advertise.merge import intersection, union
from callcheck_compiler.keywords.dialects import DEFAULT
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tests.shared import needs_shared, reports, tools

Schema = Any
DIALECT = DEFAULT.extended()
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def engines(schema: Schema) -> dict[str, Any]:
    """Every validator there is, as a function of the arguments."""
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    return {
        "jsonschema-rs": jsonschema_rs.validator_for(schema).is_valid,
        "jsonschema": kind(schema).is_valid,
        "callcheck": compile_schema(schema).is_valid,
        "callcheck reference": reference_validator("tool", schema, callcheck.JSON_SCHEMA).is_valid,
    }


def assert_same_arguments(schema: Schema, arguments: list[Any]) -> None:
    """The schema and its advertised form accept the same of the arguments, on every engine."""
    before = copy.deepcopy(schema)
    shown = advertise(schema)
    assert schema == before, "the author's schema was altered"
    for name, accepts in engines(schema).items():
        rewritten = engines(shown)[name]
        for value in arguments:
            assert rewritten(value) == accepts(value), f"{name} on {value}: {json.dumps(shown)}"


def branch(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or [], **more}


CREATE = branch(
    {"action": {"const": "create"}, "name": {"type": "string", "description": "its name"}}, ["action", "name"]
)
DELETE = branch({"action": {"const": "delete"}, "id": {"type": "integer"}}, ["action", "id"])
CLOSED_CREATE = {**CREATE, "additionalProperties": False}
CLOSED_DELETE = {**DELETE, "additionalProperties": False}
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


VALUES: tuple[Any, ...] = ("create", "delete", "x", 1, 2, 2.5, None, True, {}, {"retries": 3})
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


# --- merging the schemas of one property ---

UNIONS: list[tuple[list[Schema], Schema]] = [
    ([{"const": "a"}, {"const": "b"}, {"const": "a"}], {"enum": ["a", "b"]}),
    (
        [{"const": "a", "type": "string"}, {"enum": ["b", "c"], "type": "string"}],
        {"type": "string", "enum": ["a", "b", "c"]},
    ),
    (
        [{"const": 1, "type": "integer"}, {"const": "a", "type": "string"}],
        {"type": ["integer", "string"], "enum": [1, "a"]},
    ),
    ([{"const": 1}, {"const": True}, {"const": 1.0}], {"enum": [1, True]}),
    ([{"type": "string"}, {"type": "string"}], {"type": "string"}),
    (
        [{"type": "string", "description": "one"}, {"type": "string", "description": "two"}],
        {"description": "one\ntwo", "type": "string"},
    ),
    ([{"type": "string"}, {"type": "integer"}], {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
    (
        [
            {"type": "string", "title": "T", "description": "s"},
            {"type": "integer", "title": "T", "description": "i"},
        ],
        {
            "title": "T",
            "anyOf": [{"description": "s", "type": "string"}, {"description": "i", "type": "integer"}],
        },
    ),
    (
        [
            {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        ],
        {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "integer"}]},
    ),
    ([{"type": "string"}, True], {"anyOf": [{"type": "string"}, {}]}),
    (
        [{"type": "string"}, {"description": "told"}],
        {"description": "told", "anyOf": [{"type": "string"}, {}]},
    ),
    ([False, {"type": "string"}, {"not": {}}], {"type": "string"}),
    ([True, True], {}),
    ([False, {"not": True}], False),
    ([{"type": "string", "default": "x"}, {"type": "string"}], {"type": "string"}),
]


@pytest.mark.parametrize(("schemas", "expected"), UNIONS, ids=[json.dumps(case[0]) for case in UNIONS])
def test_a_union_of_schemas(schemas: list[Schema], expected: Schema) -> None:
    assert union(schemas, DIALECT) == expected


INTERSECTIONS: list[tuple[list[Schema], Schema]] = [
    ([True, {"type": "string"}], {"type": "string"}),
    ([{"type": "number"}, {"type": ["integer", "null"]}], {"type": "integer"}),
    ([{"type": "string"}, {"type": "integer"}], False),
    ([{"enum": ["a", 1]}, {"type": "string"}], {"enum": ["a"], "type": "string"}),
    ([{"const": "a"}, {"const": "b"}], False),
    ([{"enum": ["a", "b"]}, {"const": "b"}], {"const": "b"}),
    ([{"minimum": 1, "maximum": 9}, {"minimum": 3, "maximum": 12}], {"minimum": 3, "maximum": 9}),
    ([{"required": ["a"]}, {"required": ["b", "a"]}], {"required": ["a", "b"]}),
    ([{"pattern": "a"}, {"pattern": "b"}], {"allOf": [{"pattern": "a"}, {"pattern": "b"}]}),
    (
        [{"minimum": 1, "exclusiveMinimum": True}, {"minimum": 5}],
        {"allOf": [{"minimum": 1, "exclusiveMinimum": True}, {"minimum": 5}]},
    ),
    (
        [{"type": "string", "description": "a"}, {"maxLength": 2, "description": "b"}],
        {"description": "a\nb", "type": "string", "maxLength": 2},
    ),
    (
        [{"$ref": "#/a"}, {"type": "string"}, {"$ref": "#/a"}],
        {"allOf": [{"$ref": "#/a"}, {"type": "string"}]},
    ),
]


@pytest.mark.parametrize(
    ("schemas", "expected"), INTERSECTIONS, ids=[json.dumps(case[0]) for case in INTERSECTIONS]
)
def test_an_intersection_of_schemas(schemas: list[Schema], expected: Schema) -> None:
    assert intersection(schemas, DIALECT) == expected


@pytest.mark.parametrize(
    ("pattern", "key", "found"),
    [
        ("^a", "ab", Match.YES),
        ("^a", "ba", Match.NO),
        ("b$", "ab", Match.YES),
        ("^ab$", "ab", Match.YES),
        ("^ab$", "abc", Match.NO),
        ("b", "abc", Match.YES),
        ("", "x", Match.YES),
        (".*", "x", Match.YES),
        ("^.*$", "a\nb", Match.PERHAPS),
        ("^a.c$", "abc", Match.PERHAPS),
        ("(a+)+$", "a" * 64 + "!", Match.PERHAPS),
    ],
)
def test_what_is_known_of_a_key_and_a_pattern(pattern: str, key: str, found: Match) -> None:
    assert match(pattern, key) is found


# --- roots that cannot be objects ---

IMPOSSIBLE: list[tuple[Schema, str]] = [
    ({"type": "array", "items": {}}, "takes `array`"),
    ({"type": ["string", "null"]}, "takes `string` | `null`"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "its `anyOf` leaves no object"),
    ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}, "its `$ref` leaves no object"),
    ({"enum": ["a", 1]}, "its `enum` lists no object"),
    ({"not": {}}, "no object fits"),
    (
        {"allOf": [branch({"a": {}}, additionalProperties=False), branch({}, ["b"])]},
        "its `allOf` leaves no object",
    ),
    (False, "it is not an object"),
    ([], "it is not an object"),
    ({"properties": []}, "`properties` must be an object of schemas"),
    ({"anyOf": "x"}, "`anyOf` must be a list of schemas"),
    ({"type": "obj"}, "`type` must be one of"),
]


@pytest.mark.parametrize(("schema", "reason"), IMPOSSIBLE, ids=[json.dumps(case[0]) for case in IMPOSSIBLE])
def test_a_root_that_cannot_be_an_object_is_left_as_written(schema: Schema, reason: str) -> None:
    before = copy.deepcopy(schema)
    assert advertise(schema) is schema
    assert schema == before
    assert reason in str(unadvertisable(schema))


def test_the_reason_says_what_to_write_instead() -> None:
    assert unadvertisable({"type": "array"}) == (
        'it takes `array`, and arguments are always an object: write {"type": "object", "properties": {"value": …}} '
        "with this schema under `value`"
    )


def test_true_is_any_object() -> None:
    assert advertise(True) == {"type": "object"}


# --- memory ---


def test_equal_content_gives_the_same_object() -> None:
    schema = {"anyOf": [CREATE, DELETE]}
    assert advertise(schema) is advertise(copy.deepcopy(schema))
    assert advertise({"anyOf": [DELETE, CREATE]}) is not advertise(schema)


def test_content_and_not_identity_is_remembered() -> None:
    schema: dict[str, Any] = {"anyOf": [branch({"a": {"type": "string"}})]}
    first = advertise(schema)
    schema["anyOf"][0]["properties"]["a"]["type"] = "integer"
    assert advertise(schema)["properties"]["a"] == {"type": "integer"}
    assert first["properties"]["a"] == {"type": "string"}
    assert first["anyOf"][0]["properties"]["a"] == {"type": "string"}


def test_many_threads_get_the_same_object() -> None:
    schema = {"anyOf": [CREATE, branch({"thread": {"type": "integer"}}, ["thread"])]}
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(advertise(copy.deepcopy(schema)))) for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert all(root is found[0] for root in found)


# --- schemas that want to hurt ---


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
]


@pytest.mark.parametrize("schema", [case[1] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
@pytest.mark.parametrize("provider", [None, "anthropic", "openai-strict", "gemini"])
def test_hostile_schemas_neither_raise_nor_hang(schema: Schema, provider: str | None) -> None:
    start = time.perf_counter()
    advertise(schema, provider=provider)
    unadvertisable(schema)
    assert time.perf_counter() - start < 20


# --- what generators write ---


class Create(BaseModel):
    action: Literal["create"]
    name: str = Field(description="its name")


class Delete(BaseModel):
    action: Literal["delete"] = "delete"
    id: int
    force: bool | None = None


class ClosedCreate(Create):
    model_config = ConfigDict(extra="forbid")


class ClosedDelete(Delete):
    model_config = ConfigDict(extra="forbid")


class Folder(BaseModel):
    kind: Literal["folder"]
    children: list[Folder | File] = []


class File(BaseModel):
    kind: Literal["file"]
    size: int


GENERATED: list[tuple[str, Schema, set[str]]] = [
    (
        "pydantic, plain union",
        TypeAdapter(Create | Delete).json_schema(),
        {"action", "name", "id", "force"},
    ),
    (
        "pydantic, discriminated union",
        TypeAdapter(ClosedCreate | ClosedDelete).json_schema(),
        {"action", "name", "id", "force"},
    ),
    (
        "pydantic, discriminator",
        TypeAdapter(Annotated[Create | Delete, Field(discriminator="action")]).json_schema(),
        {"action", "name", "id", "force"},
    ),
    ("pydantic, recursive model", Folder.model_json_schema(), {"kind", "children"}),
    (
        "pydantic, recursive union",
        TypeAdapter(Folder | File).json_schema(),
        {"kind", "children", "size"},
    ),
    ("pydantic, optional model", TypeAdapter(Create | None).json_schema(), {"action", "name"}),
    (
        "zod, discriminatedUnion",
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "anyOf": [
                {
                    "type": "object",
                    "properties": {
                        "action": {"type": "string", "const": "create"},
                        "name": {"type": "string", "minLength": 1},
                    },
                    "required": ["action", "name"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {
                        "action": {"type": "string", "const": "rename"},
                        "name": {"$ref": "#/anyOf/0/properties/name"},
                        "to": {"type": ["string", "null"]},
                    },
                    "required": ["action", "name", "to"],
                    "additionalProperties": False,
                },
            ],
        },
        {"action", "name", "to"},
    ),
    (
        "zod, intersection",
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "number"}}, "required": ["b"]},
            ],
            "unevaluatedProperties": False,
        },
        {"a", "b"},
    ),
    (
        "TypeBox, Union of Objects",
        {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"kind": {"const": "a", "type": "string"}, "x": {"type": "number"}},
                    "required": ["kind", "x"],
                },
                {
                    "type": "object",
                    "properties": {
                        "kind": {"const": "b", "type": "string"},
                        "y": {"anyOf": [{"const": "p", "type": "string"}, {"const": "q", "type": "string"}]},
                    },
                    "required": ["kind"],
                },
            ]
        },
        {"kind", "x", "y"},
    ),
    (
        "TypeBox, Intersect",
        {
            "type": "object",
            "unevaluatedProperties": False,
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "integer"}}},
            ],
        },
        {"a", "b"},
    ),
    (
        "TypeBox, Recursive",
        {
            "$id": "T0",
            "type": "object",
            "properties": {"id": {"type": "string"}, "nodes": {"type": "array", "items": {"$ref": "T0"}}},
            "required": ["id", "nodes"],
        },
        {"id", "nodes"},
    ),
]


@pytest.mark.parametrize(
    ("schema", "parameters"), [case[1:] for case in GENERATED], ids=[case[0] for case in GENERATED]
)
def test_generated_schemas_are_advertised_with_their_parameters(schema: Schema, parameters: set[str]) -> None:
    root = advertise(schema)
    assert root["type"] == "object"
    assert set(root["properties"]) == parameters
    arguments: list[Any] = [{}]
    for key in parameters:
        arguments += [{key: value} for value in VALUES]
        arguments += [
            {"action": action, "kind": kind, key: value}
            for action, kind in (("create", "a"), ("delete", "file"), ("rename", "b"))
            for value in VALUES
        ]
    assert_same_arguments(schema, arguments)


def test_a_discriminator_becomes_one_enum_in_branch_order() -> None:
    root = advertise(TypeAdapter(ClosedDelete | ClosedCreate).json_schema())
    assert root["properties"]["action"] == {"title": "Action", "type": "string", "enum": ["delete", "create"]}
    assert root["properties"]["name"]["description"] == "its name"
    assert root["additionalProperties"] is False


# --- with the validators ---


def test_coercion_reaches_below_a_rewritten_root() -> None:
    config = branch({"retries": {"type": "integer"}})
    schema = {
        "anyOf": [
            {**CLOSED_CREATE, "properties": {**CLOSED_CREATE["properties"], "config": config}},
            CLOSED_DELETE,
        ]
    }
    tool = compile_tool("tool", advertise(schema))
    sent = {"action": "create", "name": "n", "config": {"retries": "3"}}
    assert tool.validate(sent) == {"action": "create", "name": "n", "config": {"retries": 3}}
    with pytest.raises(callcheck.InvalidArguments):
        tool.validate({"action": "delete", "id": "1", "config": {}})


def test_a_validator_tells_its_advertised_schema() -> None:
    schema = {"anyOf": [CREATE, DELETE]}
    assert compile_tool("tool", schema).advertised_schema is advertise(schema)


# --- real schemas, real reports ---


@needs_shared
def test_every_real_tool_comes_back_as_it_is() -> None:
    found = tools()
    assert len(found) > 6000
    assert all(advertise(tool["parameters"]) is tool["parameters"] for tool in found)


CASES = [case for case in reports() if case["want"]["verdict"] == "advertise"]


@needs_shared
def test_there_are_cases() -> None:
    assert len(CASES) == 10


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_people_reported(case: dict[str, Any]) -> None:
    schema, want = case["schema"], case["want"]
    before = json.dumps(schema)
    root = advertise(schema)
    for accepts in (*engines(schema).values(), *engines(root).values()):
        assert all(map(accepts, want["accepts"]))
        assert not any(map(accepts, want["rejects"]))
    form, report = advertise(schema, provider="anthropic")
    assert json.dumps(schema) == before
    assert form["type"] == root["type"] == want["root_type"]
    assert not set(want["no_root"]) & form.keys()
    assert set(want.get("mentions", ())) <= form["properties"].keys() & root["properties"].keys()
    dropped = set(want["no_root"]) & root.keys()
    assert all(all(map(accepts, want["accepts"])) for accepts in engines(form).values())
    assert (
        report.widened
        or not dropped
        or not any(map(jsonschema_rs.validator_for(form).is_valid, want["rejects"]))
    )
