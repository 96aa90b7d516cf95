"""What is said of a union that no branch fits; each case on every engine."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.issues import Kind
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, TOOL_INPUT, Policy

from tests.engines import ENGINES, engines, issues_of
from tests.samples import nested

MISSING, UNEXPECTED, TYPE, VALUE = Kind


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
    (
        {"anyOf": [{"type": "null"}, {"type": ["null"]}]},
        "a",
        [(TYPE, (), ANY_OF, "must be `null`, not `string`")],
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


@engines
def test_a_union_in_a_recursion_takes_no_exponential_time(engine: str) -> None:
    branch = {"type": "array", "items": {"$ref": "#/$defs/n"}}
    schema = {"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [branch, {**branch, "maxItems": 9}]}}}
    found = issues_of(engine, schema, nested(40, "x"))
    assert [issue.kind for issue in found] == [TYPE, VALUE]


# Schemas that nothing but null could fit, and whether null does.
AT_MOST_NULL: list[tuple[Any, bool]] = [
    ({"type": "null"}, True),
    ({"const": None}, True),
    ({"enum": [None]}, True),
    ({"type": "null", "enum": [1, None]}, True),
    ({"type": "null", "title": "nothing"}, True),
    ({"$ref": "#/$defs/null"}, True),
    ({"type": "null", "enum": [1]}, False),
    ({"type": "null", "const": "a"}, False),
    ({"type": "string", "enum": [None]}, False),
    ({"type": "null", "not": {}}, False),
    ({"type": "null", "allOf": [False]}, False),
    ({"type": "null", "if": True, "then": False}, False),
    ({"$ref": "#/$defs/never"}, False),
]


@engines
@pytest.mark.parametrize("policy", [JSON_SCHEMA, TOOL_INPUT, LENIENT, STRICT], ids=str)
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    "branch", [{"type": "object", "properties": {"x": {}}}, {"type": "array", "items": {}}]
)
def test_a_branch_for_null_need_not_admit_it(engine: str, policy: Policy, keyword: str, branch: Any) -> None:
    definitions = {"null": {"type": "null"}, "never": {"type": "null", "enum": [2]}}
    for null, admitted in AT_MOST_NULL:
        value = {keyword: [branch, null]}
        schema = {"type": "object", "properties": {"n": value}, "required": ["n"], "$defs": definitions}
        check = ENGINES[engine]("tool", schema, policy)
        assert check.is_valid({"n": None}) is admitted, null
        assert (check.explain({"n": None}) == []) is admitted, null
