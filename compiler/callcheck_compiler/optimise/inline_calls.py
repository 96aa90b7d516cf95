"""References to small schemas, and to schemas that are referred to once, become the schemas themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..ir import nodes
from ..ir.nodes import Conjunction, Key, Program, Schema
from ..ir.walk import calls, parts_within, recursive
from .rewrite import rewrite

SMALL = 12  # parts, so that copies cost less than the calls they save
LARGE = 400  # parts that a schema may have after inlining, so that chains of copies cannot grow without bound


def inline_calls(program: Program) -> Program:
    """The program with fewer calls. A schema that calls itself, however far around, is never copied."""
    if not program.functions:
        return program
    looping = recursive(program)
    uses: Counter[Key] = Counter()
    for schema in (program.root, *program.functions.values()):
        uses.update(calls(schema))
    finished: dict[Key, Schema] = {}

    def inlined(key: Key) -> Schema:
        if key not in finished:
            finished[key] = program.functions[key]
            finished[key] = rewrite(program.functions[key], change)
        return finished[key]

    def change(schema: Conjunction) -> Schema:
        parts: list[nodes.Part] = []
        changed = False
        for part in schema.parts:
            if isinstance(part, nodes.Call) and part.target not in looping:
                target = inlined(part.target)
                size = parts_within(target)
                if size <= SMALL or (uses[part.target] == 1 and size <= LARGE):
                    changed = True
                    parts.extend(_as_parts(target))
                    continue
            parts.append(part)
        if not changed:
            return schema
        return replace(schema, parts=tuple(parts)) if parts else nodes.ALWAYS

    root = rewrite(program.root, change)
    return Program(root, {key: inlined(key) for key in program.functions})


def _as_parts(schema: Schema) -> tuple[nodes.Part, ...]:
    if isinstance(schema, Conjunction):
        return schema.parts
    return (schema,) if isinstance(schema, nodes.Never) else ()
