"""A rewrite of every schema of a program, children first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..ir import nodes
from ..ir.nodes import Conjunction, Part, Schema

Rewrite = Callable[[Conjunction], Schema]


def rewrite(schema: Schema, change: Rewrite) -> Schema:
    """The schema with `change` applied to every conjunction in it; the same object where nothing changed."""
    if not isinstance(schema, Conjunction):
        return schema
    parts = tuple(_part(part, change) for part in schema.parts)
    if any(new is not old for new, old in zip(parts, schema.parts, strict=True)):
        schema = replace(schema, parts=parts)
    return change(schema)


def _all(schemas: tuple[Schema, ...], change: Rewrite) -> tuple[Schema, ...]:
    new = tuple(rewrite(schema, change) for schema in schemas)
    return new if any(a is not b for a, b in zip(new, schemas, strict=True)) else schemas


def _part(part: Part, change: Rewrite) -> Part:
    if isinstance(part, nodes.Properties):
        properties = tuple(_property(entry, change) for entry in part.properties)
        if any(a is not b for a, b in zip(properties, part.properties, strict=True)):
            return replace(part, properties=properties)
        return part
    if isinstance(part, nodes.PatternProperties):
        patterns = tuple((pattern, rewrite(schema, change)) for pattern, schema in part.patterns)
        if any(a[1] is not b[1] for a, b in zip(patterns, part.patterns, strict=True)):
            return replace(part, patterns=patterns)
        return part
    if isinstance(part, (nodes.AllOf, nodes.Union)):
        branches = _all(part.branches, change)
        return part if branches is part.branches else replace(part, branches=branches)
    if isinstance(part, nodes.PrefixItems):
        schemas = _all(part.schemas, change)
        return part if schemas is part.schemas else replace(part, schemas=schemas)
    if isinstance(part, nodes.Conditional):
        inner = (part.condition, part.then, part.otherwise)
        new = _all(inner, change)
        return part if new is inner else nodes.Conditional(part.location, *new)
    if isinstance(
        part,
        (
            nodes.AdditionalProperties,
            nodes.PropertyNames,
            nodes.Items,
            nodes.Contains,
            nodes.Not,
            nodes.DependentSchema,
            nodes.UnevaluatedProperties,
            nodes.UnevaluatedItems,
        ),
    ):
        schema = rewrite(part.schema, change)
        return part if schema is part.schema else replace(part, schema=schema)
    return part


def _property(entry: nodes.Property, change: Rewrite) -> nodes.Property:
    schema = rewrite(entry.schema, change)
    return entry if schema is entry.schema else replace(entry, schema=schema)
