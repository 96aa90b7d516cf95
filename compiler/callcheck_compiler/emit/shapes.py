"""The parts of a conjunction, sorted by what they look at."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from ..ir import nodes

EVERY_TYPE = frozenset(nodes.TYPES)


@dataclass
class Sorted:
    """The parts of one conjunction.

    types            the types that its `type` keywords admit together, or None without one
    integral_floats  whether 3.0 is an integer
    scalars          assertions by the instance type they are about
    anywhere         `enum` and `const`
    objects, arrays  structure
    in_place         unions, conditions, calls
    """

    types: frozenset[str] | None = None
    integral_floats: bool = True
    scalars: dict[str, list[nodes.Assertion]] = field(default_factory=dict)
    anywhere: list[nodes.Assertion] = field(default_factory=list)
    objects: list[nodes.Part] = field(default_factory=list)
    arrays: list[nodes.Part] = field(default_factory=list)
    in_place: list[nodes.Part] = field(default_factory=list)
    never: bool = False


@functools.lru_cache(maxsize=256)
def widened(types: tuple[str, ...]) -> frozenset[str]:
    """The types that a `type` keyword admits; `number` admits `integer` too."""
    return frozenset((*types, "integer")) if "number" in types else frozenset(types)


class Sorter:
    """Sorts the parts of conjunctions, each once; what it gives is shared and not to be changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[nodes.Conjunction, Sorted]] = {}

    def __call__(self, conjunction: nodes.Conjunction) -> Sorted:
        known = self._known.get(id(conjunction))
        if known is None:
            known = self._known[id(conjunction)] = (conjunction, sort_parts(conjunction))
        return known[1]


def sort_parts(conjunction: nodes.Conjunction) -> Sorted:
    """Sort the parts; calls and nested `allOf`s stay where they are."""
    found = Sorted()
    for part in conjunction.parts:
        if isinstance(part, nodes.TypeAssertion):
            types = widened(part.types)
            found.types = types if found.types is None else found.types & types
            found.integral_floats = found.integral_floats and part.integral_floats
        elif isinstance(part, nodes.Assertion):
            if not part.row.instance_types:
                found.anywhere.append(part)
            for word in part.row.instance_types:
                found.scalars.setdefault(word, []).append(part)
        elif isinstance(part, nodes.OBJECT_PARTS):
            found.objects.append(part)
        elif isinstance(part, nodes.ARRAY_PARTS):
            found.arrays.append(part)
        elif isinstance(part, nodes.Never):
            found.never = True
        else:
            found.in_place.append(part)
    return found
