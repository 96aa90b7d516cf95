"""What docs/semantics.md says, as tables of cases; each on every engine, first of all on the reference."""

from __future__ import annotations

import functools
import warnings
from dataclasses import replace
from typing import Any

import pytest
from callcheck.issues import InvalidArguments, Issue, Kind, SchemaError
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, Formats, Policy

from tests.engines import ENGINES

MISSING, UNEXPECTED, TYPE, VALUE = Kind
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
ASSERTING = replace(JSON_SCHEMA, formats=Formats.ASSERT)

engines = pytest.mark.parametrize("engine", ENGINES)


def issues_of(
    engine: str, schema: Any, instance: Any, policy: Policy = JSON_SCHEMA, **more: Any
) -> list[Issue]:
    issues: list[Issue] = ENGINES[engine]("tool", schema, policy, **more).explain(instance)
    return issues


ONE_ISSUE: list[tuple[Any, Any, tuple[Any, ...]]] = [
    (
        {"type": ["integer", "null"]},
        "x",
        (
            TYPE,
            (),
            "/type",
            "type",
            ("integer", "null"),
            "string",
            "must be `integer` | `null`, not `string`",
        ),
    ),
    (
        {"type": "integer"},
        1.5,
        (TYPE, (), "/type", "type", ("integer",), "number", "must be `integer`, not `number`"),
    ),
    (
        {"type": "string"},
        1,
        (TYPE, (), "/type", "type", ("string",), "integer", "must be `string`, not `number`"),
    ),
    ({"enum": ["a", 1]}, "b", (VALUE, (), "/enum", "enum", ("a", 1), "string", 'expected one of "a", 1')),
    ({"const": {"a": [1]}}, 1, (VALUE, (), "/const", "const", {"a": [1]}, "integer", 'expected {"a": [1]}')),
    ({"minimum": 1}, 0, (VALUE, (), "/minimum", "minimum", 1, "integer", "must be at least 1")),
    (
        {"exclusiveMinimum": 0},
        0.0,
        (VALUE, (), "/exclusiveMinimum", "exclusiveMinimum", 0, "number", "must be greater than 0"),
    ),
    ({"maximum": 1.5}, 2, (VALUE, (), "/maximum", "maximum", 1.5, "integer", "must be at most 1.5")),
    (
        {"exclusiveMaximum": 3},
        3,
        (VALUE, (), "/exclusiveMaximum", "exclusiveMaximum", 3, "integer", "must be less than 3"),
    ),
    (
        {"multipleOf": 0.01},
        0.001,
        (VALUE, (), "/multipleOf", "multipleOf", 0.01, "number", "must be a multiple of 0.01"),
    ),
    (
        {"minLength": 1},
        "",
        (VALUE, (), "/minLength", "minLength", 1, "string", "must have at least 1 character"),
    ),
    (
        {"maxLength": 2.0},
        "abc",
        (VALUE, (), "/maxLength", "maxLength", 2, "string", "must have at most 2 characters"),
    ),
    (
        {"pattern": "^[a-z]+$"},
        "A",
        (VALUE, (), "/pattern", "pattern", "^[a-z]+$", "string", "must match the pattern ^[a-z]+$"),
    ),
    ({"minItems": 2}, [1], (VALUE, (), "/minItems", "minItems", 2, "array", "must have at least 2 items")),
    ({"maxItems": 0}, [1], (VALUE, (), "/maxItems", "maxItems", 0, "array", "must have at most 0 items")),
    (
        {"uniqueItems": True},
        [{"a": 1}, {"a": 1.0}],
        (VALUE, (), "/uniqueItems", "uniqueItems", True, "array", "must not contain the same item twice"),
    ),
    (
        {"minProperties": 1},
        {},
        (VALUE, (), "/minProperties", "minProperties", 1, "object", "must have at least 1 property"),
    ),
    (
        {"maxProperties": 1},
        {"a": 1, "b": 2},
        (VALUE, (), "/maxProperties", "maxProperties", 1, "object", "must have at most 1 property"),
    ),
    ({"required": ["a/b"]}, {}, (MISSING, ("a/b",), "/required", "required", (), "", "is required")),
    (
        {"dependentRequired": {"a": ["b"]}},
        {"a": 1},
        (MISSING, ("b",), "/dependentRequired", "dependentRequired", (), "", "is required when `a` is given"),
    ),
    (
        {"dependencies": {"a": ["b"]}},
        {"a": 1},
        (MISSING, ("b",), "/dependencies", "dependencies", (), "", "is required when `a` is given"),
    ),
    (
        {"properties": {"a": True, "b": True}, "additionalProperties": False},
        {"c": 1},
        (
            UNEXPECTED,
            ("c",),
            "/additionalProperties",
            "additionalProperties",
            ("a", "b"),
            "integer",
            "is not expected",
        ),
    ),
    (
        {"allOf": [{"properties": {"a": True}}], "properties": {"b": True}, "unevaluatedProperties": False},
        {"a": 1, "c": []},
        (
            UNEXPECTED,
            ("c",),
            "/unevaluatedProperties",
            "unevaluatedProperties",
            ("b",),
            "array",
            "is not expected",
        ),
    ),
    (
        {"properties": {"a": False}},
        {"a": 1},
        (UNEXPECTED, ("a",), "/properties/a", "properties", (), "integer", "is not allowed"),
    ),
    (
        {"patternProperties": {"^x/": False}},
        {"x/": 1},
        (
            UNEXPECTED,
            ("x/",),
            "/patternProperties/^x~1",
            "patternProperties",
            (),
            "integer",
            "is not allowed",
        ),
    ),
    (False, 1, (VALUE, (), "", "", (), "integer", "is not allowed")),
    ({"items": False}, [1], (VALUE, (0,), "/items", "items", (), "integer", "is not allowed")),
    (
        {"unevaluatedItems": False},
        [1],
        (VALUE, (0,), "/unevaluatedItems", "unevaluatedItems", (), "integer", "is not allowed"),
    ),
    ({"allOf": [False]}, 1, (VALUE, (), "/allOf/0", "allOf", (), "integer", "is not allowed")),
    (
        {"$ref": "#/$defs/never", "$defs": {"never": False}},
        1,
        (VALUE, (), "/$defs/never", "$ref", (), "integer", "is not allowed"),
    ),
    (
        {"dependentSchemas": {"a": False}},
        {"a": 1},
        (VALUE, (), "/dependentSchemas/a", "dependentSchemas", (), "object", "is not allowed"),
    ),
    (
        {"propertyNames": False},
        {"a": 1},
        (VALUE, ("a",), "/propertyNames", "propertyNames", (), "string", "is not allowed"),
    ),
    (
        {"propertyNames": {"minLength": 3, "pattern": "^x"}},
        {"ab": 1},
        (
            VALUE,
            ("ab",),
            "/propertyNames",
            "propertyNames",
            {"minLength": 3, "pattern": "^x"},
            "string",
            "is not an allowed name: must have at least 3 characters; must match the pattern ^x",
        ),
    ),
    (
        {"contains": {"const": 5}},
        [1],
        (VALUE, (), "/contains", "contains", (1, None), "array", "must contain at least 1 item equal to 5"),
    ),
    (
        {"contains": {"type": "string"}, "minContains": 2},
        ["a"],
        (
            VALUE,
            (),
            "/contains",
            "contains",
            (2, None),
            "array",
            "must contain at least 2 items of type `string`",
        ),
    ),
    (
        {"contains": {"minimum": 5}, "maxContains": 1},
        [5, 6],
        (
            VALUE,
            (),
            "/contains",
            "contains",
            (1, 1),
            "array",
            "must contain at most 1 item that fits the schema under `contains`",
        ),
    ),
    (
        {"not": {"required": ["e"]}},
        {"e": 1},
        (VALUE, (), "/not", "not", {"required": ["e"]}, "object", "must not have `e`"),
    ),
    ({"not": {"const": None}}, None, (VALUE, (), "/not", "not", {"const": None}, "null", "must not be null")),
    ({"not": {}}, 1, (VALUE, (), "/not", "not", {}, "integer", "is not allowed")),
    (
        {"not": {"minimum": 3}},
        4,
        (VALUE, (), "/not", "not", {"minimum": 3}, "integer", "must not match the schema under `not`"),
    ),
    (
        {"if": {"minimum": 3}, "then": {"maximum": 4}},
        5,
        (VALUE, (), "/then/maximum", "maximum", 4, "integer", "must be at most 4"),
    ),
    (
        {"items": {"minimum": 1}},
        [1, 0],
        (VALUE, (1,), "/items/minimum", "minimum", 1, "integer", "must be at least 1"),
    ),
    (
        {"properties": {"n": {"$ref": "#/$defs/~0"}}, "$defs": {"~": {"minimum": 1}}},
        {"n": 0},
        (VALUE, ("n",), "/$defs/~0/minimum", "minimum", 1, "integer", "must be at least 1"),
    ),
]


