"""Schemas that a stranger would send to keep a server busy: each is shared or refused."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck import JSON_SCHEMA, LENIENT, SchemaError
from callcheck_compiler import Limits, compile_schema
from callcheck_compiler.reference import reference_validator

from tests.agreement import assert_agree
from tests.bombs import BOMBS, INTEGER
from tests.engines import ENGINES, engines, generated
from tests.limiting import policies, work


@policies
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_shared_or_refused(name: str, policy: Any) -> None:
    """What is made of twice the definitions is at most about twice as long, and as much work."""
    sizes, works = [], []
    for count in (5, 10, 20, 40):  # the first pays for what is loaded once
        schema = BOMBS[name](count)
        made: list[Any] = []

        def compile_and_use(schema: Any = schema, made: list[Any] = made) -> None:
            made.append(compile_schema(schema, "measured", policy))  # no other test has cached it
            for instance in ("x", 1, {"a": {"a": "x"}, "b": 1}, [["x"]]):
                made[0].explain(instance)

        works.append(work(compile_and_use))
        sizes.append(len(made[0].source))
    assert sizes[3] - sizes[2] < 3 * (sizes[2] - sizes[1])
    assert works[3] - works[2] < 3 * (works[2] - works[1])


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_on_every_engine(name: str) -> None:
    schema = BOMBS[name](40)
    reference = reference_validator("tool", schema, JSON_SCHEMA)
    for engine in (compile_schema(schema, "tool"), generated("tool", schema, JSON_SCHEMA)):
        for instance in ("x", "long", 1, {"b": 1}, {"a": {"a": "x"}}, [], [1], [["x"]]):
            assert_agree(reference, engine, instance)


def test_long_chains_of_references() -> None:
    schema: dict[str, Any] = {f"d{index}": {"$ref": f"#/$defs/d{index + 1}"} for index in range(1500)}
    schema = {"$defs": {**schema, "d1500": INTEGER}, "properties": {"a": {"$ref": "#/$defs/d0"}}}
    for validator in (compile_schema(schema, "tool"), generated("tool", schema, JSON_SCHEMA)):
        assert validator.is_valid({"a": 1})
        assert not validator.is_valid({"a": "x"})


CIRCLES: list[dict[str, Any]] = [
    {"$ref": "#"},
    {"allOf": [{"$ref": "#"}]},
    {"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#"}}}},
    {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
    {"$dynamicAnchor": "a", "$dynamicRef": "#a"},
    {"if": {"$ref": "#"}, "then": True},
    {"dependentSchemas": {"a": {"$ref": "#"}}},
    {"properties": {"a": {"oneOf": [{"$ref": "#/properties/a"}]}}},
]


@engines
@pytest.mark.parametrize("schema", CIRCLES, ids=range(len(CIRCLES)))
def test_circles_are_refused(engine: str, schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaError, match="without going into the instance"):
        ENGINES[engine]("tool", schema, JSON_SCHEMA)


def dynamic_scopes(count: int) -> dict[str, Any]:
    """Documents that all refer to each other, so that each can be reached through the others in every order."""
    documents = {
        f"d{index}": {
            "$id": f"d{index}",
            "$defs": {"q": {"$dynamicAnchor": f"T{index}"}},
            "properties": {
                "a": {"$dynamicRef": f"#T{index}"},
                **{f"x{other}": {"$ref": f"d{other}"} for other in range(count)},
            },
        }
        for index in range(count)
    }
    return {"$id": "http://example.com/root", "$defs": documents, "$ref": "d0"}


def test_dynamic_scopes_without_end_are_refused() -> None:
    with pytest.raises(SchemaError, match=r"Limits\.(steps|functions)"):
        compile_schema(dynamic_scopes(30), limits=Limits(steps=200_000))
    assert compile_schema(dynamic_scopes(3)).is_valid({"x1": {"x2": {"a": 1}}})


def named(count: int, prefix: str = "p") -> dict[str, Any]:
    return {f"{prefix}{index}": INTEGER for index in range(count)}


def many_unions(count: int) -> dict[str, Any]:
    """Unions of which each asks again what the ones after it evaluate."""
    made = {
        f"d{index}": {
            "anyOf": [{"$ref": f"#/$defs/d{index + 1}"}, {"required": ["z"]}],
            "properties": {f"q{index}": INTEGER},
            "unevaluatedProperties": False,
        }
        for index in range(count)
    }
    return {"$defs": {**made, f"d{count}": {}}, "$ref": "#/$defs/d0"}


def large_scopes(count: int) -> dict[str, Any]:
    schema = dynamic_scopes(count)
    for document in schema["$defs"].values():
        document["properties"].update(named(60))
    return schema


# What makes more work than its size, by another way than a reference that fans out.
HEAVY: dict[str, Any] = {
    "patterns times names": {
        "properties": named(400),
        "patternProperties": {f"^p{index}$": INTEGER for index in range(400)},
    },
    "patterns without backtracking times long names": {
        "properties": named(30, "a" * 300),
        "patternProperties": {f"^(a|a)*(a|aa){{20}}x{index}$": INTEGER for index in range(30)},
    },
    "unions that ask for what is evaluated": many_unions(300),
    "one union of many, asked from many places": {
        "$defs": {"d": {"anyOf": [{"properties": {f"q{index}": INTEGER}} for index in range(300)]}},
        "properties": {
            f"p{index}": {"$ref": "#/$defs/d", "unevaluatedProperties": False} for index in range(100)
        },
    },
    "dynamic scopes": dynamic_scopes(9),
    "dynamic scopes of large schemas": large_scopes(8),
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_step_is_little_work(name: str) -> None:
    steps = 40_000

    def refused() -> None:
        with pytest.raises(SchemaError, match=r"Limits\.steps"):
            compile_schema(HEAVY[name], "heavy", LENIENT, limits=Limits(steps=steps))

    assert work(refused) < 40 * steps
