"""The names that schemas give themselves: which of them may stand twice, and what is said where one may not; on every engine."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.issues import SchemaError
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, Policy

from tests.engines import ENGINES, engines, issues_of

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_6 = "http://json-schema.org/draft-06/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
ONE, TWO = "http://example.com/one", "http://example.com/two"
POLICIES = {"specification": JSON_SCHEMA, "tool": TOOL_INPUT, "lenient": LENIENT, "strict": STRICT}


def refusal_of(engine: str, schema: Any, policy: Policy = JSON_SCHEMA, resources: Any = None) -> SchemaError:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", schema, policy, None, resources)
    return refusal.value


# (two schemas, the keyword by which they have one name); what is refused from 2019-09 on
TWICE: dict[str, tuple[Any, Any, str]] = {
    "id": ({"$id": TWO}, {"$id": TWO}, "$id"),
    "id with an empty fragment": ({"$id": TWO}, {"$id": f"{TWO}#"}, "$id"),
    "id, relative and absolute": ({"$id": "two"}, {"$id": TWO}, "$id"),
    "id of the whole schema": ({"type": "object"}, {"$id": ONE}, "$id"),
    "ids of nothing but letters": ({"$id": "a"}, {"$id": "./a"}, "$id"),
    "anchor": ({"$anchor": "n"}, {"$anchor": "n"}, "$anchor"),
    "anchors of one resource": (
        {"$anchor": "n"},
        {"type": "object", "properties": {"b": {"$anchor": "n"}}},
        "properties/b/$anchor",
    ),
}
TWICE_2020_12: dict[str, tuple[Any, Any, str]] = {
    "dynamic anchor": ({"$dynamicAnchor": "n"}, {"$dynamicAnchor": "n"}, "$dynamicAnchor"),
    "both anchors": ({"$dynamicAnchor": "n"}, {"$anchor": "n"}, "$anchor"),
    "both anchors, the other way": ({"$anchor": "n"}, {"$dynamicAnchor": "n"}, "$dynamicAnchor"),
}
DIALECTS = [(DRAFT_2019_09, case) for case in TWICE] + [
    (DRAFT_2020_12, case) for case in TWICE | TWICE_2020_12
]


def holding(dialect: str, first: Any, second: Any) -> Any:
    """A tool that holds two schemas; what is found first is the last, for what waits longest is looked at last."""
    return {
        "$schema": dialect,
        "$id": ONE,
        "type": "object",
        "properties": {"a": second},
        "$defs": {"b": first},
    }


@engines
@pytest.mark.parametrize(("dialect", "case"), DIALECTS)
@pytest.mark.parametrize("policy", POLICIES)
def test_two_schemas_of_one_name_are_refused(engine: str, dialect: str, case: str, policy: str) -> None:
    first, second, keyword = (TWICE | TWICE_2020_12)[case]
    refusal = refusal_of(engine, holding(dialect, first, second), POLICIES[policy])
    assert refusal.keyword_location == f"/properties/a/{keyword}"
    assert ("the whole schema" if "whole" in case else '"/$defs/b"') in refusal.reason
    assert ('"n"' if "nchor" in keyword else '"http://example.com/') in refusal.reason
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 250


@engines
@pytest.mark.parametrize(("dialect", "case"), DIALECTS)
def test_two_schemas_of_one_name_in_a_resource_are_refused_where_it_is_needed(
    engine: str, dialect: str, case: str
) -> None:
    first, second, keyword = (TWICE | TWICE_2020_12)[case]
    resources = {ONE: holding(dialect, first, second)}
    refusal = refusal_of(engine, {"$schema": dialect, "allOf": [{"$ref": ONE}]}, JSON_SCHEMA, resources)
    assert refusal.keyword_location == f"{ONE}#/properties/a/{keyword}"
    if "whole" not in case:
        assert f'"{ONE}#/$defs/b"' in refusal.reason
    assert issues_of(engine, {"type": "integer"}, 1, resources=resources) == []


# (schema, resources, an instance, where its issues come from)
NOT_TWICE: dict[str, tuple[Any, Any, Any, list[str]]] = {
    "values are no schemas": (
        {
            "$id": ONE,
            "$defs": {"a": {"$id": TWO, "$anchor": "n", "maximum": 1}},
            "allOf": [{"$ref": TWO}, {"$ref": f"{TWO}#n"}],
            "enum": [2, {"$id": TWO, "$anchor": "n"}],
            "not": {"const": {"$id": TWO, "$anchor": "n"}},
            "default": {"$id": TWO},
            "examples": [{"$id": TWO}],
            "x-unknown": {"$id": TWO, "$anchor": "n", "allOf": [{"$id": TWO}]},
            "properties": {"$id": {"$id": "three"}, "$anchor": {"$anchor": "o"}},
        },
        {},
        2,
        ["/$defs/a/maximum"],
    ),
    "one anchor in two resources": (
        {
            "$id": ONE,
            "$defs": {"a": {"$id": TWO, "$defs": {"b": {"$anchor": "n", "maximum": 1}}}},
            "properties": {"c": {"$anchor": "n", "minimum": 3}},
            "allOf": [{"$ref": f"{TWO}#n"}, {"$ref": "#n"}],
        },
        {},
        2,
        ["/$defs/a/$defs/b/maximum", "/properties/c/minimum"],
    ),
    "both anchors of one schema": (
        {"$ref": "#n", "$defs": {"a": {"$anchor": "n", "$dynamicAnchor": "n", "maximum": 1}}},
        {},
        2,
        ["/$defs/a/maximum"],
    ),
    "a resource given under the same URI": (
        {"allOf": [{"$ref": TWO}], "$defs": {"a": {"$id": TWO, "maximum": 1}}},
        {TWO: {"minimum": 3}},
        2,
        ["/$defs/a/maximum"],
    ),
    "a schema in a resource that is given under the same URI": (
        {"allOf": [{"$ref": TWO}, {"$ref": TWO}, {"$ref": "two"}], "$id": ONE},
        {TWO: {"maximum": 1, "$defs": {"a": {"$id": TWO, "minimum": 3}}}},
        2,
        [f"{TWO}#/maximum"],
    ),
    "an empty identifier is that of the resource": (
        {
            "$schema": DRAFT_7,
            "allOf": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/b/definitions/c"}],
            "definitions": {
                "a": {"$id": "#", "maximum": 1},
                "b": {"$id": "", "definitions": {"c": {"minimum": 3}}},
            },
        },
        {},
        2,
        ["/definitions/a/maximum", "/definitions/b/definitions/c/minimum"],
    ),
    "beside a reference until draft 7": (
        {
            "$schema": DRAFT_7,
            "$id": ONE,
            "allOf": [{"$ref": TWO}],
            "properties": {"a": {"$ref": "#", "$id": TWO}},
            "definitions": {"b": {"$id": TWO, "maximum": 1}},
        },
        {},
        2,
        ["/definitions/b/maximum"],
    ),
    "no reference to it until draft 7": (
        {
            "$schema": DRAFT_7,
            "allOf": [{"$id": TWO, "maximum": 1}, {"$id": TWO, "minimum": 3}, {"$id": "#n"}, {"$id": "#n"}],
        },
        {},
        2,
        ["/allOf/0/maximum", "/allOf/1/minimum"],
    ),
    "no reference to it in draft 4": (
        {"$schema": DRAFT_4, "allOf": [{"id": TWO, "maximum": 1}, {"id": TWO, "minimum": 3}]},
        {},
        2,
        ["/allOf/0/maximum", "/allOf/1/minimum"],
    ),
    "pointers that are written as identifiers": (
        {
            "$schema": DRAFT_7,
            "$ref": "#/definitions/a",
            "definitions": {"a": {"$id": "#/definitions/a", "maximum": 1}, "b": {"$id": "#/definitions/a"}},
        },
        {},
        2,
        ["/definitions/a/maximum"],
    ),
    "a base of its own with a fragment until draft 7": (
        {
            "$schema": DRAFT_7,
            "$id": "http://example.com/",
            "allOf": [{"$ref": "two#n"}, {"$ref": "two#m"}],
            "definitions": {
                "a": {"$id": "two#n", "maximum": 1, "definitions": {"b": {"$id": "#m", "minimum": 3}}}
            },
        },
        {TWO: {"definitions": {"c": {"$id": "#n"}}}},
        2,
        ["/definitions/a/maximum", "/definitions/a/definitions/b/minimum"],
    ),
    "names that only a pointer leads to": (
        {
            "x-one": {"$anchor": "n", "maximum": 1},
            "x-two": {"$anchor": "m", "minimum": 3},
            "$anchor": "root",
            "allOf": [{"$ref": "#/x-one"}, {"$ref": "#/x-two"}, {"$ref": "#/x-one"}],
        },
        {},
        2,
        ["/x-one/maximum", "/x-two/minimum"],
    ),
    "characters that no URI has": (
        {
            "$schema": DRAFT_7,
            "allOf": [{"$ref": "\ud800"}, {"$ref": "\ud800#\udc00/\u00e9"}],
            "definitions": {
                "a": {"$id": "\ud800", "maximum": 1, "definitions": {"b": {"$id": "#\udc00/\u00e9"}}}
            },
        },
        {},
        2,
        ["/definitions/a/maximum"],
    ),
}


@engines
@pytest.mark.parametrize("case", NOT_TWICE)
def test_what_is_not_twice(engine: str, case: str) -> None:
    schema, resources, instance, expected = NOT_TWICE[case]
    found = issues_of(engine, schema, instance, resources=resources)
    assert sorted(issue.keyword_location for issue in found) == sorted(expected)


# (dialect, two schemas, a reference to them, the location of the reference)
DOUBTFUL: dict[str, tuple[str, Any, Any, str]] = {
    "draft 4": (DRAFT_4, {"id": TWO}, {"id": TWO}, TWO),
    "draft 6": (DRAFT_6, {"$id": TWO}, {"$id": TWO}, TWO),
    "draft 7": (DRAFT_7, {"$id": TWO}, {"$id": TWO}, TWO),
    "draft 7, a place inside": (
        DRAFT_7,
        {"$id": TWO},
        {"$id": TWO, "definitions": {"a": {}}},
        f"{TWO}#/definitions/a",
    ),
    "draft 7, a fragment": (DRAFT_7, {"$id": "#n"}, {"$id": "#n"}, "#n"),
    "draft 7, the whole resource with a fragment": (DRAFT_7, {"$id": TWO}, {"$id": TWO}, f"{TWO}#"),
}


@engines
@pytest.mark.parametrize("case", DOUBTFUL)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_reference_that_may_mean_two_schemas_is_refused(engine: str, case: str, policy: str) -> None:
    dialect, first, second, reference = DOUBTFUL[case]
    schema = {
        "$schema": dialect,
        "type": "object",
        "properties": {"a": {"$ref": reference}},
        "definitions": {"b": first, "c": second},
    }
    refusal = refusal_of(engine, schema, POLICIES[policy])
    assert refusal.keyword_location == "/properties/a/$ref"
    assert '"/definitions/b"' in refusal.reason
    assert '"/definitions/c"' in refusal.reason
    assert f"`{'id' if dialect == DRAFT_4 else '$id'}`" in refusal.reason


@engines
def test_a_place_inside_one_of_two_schemas_of_one_name_is_doubtful_from_inside_too(engine: str) -> None:
    inside = {"$id": TWO, "allOf": [{"$ref": "#/definitions/a"}], "definitions": {"a": {}}}
    schema = {"$schema": DRAFT_7, "allOf": [inside, {"$id": TWO}]}
    assert refusal_of(engine, schema).keyword_location == "/allOf/0/allOf/0/$ref"


@engines
def test_who_reads_no_references_is_not_in_doubt(engine: str) -> None:
    dialect, first, second, reference = DOUBTFUL["draft 7"]
    schema = {
        "$schema": dialect,
        "properties": {"a": {"$ref": reference}},
        "definitions": {"b": first, "c": second},
    }
    assert ENGINES[engine]("tool", schema, STRICT_CORE).is_valid({"a": 1})
    assert refusal_of(engine, holding(DRAFT_2020_12, {"$id": TWO}, {"$id": TWO}), STRICT_CORE).reason


@engines
@pytest.mark.parametrize("levels", [10, 190])
def test_identifiers_in_identifiers(engine: str, levels: int) -> None:
    schema: Any = {"maximum": 1}
    for level in reversed(range(levels)):
        schema = {"$id": f"level{level}/", "$anchor": "n", "allOf": [schema]}
    bases = "".join(f"level{level}/" for level in range(levels))
    schema = {"$id": "http://example.com/", "$ref": f"{bases}#n", "$defs": {"a": schema}}
    assert len(issues_of(engine, schema, 2)) == 1


@engines
def test_a_recursive_anchor_below_the_root_of_its_resource_says_nothing(engine: str) -> None:
    inner = {
        "$id": TWO,
        "$recursiveAnchor": True,
        "properties": {"d": {"$recursiveRef": "#"}},
        "minProperties": 1,
    }
    schema = {
        "$schema": DRAFT_2019_09,
        "$id": ONE,
        "properties": {"a": {"$ref": TWO}, "b": {"$recursiveAnchor": True}},
        "maxProperties": 1,
        "$defs": {"c": inner},
    }
    assert issues_of(engine, schema, {"a": {"d": {"x": 1, "y": 2}}}) == []
    found = issues_of(engine, schema, {"a": {"d": {}}})
    assert [issue.keyword_location for issue in found] == ["/$defs/c/minProperties"]


@engines
def test_an_empty_fragment_is_no_base_of_its_own(engine: str) -> None:
    schema = {"$id": "?", "$anchor": "n", "$defs": {"a": {"$id": "#", "$anchor": "n"}}}
    assert refusal_of(engine, schema).keyword_location == "/$defs/a/$anchor"
