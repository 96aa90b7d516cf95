"""What a schema is refused for: a reference, a circle or a pattern, wherever a check could come to it and nowhere else."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from callcheck import JSON_SCHEMA, SchemaError
from callcheck.policy import Policy

from tests.agreement import PRESETS, assert_agree
from tests.engines import ENGINES, engines
from tests.reaching import DIALECTS, INSTANCES, Reaching

# Each with one place, marked by HERE, for a subschema.
HERE: dict[str, Any] = {}
REACHED: list[tuple[str, Any]] = [
    ("if alone", {"if": HERE}),
    ("if alone beside unevaluatedProperties", {"if": HERE, "unevaluatedProperties": False}),
    ("if alone that declares", {"properties": {"a": {"if": HERE, "properties": {"b": {}}}}}),
    ("else beside if that always holds", {"if": True, "else": HERE}),
    ("then beside if that never holds", {"if": False, "then": HERE}),
    ("contains of any number", {"contains": HERE, "minContains": 0}),
    ("contains of any number in 2019-09", {"$schema": DIALECTS["2019-09"], "contains": HERE, "minContains": 0}),
    ("contains of none", {"contains": HERE, "maxContains": 0}),
    ("not beside what excludes all", {"not": True, "properties": {"a": HERE}}),
    ("properties beside const", {"const": 1, "properties": {"a": HERE}}),
    ("items of no array", {"type": "object", "items": HERE}),
    ("prefixItems of none", {"maxItems": 0, "prefixItems": [HERE]}),
    ("unevaluatedProperties of nothing", {"additionalProperties": True, "unevaluatedProperties": HERE}),
    ("additionalProperties of nothing", {"patternProperties": {"": True}, "additionalProperties": HERE}),
    ("allOf beside false", {"allOf": [False, HERE]}),
    ("anyOf beside true", {"anyOf": [True, HERE]}),
    ("a property that is never there", {"propertyNames": {"const": "b"}, "properties": {"a": HERE}}),
    ("below what a reference leads to", {"$defs": {"d": {"items": HERE}}, "properties": {"a": {"$ref": "#/$defs/d"}}}),
]  # fmt: skip
PASSED_OVER: list[tuple[str, Any]] = [
    ("then alone", {"then": HERE}),
    ("else alone", {"else": HERE}),
    ("additionalItems alone", {"$schema": DIALECTS["7"], "additionalItems": HERE}),
    ("additionalItems beside one schema", {"$schema": DIALECTS["7"], "items": {}, "additionalItems": HERE}),
    ("a definition that nothing refers to", {"$defs": {"d": HERE}}),
    ("beside $ref in draft 7", {"$schema": DIALECTS["7"], "$ref": "#/definitions/d", "definitions": {"d": {}}, "not": HERE}),
    ("contentSchema", {"contentMediaType": "application/json", "contentSchema": HERE}),
    ("under no keyword", {"unknown": HERE}),
]  # fmt: skip
BROKEN: list[tuple[Any, str]] = [
    ({"$ref": "#/nowhere"}, "nowhere"),
    ({"pattern": "("}, "regular expression"),
    ({"patternProperties": {r"\p{Nope}": True}}, "Nope"),
]


def filled(schema: Any, subschema: Any) -> Any:
    """The schema with a subschema in the marked place."""
    if schema is HERE:
        return subschema
    if isinstance(schema, dict):
        return {keyword: filled(value, subschema) for keyword, value in schema.items()}
    return [filled(value, subschema) for value in schema] if isinstance(schema, list) else schema


@engines
@pytest.mark.parametrize("schema", [case[1] for case in REACHED], ids=[case[0] for case in REACHED])
@pytest.mark.parametrize(("broken", "reason"), BROKEN, ids=["reference", "pattern", "name"])
def test_what_a_check_could_come_to_is_refused(engine: str, schema: Any, broken: Any, reason: str) -> None:
    for policy in (PRESETS["TOOL_INPUT"], PRESETS["STRICT"], JSON_SCHEMA):
        with pytest.raises(SchemaError, match=reason):
            ENGINES[engine]("tool", filled(schema, broken), policy)


@engines
@pytest.mark.parametrize("schema", [case[1] for case in PASSED_OVER], ids=[case[0] for case in PASSED_OVER])
@pytest.mark.parametrize("broken", [case[0] for case in BROKEN], ids=["reference", "pattern", "name"])
def test_what_no_check_comes_to_is_passed_over(engine: str, schema: Any, broken: Any) -> None:
    for policy in (PRESETS["TOOL_INPUT"], PRESETS["STRICT"], JSON_SCHEMA):
        assert ENGINES[engine]("tool", filled(schema, broken), policy).is_valid({})


@engines
@pytest.mark.parametrize("keyword", ["pattern", "patternProperties"])
def test_core_keywords_are_checked_whole_where_they_stand(engine: str, keyword: str) -> None:
    broken = {keyword: "(" if keyword == "pattern" else {"(": {}}}
    core = PRESETS["STRICT_CORE"]
    with pytest.raises(SchemaError, match="regular expression"):
        ENGINES[engine]("tool", {"anyOf": [{"not": broken}]}, core)
    followed = {"properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": broken}}
    assert ENGINES[engine]("tool", followed, core).is_valid({})


IN_PLACE: list[Any] = [
    {"if": HERE},
    {"if": HERE, "unevaluatedProperties": False},
    {"if": HERE, "unevaluatedItems": False, "properties": {"a": {}}},
    {"anyOf": [{"if": HERE}], "unevaluatedProperties": False},
    {"if": True, "then": HERE},
    {"not": {"if": HERE}},
    {"dependentSchemas": {"a": HERE}, "unevaluatedProperties": {"type": "string"}},
    {"oneOf": [True, HERE], "unevaluatedItems": True},
    {"$dynamicAnchor": "t", "if": {"$dynamicRef": "#t"}},
    {"$schema": DIALECTS["2019-09"], "if": {"$recursiveRef": "#"}},
]
AROUND: list[Any] = [
    {"then": HERE, "unevaluatedProperties": False},
    {"contains": HERE, "minContains": 0, "unevaluatedItems": False},
    {"contains": HERE, "unevaluatedItems": False},
    {"unevaluatedProperties": HERE},
    {"propertyNames": HERE},
    {"allOf": [{"then": HERE}]},
]


@engines
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("schema", IN_PLACE, ids=range(len(IN_PLACE)))
def test_whoever_asks_a_circle_is_refused(engine: str, preset: str, schema: Any) -> None:
    circle = filled(schema, {"$ref": "#"})
    if preset == "STRICT_CORE":  # which interprets none of it
        assert ENGINES[engine]("tool", circle, PRESETS[preset])
        return
    with pytest.raises(SchemaError, match="without going into the instance"):
        ENGINES[engine]("tool", circle, PRESETS[preset])


@engines
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("schema", AROUND, ids=range(len(AROUND)))
def test_what_goes_into_the_instance_is_no_circle(engine: str, preset: str, schema: Any) -> None:
    assert ENGINES[engine]("tool", filled(schema, {"$ref": "#"}), PRESETS[preset]).explain({}) == []


# In the scope of the root, the reference in `x` leads to the root and not to `x`, which would be a circle.
SCOPED: dict[str, Any] = {
    "$id": "urn:root",
    "$dynamicAnchor": "t",
    "properties": {"a": {"$ref": "urn:x"}},
    "$defs": {"x": {"$id": "urn:x", "$dynamicAnchor": "t", "$dynamicRef": "#t", "type": "object"}},
}


@engines
def test_a_circle_is_one_in_its_dynamic_scope(engine: str) -> None:
    validator = ENGINES[engine]("tool", SCOPED, JSON_SCHEMA)
    assert validator.is_valid({"a": {"a": {}}})
    assert not validator.is_valid({"a": {"a": 1}})
    circle = {**SCOPED, "allOf": [{"$ref": "urn:x"}]}
    with pytest.raises(SchemaError, match="without going into the instance"):
        ENGINES[engine]("tool", circle, JSON_SCHEMA)


def made(engine: str, schema: Any, policy: Policy) -> Any:
    """The validator, or None where the schema is refused."""
    try:
        return ENGINES[engine]("tool", schema, policy)
    except SchemaError:
        return None


def compare(seed: int, count: Callable[..., None]) -> None:
    """One random schema under every policy: both refuse it, or both say the same of every instance."""
    source = random.Random(seed)
    schema = Reaching(source, source.choice((0, 0, 5, 20))).document()
    for preset, policy in PRESETS.items():
        reference, compiled = made("reference", schema, policy), made("compiled", schema, policy)
        assert (reference is None) is (compiled is None), (seed, preset, schema)
        count(f"random references {'refused' if compiled is None else 'compiled'} alike")
        for instance in INSTANCES if compiled is not None else ():
            assert_agree(reference, compiled, instance)


@pytest.mark.filterwarnings("ignore")
def test_some_references(count: Callable[..., None]) -> None:
    for seed in range(250):
        compare(seed, count)


@pytest.mark.slow
def test_many_references(count: Callable[..., None]) -> None:
    start = int(os.environ.get("CALLCHECK_SEED", str(random.randrange(10**9))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(start, start + int(os.environ.get("CALLCHECK_EXAMPLES", "20000"))):
            compare(seed, count)
