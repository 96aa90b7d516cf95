"""Which schemas are refused, how drafts differ, what references lead to, and what is bounded; each case on every engine."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from callcheck.issues import InvalidArguments, Kind, SchemaError
from callcheck.policy import JSON_SCHEMA, LENIENT, TOOL_INPUT, Policy

from tests.engines import ENGINES, engines, issues_of
from tests.samples import nested

VALUE = Kind.VALUE
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"


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
    ({"$anchor": []}, "/$anchor", ["a string", "an array"]),
    ({"$dynamicAnchor": {}}, "/$dynamicAnchor", ["a string", "an object"]),
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
    ({"$ref": "#/title", "title": "t"}, "/$ref", ["string"]),
    (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"},
        "",
        ["never end"],
    ),
    ([], "", ["array"]),
    ("string", "", ["string"]),
    ({"default": {1}}, "/default", ["of the Python type `set`"]),
    ({"const": object()}, "/const", ["of the Python type `object`"]),
    ({"$vocabulary": {"a": 1}}, "/$vocabulary", ["true or false", '"a"', "not an integer"]),
    ({"$vocabulary": []}, "/$vocabulary", ["an object of true and false", "an array"]),
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


NOWHERE = {"$ref": "#/nowhere"}
NEVER_APPLIED: list[tuple[str, Any]] = [
    (DRAFT_7, {"additionalItems": NOWHERE}),
    (DRAFT_7, {"additionalItems": {"$ref": "#"}}),
    (DRAFT_7, {"items": {}, "additionalItems": NOWHERE}),
    (DRAFT_2019_09, {"items": True, "additionalItems": {"properties": {"a": NOWHERE}}}),
    (DRAFT_7, {"properties": {"a": {"then": {"additionalItems": NOWHERE}}}}),
    (DRAFT_2019_09, {"contentSchema": NOWHERE}),
]


@engines
@pytest.mark.parametrize("policy", [JSON_SCHEMA, TOOL_INPUT], ids=["JSON_SCHEMA", "TOOL_INPUT"])
@pytest.mark.parametrize(("dialect", "schema"), NEVER_APPLIED)
def test_what_is_never_applied_need_not_lead_anywhere(
    engine: str, dialect: str, schema: Any, policy: Policy
) -> None:
    assert issues_of(engine, schema, {}, policy, dialect=dialect) == []


@engines
def test_additional_items_behind_a_list_must_lead_somewhere(engine: str) -> None:
    with pytest.raises(SchemaError, match="nowhere"):
        ENGINES[engine]("tool", {"items": [{}], "additionalItems": NOWHERE}, TOOL_INPUT)


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
    (DRAFT_4, {"maximum": 2, "exclusiveMaximum": True}, 1, []),
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
    (
        DRAFT_2019_09,
        {"prefixItems": [{}], "items": {"type": "string"}},
        [1],
        ["must be `string`, not `number`"],
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


BASE = "http://example.com/root"
INTEGER_ANCHOR = {"p": {"$dynamicAnchor": "n", "type": "integer"}}
STRING_ANCHOR = {"$defs": {"p": {"$dynamicAnchor": "n", "type": "string"}}}
# What is resolved statically although an anchor of the same name stands further out: (schema, resources).
STATIC: list[tuple[Any, dict[str, Any]]] = [
    (
        {
            "$id": BASE,
            "$ref": "b#n",
            "$defs": {**INTEGER_ANCHOR, "b": {"$id": "b", "$dynamicAnchor": "n", "type": "string"}},
        },
        {},
    ),
    ({"$id": BASE, "$ref": "b#n", "$defs": INTEGER_ANCHOR}, {"http://example.com/b": STRING_ANCHOR}),
    (
        {"$id": BASE, "$ref": "b", "$defs": INTEGER_ANCHOR},
        {"http://example.com/b": {"$ref": "#n", **STRING_ANCHOR}},
    ),
    (
        {"$id": BASE, "$ref": "b", "$defs": INTEGER_ANCHOR},
        {"http://example.com/b": {"$ref": "c#n"}, "http://example.com/c": STRING_ANCHOR},
    ),
    (
        {
            "$id": "urn:example:root",
            "$ref": "urn:example:b",
            "$defs": {**INTEGER_ANCHOR, "b": {"$id": "urn:example:b", "$ref": "#n", **STRING_ANCHOR}},
        },
        {},
    ),
]


@engines
@pytest.mark.parametrize(("schema", "resources"), STATIC)
def test_a_plain_reference_is_static(engine: str, schema: Any, resources: dict[str, Any]) -> None:
    validator = ENGINES[engine]("tool", schema, JSON_SCHEMA, resources=resources)
    assert (validator.is_valid(1), validator.is_valid("a")) == (False, True)
    dynamic = {key: value for key, value in schema.items() if key != "$ref"} | {"$dynamicRef": schema["$ref"]}
    if schema["$ref"].endswith("#n"):
        validator = ENGINES[engine]("tool", dynamic, JSON_SCHEMA, resources=resources)
        assert (validator.is_valid(1), validator.is_valid("a")) == (True, False)


@engines
def test_a_plain_reference_back_to_a_dynamic_anchor_further_out_is_no_circle(engine: str) -> None:
    inner = {"http://example.com/a": {"oneOf": [{"$dynamicAnchor": "n"}]}}
    schema = {"$id": BASE, "$defs": {"p": {"$dynamicAnchor": "n", "anyOf": [{"$ref": "a#n"}]}}, "$ref": "a#n"}
    assert issues_of(engine, schema, 1, resources=inner) == []


DEEP = nested(100_000, 1)
RECURSIVE = {
    "$ref": "#/$defs/n",
    "$defs": {"n": {"anyOf": [{"type": "integer"}, {"items": {"$ref": "#/$defs/n"}}]}},
}


@engines
def test_what_is_nested_too_deeply(engine: str) -> None:
    validator = ENGINES[engine]("tool", RECURSIVE, LENIENT)
    (issue,) = validator.explain(DEEP)
    assert (issue.kind, issue.keyword, issue.message) == (VALUE, "", "nested too deeply to be checked")
    assert validator.coerce(DEEP) is DEEP
    assert not validator.is_valid(DEEP)
    with pytest.raises(InvalidArguments, match="nested too deeply"):
        validator.validate(DEEP)


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


@engines
@pytest.mark.parametrize("target", ["#", "#/$defs/none"])
@pytest.mark.parametrize("keyword", ["then", "else"])
def test_no_check_comes_to_a_branch_without_its_condition(engine: str, keyword: str, target: str) -> None:
    validator = ENGINES[engine]("T", {"type": "object", keyword: {"$ref": target}})
    assert validator.is_valid({})
    assert not validator.is_valid([])
