"""How large a schema may be: what a provider refuses, whatever it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..modern import LATEST
from ..positions import Schema, everywhere, subschemas
from .rule import Here, Rewrite

Count = Callable[[dict[str, Any]], int]


def at_most(most: int, keyword: str, what: str, count: Count) -> Rewrite:
    """A refusal when there are more than `most` of what is counted."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        found = count(schema)
        if found > most:
            here.refused(keyword, f"it has {found:,} {what}: split the tool")
        return schema

    return rewrite


def _schemas(schema: Schema) -> Iterator[dict[str, Any]]:
    return (inner for _, inner in everywhere(schema, LATEST) if isinstance(inner, dict))


def properties(schema: dict[str, Any]) -> int:
    """Declared properties, all of them."""
    return sum(len(inner.get("properties", ())) for inner in _schemas(schema))


def listed_values(schema: dict[str, Any]) -> int:
    """Values in every `enum`."""
    return sum(len(inner.get("enum", ())) for inner in _schemas(schema))


def name_characters(schema: dict[str, Any]) -> int:
    """Characters in the names of properties and definitions and in listed strings."""
    total = 0
    for inner in _schemas(schema):
        names = [
            *inner.get("properties", ()),
            *inner.get("$defs", ()),
            *inner.get("enum", ()),
            inner.get("const"),
        ]
        total += sum(len(name) for name in names if isinstance(name, str))
    return total


def characters_of_a_long_enum(schema: dict[str, Any]) -> int:
    """Characters in the largest `enum` of more than 250 strings."""
    long = [inner["enum"] for inner in _schemas(schema) if len(inner.get("enum", ())) > 250]
    return max((sum(len(value) for value in values if isinstance(value, str)) for values in long), default=0)


def object_depth(schema: dict[str, Any]) -> int:
    """Objects within one another, the root included; a reference counts for nothing."""
    deepest = 0
    waiting: list[tuple[Schema, int]] = [(schema, 0)]
    while waiting:
        inner, depth = waiting.pop()
        if isinstance(inner, dict) and "properties" in inner:
            depth += 1
        deepest = max(deepest, depth)
        for tokens, below in subschemas(inner, LATEST):
            waiting.append((below, 0 if tokens[0] == "$defs" else depth))
    return deepest
