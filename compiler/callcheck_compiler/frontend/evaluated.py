"""What the neighbours of `unevaluatedProperties` and `unevaluatedItems` evaluate (Core 2020-12, section 11).

What is evaluated whatever the instance is stands apart from what depends on which branch holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ..ir.nodes import (
    Call,
    Conjunction,
    Evaluated,
    EvaluatedCase,
    EvaluatedGiven,
    EvaluatedItems,
    EvaluatedProperties,
    EvaluatedUnion,
    EvaluatedWhen,
    Schema,
)
from .closures import read, references
from .documents import Documents, Place

if TYPE_CHECKING:

    class Building(Protocol):
        """What is needed of the builder: the documents, the schema of an item, and a call of a branch."""

        documents: Documents

        def schema(self, place: Place, keyword: str, closes: bool, position: bool) -> Schema: ...
        def call(self, place: Place, location: str, closes: bool) -> Call: ...


NO_PROPERTIES = EvaluatedProperties((), (), False, ())
NO_ITEMS = EvaluatedItems(0, False, (), ())
CONTAINS_EVALUATES = "2020-12"  # before, `contains` produced no annotation (Core 2020-12, section 10.3.1.3)
NOTHING = (NO_PROPERTIES, NO_ITEMS)


class Evaluations:
    """Collects what is evaluated, for one builder."""

    def __init__(self, builder: Building) -> None:
        self._builder = builder

    def properties(self, place: Place, closes: bool) -> EvaluatedProperties:
        """What the neighbours of a schema's own `unevaluatedProperties` evaluate."""
        return self._properties(place, closes, own=True, seen=frozenset())

    def items(self, place: Place, closes: bool) -> EvaluatedItems:
        """What the neighbours of a schema's own `unevaluatedItems` evaluate."""
        return self._items(place, closes, own=True, seen=frozenset())

    def _properties(self, place: Place, closes: bool, own: bool, seen: frozenset[str]) -> EvaluatedProperties:
        if not isinstance(place.contents, dict) or place.location in seen:
            return NO_PROPERTIES
        seen = seen | {place.location}
        everything = read(place, "additionalProperties") is not None
        if not own:
            everything = everything or read(place, "unevaluatedProperties") is not None
        names = dict.fromkeys(read(place, "properties", ()))
        patterns = dict.fromkeys(read(place, "patternProperties", ()))
        cases: list[EvaluatedCase] = []
        for inner in self._unconditional(place):
            found = self._properties(inner, closes, False, seen)
            names.update(dict.fromkeys(found.names))
            patterns.update(dict.fromkeys(found.patterns))
            everything = everything or found.everything
            cases.extend(found.cases)

        def collect(inner: Place, branch_closes: bool) -> EvaluatedProperties:
            return self._properties(inner, branch_closes, False, seen)

        cases.extend(self._cases(place, closes, collect))
        return EvaluatedProperties(tuple(names), tuple(patterns), everything, tuple(cases))

    def _items(self, place: Place, closes: bool, own: bool, seen: frozenset[str]) -> EvaluatedItems:
        if not isinstance(place.contents, dict) or place.location in seen:
            return NO_ITEMS
        seen = seen | {place.location}
        prefix, everything = self._own_items(place, own)
        containing: list[Schema] = []
        if place.dialect.name == CONTAINS_EVALUATES and read(place, "contains") is not None:
            below = self._builder.documents.below(place, "contains")
            containing.append(self._builder.schema(below, "contains", False, True))
        cases: list[EvaluatedCase] = []
        for inner in self._unconditional(place):
            found = self._items(inner, closes, False, seen)
            prefix = max(prefix, found.prefix)
            everything = everything or found.everything
            containing.extend(found.containing)
            cases.extend(found.cases)

        def collect(inner: Place, branch_closes: bool) -> EvaluatedItems:
            return self._items(inner, branch_closes, False, seen)

        cases.extend(self._cases(place, closes, collect))
        return EvaluatedItems(prefix, everything, tuple(containing), tuple(cases))

    def _own_items(self, place: Place, own: bool) -> tuple[int, bool]:
        items = read(place, "items")
        if isinstance(items, list):
            return len(items), read(place, "additionalItems") is not None
        everything = items is not None
        if not own:
            everything = everything or read(place, "unevaluatedItems") is not None
        return len(read(place, "prefixItems", ())), everything

    def _unconditional(self, place: Place) -> list[Place]:
        documents = self._builder.documents
        found = references(documents, place)
        branches = read(place, "allOf") or ()
        found.extend(documents.below(place, "allOf", index) for index in range(len(branches)))
        return found

    def _cases(
        self, place: Place, closes: bool, collect: Callable[[Place, bool], Evaluated]
    ) -> list[EvaluatedCase]:
        """What depends on the instance: branches of unions and conditions, schemas that hang on a key."""
        cases: list[EvaluatedCase] = []
        for keyword in ("anyOf", "oneOf"):
            if read(place, keyword) is not None:
                cases.extend(self._union(place, keyword, closes, collect))
        if read(place, "if") is not None:
            cases.extend(self._conditional(place, closes, collect))
        for keyword in ("dependentSchemas", "dependencies"):
            for given, value in (read(place, keyword) or {}).items():
                if isinstance(value, list):
                    continue
                found = collect(self._builder.documents.below(place, keyword, given), closes)
                if found not in NOTHING:
                    cases.append(EvaluatedGiven(given, found))
        return cases

    def _union(
        self, place: Place, keyword: str, closes: bool, collect: Callable[[Place, bool], Evaluated]
    ) -> list[EvaluatedCase]:
        branches: list[tuple[Schema, Evaluated]] = []
        for index in range(len(read(place, keyword))):
            branch = self._builder.documents.below(place, keyword, index)
            branches.append((self._branch(branch, closes), collect(branch, closes)))
        if all(found in NOTHING for _, found in branches):
            return []
        return [EvaluatedUnion(tuple(branches))]

    def _branch(self, place: Place, closes: bool) -> Schema:
        """Whether a branch holds, as a call: it stands in the schema already, and below it there may be more of the same."""
        return Conjunction(place.location, (self._builder.call(place, place.location, closes),))

    def _conditional(
        self, place: Place, closes: bool, collect: Callable[[Place, bool], Evaluated]
    ) -> list[EvaluatedCase]:
        documents = self._builder.documents
        condition = documents.below(place, "if")
        schema = self._branch(condition, closes=False)
        branches = [(condition, True, False)]
        if read(place, "then") is not None:
            branches.append((documents.below(place, "then"), True, closes))
        if read(place, "else") is not None:
            branches.append((documents.below(place, "else"), False, closes))
        cases: list[EvaluatedCase] = []
        for branch, holds, branch_closes in branches:
            found = collect(branch, branch_closes)
            if found not in NOTHING:
                cases.append(EvaluatedWhen(schema, holds, found))
        return cases