@engines
@pytest.mark.parametrize(("schema", "instance", "expected"), ONE_ISSUE)
def test_one_issue(engine: str, schema: Any, instance: Any, expected: tuple[Any, ...]) -> None:
    found = issues_of(engine, schema, instance)
    assert [repr(tuple(issue)) for issue in found] == [repr(expected)]


@engines
def test_a_format_asserts_when_the_policy_says_so(engine: str) -> None:
    schema = {"format": "date"}
    assert issues_of(engine, schema, "today") == []
    (issue,) = issues_of(engine, schema, "today", ASSERTING)
    assert issue == (VALUE, (), "/format", "format", "date", "string", "must be a valid date")
    assert issues_of(engine, {"format": "no-such"}, "today", ASSERTING) == []


@engines
def test_the_order_of_issues(engine: str) -> None:
    """Kinds first; inside a kind the walk order, whatever order the author wrote the keywords in."""
    schema = {
        "unevaluatedProperties": False,
        "allOf": [{"required": ["z"]}, {"properties": {"b": {"minimum": 9}}}],
        "properties": {
            "b": {"type": "string", "enum": ["x"]},
            "a": {"properties": {"in": False}, "required": ["deep"]},
        },
        "required": ["y", "x"],
        "maxProperties": 1,
    }
    found = issues_of(engine, schema, {"a": {"in": 1}, "b": 2, "c": 3})
    assert [(issue.kind, issue.instance_location, issue.keyword) for issue in found] == [
        (MISSING, ("y",), "required"),
        (MISSING, ("x",), "required"),
        (MISSING, ("a", "deep"), "required"),
        (MISSING, ("z",), "required"),
        (UNEXPECTED, ("a", "in"), "properties"),
        (UNEXPECTED, ("c",), "unevaluatedProperties"),
        (TYPE, ("b",), "type"),
        (VALUE, (), "maxProperties"),
        (VALUE, ("b",), "enum"),
        (VALUE, ("b",), "minimum"),
    ]


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


