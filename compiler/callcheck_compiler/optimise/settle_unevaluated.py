"""`unevaluatedProperties` and `unevaluatedItems` that do not depend on the instance become their plain counterparts."""

from __future__ import annotations

from dataclasses import replace

from ..ir import nodes
from ..ir.nodes import Conjunction, Program, Schema
from .rewrite import rewrite


def settle_unevaluated(program: Program) -> Program:
    """The program with as few `Unevaluated…` as possible."""
    return Program(
        rewrite(program.root, _settled),
        {key: rewrite(schema, _settled) for key, schema in program.functions.items()},
    )


def _settled(schema: Conjunction) -> Schema:
    parts: list[nodes.Part] = []
    for part in schema.parts:
        if isinstance(part, nodes.UnevaluatedProperties):
            parts.extend(_properties(part))
        elif isinstance(part, nodes.UnevaluatedItems):
            parts.extend(_items(part))
        else:
            parts.append(part)
    if len(parts) == len(schema.parts) and all(a is b for a, b in zip(parts, schema.parts, strict=True)):
        return schema
    return replace(schema, parts=tuple(parts)) if parts else nodes.ALWAYS


def _properties(part: nodes.UnevaluatedProperties) -> list[nodes.Part]:
    evaluated = part.evaluated
    if evaluated.everything:
        return []
    if evaluated.cases:
        return [part]
    return [
        nodes.AdditionalProperties(
            part.location, "unevaluatedProperties", part.schema, evaluated.names, evaluated.patterns
        )
    ]


def _items(part: nodes.UnevaluatedItems) -> list[nodes.Part]:
    evaluated = part.evaluated
    if evaluated.everything:
        return []
    if evaluated.cases or evaluated.containing:
        return [part]
    return [nodes.Items(part.location, part.schema, evaluated.prefix)]
