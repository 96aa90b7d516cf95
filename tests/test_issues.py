"""What each keyword reports, in which order, and in which words; each case on every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from callcheck.issues import Kind
from callcheck.policy import JSON_SCHEMA, Formats

from tests.engines import engines, issues_of
from tests.samples import nested

MISSING, UNEXPECTED, TYPE, VALUE = Kind
ASSERTING = replace(JSON_SCHEMA, formats=Formats.ASSERT)


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


NOT_TWICE: list[tuple[Any, Any, list[Any]]] = [
    # Two ways lead to one keyword.
    ({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"minimum": 1}}}, 0, [()]),
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
    ({"const": nested(300, "x")}, 1),
    ({"const": "\ud800\x00\u202e"}, 1),
    ({"minimum": 10**400}, 1),
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
