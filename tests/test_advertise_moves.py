"""A root whose keywords go into an `allOf`: every reference still names what it named."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck_compiler.advertise import advertise

from tests.advertising import DRAFT_4, DRAFT_7, Schema, assert_same_arguments

Y: Schema = {"type": "string", "minLength": 2}
ARGUMENTS: list[Any] = [
    {},
    *({key: value} for key in ("p", "q", "a") for value in ("x", "xy", 1, {}, {"p": 1}, {"p": "xy"})),
    {"p": "xy", "q": 1},
    {"p": {"p": {"p": 1}}},
]


def kept_apart(reference: str, **containers: Any) -> Schema:
    """A root that cannot say `p` beside its schema for other keys."""
    return {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "allOf": [{"$ref": reference}],
        **containers,
    }


def of_draft_7(a_definition: Schema, **beside: Any) -> Schema:
    """A root that is a reference, so that nothing beside it counts."""
    return {"$schema": DRAFT_7, "$ref": "#/definitions/A", "definitions": {"A": a_definition}, **beside}


MOVED: dict[str, Schema] = {
    "a container that is no keyword": kept_apart(
        "#/components/schemas/X",
        components={"schemas": {"X": {"properties": {"p": {"$ref": "#/components/schemas/Y"}}}, "Y": Y}},
    ),
    "a container that only tells": kept_apart(
        "#/x-schemas/X", **{"x-schemas": {"X": {"properties": {"p": {"$ref": "#/x-schemas/Y"}}}, "Y": Y}}
    ),
    "an example": kept_apart("#/examples/0", examples=[{"properties": {"p": {"$ref": "#/examples/1"}}}, Y]),
    "from a container to what moves": kept_apart(
        "#/components/X",
        components={"X": {"properties": {"p": {"$ref": "#/additionalProperties"}}}},
    ),
    "from a container to the root": kept_apart(
        "#/components/X",
        components={"X": {"properties": {"p": {"$ref": "#"}}}},
    ),
    "a container in what moves": kept_apart(
        "#/allOf/1/components/X",
    )
    | {
        "allOf": [
            {"$ref": "#/allOf/1/components/X"},
            {
                "components": {
                    "X": {"properties": {"p": {"$ref": "#/allOf/1/components/Y"}}},
                    "Y": {"$ref": "#/additionalProperties"},
                }
            },
        ]
    },
    "an identifier that does not count": of_draft_7(
        {"properties": {"p": {"$ref": "#"}, "q": {"$ref": "#/properties/a"}}},
        **{"$id": "http://r.example/r"},
        properties={"a": Y},
    ),
    "an identifier of draft 4 that does not count": {
        "$schema": DRAFT_4,
        "id": "http://r.example/r",
        "$ref": "#/definitions/A",
        "properties": {"a": Y},
        "definitions": {"A": {"properties": {"p": {"$ref": "#"}, "q": {"$ref": "#/properties/a"}}}},
    },
    "an identifier below that is resolved against one that does not count": of_draft_7(
        {"properties": {"p": {"$ref": "s"}, "q": {"$ref": "#/properties/a"}}},
        **{"$id": "http://r.example/r"},
        properties={"a": {"$id": "s", **Y}},
    ),
}


@pytest.mark.parametrize("schema", MOVED.values(), ids=MOVED)
def test_every_reference_names_what_it_named(schema: Schema) -> None:
    assert "allOf" in advertise(schema)
    assert_same_arguments(schema, ARGUMENTS)


ROOTS: dict[str, Schema] = {
    **MOVED,
    "what nothing refers to names what is shown": of_draft_7({"properties": {"a": Y}})
    | {"definitions": {"A": {"properties": {"a": Y}}, "P": {"$ref": "#/properties/a"}}},
}


@pytest.mark.parametrize("schema", ROOTS.values(), ids=ROOTS)
def test_a_root_that_was_rewritten_needs_nothing_more(schema: Schema) -> None:
    once = advertise(schema)
    assert advertise(once) is once
