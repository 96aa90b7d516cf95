"""The invariants of a program: what neither the frontend nor a pass may leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, get_args

from . import nodes
from .locations import WELL_FORMED, keyword_of
from .nodes import TYPES, Conjunction, Part, Program, Schema
from .walk import children

PARTS: tuple[type, ...] = get_args(Part)
# The keywords of the parts that come from several.
KEYWORDS: dict[type, tuple[str, ...]] = {
    nodes.Items: ("items", "additionalItems", "unevaluatedItems"),
    nodes.PrefixItems: ("prefixItems", "items"),
    nodes.AdditionalProperties: ("additionalProperties", "unevaluatedProperties"),
    nodes.Required: ("required", "dependentRequired", "dependencies"),
    nodes.DependentSchema: ("dependentSchemas", "dependencies"),
    nodes.Union: ("anyOf", "oneOf"),
}


class InvariantError(Exception):
    """A program that no stage should have made: where it is wrong, and what is."""


def verify(program: Program, absent: Set[type] = frozenset()) -> None:
    """Raises InvariantError at the first place that breaks an invariant.

    absent  the kinds of part that no longer occur; conditions of what is evaluated, which no pass rewrites, may hold them
    """
    for schema in (program.root, *program.functions.values()):
        for place, what in _faults(program, schema, absent):
            raise InvariantError(f"{place or 'the root'}: {what}")


def _faults(program: Program, schema: Schema, absent: Set[type]) -> Iterator[tuple[str, str]]:
    """Every fault in a schema, with its place."""
    waiting: list[tuple[Schema, Set[type]]] = [(schema, absent)]
    while waiting:
        found, unwanted = waiting.pop()
        if isinstance(found, nodes.Always):
            continue
        if not isinstance(found, (nodes.Never, Conjunction)):
            yield "", f"`{type(found).__name__}` stands where a schema must"
            continue
        yield from _misplaced(found.location)
        if isinstance(found, nodes.Never):
            continue
        if not found.parts:
            yield found.location, "a conjunction without parts, which must be `ALWAYS`"
        for part in found.parts:
            if not isinstance(part, PARTS):
                yield found.location, f"`{type(part).__name__}` stands where a part must"
                continue
            if type(part) in unwanted:
                yield part.location, f"`{type(part).__name__}` is left after the pass that takes it away"
            yield from _misplaced(part.location)
            yield from ((part.location, what) for what in _wrong(part, program))
            waiting += _inside(part, unwanted)


def _inside(part: Part, unwanted: Set[type]) -> Iterator[tuple[Schema, Set[type]]]:
    """The schemas inside a part, each with what must not occur in it."""
    evaluating = isinstance(part, (nodes.UnevaluatedProperties, nodes.UnevaluatedItems))
    for number, schema in enumerate(children(part)):
        yield schema, frozenset() if evaluating and number else unwanted


def _misplaced(location: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(location, str) or WELL_FORMED.fullmatch(location) is None:
        yield str(location), "a location that is no JSON Pointer"


def _wrong(part: Part, program: Program) -> Iterator[str]:
    """What is wrong with one part, its subschemas aside."""
    if not isinstance(part, nodes.Never):
        yield from _wrong_keyword(part)
    if isinstance(part, nodes.Call) and part.target not in program.functions:
        yield f"a call of {part.target!r}, which is no function of the program"
    elif isinstance(part, nodes.TypeAssertion):
        yield from _each_once("types", part.types)
        yield from (f"the type {name!r} is unknown" for name in part.types if name not in TYPES)
    elif isinstance(part, nodes.Required):
        yield from _each_once("required names", part.names)
    elif isinstance(part, nodes.Properties):
        yield from _each_once("properties", [entry.name for entry in part.properties])
    elif isinstance(part, nodes.PatternProperties):
        yield from _each_once("patterns", [pattern for pattern, _ in part.patterns])
    elif isinstance(part, nodes.PrefixItems):
        yield from _some("schemas of items", part.schemas)
    elif isinstance(part, nodes.AllOf):
        yield from _some("branches", part.branches)
    elif isinstance(part, nodes.Union):
        yield from _wrong_union(part)
    elif isinstance(part, nodes.Items) and part.start < 0:
        yield "items from a negative index"
    elif isinstance(part, nodes.Contains) and (part.minimum < 0 or (part.maximum or 0) < 0):
        yield "a negative bound"


def _wrong_keyword(part: Part) -> Iterator[str]:
    """A part stands where its keyword does, or below it when it is one entry of several."""
    keyword = keyword_of(part)
    if keyword not in KEYWORDS.get(type(part), (keyword,)):
        yield f"`{type(part).__name__}` comes from `{keyword}`"
    if part.location.split("/")[-2 if isinstance(part, nodes.DependentSchema) else -1] != keyword:
        yield f"its location does not end in `{keyword}`"


def _wrong_union(part: nodes.Union) -> Iterator[str]:
    yield from _some("branches", part.branches)
    count = len(part.branches)
    if part.exactly_one is not (part.keyword == "oneOf"):
        yield f"`exactly_one` does not belong to `{part.keyword}`"
    if part.nullable is not None and (count != 2 or part.nullable not in (0, 1)):
        yield "only one of two branches can be the one beside null"
    if part.discriminator is not None:
        yield from _each_once(
            "discriminating values", [repr(value) for value, _ in part.discriminator.values]
        )
        if any(not 0 <= branch < count for _, branch in part.discriminator.values):
            yield "the discriminator names a branch that does not exist"


def _some(what: str, entries: Sequence[Any]) -> Iterator[str]:
    if not entries:
        yield f"no {what}"


def _each_once(what: str, names: Iterable[str]) -> Iterator[str]:
    """There must be some, and none twice."""
    listed = list(names)
    yield from _some(what, listed)
    if len(set(listed)) < len(listed):
        yield f"the {what} are not unique"
