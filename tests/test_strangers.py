"""Schemas as a stranger would send them to break something: each is refused by name or compiled, on every engine."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from callcheck import JSON_SCHEMA, TOOL_INPUT, Patterns, SchemaError
from callcheck_compiler.advertise import advertise
from callcheck_compiler.lint import lint_tool
from callcheck_compiler.sources.tool import Tool

from tests.agreement import assert_agree
from tests.bombs import nested
from tests.engines import ENGINES, engines

UNTRUSTED = replace(TOOL_INPUT, patterns=Patterns.LINEAR)
ALIKE = [index * (2**61 - 1) for index in range(2, 600)]  # CPython gives all of them the same hash


class Keys(dict):  # type: ignore[type-arg]
    """A dict that says nothing of what it holds."""

    def items(self) -> Any:
        raise ValueError("no items")

    def keys(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def circular() -> Any:
    schema: dict[str, Any] = {}
    schema["properties"] = {"a": schema}
    return schema


def spelled_out() -> Any:
    """Few objects in memory, and exponentially many as JSON."""
    schema: Any = {"type": "integer"}
    for _ in range(60):
        schema = {"allOf": [schema, schema]}
    return schema


def doubled(levels: int, more: Callable[[int], Any]) -> Any:
    """Two schemas of one identifier, in each of which there are two of another one; and so on."""
    count = itertools.count()
    schemas: list[Any] = [{"$id": f"http://x/{levels - 1}"} | more(next(count)) for _ in range(2**levels)]
    for level in reversed(range(levels - 1)):
        schemas = [
            {"$id": f"http://x/{level}", "allOf": schemas[index : index + 2]} | more(next(count))
            for index in range(0, len(schemas), 2)
        ]
    return {"allOf": schemas}


def identified(levels: int, schema: Any) -> Any:
    """A schema in so many resources, one in the other."""
    for level in reversed(range(levels)):
        schema = {"$id": f"http://x/{level}", "allOf": [schema]}
    return schema


REFUSED: dict[str, Any] = {
    "itself": circular(),
    "shared objects": spelled_out(),
    "deep lists": nested(100_000, 1, lambda inner: [inner]),
    "deep schemas": nested(100_000, True, lambda inner: {"not": inner}),
    "the same identifier many times": {
        "$defs": {f"a{index}": {"$id": "http://x/y", "title": str(index)} for index in range(1000)},
        "$ref": "http://x/y",
    },
    "the same identifiers in each other": doubled(8, lambda index: {"title": str(index)})
    | {"$ref": "http://x/7"},
    "bytes": {"type": b"object"},
    "not a number": {"minimum": float("nan")},
    "an endless integer": {"minimum": 10**5000},
    "an object": {"default": object()},
    "a key that is no string": {"properties": {1: True}},
    "an identifier that is no URI": {"$id": "http://[::1", "properties": {"a": {"$ref": "#"}}},
    "a base that is no URI": {"$id": "//[", "properties": {"a": {"$ref": "b"}}},
    "a reference that is no URI": {"$id": "http://x/", "$ref": "http://["},
    "a reference that is no pointer": {"$ref": "#/%ff%fe"},
    "a reference below an index": {"$defs": {"a": [{}]}, "$ref": "#/$defs/a/0/-1"},
    "a reference of a megabyte": {"$ref": "#/" + "a/" * 500_000},
    "a reference to a string": {"required": ["a"], "$ref": "#/required/0"},
    "many wrong types": {"properties": {f"p{index}": {"type": "strin"} for index in range(2000)}},
    "a wrong type far below": nested(150, {"type": 5}, lambda inner: {"anyOf": [inner]}),
    "the same name many times": {"required": ["a"] * 2000},
}
TAKEN: dict[str, Any] = {
    "a subclass": Keys(type="object"),
    "deep values": {"default": nested(390, 1, lambda inner: [inner])},
    "a deep constant": {"properties": {"a": {"const": nested(390, 1, lambda inner: {"a": inner})}}},
    "a deep member": {"properties": {"a": {"enum": [nested(380, 1, lambda inner: [inner]), 1]}}},
    "names that look alike": {"properties": {"ﬁ": {}, "fi": {}, "é": {}, "e\u0301": {}}, "required": ["K", "\u212a"]},
    "a name of a megabyte": {"properties": {"a" * 1_000_000: {"type": "integer"}}},
    "copies with an identifier": {
        "$defs": {f"a{index}": {"$id": "http://x/y", "$anchor": "a"} for index in range(1000)},
        "$ref": "http://x/y#a",
    },
    "copies with an identifier in each other": doubled(8, lambda index: {}) | {"$ref": "http://x/7"},
    "deep copies with identifiers": {
        "$defs": {name: identified(190, {"default": "x" * 1_000_000}) for name in ("a", "b")},
        "$ref": "http://x/0",
    },
    "a chain without keywords": {
        "$ref": "#/x/0",
        "x": [{"allOf": [{"$ref": f"#/x/{index + 1}"}] * 2} for index in range(40)] + [{}],
    },
    "the same identifier many times, until draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {f"a{index}": {"$id": f"http://x/y{index % 2 * '#a'}"} for index in range(200)},
    },
    "other drafts inside": {
        "$defs": {
            f"a{index}": {"$id": f"u{index}", "$schema": "http://json-schema.org/draft-07/schema#"}
            for index in range(100)
        },
        "$ref": "u1",
    },
    "numbers that hash alike": {"properties": {"a": {"enum": ALIKE}}},
    "what repeats itself under not": nested(150, {"enum": ["a", "b"]}, lambda inner: {"not": inner}),
}  # fmt: skip
CALLS: tuple[Any, ...] = (
    {},
    {"a": 1},
    {"a": ALIKE[5]},
    {"a": float(ALIKE[5])},
    {"a": "x"},
    {"K": 1},
    [[1]],
    "a",
    1,
)


def looked_at(schema: Any) -> None:
    """What only shows or reports a schema answers or refuses too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for provider in (None, "openai", "anthropic", "gemini"):
            with suppress(SchemaError):
                advertise(schema) if provider is None else advertise(schema, provider=provider)
        for finding in lint_tool(Tool("tool", schema)):
            assert str(finding).isprintable()


@engines
@pytest.mark.parametrize("name", REFUSED)
def test_refused(engine: str, name: str) -> None:
    if name == "shared objects" and engine == "reference":
        pytest.skip("the reference counts a million values one by one, which takes seconds")
    for policy in (UNTRUSTED, JSON_SCHEMA):
        with pytest.raises(SchemaError) as refused:
            ENGINES[engine]("tool", REFUSED[name], policy)
        assert refused.value.tool == "tool"
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 3000


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    for policy in (UNTRUSTED, JSON_SCHEMA):
        reference, *others = (make("tool", TAKEN[name], policy) for make in ENGINES.values())
        for other in others:
            for called in CALLS:
                assert_agree(reference, other, called)


@pytest.mark.parametrize("name", [*TAKEN, *REFUSED])
def test_looked_at(name: str) -> None:
    looked_at({**TAKEN, **REFUSED}[name])


def test_numbers_that_hash_alike_do_not_stand_in_a_set() -> None:
    validator = ENGINES["compiled"]("tool", TAKEN["numbers that hash alike"], JSON_SCHEMA)
    assert " = members(" in validator.source
    assert " = names(" not in validator.source
    assert validator.is_valid({"a": ALIKE[-1]})
    assert not validator.is_valid({"a": ALIKE[-1] + 1})
    assert not validator.is_valid({"a": True})