CIRCLE = closed(["kind", "radius"], kind={"const": "circle"}, radius={"type": "number"})
SQUARE = closed(["kind", "side"], kind={"enum": ["square", 4]}, side={"type": "number"})
SHAPES = {"anyOf": [CIRCLE, {"type": "null"}, {"$ref": "#/$defs/s"}], "$defs": {"s": SQUARE}}
ANY_OF, ONE_OF = "/anyOf", "/oneOf"
BEST = "must match one of 2 alternatives; alternative {} fits best and its issues are listed"
UNIONS: list[tuple[Any, Any, list[tuple[Any, ...]]]] = [
    # The branch that the discriminator names, through `$ref`; 4.0 is 4, and true is not 1.
    (SHAPES, {"kind": 4.0}, [(MISSING, ("side",), "/$defs/s/required", "is required")]),
    (
        SHAPES,
        {"kind": "circle", "side": 1},
        [
            (MISSING, ("radius",), "/anyOf/0/required", "is required"),
            (UNEXPECTED, ("side",), "/anyOf/0/additionalProperties", "is not expected"),
        ],
    ),
    (SHAPES, {"kind": True}, [(VALUE, ("kind",), ANY_OF, 'expected one of "circle", "square", 4')]),
    (SHAPES, {"side": 1}, [(MISSING, ("kind",), ANY_OF, "is required")]),
    (SHAPES, 1, [(TYPE, (), ANY_OF, "must be `object` | `null`, not `number`")]),
    # A nullable union: the other branch.
    (
        {"anyOf": [{"type": "null"}, {"minLength": 2}]},
        "a",
        [(VALUE, (), "/anyOf/1/minLength", "must have at least 2 characters")],
    ),
    (
        {"oneOf": [{"type": "integer"}, {"const": None}]},
        "a",
        [(TYPE, (), "/oneOf/0/type", "must be `integer`, not `string`")],
    ),
    # Only types differ.
    (
        {"anyOf": [{"type": "integer"}, {"type": ["number", "integer"]}, {"type": "array"}]},
        "a",
        [(TYPE, (), ANY_OF, "must be `integer` | `number` | `array`, not `string`")],
    ),
    # The best fit: the right type, then the fewest issues, then the first.
    (
        {"anyOf": [{"type": "string"}, {"minimum": 5, "multipleOf": 2}]},
        3,
        [
            (VALUE, (), "/anyOf/1/multipleOf", "must be a multiple of 2"),
            (VALUE, (), "/anyOf/1/minimum", "must be at least 5"),
            (VALUE, (), ANY_OF, BEST.format(2)),
        ],
    ),
    ({"anyOf": [{"minimum": 5}]}, 3, [(VALUE, (), "/anyOf/0/minimum", "must be at least 5")]),
    # A union inside that says it already is enough.
    (
        {"anyOf": [{"type": "string"}, {"anyOf": [{"minimum": 5}, {"minimum": 6}]}]},
        3,
        [
            (VALUE, (), "/anyOf/1/anyOf/0/minimum", "must be at least 5"),
            (VALUE, (), "/anyOf/1/anyOf", BEST.format(1)),
        ],
    ),
    # Nothing fits `false`, so that it is passed over.
    (
        {"anyOf": [False, {"type": "string"}, {"type": "array"}]},
        1,
        [(TYPE, (), ANY_OF, "must be `string` | `array`, not `number`")],
    ),
    (
        {"anyOf": [False, {"minimum": 5, "multipleOf": 2}]},
        3,
        [
            (VALUE, (), "/anyOf/1/multipleOf", "must be a multiple of 2"),
            (VALUE, (), "/anyOf/1/minimum", "must be at least 5"),
        ],
    ),
    # More than one branch of a `oneOf`.
    (
        {"oneOf": [{"type": "integer"}, {"type": "string"}, {"minimum": 0}]},
        3,
        [(VALUE, (), ONE_OF, "must match exactly one alternative but matches 2 of 3: 1, 3")],
    ),
]


