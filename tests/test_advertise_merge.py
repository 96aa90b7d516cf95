"""Merging the schemas of one property: their union, their intersection, and which keys a pattern matches."""

from __future__ import annotations

import json

import pytest
from callcheck_compiler.advertise.matching import Match, match
from callcheck_compiler.advertise.merge import intersection, union
from callcheck_compiler.keywords.dialects import DEFAULT

from tests.advertising import Schema

DIALECT = DEFAULT.extended()

UNIONS: list[tuple[list[Schema], Schema]] = [
    ([{"const": "a"}, {"const": "b"}, {"const": "a"}], {"enum": ["a", "b"]}),
    (
        [{"const": "a", "type": "string"}, {"enum": ["b", "c"], "type": "string"}],
        {"type": "string", "enum": ["a", "b", "c"]},
    ),
    (
        [{"const": 1, "type": "integer"}, {"const": "a", "type": "string"}],
        {"type": ["integer", "string"], "enum": [1, "a"]},
    ),
    ([{"const": 1}, {"const": True}, {"const": 1.0}], {"enum": [1, True]}),
    ([{"type": "string"}, {"type": "string"}], {"type": "string"}),
    (
        [{"type": "string", "description": "one"}, {"type": "string", "description": "two"}],
        {"description": "one\ntwo", "type": "string"},
    ),
    ([{"type": "string"}, {"type": "integer"}], {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
    (
        [
            {"type": "string", "title": "T", "description": "s"},
            {"type": "integer", "title": "T", "description": "i"},
        ],
        {
            "title": "T",
            "anyOf": [{"description": "s", "type": "string"}, {"description": "i", "type": "integer"}],
        },
    ),
    (
        [
            {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        ],
        {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "integer"}]},
    ),
    ([{"type": "string"}, True], {"anyOf": [{"type": "string"}, {}]}),
    (
        [{"type": "string"}, {"description": "told"}],
        {"description": "told", "anyOf": [{"type": "string"}, {}]},
    ),
    ([False, {"type": "string"}, {"not": {}}], {"type": "string"}),
    ([True, True], {}),
    ([False, {"not": True}], False),
    ([{"type": "string", "default": "x"}, {"type": "string"}], {"type": "string"}),
]


@pytest.mark.parametrize(("schemas", "expected"), UNIONS, ids=[json.dumps(case[0]) for case in UNIONS])
def test_a_union_of_schemas(schemas: list[Schema], expected: Schema) -> None:
    assert union(schemas, DIALECT) == expected


INTERSECTIONS: list[tuple[list[Schema], Schema]] = [
    ([True, {"type": "string"}], {"type": "string"}),
    ([{"type": "number"}, {"type": ["integer", "null"]}], {"type": "integer"}),
    ([{"type": "string"}, {"type": "integer"}], False),
    ([{"enum": ["a", 1]}, {"type": "string"}], {"enum": ["a"], "type": "string"}),
    ([{"const": "a"}, {"const": "b"}], False),
    ([{"enum": ["a", "b"]}, {"const": "b"}], {"const": "b"}),
    ([{"minimum": 1, "maximum": 9}, {"minimum": 3, "maximum": 12}], {"minimum": 3, "maximum": 9}),
    ([{"required": ["a"]}, {"required": ["b", "a"]}], {"required": ["a", "b"]}),
    ([{"pattern": "a"}, {"pattern": "b"}], {"allOf": [{"pattern": "a"}, {"pattern": "b"}]}),
    (
        [{"minimum": 1, "exclusiveMinimum": True}, {"minimum": 5}],
        {"allOf": [{"minimum": 1, "exclusiveMinimum": True}, {"minimum": 5}]},
    ),
    (
        [{"type": "string", "description": "a"}, {"maxLength": 2, "description": "b"}],
        {"description": "a\nb", "type": "string", "maxLength": 2},
    ),
    (
        [{"$ref": "#/a"}, {"type": "string"}, {"$ref": "#/a"}],
        {"allOf": [{"$ref": "#/a"}, {"type": "string"}]},
    ),
]


@pytest.mark.parametrize(
    ("schemas", "expected"), INTERSECTIONS, ids=[json.dumps(case[0]) for case in INTERSECTIONS]
)
def test_an_intersection_of_schemas(schemas: list[Schema], expected: Schema) -> None:
    assert intersection(schemas, DIALECT) == expected


@pytest.mark.parametrize(
    ("pattern", "key", "found"),
    [
        ("^a", "ab", Match.YES),
        ("^a", "ba", Match.NO),
        ("b$", "ab", Match.YES),
        ("^ab$", "ab", Match.YES),
        ("^ab$", "abc", Match.NO),
        ("b", "abc", Match.YES),
        ("", "x", Match.YES),
        (".*", "x", Match.YES),
        *(("^.*$", f"a{terminator}b", Match.PERHAPS) for terminator in "\n\r\u2028\u2029"),
        ("^a.c$", "abc", Match.PERHAPS),
        ("(a+)+$", "a" * 64 + "!", Match.PERHAPS),
    ],
)
def test_what_is_known_of_a_key_and_a_pattern(pattern: str, key: str, found: Match) -> None:
    assert match(pattern, key) is found
