"""Large and deeply nested schemas, and large numbers in them: Python's own limits do not show."""

from __future__ import annotations

import json
from typing import Any

import pytest
from callcheck import JSON_SCHEMA, LENIENT, TOOL_INPUT, InvalidArguments, Policy, SchemaError
from callcheck_compiler import compile_tool

from tests.agreement import PRESETS
from tests.bombs import INTEGER, LARGE, NESTED, nested
from tests.engines import ENGINES, engines


@engines
@pytest.mark.parametrize("levels", [60, 90])
@pytest.mark.parametrize("form", NESTED)
def test_nested_schemas(engine: str, form: str, levels: int) -> None:
    around, around_instance = NESTED[form]
    validator = ENGINES[engine]("tool", nested(levels, INTEGER, around), JSON_SCHEMA)
    good, bad = 1, "x"
    if around_instance is not None:
        good, bad = nested(levels, good, around_instance), nested(levels, bad, around_instance)
    assert validator.is_valid(good)
    assert not validator.is_valid(bad)
    assert validator.explain(bad)
    assert validator.coerce(good) is good


@engines
@pytest.mark.parametrize("name", LARGE)
def test_large_schemas(engine: str, name: str) -> None:
    """Beyond 255 arguments, 256 constants and the like."""
    validator = ENGINES[engine]("tool", LARGE[name](270), LENIENT)
    for instance in (
        {f"p{index}": "x" for index in range(300)},
        {"a": 0, "k": "k299", "v": "x"},
        ["x"] * 300,
        3,
    ):
        assert validator.is_valid(instance) is (not validator.explain(instance))


@engines
def test_a_hundred_thousand_members(engine: str) -> None:
    members = [f"v{index}" for index in range(100_000)]
    validator = ENGINES[engine]("tool", {"properties": {"a": {"enum": members}}}, TOOL_INPUT)
    assert validator.is_valid({"a": "v99999"})
    (issue,) = validator.explain({"a": "v100000"})
    assert len(issue.expected) == 100_000
    assert len(issue.message) < 500


# Branches of an `allOf` that each know one property, as people write them.
BRANCHES: dict[str, Any] = {
    "an integer": lambda index: {"properties": {f"p{index}": INTEGER}},
    "a string": lambda index: {"properties": {f"p{index}": {"type": "string"}}},
    "required": lambda index: {"properties": {f"p{index}": INTEGER}, "required": [f"p{index}"]},
}


@pytest.mark.parametrize("policy", [TOOL_INPUT, LENIENT], ids=["TOOL_INPUT", "LENIENT"])
@pytest.mark.parametrize("branch", BRANCHES)
def test_a_thousand_branches_of_one_property_each(branch: str, policy: Policy) -> None:
    schema = {"type": "object", "allOf": [BRANCHES[branch](index) for index in range(1000)]}
    validator = compile_tool("tool", schema, policy=policy)
    called = {f"p{index}": "x" if branch == "a string" else 3 for index in range(1000)}
    assert validator.validate(called) is called
    assert not validator.is_valid({**called, "p999": [3]})


def test_integers_that_hash_alike_are_counted_in_pairs() -> None:
    prime = 2**61 - 1
    for count, spelled in ((300, "const"), (6000, "const"), (100, "enum"), (6000, "minimum")):
        values = [number * prime for number in range(1, count)]
        branches = {
            "const": [{"const": value} for value in values],
            "enum": [{"enum": values}],
            "minimum": [{"minimum": value} for value in values],
        }
        schema = {"properties": {"a": {"anyOf": branches[spelled]}}}
        if count < 1000:
            assert not compile_tool("tool", schema).is_valid({"a": 0})
        else:
            with pytest.raises(SchemaError, match="steps"):
                compile_tool("tool", schema)


def test_ten_thousand_properties() -> None:
    validator = compile_tool("tool", LARGE["closed properties"](10_000))
    called = {f"p{index}": "x" for index in range(10_000)}
    assert validator.validate(called) is called
    assert not validator.is_valid({**called, "p10000": "x"})
    assert not validator.is_valid({**called, "p9999": ""})


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["properties", "closed properties"])
def test_ten_thousand_properties_under_every_policy(name: str, preset: str) -> None:
    validator = compile_tool("tool", LARGE[name](10_000), PRESETS[preset])
    assert not validator.is_valid({"p9999": []})


@engines
def test_an_all_of_of_a_thousand(engine: str) -> None:
    validator = ENGINES[engine]("tool", LARGE["allOf"](1000), TOOL_INPUT)
    assert validator.is_valid({"a": 999})
    assert len(validator.explain({"a": 997})) == 2


LARGEST = 10**400
BOUNDS: list[tuple[dict[str, Any], Any, Any]] = [
    ({"minimum": LARGEST}, LARGEST, LARGEST - 1),
    ({"maximum": -LARGEST}, -LARGEST, 1 - LARGEST),
    ({"exclusiveMinimum": LARGEST}, LARGEST + 1, LARGEST),
    ({"exclusiveMaximum": LARGEST}, 1e308, LARGEST),
    ({"multipleOf": LARGEST}, 3 * LARGEST, 3 * LARGEST + 1),
    ({"multipleOf": LARGEST}, 0, 1e308),
    ({"multipleOf": 1e-308}, 1e308, float("nan")),
    ({"multipleOf": 5e-324}, LARGEST, float("inf")),
    ({"const": LARGEST}, LARGEST, LARGEST + 1),
    ({"enum": [LARGEST, -LARGEST]}, -LARGEST, 1e308),
    ({"minLength": LARGEST}, 1, "x"),
    ({"maxLength": LARGEST, "minLength": 1}, "x", ""),
    ({"minItems": LARGEST}, 1, []),
    ({"maxItems": LARGEST, "minItems": 1}, [1], []),
    ({"minProperties": LARGEST}, 1, {}),
    ({"maxProperties": LARGEST, "minProperties": 1}, {"a": 1}, {}),
    ({"contains": True, "minContains": LARGEST}, 1, [1]),
    ({"contains": True, "maxContains": LARGEST}, [1], []),
    ({"minimum": 10**4000}, 10**4000, 1e308),
]


@engines
@pytest.mark.parametrize(("schema", "good", "bad"), BOUNDS, ids=range(len(BOUNDS)))
def test_numbers_of_four_hundred_digits(engine: str, schema: dict[str, Any], good: Any, bad: Any) -> None:
    validator = ENGINES[engine]("tool", {"properties": {"a": schema}}, JSON_SCHEMA)
    assert validator.is_valid({"a": good})
    issue, *_ = validator.explain({"a": bad})
    assert len(issue.message) < 200
    with pytest.raises(InvalidArguments) as rejected:
        validator.validate({"a": bad})
    assert json.dumps(rejected.value.structured)
