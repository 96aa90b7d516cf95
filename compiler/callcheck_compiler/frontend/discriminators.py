"""The property that tells the branches of a union apart (docs/semantics.md, "Unions")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callcheck.json_values import canonical_key

from ..ir.nodes import Discriminator
from .closures import closure, effective_types, read
from .documents import Documents, Place

Closure = tuple[Place, ...]
SCALARS = (str, int, float, bool, type(None))


def discriminator_of(
    closures: Sequence[Closure], documents: Documents, extensions: bool
) -> Discriminator | None:
    """The discriminator of a union whose branches have these closures, if it has one."""
    documents.meter.step(sum(len(read(place, "properties", ())) for places in closures for place in places))
    branches = [
        (index, places) for index, places in enumerate(closures) if _is_object_branch(places, extensions)
    ]
    if len(branches) < 2:
        return None
    for name in _declared(branches[0][1]):
        values = _distinct_values(name, branches, documents)
        if values is not None:
            required = all(name in _required(places) for _, places in branches)
            return Discriminator(name, values, required)
    return None


def _is_object_branch(places: Closure, extensions: bool) -> bool:
    types = effective_types(places, extensions)
    return "object" in types and (bool(_declared(places)) or types == {"object"})


def _declared(places: Closure) -> list[str]:
    return list(dict.fromkeys(name for place in places for name in read(place, "properties", ())))


def _required(places: Closure) -> set[str]:
    return {name for place in places for name in read(place, "required", ())}


def _distinct_values(
    name: str, branches: list[tuple[int, Closure]], documents: Documents
) -> tuple[tuple[Any, int], ...] | None:
    """(value, branch) of every literal of the property, or None where it does not tell the branches apart."""
    values: list[tuple[Any, int]] = []
    seen: set[Any] = set()
    for index, places in branches:
        documents.meter.step()
        literals = _literals(name, places, documents)
        if literals is None:
            return None
        documents.meter.step(len(literals))
        for value in literals:
            key = canonical_key(value)
            if key in seen:
                return None
            seen.add(key)
            values.append((value, index))
    return tuple(values)


def _literals(name: str, places: Closure, documents: Documents) -> list[Any] | None:
    """The literals that a branch declares for the property; the first `const` or `enum` found counts."""
    for place in places:
        if name not in read(place, "properties", ()):
            continue
        for inner in closure(documents, documents.below(place, "properties", name)):
            contents = inner.contents
            if not isinstance(contents, dict):
                continue
            if read(inner, "const", SCALARS) is not SCALARS:
                literals = [contents["const"]]
            elif isinstance(read(inner, "enum"), list):
                literals = contents["enum"]
            else:
                continue
            if all(isinstance(value, SCALARS) for value in literals):
                return literals
    return None
