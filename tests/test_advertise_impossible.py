"""Roots that cannot be objects are left as written, and the reason is told."""

from __future__ import annotations

import copy
import json

import pytest
from callcheck_compiler.advertise import advertise, unadvertisable

from tests.advertising import Schema, branch

IMPOSSIBLE: list[tuple[Schema, str]] = [
    ({"type": "array", "items": {}}, "takes `array`"),
    ({"type": ["string", "null"]}, "takes `string` | `null`"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "its `anyOf` leaves no object"),
    ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}, "its `$ref` leaves no object"),
    ({"enum": ["a", 1]}, "its `enum` lists no object"),
    ({"not": {}}, "no object fits"),
    (
        {"allOf": [branch({"a": {}}, additionalProperties=False), branch({}, ["b"])]},
        "its `allOf` leaves no object",
    ),
    (False, "it is not an object"),
    ([], "it is not an object"),
    ({"properties": []}, "`properties` must be an object of schemas"),
    ({"anyOf": "x"}, "`anyOf` must be a list of schemas"),
    ({"type": "obj"}, "`type` must be one of"),
]


@pytest.mark.parametrize(("schema", "reason"), IMPOSSIBLE, ids=[json.dumps(case[0]) for case in IMPOSSIBLE])
def test_a_root_that_cannot_be_an_object_is_left_as_written(schema: Schema, reason: str) -> None:
    before = copy.deepcopy(schema)
    assert advertise(schema) is schema
    assert schema == before
    assert reason in str(unadvertisable(schema))


def test_the_reason_says_what_to_write_instead() -> None:
    assert unadvertisable({"type": "array"}) == (
        'it takes `array`, and arguments are always an object: write {"type": "object", "properties": {"value": …}} '
        "with this schema under `value`"
    )


def test_true_is_any_object() -> None:
    assert advertise(True) == {"type": "object"}
