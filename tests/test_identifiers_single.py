"""The names that schemas give themselves, where each means one schema: which are names, and whose; on every engine."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.policy import STRICT

from tests.engines import engines, issues_of
from tests.identifiers import DRAFT_4, DRAFT_7, DRAFT_2019_09, ONE, TWO, refusal_of

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
    schema = {"$id": "?", "$anchor": "n", "$defs": {"a": {"$id": "#", "$anchor": "n"}}, "not": {"$ref": "#n"}}
    refusal = refusal_of(engine, schema)
    assert refusal.keyword_location == "/not/$ref"
    assert '"/$defs/a"' in refusal.reason


# Beside `$ref` nothing counts up to draft 7, so that nothing there says what becomes of other keys.
@engines
@pytest.mark.parametrize("beside", [{"additionalProperties": True}, {"properties": {"y": {}}}])
def test_what_stands_beside_a_reference_says_nothing_of_other_keys(engine: str, beside: Any) -> None:
    schema = {
        "$schema": DRAFT_7,
        "properties": {"a": {"$ref": "#/definitions/b", **beside}},
        "definitions": {"b": {"properties": {"x": {}}}},
    }
    found = issues_of(engine, schema, {"a": {"x": 1, "y": 2}}, STRICT)
    assert [(issue.instance_location, issue.expected) for issue in found] == [(("a", "y"), ())]
