"""References to small schemas, and to schemas that are referred to once, become the schemas themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..ir import nodes
from ..ir.nodes import Conjunction, Key, Program, Schema
from ..ir.walk import callees_first, calls, children, parts_within, recursive
from .rewrite import rewrite

SMALL = 12  # parts, so that copies cost less than the calls they save
LARGE = 400  # parts that a schema may have after inlining, so that chains of copies cannot grow without bound
FLAT = 6  # levels of schemas in what becomes a part of another one, so that no stage recurses far


def inline_calls(program: Program) -> Program:
    """The program with fewer calls. A schema that calls itself, however far around, is never copied."""
    if not program.functions:
        return program
    return _Inliner(program).program()


class _Inliner:
    """Goes from the functions that call no others to those that call them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._looping = recursive(program)
        self._uses: Counter[Key] = Counter()
        for schema in (program.root, *program.functions.values()):
            self._uses.update(calls(schema))
        self._finished: dict[Key, Schema] = {}
        self._copied: set[Key] = set()

    def program(self) -> Program:
        """The program when every call was looked at."""
        for key in callees_first(self._program):
            schema = rewrite(self._program.functions[key], self._change)
            self._finished[key] = schema
            if self._is_copied(key, schema):
                self._copied.add(key)
        root = rewrite(self._program.root, self._change)
        return Program(root, {key: self._finished[key] for key in self._program.functions})

    def _is_copied(self, key: Key, schema: Schema) -> bool:
        if key in self._looping:
            return False
        size = parts_within(schema)
        return (size <= SMALL or (self._uses[key] == 1 and size <= LARGE)) and _is_flat(schema)

    def _change(self, schema: Conjunction) -> Schema:
        parts: list[nodes.Part] = []
        changed = False
        for part in schema.parts:
            if isinstance(part, nodes.Call) and not part.apart and part.target in self._copied:
                changed = True
                parts.extend(_as_parts(self._finished[part.target]))
            else:
                parts.append(part)
        if not changed:
            return schema
        return replace(schema, parts=tuple(parts)) if parts else nodes.ALWAYS


def _is_flat(schema: Schema) -> bool:
    level = [schema]
    for _ in range(FLAT):
        level = [
            inner
            for schema in level
            if isinstance(schema, Conjunction)
            for part in schema.parts
            for inner in children(part)
        ]
    return not any(isinstance(schema, Conjunction) for schema in level)


def _as_parts(schema: Schema) -> tuple[nodes.Part, ...]:
    if isinstance(schema, Conjunction):
        return schema.parts
    return (schema,) if isinstance(schema, nodes.Never) else ()
