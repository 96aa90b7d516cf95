"""Walks over schemas: what is inside, and what is called."""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes
from .graph import circles, components
from .nodes import Conjunction, Evaluated, Key, Part, Program, Schema

LEAVES = frozenset(
    {nodes.TypeAssertion, nodes.Assertion, nodes.Required}
)  # parts without schemas: most of all parts


def children(part: Part) -> Iterator[Schema]:
    """The schemas directly inside a part, conditions of `unevaluated…` included."""
    if isinstance(part, nodes.Properties):
        for entry in part.properties:
            yield entry.schema
    elif isinstance(part, nodes.PatternProperties):
        for _, schema in part.patterns:
            yield schema
    elif isinstance(part, nodes.PrefixItems):
        yield from part.schemas
    elif isinstance(part, (nodes.UnevaluatedProperties, nodes.UnevaluatedItems)):
        yield part.schema
        yield from conditions(part.evaluated)
    elif isinstance(part, (nodes.AdditionalProperties, nodes.PropertyNames, nodes.Items, nodes.Contains)):
        yield part.schema
    else:
        yield from branches(part)


def branches(part: Part) -> Iterator[Schema]:
    """The schemas in a part that apply to the same instance, those of `unevaluated…` left out."""
    if isinstance(part, (nodes.AllOf, nodes.Union)):
        yield from part.branches
    elif isinstance(part, nodes.Conditional):
        yield from (part.condition, part.then, part.otherwise)
    elif isinstance(part, (nodes.Not, nodes.DependentSchema)):
        yield part.schema


def conditions(evaluated: Evaluated) -> Iterator[Schema]:
    """The schemas that decide what is evaluated, each once for each thing that depends on it."""
    seen = {id(evaluated)}
    waiting: list[Evaluated] = [evaluated]
    while waiting:
        evaluated = waiting.pop()
        inner: list[Evaluated] = []
        if isinstance(evaluated, nodes.EvaluatedItems):
            yield from evaluated.containing
        for case in evaluated.cases:
            if isinstance(case, nodes.EvaluatedUnion):
                for schema, branch in case.branches:
                    yield schema
                    inner.append(branch)
            else:
                if isinstance(case, nodes.EvaluatedWhen):
                    yield case.schema
                inner.append(case.evaluated)
        for each in inner:
            if id(each) not in seen:
                seen.add(id(each))
                waiting.append(each)


def is_scalar(schema: Schema) -> bool:
    """Whether a schema neither looks into the instance nor applies another schema."""
    return not isinstance(schema, Conjunction) or all(
        isinstance(part, (nodes.TypeAssertion, nodes.Assertion)) for part in schema.parts
    )


def parts(schema: Schema) -> Iterator[Part]:
    """Every part in a schema, at any depth, each once, without following calls."""
    waiting = [schema]
    seen = {id(schema)}
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, Conjunction):
            continue
        for part in schema.parts:
            yield part
            if type(part) in LEAVES:
                continue
            for inner in children(part):
                if id(inner) not in seen:
                    seen.add(id(inner))
                    waiting.append(inner)


def kinds(program: Program) -> set[type]:
    """The kinds of part that a program has anywhere."""
    return {type(part) for schema in (program.root, *program.functions.values()) for part in parts(schema)}


def calls(schema: Schema) -> Iterator[Key]:
    """The functions that a schema calls, once for each call."""
    for part in parts(schema):
        if isinstance(part, nodes.Call):
            yield part.target


def without_uncalled(program: Program) -> Program:
    """The program with the functions alone that something calls, in the order they had."""
    called: set[Key] = set()
    waiting = [program.root]
    while waiting:
        for key in calls(waiting.pop()):
            if key not in called:
                called.add(key)
                waiting.append(program.functions[key])
    return Program(program.root, {key: schema for key, schema in program.functions.items() if key in called})


def parts_within(schema: Schema) -> int:
    """How many parts a schema has."""
    return sum(1 for _ in parts(schema))


def recursive(program: Program) -> set[Key]:
    """The functions that can call themselves, however far around."""
    return {key for circle in circles(_called(program)) for key in circle}


def callees_first(program: Program) -> list[Key]:
    """The functions in an order in which each one comes after those that it calls, circles aside."""
    return [key for component in components(_called(program)) for key in component]


def _called(program: Program) -> dict[Key, dict[Key, None]]:
    return {key: dict.fromkeys(calls(schema)) for key, schema in program.functions.items()}
