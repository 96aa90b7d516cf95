"""Walks over schemas: what is inside, and what is called."""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes
from .nodes import Conjunction, Evaluated, Key, Part, Schema


def children(part: Part) -> Iterator[Schema]:
    """The schemas directly inside a part, conditions of `unevaluated…` included."""
    if isinstance(part, nodes.Properties):
        for entry in part.properties:
            yield entry.schema
    elif isinstance(part, nodes.PatternProperties):
        for _, schema in part.patterns:
            yield schema
    elif isinstance(part, (nodes.AllOf, nodes.Union)):
        yield from part.branches
    elif isinstance(part, nodes.PrefixItems):
        yield from part.schemas
    elif isinstance(part, nodes.Conditional):
        yield from (part.condition, part.then, part.otherwise)
    elif isinstance(part, (nodes.UnevaluatedProperties, nodes.UnevaluatedItems)):
        yield part.schema
        yield from conditions(part.evaluated)
    elif isinstance(
        part,
        (
            nodes.AdditionalProperties,
            nodes.PropertyNames,
            nodes.Items,
            nodes.Contains,
            nodes.Not,
            nodes.DependentSchema,
        ),
    ):
        yield part.schema


def conditions(evaluated: Evaluated) -> Iterator[Schema]:
    """The schemas that decide what is evaluated."""
    if isinstance(evaluated, nodes.EvaluatedItems):
        yield from evaluated.containing
    for case in evaluated.cases:
        if isinstance(case, nodes.EvaluatedUnion):
            for schema, inner in case.branches:
                yield schema
                yield from conditions(inner)
        else:
            if isinstance(case, nodes.EvaluatedWhen):
                yield case.schema
            yield from conditions(case.evaluated)


def parts(schema: Schema) -> Iterator[Part]:
    """Every part in a schema, at any depth, without following calls."""
    waiting = [schema]
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, Conjunction):
            for part in schema.parts:
                yield part
                waiting.extend(children(part))


def calls(schema: Schema) -> Iterator[Key]:
    """The functions that a schema calls, once for each call."""
    for part in parts(schema):
        if isinstance(part, nodes.Call):
            yield part.target


def parts_within(schema: Schema) -> int:
    """How many parts a schema has."""
    return sum(1 for _ in parts(schema))
