"""Older drafts in the words of 2020-12."""

from __future__ import annotations

import json

import pytest
from callcheck_compiler.advertise.modern import modern
from callcheck_compiler.advertise.roots import dialect_to_read

from tests.advertising import Schema

MODERN: list[tuple[Schema, Schema]] = [
    ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ({"maximum": 1, "exclusiveMaximum": False}, {"maximum": 1}),
    (
        {"items": [{}, {"items": [{}]}], "additionalItems": False},
        {"prefixItems": [{}, {"prefixItems": [{}]}], "items": False},
    ),
    (
        {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
        {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
    ),
    ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
    (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$ref": "#/definitions/a",
            "minimum": 3,
            "title": "t",
        },
        {"$ref": "#/definitions/a", "title": "t"},
    ),
    (
        {"$schema": "http://json-schema.org/draft-04/schema#", "const": 1, "id": "http://x/"},
        {"$id": "http://x/"},
    ),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "unevaluatedProperties": False}, {}),
    (
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "items": {"$recursiveRef": "#"}},
        {"items": {"$ref": "#"}},
    ),
]


@pytest.mark.parametrize(("schema", "expected"), MODERN, ids=[json.dumps(case[0]) for case in MODERN])
def test_older_drafts_in_the_words_of_2020_12(schema: Schema, expected: Schema) -> None:
    assert modern(schema, dialect_to_read(schema)) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"},
        {"items": {}},
        {"exclusiveMinimum": 1},
    ],
    ids=json.dumps,
)
def test_what_reads_the_same_stays_the_same_object(schema: Schema) -> None:
    assert modern(schema, dialect_to_read(schema)) is schema
