"""Documents beside the author's and resources inside others: what is refused in them, and by which dialect they are read; on every engine."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from callcheck.issues import InvalidArguments, SchemaError
from callcheck.policy import JSON_SCHEMA, LENIENT
from callcheck_compiler import compile_tool

from tests.engines import ENGINES, engines, issues_of

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
ONE, TWO = "http://example.com/one", "http://example.com/two"

# A keyword, and what it cannot be.
MALFORMED: list[tuple[str, str, Any]] = [
    (DRAFT_2020_12, "$id", 5),
    (DRAFT_2020_12, "$id", "http://["),
    (DRAFT_2020_12, "$anchor", []),
    (DRAFT_2020_12, "$anchor", {}),
    (DRAFT_2020_12, "$dynamicAnchor", {}),
    (DRAFT_2020_12, "$schema", 5),
    (DRAFT_2020_12, "$schema", "http://example.com/unknown"),
    (DRAFT_2020_12, "$defs", []),
    (DRAFT_2020_12, "definitions", None),
    (DRAFT_2020_12, "properties", 5),
    (DRAFT_2020_12, "allOf", {}),
    (DRAFT_2020_12, "prefixItems", 5),
    (DRAFT_2020_12, "dependentSchemas", 5),
    (DRAFT_2020_12, "minLength", "a"),
    (DRAFT_2019_09, "$recursiveAnchor", []),
    (DRAFT_7, "$id", []),
    (DRAFT_7, "dependencies", 5),
    (DRAFT_4, "id", 5),
    (DRAFT_4, "definitions", 5),
]
malformed = pytest.mark.parametrize(("dialect", "keyword", "value"), MALFORMED)


def refusal_of(engine: str, schema: Any, dialect: str, resources: Any) -> SchemaError:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", schema, JSON_SCHEMA, dialect, resources)
    return refusal.value


@engines
@malformed
def test_a_malformed_document_is_refused_where_it_is_wrong(
    engine: str, dialect: str, keyword: str, value: Any
) -> None:
    resources = {ONE: {keyword: value}}
    refusal = refusal_of(engine, {"allOf": [{"$ref": ONE}]}, dialect, resources)
    assert refusal.keyword_location == f"{ONE}#/{keyword}"


@engines
@malformed
def test_a_malformed_schema_in_a_document_is_refused(
    engine: str, dialect: str, keyword: str, value: Any
) -> None:
    # `$schema` counts beside an identifier.
    inner = {"id" if dialect == DRAFT_4 else "$id": TWO, keyword: value}
    resources = {ONE: {"properties": {"a": inner}}}
    for reference in (ONE, TWO):
        refusal = refusal_of(engine, {"allOf": [{"$ref": reference}]}, dialect, resources)
        assert refusal.keyword_location == f"{ONE}#/properties/a/{keyword}"
    author = {"$id" if dialect != DRAFT_4 else "id": ONE, "properties": {"a": inner}}
    assert refusal_of(engine, author, dialect, {}).keyword_location == f"/properties/a/{keyword}"


@engines
@malformed
def test_a_malformed_document_that_nothing_needs_is_let_be(
    engine: str, dialect: str, keyword: str, value: Any
) -> None:
    resources = {ONE: {keyword: value}, TWO: {"properties": {"a": {"maximum": 1}}}}
    schema = {"allOf": [{"$ref": f"{TWO}#/properties/a"}]}
    assert len(issues_of(engine, schema, 2, dialect=dialect, resources=resources)) == 1
    assert issues_of(engine, {"type": "integer"}, 2, dialect=dialect, resources=resources) == []


@engines
@malformed
def test_a_malformed_document_does_not_hide_what_is_inside_another(
    engine: str, dialect: str, keyword: str, value: Any
) -> None:
    identifier = "id" if dialect == DRAFT_4 else "$id"
    resources = {ONE: {keyword: value}, "http://example.com/3": {"allOf": [{identifier: TWO, "maximum": 1}]}}
    found = issues_of(engine, {"allOf": [{"$ref": TWO}]}, 2, dialect=dialect, resources=resources)
    assert [issue.keyword_location for issue in found] == ["http://example.com/3#/allOf/0/maximum"]


@engines
def test_an_identifier_that_is_no_uri_is_refused_where_it_stands(engine: str) -> None:
    assert refusal_of(engine, {"$id": "http://[::1"}, DRAFT_2020_12, {}).keyword_location == "/$id"


@engines
def test_a_resource_in_a_document_that_is_refused_is_refused_with_it(engine: str) -> None:
    resources = {ONE: {"minLength": "a", "$defs": {"a": {"$id": TWO, "maximum": 1}}}}
    assert refusal_of(engine, {"$ref": TWO}, DRAFT_2020_12, resources).keyword_location == f"{ONE}#/minLength"


# (schema, resources, an instance, how many issues it has)
READ: list[tuple[Any, Any, Any, int]] = [
    # An embedded resource is read by the dialect that it names, to which `prefixItems` is nothing.
    (
        {
            "$ref": TWO,
            "$defs": {"a": {"$schema": DRAFT_4, "$id": TWO, "id": TWO, "prefixItems": [{"type": "string"}]}},
        },
        {},
        [1],
        0,
    ),
    (
        {
            "$ref": TWO,
            "$defs": {"a": {"$schema": DRAFT_4, "id": TWO, "maximum": 1, "exclusiveMaximum": True}},
        },
        {},
        1,
        1,
    ),
    # A document without `$schema` is read by the dialect of the author's.
    (
        {"$schema": DRAFT_7, "allOf": [{"$ref": ONE}]},
        {ONE: {"items": [{"type": "string"}], "additionalItems": False}},
        [1, 2],
        2,
    ),
    # In draft 7 a fragment of the identifier names the schema.
    (
        {
            "$schema": DRAFT_7,
            "$id": ONE,
            "allOf": [{"$ref": "#a"}, {"$ref": "#b"}],
            "definitions": {"a": {"$id": f"{ONE}#a", "maximum": 1}, "b": {"$id": "#b", "minimum": 3}},
        },
        {},
        2,
        2,
    ),
    # What only a reference leads to may be a resource as well.
    (
        {"foo": {"$id": ONE, "$ref": "#/d", "d": {"maximum": 1}}, "allOf": [{"$ref": "#/foo"}]},
        {},
        2,
        1,
    ),
    # A pointer that leads through a resource of its own goes by that resource's base.
    (
        {
            "$id": ONE,
            "$ref": "#/$defs/a/foo",
            "$defs": {"a": {"$id": "two", "foo": {"$ref": "#/bar"}, "bar": {"maximum": 1}}},
            "bar": {},
        },
        {},
        2,
        1,
    ),
    ({"$ref": f"{ONE}#"}, {f"{ONE}#": {"maximum": 1}}, 2, 1),
    ({"$ref": ONE}, {ONE: False}, 2, 1),
]


@engines
@pytest.mark.parametrize(("schema", "resources", "instance", "expected"), READ)
def test_what_is_read(engine: str, schema: Any, resources: Any, instance: Any, expected: int) -> None:
    assert len(issues_of(engine, schema, instance, resources=resources)) == expected


@engines
@pytest.mark.parametrize("index", ["-1", "1", "01x", "\u0660", "9" * 5000, ""])
def test_an_index_that_a_list_does_not_have(engine: str, index: str) -> None:
    schema = {"$ref": f"#/allOf/{index}", "allOf": [{"maximum": 1}]}
    assert refusal_of(engine, schema, DRAFT_2020_12, {}).keyword_location == "/$ref"


SHAPED = (
    "prefixItems",
    "dependentSchemas",
    "$defs",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
)


@engines
@pytest.mark.parametrize("value", [5, {"a": 1}, "x", [1], None], ids=repr)
@pytest.mark.parametrize("keyword", SHAPED)
def test_what_is_no_keyword_of_an_embedded_dialect_may_be_anything(
    engine: str, keyword: str, value: Any
) -> None:
    """In no tool does it end in a fault from inside: neither in its coercion nor where it is advertised."""
    embedded = {"$schema": DRAFT_4, "$id": TWO, "id": TWO, keyword: value}
    schema = {"$schema": DRAFT_2020_12, "$ref": TWO, "$defs": {"a": embedded}}
    validator = ENGINES[engine]("tool", schema, LENIENT)
    assert validator.coerce({"a": 1}) == {"a": 1}
    assert validator.explain({"a": 1}) == []
    assert validator.advertised_schema is not None


@engines
def test_a_document_that_is_given_with_and_without_a_fragment_is_refused(engine: str) -> None:
    uri = "http://x.test/o"
    resources = {uri: {"type": "object"}, f"{uri}#": {"type": "string"}}
    with pytest.raises(SchemaError, match="twice"):
        ENGINES[engine]("tool", {"$ref": uri}, JSON_SCHEMA, None, resources)


# An identifier, and a reference to the document in which it stands, or that is given under it.
SPELLINGS = [
    ("URN:a:b", "urn:a:b"),
    ("urn:a:b?", "urn:a:b"),
    ("x:a?", "x:a?"),
    ("HTTP://x.test/a", "http://x.test/a"),
    ("http://x.test/a?", "http://x.test/a?"),
    ("http://x.test/a;", "http://x.test/a"),
    ("file:/a", "file:///a"),
]


@engines
@pytest.mark.parametrize(("identifier", "reference"), SPELLINGS)
def test_a_uri_may_be_spelled_in_more_than_one_way(engine: str, identifier: str, reference: str) -> None:
    schema = {"$id": identifier, "$ref": f"{reference}#/$defs/b", "$defs": {"b": {"type": "integer"}}}
    assert [issue.keyword for issue in issues_of(engine, schema, "x")] == ["type"]
    resources = {identifier: {"type": "integer"}}
    found = issues_of(engine, {"$id": "http://y.test/", "$ref": reference}, "x", resources=resources)
    assert [issue.keyword for issue in found] == ["type"]


@engines
@pytest.mark.parametrize("reference", ["http://[#n", "http://a\u2100b/#x", "http://[", "//[#/a"])
@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_a_reference_that_is_no_uri_is_refused(engine: str, keyword: str, reference: str) -> None:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", {keyword: reference}, JSON_SCHEMA)
    assert refusal.value.keyword_location == f"/{keyword}"


def test_an_unknown_dialect_inside_is_warned_of_once() -> None:
    inner = {"$id": "k", "$schema": "http://nope.test/3", "type": "string"}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check = compile_tool("tool", {"type": "object", "properties": {"a": inner}})
        for _ in range(2):
            with pytest.raises(InvalidArguments):
                check.validate({"a": []})
    assert len(told) == 1
