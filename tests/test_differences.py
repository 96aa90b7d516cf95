"""Differences that a search once found, kept as cases: every engine gives the reference's outcome."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.policy import Coercion, Policy
from callcheck_compiler import compile_schema

from tests.agreement import PRESETS, assert_agree
from tests.engines import ENGINES, engines

Case = tuple[str, Any, list[Any]]

CASES: list[Case] = [
    (
        "a union of two branches that both admit only null is not nullable",
        {"anyOf": [{"type": "null", "const": []}, {"type": "null"}]},
        [None, 1, []],
    ),
    (
        "a branch that admits nothing at all is no null branch",
        {"oneOf": [{"type": ["string", "array"]}, {"type": "integer", "allOf": [{"type": "null"}]}]},
        [{}, "a", 1, None],
    ),
    (
        "a branch that admits only null through its allOf is one",
        {
            "anyOf": [
                {"type": ["integer", "null"], "allOf": [{"type": ["null", "string"]}]},
                {"type": "string"},
            ]
        },
        [1, None, "a"],
    ),
    (
        "a recursive definition under a closed position",
        {
            "properties": {"b": {"$ref": "#/$defs/A"}},
            "$defs": {
                "A": {
                    "anyOf": [
                        {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
                        {"properties": {"kind": {"const": 1}, "n": {"$ref": "#/$defs/A"}}},
                    ]
                }
            },
        },
        [
            {"b": {"kind": 1, "n": {"kind": "a"}}},
            {"b": {"kind": 1, "n": {"x": 1}}},
            {"b": {"n": {"n": {"y": 2}}}},
        ],
    ),
    (
        "items under core keywords speak of every item, for prefixItems is not interpreted",
        {
            "type": "object",
            "properties": {
                "a": {"prefixItems": [True, True], "items": {"type": "object", "enum": [{"b": 1}]}}
            },
        },
        [{"a": [{}, -1, {"b": 1}, "ab", {}]}],
    ),
    (
        "an enum of null beside another const makes no null branch",
        {"oneOf": [{"type": "integer"}, {"const": "", "enum": [None]}]},
        [{}, "", None, 1],
    ),
    (
        "a nullable union with an object branch, where the value is no object",
        {
            "type": "boolean",
            "not": {"anyOf": [{"properties": {"b": False}}, {"type": "null"}], "additionalProperties": False},
        },
        [True, None, {}],
    ),
    (
        "only the whole arguments are an object for being empty, not what refers to the root",
        {
            "type": "object",
            "properties": {"a": {"$ref": "#"}, "b": {"type": "array", "items": {"$ref": "#"}}},
        },
        ["", None, {"a": ""}, {"a": None}, {"b": [""]}, {"b": [None]}, {"a": {"a": ""}}],
    ),
    (
        "and not what refers to what the root refers to",
        {
            "$ref": "#/$defs/D",
            "$defs": {"D": {"type": "object", "properties": {"a": {"$ref": "#/$defs/D"}}, "required": ["a"]}},
        },
        ["", None, {"a": ""}, {"a": None}, {"a": {"a": ""}}],
    ),
    (
        "an integral float in a nullable oneOf is repaired as it is in a nullable anyOf",
        {"oneOf": [{"type": "integer"}, {"const": None}]},
        [3.0, 3, None, 3.5],
    ),
    (
        "the same where the other branch admits null, or another type too",
        {
            "properties": {
                "a": {"oneOf": [{"type": ["integer", "boolean"]}, {"const": None}]},
                "b": {"items": {"oneOf": [{"type": ["integer", "null"]}, {"enum": [None]}]}},
                "c": {
                    "additionalProperties": {
                        "oneOf": [{"type": "null"}, {"type": "integer", "nullable": True}]
                    }
                },
            }
        },
        [{"a": 3.0}, {"a": True}, {"a": None}, {"b": [3.0, None]}, {"b": [3.0]}, {"c": {"d": 3.0}}],
    ),
    (
        "what a branch leaves to its own unevaluatedItems is evaluated, also behind a list under items",
        {
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "allOf": [{"items": [{}], "unevaluatedItems": {"type": "integer"}}],
            "unevaluatedItems": False,
        },
        [["a", 1, 2], ["a", "b"], ["a"], []],
    ),
    (
        "a long name that is searched without backtracking, and not matched",
        {"properties": {"c" * 60: {}}, "patternProperties": {"^(a+)+$": {"type": "integer"}}},
        [{"c" * 60: "1"}, {"a" * 60: "1"}],
    ),
    (
        "what speaks of other keys without being interpreted keeps an object open",
        {
            "properties": {
                "a": {"properties": {}, "unevaluatedProperties": True},
                "b": {"properties": {}, "then": {}},
            }
        },
        [{"a": {"b": 1}}, {"b": {"a": 1}}, {"c": 1}],
    ),
    *(
        (
            f"{word}: `false` beside a nullable {kind}, {where}",
            {
                "type": "object",
                "properties": {"p": {"allOf": [{word: [{"type": "null"}, branch]}, False][::step]}},
                "required": ["p"][:needed],
            },
            [{}, {"p": None}, {"p": {"a": 1}}, {"p": [1]}, {"p": 1}],
        )
        for word in ("anyOf", "oneOf")
        for kind, branch in (
            ("object", {"type": "object", "properties": {"a": {"type": "integer"}}}),
            ("array", {"type": "array", "items": {"type": "integer"}}),
        )
        for where, step in (("behind", 1), ("before", -1))
        for needed in (0, 1)
    ),
]

# Draft 4, in which 2.0 is no integer, under each set of rules for numbers.
NUMBERS = [
    Coercion.QUOTED_NUMBER,
    Coercion.INTEGRAL_FLOAT,
    Coercion.QUOTED_NUMBER | Coercion.INTEGRAL_FLOAT,
    Coercion.NONE,
]


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "reference"])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("schema", "instances"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_difference(schema: Any, instances: list[Any], preset: str, engine: str) -> None:
    policy = PRESETS[preset]
    reference = ENGINES["reference"]("tool", schema, policy)
    actual = ENGINES[engine]("tool", schema, policy)
    for instance in instances:
        assert_agree(reference, actual, instance)


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "reference"])
@pytest.mark.parametrize("coercion", NUMBERS)
@pytest.mark.parametrize("draft", ["draft-04", "draft-07"])
@pytest.mark.parametrize("types", ["integer", ["integer", "null"], ["integer", "number"]])
def test_whole_floats_by_draft_and_rules(types: Any, draft: str, coercion: Coercion, engine: str) -> None:
    for required in ([], ["a"], ["a", "b"]):
        schema = {
            "$schema": f"http://json-schema.org/{draft}/schema#",
            "type": "object",
            "properties": {"a": {"type": types}, "b": {"type": types, "minimum": 1}},
            **({"required": required} if required else {}),
        }
        policy = Policy(coercion=coercion)
        reference = ENGINES["reference"]("tool", schema, policy)
        actual = ENGINES[engine]("tool", schema, policy)
        for value in (2, 2.0, 2.5, "2", "2.0", "2.5", None, True, float("nan"), 1e300):
            assert_agree(reference, actual, {"a": value, "b": 1})
            assert_agree(reference, actual, {"a": 1, "b": value})


def nested_unions(depth: int) -> Any:
    """Objects in branches of objects, each of which declares something."""
    schema: Any = {"type": "integer"}
    for _ in range(depth):
        branches = [{"properties": {"inside": schema}}, {"properties": {"other": {"type": "null"}}}]
        schema = {"properties": {"name": {"type": "string"}}, "anyOf": branches}
    return schema


@pytest.mark.parametrize("preset", PRESETS)
def test_nested_unions_do_not_double_the_code(preset: str) -> None:
    sizes = [len(compile_schema(nested_unions(depth), policy=PRESETS[preset]).source) for depth in (4, 8)]
    assert sizes[1] < 8 * sizes[0]


@engines
def test_the_longer_one_of_both_ways_to_write_a_tuple_is_evaluated(engine: str) -> None:
    schema = {"prefixItems": [{}], "items": [{}, {}], "unevaluatedItems": False}
    validator = ENGINES[engine]("tool", schema, PRESETS["TOOL_INPUT"])
    assert validator.is_valid([1, 2])
    assert not validator.is_valid([1, 2, 3])