@engines
@pytest.mark.parametrize(("schema", "instance", "expected"), UNIONS)
def test_unions(engine: str, schema: Any, instance: Any, expected: list[tuple[Any, ...]]) -> None:
    found = issues_of(engine, schema, instance)
    assert [
        (issue.kind, issue.instance_location, issue.keyword_location, issue.message) for issue in found
    ] == expected


@engines
def test_what_a_union_expected(engine: str) -> None:
    assert issues_of(engine, SHAPES, {"kind": "?"})[0].expected == ("circle", "square", 4)
    assert issues_of(engine, SHAPES, {})[0].expected == ("circle", "square", 4)
    assert issues_of(engine, {"oneOf": [{}, True]}, 1)[0].expected == (1, 2)
    assert issues_of(engine, {"anyOf": [{"minimum": 5}, {"minimum": 6}]}, 1)[-1].expected == ()


NOT_TWICE: list[tuple[Any, Any, list[Any]]] = [
    # Keys that a failing branch knows are not also told as unexpected.
    (
        {"allOf": [{"properties": {"a": {"type": "string"}}}], "unevaluatedProperties": False},
        {"a": 1},
        [("a",)],
    ),
    (
        {
            "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["b"]}],
            "unevaluatedProperties": False,
        },
        {"a": 1},
        [("a",), ()],
    ),
    ({"items": {"type": "string"}, "unevaluatedItems": False}, [1], [(0,)]),
    ({"additionalProperties": False, "unevaluatedProperties": False}, {"a": 1}, [("a",)]),
]


