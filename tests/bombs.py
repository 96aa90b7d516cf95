"""Schemas that grow with a number: what a large schema looks like, and what a stranger would send to keep a server busy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Schema = Any


def nested(levels: int, inner: Any, around: Callable[[Any], Any]) -> Any:
    """`inner` with so many levels around it."""
    for _ in range(levels):
        inner = around(inner)
    return inner


def definitions(count: int, each: Callable[[int], Schema], last: Schema, **beside: Any) -> Schema:
    """A schema that refers to the first of a row of definitions, of which each may refer to the next."""
    made = {f"d{index}": each(index) for index in range(count)}
    return {"$defs": {**made, f"d{count}": last}, "$ref": "#/$defs/d0", **beside}


def reference(index: int) -> Schema:
    """A reference to one of the definitions."""
    return {"$ref": f"#/$defs/d{index}"}


def doubling(keyword: str) -> Callable[[int], Schema]:
    """Definitions of which each applies the next one twice: 2 to the power of `count` schemas, were they written out."""

    def made(count: int) -> Schema:
        last = {"type": "object", "properties": {"a": {"type": "integer"}}}
        return definitions(count, lambda index: {keyword: [reference(index + 1), reference(index + 1)]}, last)

    return made


INTEGER = {"type": "integer"}

# What authors of large schemas write. Each takes the number of its parts.
LARGE: dict[str, Callable[[int], Schema]] = {
    "properties": lambda n: {"type": "object", "properties": {f"p{i}": INTEGER for i in range(n)}},
    "closed properties": lambda n: {
        "type": "object",
        "properties": {f"p{i}": {"type": "string", "minLength": 1} for i in range(n)},
        "required": [f"p{i}" for i in range(n)],
        "additionalProperties": False,
    },
    "objects": lambda n: {"properties": {f"p{i}": {"properties": {"a": INTEGER}} for i in range(n)}},
    "enum": lambda n: {"properties": {"a": {"enum": [f"v{i}" for i in range(n)]}}},
    "allOf": lambda n: {"allOf": [{"properties": {"a": {"minimum": i}}} for i in range(n)]},
    "anyOf": lambda n: {"anyOf": [{"type": "object", "required": [f"p{i}"]} for i in range(n)]},
    "oneOf with a discriminator": lambda n: {
        "oneOf": [
            {"properties": {"k": {"const": f"k{i}"}, "v": INTEGER}, "required": ["k"]} for i in range(n)
        ]
    },
    "anyOf of constants": lambda n: {"anyOf": [{"const": i} for i in range(n)]},
    "prefixItems": lambda n: {"prefixItems": [INTEGER] * n},
    "required": lambda n: {"required": [f"p{i}" for i in range(n)]},
    "dependentRequired": lambda n: {"dependentRequired": {f"p{i}": ["a", "b"] for i in range(n)}},
    "patternProperties": lambda n: {"patternProperties": {f"^p{i}": INTEGER for i in range(n)}},
    "references to many": lambda n: {
        "$defs": {f"d{i}": INTEGER for i in range(n)},
        "properties": {f"p{i}": reference(i) for i in range(n)},
    },
    "references to one": lambda n: {
        "$defs": {"d0": {"type": "object", "properties": {f"a{i}": INTEGER for i in range(20)}}},
        "properties": {f"p{i}": reference(0) for i in range(n)},
    },
    "nullable objects": lambda n: {
        "properties": {
            f"p{i}": {"anyOf": [{"type": "object", "properties": {"a": INTEGER}}, {"type": "null"}]}
            for i in range(n)
        }
    },
}

# What makes exponentially much of little, unless it is shared or cut off.
BOMBS: dict[str, Callable[[int], Schema]] = {
    "allOf": doubling("allOf"),
    "anyOf": doubling("anyOf"),
    "oneOf": doubling("oneOf"),
    "unevaluatedProperties": lambda n: {**doubling("anyOf")(n), "unevaluatedProperties": False},
    "not": lambda n: definitions(
        n, lambda i: {"not": reference(i + 1), "anyOf": [reference(i + 1), True]}, INTEGER
    ),
    "if": lambda n: definitions(
        n, lambda i: {"if": reference(i + 1), "then": reference(i + 1), "else": reference(i + 1)}, INTEGER
    ),
    "properties": lambda n: definitions(
        n, lambda i: {"properties": {"a": reference(i + 1), "b": reference(i + 1)}}, INTEGER
    ),
    "items": lambda n: definitions(
        n, lambda i: {"items": reference(i + 1), "contains": reference(i + 1)}, INTEGER
    ),
    "dependentSchemas": lambda n: definitions(
        n, lambda i: {"dependentSchemas": {"a": reference(i + 1), "b": reference(i + 1)}}, {"required": ["c"]}
    ),
    "propertyNames": lambda n: definitions(
        n, lambda i: {"propertyNames": reference(i + 1), "allOf": [reference(i + 1)]}, {"maxLength": 3}
    ),
}

# A schema around itself, and what around an instance goes one level down in it; None where it stays at the same instance.
NESTED: dict[str, tuple[Callable[[Schema], Schema], Callable[[Any], Any] | None]] = {
    "properties": (lambda s: {"type": "object", "properties": {"a": s}}, lambda v: {"a": v}),
    "required properties": (lambda s: {"properties": {"a": s}, "required": ["a"]}, lambda v: {"a": v}),
    "items": (lambda s: {"type": "array", "items": s}, lambda v: [v]),
    "prefixItems": (lambda s: {"prefixItems": [s]}, lambda v: [v]),
    "additionalProperties": (lambda s: {"additionalProperties": s}, lambda v: {"a": v}),
    "patternProperties": (lambda s: {"patternProperties": {"a": s}}, lambda v: {"a": v}),
    "nullable": (lambda s: {"anyOf": [{"properties": {"a": s}}, {"type": "null"}]}, lambda v: {"a": v}),
    "anyOf": (lambda s: {"anyOf": [s, {"type": "null"}]}, None),
    "oneOf": (lambda s: {"oneOf": [s, {"type": "null"}]}, None),
    "allOf": (lambda s: {"allOf": [s]}, None),
    "double not": (lambda s: {"not": {"not": s}}, None),
    "if": (lambda s: {"if": s, "else": False}, None),
    "then": (lambda s: {"if": {"type": ["integer", "string"]}, "then": s}, None),
    "unevaluatedProperties": (lambda s: {"unevaluatedProperties": s}, lambda v: {"a": v}),
    "unevaluatedItems": (lambda s: {"unevaluatedItems": s}, lambda v: [v]),
}
