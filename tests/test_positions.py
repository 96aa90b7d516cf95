"""Where policies act: what is coerced, which keys are undeclared, what CORE leaves out; each case on every engine."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.issues import Kind
from callcheck.policy import LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, Policy

from tests.engines import ENGINES, engines, issues_of

UNEXPECTED = Kind.UNEXPECTED
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


INTEGER_OR_NULL = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
COERCED: list[tuple[Policy, Any, Any, Any]] = [
    (TOOL_INPUT, {"type": "boolean"}, "true", True),
    (TOOL_INPUT, {"type": ["boolean", "string"]}, "true", "true"),
    (TOOL_INPUT, {}, "true", "true"),
    (TOOL_INPUT, {"type": "integer"}, "3.0", 3),
    (TOOL_INPUT, {"type": "number"}, "3.0", 3.0),
    (TOOL_INPUT, {"type": "number"}, 3.0, 3.0),
    (TOOL_INPUT, {"type": "integer"}, 3.0, 3),
    (TOOL_INPUT, {"type": "integer"}, "3.5", 3.5),
    (
        TOOL_INPUT,
        {
            "allOf": [{"type": ["integer", "string"]}, {"$ref": "#/$defs/n"}],
            "$defs": {"n": {"type": "number"}},
        },
        "3",
        3,
    ),
    (
        TOOL_INPUT,
        {"$ref": "#/$defs/n", "type": ["string", "integer"], "$defs": {"n": {"type": "string"}}},
        "3",
        "3",
    ),
    # Keys and items, through every keyword that gives them a schema; nothing is coerced where there is none.
    (TOOL_INPUT, {"properties": {"a": {"type": "integer"}}}, {"a": "1", "b": "1"}, {"a": 1, "b": "1"}),
    (
        TOOL_INPUT,
        {"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": {"type": "boolean"}},
        {"a": "1", "b": "true"},
        {"a": 1, "b": True},
    ),
    (TOOL_INPUT, {"prefixItems": [{}], "items": {"type": "integer"}}, ["1", "1"], ["1", 1]),
    (
        TOOL_INPUT,
        {"$schema": DRAFT_7, "items": [{}], "additionalItems": {"type": "integer"}},
        ["1", "1"],
        ["1", 1],
    ),
    # Nothing inside a union or a condition (the root's own apart); what stands beside one coerces its own values.
    (TOOL_INPUT, {"anyOf": [{"type": "integer"}]}, "1", "1"),
    (TOOL_INPUT, {"type": "integer", "oneOf": [{"minimum": 1}]}, "1", "1"),
    (
        TOOL_INPUT,
        {
            "items": {
                "properties": {"a": {"type": "integer"}},
                "anyOf": [{"properties": {"b": {"type": "integer"}}}],
            }
        },
        [{"a": "1", "b": "1"}],
        [{"a": 1, "b": "1"}],
    ),
    (TOOL_INPUT, {"if": {"type": "integer"}, "then": {"type": "integer"}, "not": {"type": "null"}}, "1", "1"),
    (TOOL_INPUT, INTEGER_OR_NULL, "1", "1"),
    (LENIENT, INTEGER_OR_NULL, "1", 1),
    (LENIENT, {"anyOf": [{"const": None}, {"type": "array", "items": {"type": "integer"}}]}, '["1"]', [1]),
    (LENIENT, {"anyOf": [{"type": "null", "minimum": 1}, {"type": "integer"}]}, "1", "1"),
    (LENIENT, {"type": "string", **INTEGER_OR_NULL}, "1", "1"),
    # Where `$ref` overrides its siblings, they do not count.
    (
        TOOL_INPUT,
        {"$schema": DRAFT_7, "$ref": "#/definitions/a", "type": "integer", "definitions": {"a": {}}},
        "1",
        "1",
    ),
    # JSON text, once.
    (LENIENT, {"type": "object", "properties": {"a": {"type": "integer"}}}, '{"a": "1"}', {"a": 1}),
    (LENIENT, {"type": "array"}, '{"a": 1}', '{"a": 1}'),
    (LENIENT, {"type": "array", "items": {"type": "array"}}, '["[1]"]', [[1]]),
    # Null on an optional property; the key is dropped.
    (
        LENIENT,
        {"properties": {"a": {"type": "string"}, "b": {}, "c": {"type": "null"}}},
        {"a": None, "b": None, "c": None},
        {"b": None, "c": None},
    ),
    (
        LENIENT,
        {"properties": {"a": {"type": "string"}}, "allOf": [{"required": ["a"]}]},
        {"a": None},
        {"a": None},
    ),
    (LENIENT, {"properties": {"a": {"type": "string", "nullable": True}}}, {"a": None}, {"a": None}),
    (LENIENT, {"properties": {"a": False}}, {"a": None}, {"a": None}),
    (
        LENIENT,
        {"required": ["a"], "additionalProperties": {"type": "integer"}},
        {"a": None, "b": None},
        {"a": None},
    ),
    (
        LENIENT,
        {"required": ["a"], "patternProperties": {"^[ab]$": {"type": "integer"}}},
        {"a": None, "b": "1"},
        {"a": None, "b": 1},
    ),
    (LENIENT, {"items": {"type": "string"}}, [None], [None]),
    # Nothing at all as the arguments.
    (LENIENT, {"type": "object"}, "", {}),
    (LENIENT, {"type": "object"}, None, {}),
    (LENIENT, {"type": ["object", "null"]}, None, None),
    (LENIENT, {"type": ["object", "string"]}, "", ""),
    (LENIENT, {}, None, None),
    (STRICT, {"type": "integer"}, "1", "1"),
]


@engines
@pytest.mark.parametrize(("policy", "schema", "value", "expected"), COERCED)
def test_coercion(engine: str, policy: Policy, schema: Any, value: Any, expected: Any) -> None:
    before = repr(value)
    coerced = ENGINES[engine]("tool", schema, policy).coerce(value)
    assert repr(coerced) == repr(expected)
    assert repr(value) == before
    assert (coerced is value) is (before == repr(expected))


@engines
def test_coercion_follows_dynamic_references(engine: str) -> None:
    """What a dynamic reference leads to on this way counts, not what it is declared as."""
    schema = {
        "$id": "https://example.com/strings",
        "$ref": "list",
        "$defs": {
            "item": {"$dynamicAnchor": "item", "type": "string"},
            "list": {
                "$id": "list",
                "items": {"$dynamicRef": "#item"},
                "$defs": {"item": {"$dynamicAnchor": "item", "type": "integer"}},
            },
        },
    }
    assert ENGINES[engine]("tool", schema, TOOL_INPUT).coerce(["1"]) == ["1"]
    assert ENGINES[engine]("tool", schema["$defs"]["list"], TOOL_INPUT).coerce(["1"]) == [1]  # type: ignore[index]


DECLARED = {"properties": {"a": True}}
UNDECLARED: list[tuple[Any, Any, list[Any]]] = [
    (DECLARED, {"a": 1, "b": 1}, [("b",)]),
    ({"type": "object"}, {"b": 1}, []),
    ({"patternProperties": {"^a": True}}, {"b": 1}, []),
    ({**DECLARED, "additionalProperties": {"type": "integer"}}, {"b": 1}, []),
    ({**DECLARED, "unevaluatedProperties": True}, {"b": 1}, []),
    ({**DECLARED, "patternProperties": {"^x": True}}, {"x": 1, "y": 1}, [("y",)]),
    # In-place branches and the targets of references belong to the schema that leads to them.
    ({"allOf": [DECLARED, {"properties": {"b": True}}]}, {"a": 1, "b": 1, "c": 1}, [("c",)]),
    (
        {"$ref": "#/$defs/d", "properties": {"b": True}, "$defs": {"d": DECLARED}},
        {"a": 1, "b": 1, "c": 1},
        [("c",)],
    ),
    ({"anyOf": [{**DECLARED, "required": ["a"]}, {"properties": {"b": True}}]}, {"a": 1, "b": 1}, []),
    ({"if": DECLARED}, {"a": 1, "b": 1}, [("b",)]),
    # Every object position, but none that only asks.
    ({"properties": {"o": DECLARED}}, {"o": {"b": 1}}, [("o", "b")]),
    ({"items": DECLARED}, [{"b": 1}], [(0, "b")]),
    (
        {"additionalProperties": {"$ref": "#/$defs/d"}, "$defs": {"d": DECLARED}},
        {"o": {"b": 1}},
        [("o", "b")],
    ),
    ({"not": {"properties": {"o": DECLARED}, "required": ["o"]}}, {"o": {"b": 1}}, [()]),
    ({"contains": DECLARED}, [{"b": 1}], []),
    # A branch that knows the key and fails for another reason keeps it expected.
    ({"allOf": [{"properties": {"a": {"type": "string"}}}]}, {"a": 1}, [("a",)]),
]


@engines
@pytest.mark.parametrize(("schema", "instance", "locations"), UNDECLARED)
def test_undeclared_keys(engine: str, schema: Any, instance: Any, locations: list[Any]) -> None:
    assert [issue.instance_location for issue in issues_of(engine, schema, instance, STRICT)] == locations
    assert issues_of(engine, schema, instance, TOOL_INPUT) == [
        issue for issue in issues_of(engine, schema, instance, STRICT) if issue.kind is not UNEXPECTED
    ]


@engines
def test_an_undeclared_key_is_told_as_the_keyword_would(engine: str) -> None:
    schema = {"properties": {"o": {"$ref": "#/$defs/d"}}, "$defs": {"d": DECLARED}}
    (issue,) = issues_of(engine, schema, {"o": {"b": 1}}, STRICT)
    location = "/properties/o/unevaluatedProperties"
    assert issue == (
        UNEXPECTED,
        ("o", "b"),
        location,
        "unevaluatedProperties",
        (),
        "integer",
        "is not expected",
    )


CORE: list[tuple[Any, Any, list[Any]]] = [
    (
        {"properties": {"a": {"type": "string", "minLength": 3}}, "required": ["b"]},
        {"a": 1},
        [("b",), ("a",)],
    ),
    ({"properties": {"a": {"pattern": "^x", "const": 1}}}, {"a": "y"}, []),
    ({**DECLARED, "patternProperties": {"^x": {"type": "string"}}}, {"x": 1, "y": 1}, [("y",)]),
    (
        {**DECLARED, "patternProperties": {"^x": False}, "additionalProperties": False},
        {"x": 1, "y": 1},
        [("y",)],
    ),
    ({**DECLARED, "$ref": "#/$defs/none", "$defs": {}}, {"b": 1}, []),
    ({**DECLARED, "allOf": [{"required": ["z"]}]}, {"b": 1}, []),
    ({**DECLARED, "not": {}}, {"b": 1}, [("b",)]),
    ({"items": {"enum": [1]}, "prefixItems": [{"type": "string"}], "maxItems": 1}, [1, 2], [(1,)]),
    ({"items": {"type": "string"}, "prefixItems": [{}]}, [1], [(0,)]),
    ({"items": [{"type": "string"}]}, [1], []),
    ({"properties": {"a": False}}, {"a": 1}, [("a",)]),
    ({"type": "string", "nullable": True}, None, []),
]


@engines
@pytest.mark.parametrize(("schema", "instance", "locations"), CORE)
def test_core_keywords(engine: str, schema: Any, instance: Any, locations: list[Any]) -> None:
    assert [
        issue.instance_location for issue in issues_of(engine, schema, instance, STRICT_CORE)
    ] == locations
