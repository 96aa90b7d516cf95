"""The branches of `allOf` become parts of the schema that holds it."""

from __future__ import annotations

from dataclasses import replace

from ..ir import nodes
from ..ir.nodes import Conjunction, Program, Schema
from .rewrite import rewrite


def merge_all_of(program: Program) -> Program:
    """The program without `AllOf`."""
    return Program(
        rewrite(program.root, _merged),
        {key: rewrite(schema, _merged) for key, schema in program.functions.items()},
    )


def _merged(schema: Conjunction) -> Schema:
    if not any(isinstance(part, nodes.AllOf) for part in schema.parts):
        return schema
    parts: list[nodes.Part] = []
    for part in schema.parts:
        if not isinstance(part, nodes.AllOf):
            parts.append(part)
            continue
        for branch in part.branches:
            if isinstance(branch, Conjunction):
                parts.extend(branch.parts)
            elif isinstance(branch, nodes.Never):
                parts.append(branch)
    return replace(schema, parts=tuple(parts)) if parts else nodes.ALWAYS
