"""Which branch of a union at the root a call is meant for, by its keys and literals (docs/semantics.md, "Coercion")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from callcheck.policy import Policy

from ..ir.positions import INERT, Alternative, Alternatives
from .closures import closure, effective_types, read
from .coercions import Planner
from .documents import Documents, Place
from .limits import Limits
from .spread import spread

UNIONS = ("anyOf", "oneOf")
Closure = tuple[Place, ...]


def alternatives_of(documents: Documents, policy: Policy, limits: Limits) -> Alternatives:
    """The unions in place at the root, without those where nothing can be repaired. Raises SchemaError."""
    planner = Planner(documents, policy, limits)
    outermost = list(_unions(closure(documents, documents.root())))
    waiting = list(outermost)
    unions: dict[str, tuple[Alternative, ...]] = {}
    while waiting:
        union, keyword = waiting.pop()
        location = union.at(keyword)
        if location in unions:
            continue
        alternatives: list[Alternative] = []
        for index in range(len(union.contents[keyword])):
            branch = documents.below(union, keyword, index)
            places = closure(documents, branch)
            if _admits_objects(places, policy):
                inner = list(_unions(places))
                waiting.extend(inner)
                alternatives.append(_alternative(documents, branch, places, inner, planner))
        unions[location] = tuple(alternatives)
    first = tuple(union.at(keyword) for union, keyword in outermost)
    return _without_inert(Alternatives(first, unions, planner.positions()))


def _unions(places: Closure) -> Iterator[tuple[Place, str]]:
    for place in places:
        for keyword in UNIONS:
            if read(place, keyword) is not None:
                yield place, keyword


def _admits_objects(places: Closure, policy: Policy) -> bool:
    if any(place.contents is False for place in places):
        return False
    return "object" in effective_types(places, policy.extensions)


def _alternative(
    documents: Documents, branch: Place, places: Closure, inner: list[tuple[Place, str]], planner: Planner
) -> Alternative:
    return Alternative(
        branch.location,
        tuple(dict.fromkeys(name for place in places for name in read(place, "required", ()))),
        tuple(_strings(documents, places)),
        tuple(
            tuple(read(place, "properties", ()))
            for place in places
            if read(place, "additionalProperties") is False and not read(place, "patternProperties")
        ),
        planner.number(branch),
        tuple(union.at(keyword) for union, keyword in inner),
    )


def _strings(documents: Documents, places: Closure) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each property that a `const` or `enum` of nothing but strings restricts, and the strings."""
    for place in places:
        for name in read(place, "properties", ()):
            for inner in closure(documents, documents.below(place, "properties", name)):
                documents.meter.step()
                literals = _literals(inner)
                if literals and all(isinstance(value, str) for value in literals):
                    yield name, tuple(literals)


def _literals(place: Place) -> list[Any]:
    if not isinstance(place.contents, dict):
        return []
    if "const" in place.contents and read(place, "const", place) is not place:
        return [place.contents["const"]]
    listed: list[Any] = read(place, "enum", [])
    return listed


def _without_inert(found: Alternatives) -> Alternatives:
    """The alternatives without the unions in whose branches nothing can change."""
    active: set[str] = set()
    above: dict[str, list[str]] = {location: [] for location in found.unions}
    for location, alternatives in found.unions.items():
        for alternative in alternatives:
            if alternative.position in found.positions:
                active.add(location)
            for inner in alternative.unions:
                above[inner].append(location)
    spread(active, above)
    return Alternatives(
        tuple(location for location in found.first if location in active),
        {
            location: tuple(_kept(alternative, found, active) for alternative in alternatives)
            for location, alternatives in found.unions.items()
            if location in active
        },
        found.positions,
    )


def _kept(alternative: Alternative, found: Alternatives, active: set[str]) -> Alternative:
    position = alternative.position if alternative.position in found.positions else INERT
    unions = tuple(location for location in alternative.unions if location in active)
    return replace(alternative, position=position, unions=unions)
