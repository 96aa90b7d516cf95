"""Every schema is held against the meta-schema of its dialect: what is refused, where, in which words, and what is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from callcheck.issues import SchemaError
from callcheck.policy import JSON_SCHEMA, STRICT_CORE, TOOL_INPUT, Policy
from callcheck_compiler.compilation import build_unit
from callcheck_compiler.frontend.limits import DEFAULT_LIMITS
from callcheck_compiler.keywords.dialects import DEFAULT, DIALECTS, Dialect, dialect_of
from callcheck_compiler.meta_schemas import check
from callcheck_compiler.meta_schemas.reading import Resource
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from tests.engines import ENGINES, engines
from tests.shared import SUITE, maskbench, needs_shared, needs_suite, tools
from tests.strategies import documents, json_values

DRAFT_4, DRAFT_6, DRAFT_7, DRAFT_2019_09, DRAFT_2020_12 = DIALECTS
by_dialect = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=lambda dialect: dialect.name)


def embedded(dialect: str, **keywords: Any) -> dict[str, Any]:
    """A schema that is read by another dialect than what is around it."""
    return {"$id": "https://e.test/inside", "$schema": dialect, **keywords}


# What a meta-schema asks for and no keyword's own row does: (dialect, schema, location, reason).
REFUSED: list[tuple[str, Any, str, str]] = [
    (DRAFT_4, {"required": []}, "/required", "`required` must have at least 1 item"),
    (DRAFT_4, {"enum": []}, "/enum", "`enum` must have at least 1 item"),
    (DRAFT_4, {"enum": [1, 2, 1]}, "/enum", "`enum` must not contain the same item twice"),
    (DRAFT_4, {"minLength": 2.0}, "/minLength", "`minLength` must be an integer, not a number"),
    (DRAFT_4, {"dependencies": {"a": []}}, "/dependencies/a", "`a` must have at least 1 item"),
    (
        DRAFT_4,
        {"properties": {"a": {"exclusiveMaximum": True}}},
        "/properties/a",
        "`maximum` is required when `exclusiveMaximum` is given",
    ),
    (
        DRAFT_4,
        {"items": [{}, {"description": None}]},
        "/items/1/description",
        "`description` must be a string, not null",
    ),
    (DRAFT_6, {"examples": "a"}, "/examples", "`examples` must be an array, not a string"),
    (
        DRAFT_6,
        {"definitions": {"a/b": {"title": 1}}},
        "/definitions/a~1b/title",
        "`title` must be a string, not an integer",
    ),
    (DRAFT_7, {"if": {"readOnly": "yes"}}, "/if/readOnly", "`readOnly` must be a boolean, not a string"),
    (DRAFT_7, {"$comment": []}, "/$comment", "`$comment` must be a string, not an array"),
    (DRAFT_2019_09, {"deprecated": 1}, "/deprecated", "`deprecated` must be a boolean, not an integer"),
    (
        DRAFT_2019_09,
        {"$defs": {"a": {"$id": "https://e.test/a#b"}}},
        "/$defs/a/$id",
        "`$id` must have no fragment; `$anchor` gives a place in a schema its name",
    ),
    (
        DRAFT_2020_12,
        {"properties": {"a": {"anyOf": [{}, {"writeOnly": {}}]}}},
        "/properties/a/anyOf/1/writeOnly",
        "`writeOnly` must be a boolean, not an object",
    ),
    (
        DRAFT_2020_12,
        {"contentMediaType": True},
        "/contentMediaType",
        "`contentMediaType` must be a string, not a boolean",
    ),
    (
        DRAFT_2020_12,
        {"$recursiveAnchor": True},
        "/$recursiveAnchor",
        "`$recursiveAnchor` must be a string, not a boolean",
    ),
    # Several faults: the first in the order of issues.
    (DRAFT_2020_12, {"description": 1, "title": 2}, "/title", "`title` must be a string, not an integer"),
]


@engines
@pytest.mark.parametrize(("dialect", "schema", "location", "reason"), REFUSED)
def test_refused(engine: str, dialect: str, schema: Any, location: str, reason: str) -> None:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", schema, JSON_SCHEMA, dialect)
    assert refusal.value.tool == "tool"
    assert refusal.value.keyword_location == location
    assert refusal.value.reason == f"{reason} (meta-schema of draft {DIALECTS[dialect].name})"
    assert "\n" not in str(refusal.value)


# A schema that embeds one of another draft: each is held against its own meta-schema.
EMBEDDED: list[tuple[str, Any, str | None]] = [
    (DRAFT_2020_12, {"$defs": {"a": embedded(DRAFT_4, required=[])}}, "/$defs/a/required"),
    (DRAFT_2020_12, {"$defs": {"a": embedded(DRAFT_7, items=[{"title": 1}])}}, "/$defs/a/items/0/title"),
    (DRAFT_2020_12, {"$defs": {"a": embedded(DRAFT_7, items=[{}])}}, None),
    (DRAFT_2020_12, {"$defs": {"a": embedded(DRAFT_7, items=[{}])}, "title": 1}, "/title"),
    (DRAFT_7, {"definitions": {"a": embedded(DRAFT_2020_12, required=[])}}, None),
    (
        DRAFT_7,
        {"items": [embedded(DRAFT_2020_12, **{"$defs": {"b": {"title": 1}}})]},
        "/items/0/$defs/b/title",
    ),
]


@engines
@pytest.mark.parametrize(("dialect", "schema", "location"), EMBEDDED)
def test_embedded(engine: str, dialect: str, schema: Any, location: str | None) -> None:
    assert refused_at(engine, schema, JSON_SCHEMA, dialect) == location


# What tool policies read beyond the specification is no fault, and hides none.
EXTENSIONS: list[tuple[Any, str | None]] = [
    ({"title": None, "description": 1, "deprecated": "soon", "examples": "a"}, None),
    ({"properties": {"a": {"title": 1, "type": "string"}}}, None),
    ({"items": [{"type": "string"}, {"readOnly": 1}], "additionalItems": {"title": 1}}, None),
    ({"items": [{"title": 1}], "$id": "https://e.test/a#b"}, "/$id"),
    ({"items": [{}, {"items": [{"$id": "a#b"}]}]}, "/items/1/items/0/$id"),
    ({"items": [{}], "additionalItems": {"$id": "a#b"}}, "/additionalItems/$id"),
    ({"$schema": DRAFT_4, "title": 1, "required": []}, "/required"),
    ({"$schema": DRAFT_7, "items": [{"title": 1}, {"$comment": 1}]}, None),
    ({"type": "string", "nullable": True}, None),
]


@engines
@pytest.mark.parametrize("policy", [TOOL_INPUT, STRICT_CORE], ids=["TOOL_INPUT", "STRICT_CORE"])
@pytest.mark.parametrize(("schema", "location"), EXTENSIONS)
def test_extensions(engine: str, schema: Any, location: str | None, policy: Policy) -> None:
    assert refused_at(engine, schema, policy) == location


@engines
def test_an_unknown_dialect_is_held_against_2020_12(engine: str) -> None:
    unknown = {"$schema": "https://e.test/unknown", "items": [{"title": 1}]}
    for added, location in (({}, None), ({"$id": "a#b"}, "/$id")):
        with pytest.warns(UserWarning, match="unknown"):
            found = refused_at(engine, {**unknown, **added}, TOOL_INPUT)
        assert found == location


@engines
def test_a_described_dialect_has_only_the_keywords_of_its_vocabularies(engine: str) -> None:
    vocabularies = "https://json-schema.org/draft/2020-12/vocab/"
    meta_schema = {
        "$schema": DRAFT_2020_12,
        "$id": "https://e.test/mine",
        "$vocabulary": {f"{vocabularies}core": True, f"{vocabularies}applicator": True},
    }
    resources = {"https://e.test/mine": meta_schema}
    schema = {"$schema": "https://e.test/mine", "properties": {"a": {"minimum": "low", "title": 1}}}
    assert refused_at(engine, schema, JSON_SCHEMA, None, resources) is None
    assert refused_at(engine, {**schema, "$id": "a#b"}, JSON_SCHEMA, None, resources) == "/$id"


@engines
def test_another_document_is_held_against_its_meta_schema_when_it_is_needed(engine: str) -> None:
    resources = {"https://e.test/other": {"$schema": DRAFT_7, "properties": {"a": {"title": 1}}}}
    assert refused_at(engine, {}, JSON_SCHEMA, None, resources) is None
    schema = {"$ref": "https://e.test/other"}
    assert (
        refused_at(engine, schema, JSON_SCHEMA, None, resources) == "https://e.test/other#/properties/a/title"
    )


def refused_at(engine: str, schema: Any, *more: Any) -> str | None:
    """Where an engine refuses a schema, if it does."""
    try:
        ENGINES[engine]("tool", schema, *more)
    except SchemaError as refusal:
        return refusal.keyword_location
    return None


def satisfies(contents: Any, dialect: Dialect) -> bool:
    """What the generated validator of a draft's meta-schema says, and nothing else."""
    validator = check._validator(dialect.name)
    assert (validator.explain(contents) == []) is validator.is_valid(contents)
    return validator.is_valid(contents)