@engines
@pytest.mark.parametrize(("schema", "instance", "locations"), NOT_TWICE)
def test_nothing_is_told_twice(engine: str, schema: Any, instance: Any, locations: list[Any]) -> None:
    assert [issue.instance_location for issue in issues_of(engine, schema, instance)] == locations


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
    # Nothing inside a union or a condition; what stands beside one coerces its own values.
    (TOOL_INPUT, {"anyOf": [{"type": "integer"}]}, "1", "1"),
    (TOOL_INPUT, {"type": "integer", "oneOf": [{"minimum": 1}]}, "1", "1"),
    (
        TOOL_INPUT,
        {"properties": {"a": {"type": "integer"}}, "anyOf": [{"properties": {"b": {"type": "integer"}}}]},
        {"a": "1", "b": "1"},
        {"a": 1, "b": "1"},
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


REFUSED: list[tuple[Any, str, list[str]]] = [
    ({"minimum": "1"}, "/minimum", ["`minimum`", "a number", "a string"]),
    ({"minimum": True}, "/minimum", ["a number", "a boolean"]),
    ({"minimum": float("nan")}, "/minimum", ["finite"]),
    ({"multipleOf": 0}, "/multipleOf", ["greater than 0"]),
    ({"minLength": -1}, "/minLength", ["non-negative integer"]),
    ({"maxItems": 1.5}, "/maxItems", ["non-negative integer"]),
    ({"pattern": 1}, "/pattern", ["a string"]),
    ({"pattern": "("}, "/pattern", ["pattern"]),
    ({"patternProperties": {"(": {}}}, "/patternProperties/(", ["pattern"]),
    ({"required": "a"}, "/required", ["list of strings", "a string"]),
    ({"required": ["a", "a"]}, "/required", ['"a"', "twice"]),
    ({"properties": {"q": {"required": False}}}, "/properties/q/required", ["list of strings", "a boolean"]),
    ({"properties": []}, "/properties", ["object of schemas", "an array"]),
    ({"properties": {"a": [1]}}, "/properties", ['"a"', "a schema", "an array"]),
    ({"type": "any"}, "/type", ['"any"', "string"]),
    ({"type": []}, "/type", ["at least one"]),
    ({"enum": "a"}, "/enum", ["list of values"]),
    ({"anyOf": []}, "/anyOf", ["at least one schema"]),
    ({"not": "a"}, "/not", ["a schema"]),
    ({"uniqueItems": "true"}, "/uniqueItems", ["true or false"]),
    ({"exclusiveMinimum": True, "minimum": 1}, "/exclusiveMinimum", ["a number"]),
    ({"dependentRequired": {"a": "b"}}, "/dependentRequired", ['"a"', "list of strings"]),
    ({"$anchor": "#a"}, "/$anchor", ["plain name"]),
    ({"$defs": {"unused": {"minimum": "1"}}}, "/$defs/unused/minimum", ["a number"]),
    ({"items": [{}]}, "/items", ["prefixItems"]),
    ({"$schema": DRAFT_4, "properties": {"a": True}}, "/properties/a", ["draft 6"]),
    ({"$schema": DRAFT_4, "minimum": 1, "exclusiveMinimum": 0}, "/exclusiveMinimum", ["true or false"]),
    ({"$schema": "https://example.com/mine"}, "/$schema", ["https://example.com/mine", "2020-12"]),
    ({"$ref": "#/$defs/none"}, "/$ref", ["#/$defs/none"]),
    (
        {"properties": {"a": {"$ref": "file:///etc/hostname"}}},
        "/properties/a/$ref",
        ["file:///etc/hostname", "fetched"],
    ),
    ({"$ref": "#nowhere"}, "/$ref", ["nowhere"]),
    ({"$ref": "#/title", "title": "t"}, "/$ref", ["a string"]),
    (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"},
        "",
        ["never end"],
    ),
    ([], "", ["an array"]),
    ("string", "", ["a string"]),
    ({"default": {1}}, "/default", ["set"]),
    ({"properties": {1: {}}}, "/properties", ["key"]),
]


@engines
@pytest.mark.parametrize(("schema", "location", "words"), REFUSED)
def test_refused_schemas(engine: str, schema: Any, location: str, words: list[str]) -> None:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", schema, JSON_SCHEMA)
    assert refusal.value.tool == "tool"
    assert refusal.value.keyword_location.startswith(location)
    assert [word for word in words if word not in str(refusal.value)] == []


@engines
def test_what_no_check_can_come_to_need_not_lead_anywhere(engine: str) -> None:
    schema = {"$defs": {"unused": {"$ref": "#/nowhere"}}, "default": {"$ref": "#/nowhere"}, "type": "string"}
    assert issues_of(engine, schema, "a") == []


@engines
def test_an_unknown_dialect_is_read_as_the_default_with_one_warning(engine: str) -> None:
    schema = {"$schema": "https://example.com/warned", "type": "string"}
    with pytest.warns(UserWarning, match="example.com/warned") as caught:
        validator = ENGINES[engine]("tool", schema, TOOL_INPUT)
    assert len(caught) == 1
    assert not validator.is_valid(1)


@engines
def test_extensions(engine: str) -> None:
    """`nullable`, and a list under `items`, are read by tool policies and not by the specification."""
    nullable = {"type": "string", "nullable": True}
    assert issues_of(engine, nullable, None, TOOL_INPUT) == []
    assert issues_of(engine, nullable, 1, TOOL_INPUT)[0].expected == ("string", "null")
    assert issues_of(engine, nullable, None, JSON_SCHEMA)[0].expected == ("string",)
    pair = {"items": [{"type": "string"}], "additionalItems": False}
    found = issues_of(engine, pair, [1, 2], TOOL_INPUT)
    assert [issue.keyword_location for issue in found] == ["/items/0/type", "/additionalItems"]


DRAFTS: list[tuple[str, Any, Any, list[str]]] = [
    (DRAFT_4, {"minimum": 1, "exclusiveMinimum": True}, 1, ["must be greater than 1"]),
    (DRAFT_4, {"minimum": 1, "exclusiveMinimum": False}, 0, ["must be at least 1"]),
    (DRAFT_4, {"exclusiveMaximum": True}, 1, []),
    (DRAFT_4, {"type": "integer"}, 1.0, ["must be `integer`, not `number`"]),
    (DRAFT_4, {"const": 1, "contains": {}, "propertyNames": False}, [], []),
    (DRAFT_7, {"$ref": "#/definitions/a", "maximum": 1, "definitions": {"a": {}}}, 2, []),
    (DRAFT_7, {"contains": {"type": "string"}, "minContains": 2}, ["a"], []),
    (DRAFT_7, {"items": [{}], "additionalItems": False}, [1, 2], ["is not allowed"]),
    (
        DRAFT_7,
        {"dependencies": {"a": ["b"], "c": {"maxProperties": 1}}},
        {"a": 1, "c": 1},
        ["is required when `a` is given", "must have at most 1 property"],
    ),
    (DRAFT_2019_09, {"$ref": "#/$defs/a", "maximum": 1, "$defs": {"a": {}}}, 2, ["must be at most 1"]),
    (DRAFT_2019_09, {"contains": {"type": "string"}, "unevaluatedItems": False}, ["a"], ["is not allowed"]),
]


@engines
@pytest.mark.parametrize(("dialect", "schema", "instance", "messages"), DRAFTS)
def test_drafts(engine: str, dialect: str, schema: Any, instance: Any, messages: list[str]) -> None:
    found = issues_of(engine, schema, instance, dialect=dialect)
    assert [issue.message for issue in found] == messages


@engines
def test_other_documents(engine: str) -> None:
    """A keyword of another document is told by that document's URI; embedded resources belong to the author's."""
    schema = {
        "properties": {"a": {"$ref": "other#/$defs/n"}, "b": {"$ref": "inside"}},
        "$id": "https://example.com/main",
        "$defs": {"i": {"$id": "inside", "maximum": 1}},
    }
    resources = {"https://example.com/other": {"$defs": {"n": {"minimum": 5}}}}
    found = issues_of(engine, schema, {"a": 1, "b": 2}, resources=resources)
    assert [issue.keyword_location for issue in found] == [
        "https://example.com/other#/$defs/n/minimum",
        "/$defs/i/maximum",
    ]


@engines
def test_non_finite_numbers(engine: str) -> None:
    for number in (float("nan"), float("inf"), float("-inf")):
        assert issues_of(engine, {}, number) == []
        assert issues_of(engine, {"not": {"type": ["number", "integer"]}}, number) == []
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            assert [issue.keyword for issue in issues_of(engine, {keyword: 1}, number)] == [keyword]


LONG = [f"{'member' * 20} {index}" for index in range(10_000)]
BOUNDED: list[tuple[Any, Any]] = [
    ({"enum": LONG}, 1),
    ({"const": LONG}, 1),
    ({"const": functools.reduce(lambda inner, _: [inner], range(300), "x")}, 1),
    ({"const": "\ud800\x00\u202e"}, 1),
    ({"minimum": 10**5000}, 1),
    ({"not": {"enum": LONG}}, LONG[0]),
    ({"not": {"required": LONG}}, dict.fromkeys(LONG, 1)),
    ({"contains": {"enum": LONG}}, []),
    ({"pattern": f"^(?:{'a' * 10_000})$"}, ""),
    ({"oneOf": [{}] * 1000}, 1),
    ({"dependentRequired": {"`\ud800" * 500: ["b"]}}, {"`\ud800" * 500: 1}),
]


@engines
@pytest.mark.parametrize(("schema", "instance"), BOUNDED)
def test_messages_are_short_and_printable(engine: str, schema: Any, instance: Any) -> None:
    issue, *_ = issues_of(engine, schema, instance)
    assert len(issue.message) <= 600
    assert issue.message.isprintable()
    assert issue.message.encode()


def test_lists_say_how_many_more_there_are() -> None:
    (issue,) = issues_of("reference", {"enum": list(range(25))}, "x")
    assert issue.message.startswith("expected one of 0, 1, 2,")
    assert issue.message.endswith("18, 19, … and 5 more")


DEEP = functools.reduce(lambda inner, _: [inner], range(100_000), 1)
RECURSIVE = {
    "$ref": "#/$defs/n",
    "$defs": {"n": {"anyOf": [{"type": "integer"}, {"items": {"$ref": "#/$defs/n"}}]}},
}


@engines
def test_what_is_nested_too_deeply(engine: str) -> None:
    validator = ENGINES[engine]("tool", RECURSIVE, LENIENT)
    (issue,) = validator.explain(DEEP)
    assert (issue.kind, issue.keyword, issue.message) == (VALUE, "", "is nested too deeply to be checked")
    assert validator.coerce(DEEP) is DEEP
    assert not validator.is_valid(DEEP)
    with pytest.raises(InvalidArguments, match="nested too deeply"):
        validator.validate(DEEP)


@engines
def test_a_union_in_a_recursion_takes_no_exponential_time(engine: str) -> None:
    branch = {"type": "array", "items": {"$ref": "#/$defs/n"}}
    schema = {"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [branch, {**branch, "maxItems": 9}]}}}
    found = issues_of(engine, schema, functools.reduce(lambda inner, _: [inner], range(40), "x"))
    assert [issue.kind for issue in found] == [TYPE, VALUE]


@engines
def test_the_authors_schema_is_copied(engine: str) -> None:
    schema: dict[str, Any] = {"properties": {"a": {"type": "string"}}}
    validator = ENGINES[engine]("tool", schema, JSON_SCHEMA)
    schema["properties"]["a"]["type"] = "integer"
    assert not validator.is_valid({"a": 1})


@engines
def test_one_object_that_stands_twice_has_two_locations(engine: str) -> None:
    shared = {"minimum": 1}
    found = issues_of(engine, {"properties": {"a": shared, "b": shared}}, {"a": 0, "b": 0})
    assert [issue.keyword_location for issue in found] == ["/properties/a/minimum", "/properties/b/minimum"]


@engines
def test_nothing_is_warned_about_without_a_reason(engine: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ENGINES[engine]("tool", {"$schema": DRAFT_7, "type": "object"}, TOOL_INPUT)
