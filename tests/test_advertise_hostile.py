"""Schemas that want to hurt: advertising them neither raises nor hangs."""

from __future__ import annotations

import time
from typing import Any

import pytest
from callcheck_compiler.advertise import advertise, unadvertisable

from tests.advertising import CREATE, DELETE, Schema, branch


def nested(depth: int) -> Schema:
    schema: Schema = CREATE
    for _ in range(depth):
        schema = {"anyOf": [schema]}
    return schema


def doubling(levels: int) -> Schema:
    definitions: dict[str, Any] = {
        f"L{n}": {"anyOf": [{"$ref": f"#/$defs/L{n + 1}"}] * 2} for n in range(levels)
    }
    return {"$ref": "#/$defs/L0", "$defs": {**definitions, f"L{levels}": CREATE}}


def cyclic() -> Schema:
    schema: dict[str, Any] = {"anyOf": [CREATE]}
    schema["anyOf"].append(schema)
    return schema


HOSTILE: list[tuple[str, Schema]] = [
    ("nested beyond the interpreter", nested(350)),
    ("nested beyond the limit", nested(2000)),
    ("exponentially many branches", doubling(60)),
    ("contains itself", cyclic()),
    ("many branches and keys", {"anyOf": [branch({f"k{n}": {"type": "integer"}}) for n in range(3000)]}),
    (
        "a pattern that backtracks",
        {"anyOf": [branch({"a" * 40 + "!": {}}), branch({}, patternProperties={"^(a+)+$": {}})]},
    ),
    ("no JSON", {"anyOf": [{1, 2}]}),
    ("keys that are no strings", {"anyOf": [{1: 2}]}),
    ("a reference to nothing", {"anyOf": [{"$ref": "#/$defs/missing"}, CREATE]}),
    ("a reference to the network", {"anyOf": [{"$ref": "https://example.com/s.json"}, CREATE]}),
    ("a reference to itself", {"$ref": "#"}),
    (
        "a union that leads back to itself",
        {
            "$defs": {"A": {"anyOf": [CREATE, {"$ref": "#/$defs/A"}]}},
            "anyOf": [{"$ref": "#/$defs/A"}, DELETE],
        },
    ),
]


@pytest.mark.parametrize("schema", [case[1] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
@pytest.mark.parametrize("provider", [None, "anthropic", "openai-strict", "gemini"])
def test_hostile_schemas_neither_raise_nor_hang(schema: Schema, provider: str | None) -> None:
    start = time.perf_counter()
    advertise(schema, provider=provider)
    unadvertisable(schema)
    assert time.perf_counter() - start < 20