def judged(contents: Any, dialect: Dialect) -> bool:
    """What jsonschema says, without asserting formats."""
    judge = jsonschema.validators.validator_for({"$schema": dialect.uri})
    return bool(judge(judge.META_SCHEMA).is_valid(contents))


@by_dialect
def test_the_meta_schemas_satisfy_themselves(dialect: Dialect) -> None:
    root = dialect.uri.removesuffix("#")
    vocabularies = root.removesuffix("schema") + "meta/"
    meta_schemas = [uri for uri in REGISTRY if uri == root or uri.startswith(vocabularies)]
    assert len(meta_schemas) >= (6 if "draft/20" in root else 1)
    assert [uri for uri in meta_schemas if not satisfies(REGISTRY[uri].contents, dialect)] == []


@by_dialect
def test_no_meta_schema_is_needed_to_compile_one(dialect: Dialect, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(draft: str) -> None:
        raise AssertionError(f"the validator of draft {draft} was asked for")

    monkeypatch.setattr(check, "_validator", absent)
    # As the compiler sees it: a copy.
    meta_schema = json.loads(json.dumps(REGISTRY[dialect.uri.removesuffix("#")].contents))
    unit = build_unit("meta-schema", meta_schema, JSON_SCHEMA, dialect, {}, DEFAULT_LIMITS)
    assert unit.program.root is not None
    with pytest.raises(AssertionError, match="was asked for"):
        build_unit("tool", {}, JSON_SCHEMA, dialect, {}, DEFAULT_LIMITS)


def test_a_schema_that_is_too_deep_for_the_stack_was_checked_keyword_by_keyword() -> None:
    deep: Any = {"title": "a"}
    for _ in range(10_000):
        deep = {"not": deep}
    check.check_resources([Resource(deep, "", DEFAULT)], extensions=False)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """A schema in which a value somewhere was replaced by another one."""
    schema = json.loads(json.dumps(draw(documents(later=True))))
    places = list(containers(schema))
    if places:
        container, key = draw(st.sampled_from(places))
        container[key] = draw(st.one_of(json_values, st.just([]), st.just({}), st.just([{"title": 1}])))
    return schema


def containers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value: what holds it, and under which key or index."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from containers(value[key])


@settings(max_examples=40)
@given(schema=spoilt())
def test_the_generated_validators_judge_as_jsonschema_does(schema: Any) -> None:
    for dialect in DIALECTS.values():
        assert satisfies(schema, dialect) is judged(schema, dialect), dialect.name


@needs_shared
def test_real_schemas_are_judged_as_jsonschema_judges_them() -> None:
    schemas = [tool["parameters"] for tool in tools()] + [record["schema"] for record in maskbench()]
    wrong = [schema for schema in schemas if not satisfies(schema, dialect_of(schema))]
    assert len(schemas) > 8000
    assert [judged(schema, dialect_of(schema)) for schema in wrong] == [False]


@needs_suite
@by_dialect
def test_the_schemas_of_the_official_suite_are_right(dialect: Dialect) -> None:
    number = dialect.name
    files = sorted((SUITE / "tests" / f"draft{number}").rglob("*.json"))
    schemas = [group["schema"] for file in files for group in json.loads(file.read_text(encoding="utf-8"))]
    assert len(schemas) > 150
    assert [schema for schema in schemas if not satisfies(schema, dialect)] == []
