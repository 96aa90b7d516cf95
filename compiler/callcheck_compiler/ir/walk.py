"""Walks over schemas: what is inside, and what is called."""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes
from .nodes import Conjunction, Evaluated, Key, Part, Program, Schema

MOST_PATHS = 256  # ways to reach one function that are still cheaper than remembering its answers


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


def kinds(program: Program) -> set[type]:
    """The kinds of part that a program has anywhere."""
    return {type(part) for schema in (program.root, *program.functions.values()) for part in parts(schema)}


def calls(schema: Schema) -> Iterator[Key]:
    """The functions that a schema calls, once for each call."""
    for part in parts(schema):
        if isinstance(part, nodes.Call):
            yield part.target


def parts_within(schema: Schema) -> int:
    """How many parts a schema has."""
    return sum(1 for _ in parts(schema))


def recursive(program: Program) -> set[Key]:
    """The functions that can call themselves, however far around."""
    below = {key: set(calls(schema)) for key, schema in program.functions.items()}
    found: set[Key] = set()
    for key in below:
        seen: set[Key] = set()
        waiting = list(below[key])
        while waiting:
            other = waiting.pop()
            if other == key:
                found.add(key)
                break
            if other not in seen:
                seen.add(other)
                waiting.extend(below.get(other, ()))
    return found


def repeats(program: Program) -> bool:
    """Whether one value may be checked by one function more often than is cheap, so that answers are to be remembered.

    That is so where a function that calls itself does so more than once, or where calls fan out without recursion.
    """
    if not program.functions:
        return False
    looping = recursive(program)
    if any(sum(1 for other in calls(program.functions[key]) if other in looping) > 1 for key in looping):
        return True
    return _most_paths(program, looping) > MOST_PATHS


def _most_paths(program: Program, looping: set[Key]) -> int:
    """The number of ways from the root to the function that is reached in most ways, recursion left out."""
    paths: dict[Key, int] = {}

    def below(key: Key) -> int:
        if key not in paths:
            paths[key] = 1
            inner = [other for other in calls(program.functions[key]) if other not in looping]
            paths[key] = min(1 + sum(below(other) for other in inner), MOST_PATHS + 1)
        return paths[key]

    return sum(below(key) for key in calls(program.root) if key not in looping)
