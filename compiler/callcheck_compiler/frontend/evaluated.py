"""What the neighbours of `unevaluatedProperties` and `unevaluatedItems` evaluate (Core 2020-12, section 11).

What is evaluated whatever the instance is stands apart from what depends on which branch holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

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
from ..ir.walk import conditions
from .closures import read, references
from .documents import Documents, Place

if TYPE_CHECKING:

    class Building(Protocol):
        """What is needed of the builder: the documents, and a call of a branch."""

        documents: Documents

        def call(self, place: Place, location: str, closes: bool) -> Call: ...


Branch = tuple[
    Place, bool
]  # a schema that applies to the same instance; whether undeclared keys may be rejected in it

NO_PROPERTIES = EvaluatedProperties((), (), False, ())
NO_ITEMS = EvaluatedItems(0, False, (), ())
CONTAINS_EVALUATES = "2020-12"  # before, `contains` produced no annotation (Core 2020-12, section 10.3.1.3)
NOTHING = (NO_PROPERTIES, NO_ITEMS)
_STEPS_OF_A_CONDITION = 5

Found = TypeVar("Found", EvaluatedProperties, EvaluatedItems)


class Evaluations:
    """Collects what is evaluated, for one builder. What a schema evaluates for its holder is collected once."""

    def __init__(self, builder: Building) -> None:
        self._builder = builder
        self._of_properties: dict[object, EvaluatedProperties | None] = {}
        self._of_items: dict[object, EvaluatedItems | None] = {}

    def properties(self, place: Place, closes: bool) -> EvaluatedProperties:
        """What the neighbours of a schema's own `unevaluatedProperties` evaluate."""

        def collect(inner: Place, closes: bool) -> EvaluatedProperties:
            return self._properties(inner, closes, own=False)

        self._collect_below(place, closes, self._of_properties, collect)
        return self._counted(self._properties(place, closes, own=True))

    def items(self, place: Place, closes: bool) -> EvaluatedItems:
        """What the neighbours of a schema's own `unevaluatedItems` evaluate."""

        def collect(inner: Place, closes: bool) -> EvaluatedItems:
            return self._items(inner, closes, own=False)

        self._collect_below(place, closes, self._of_items, collect)
        return self._counted(self._items(place, closes, own=True))

    def _counted(self, found: Found) -> Found:
        """The same, after counting what it depends on: each stage goes through all of it, for each schema that asks."""
        count = sum(1 for _ in conditions(found))
        self._builder.documents.meter.step(count * _STEPS_OF_A_CONDITION)
        return found

    def _collect_below(
        self,
        place: Place,
        closes: bool,
        known: dict[object, Found | None],
        collect: Callable[[Place, bool], Found],
    ) -> None:
        """Collect for every schema that applies to the same instance, from the innermost outwards."""
        waiting = list(self._in_place(place, closes))
        while waiting:
            branch = waiting[-1]
            key = _key(branch)
            if key not in known:
                # None until what is below it is known. A circle ends here, and is refused later.
                known[key] = None
                waiting.extend(below for below in self._in_place(*branch) if _key(below) not in known)
                continue
            waiting.pop()
            if known[key] is None:
                known[key] = collect(*branch)

    def _in_place(self, place: Place, closes: bool) -> Iterator[Branch]:
        """The schemas that a schema applies to the same instance, `not` aside."""
        below = self._builder.documents.below
        for inner in self._unconditional(place):
            yield inner, closes
        for keyword in ("anyOf", "oneOf"):
            for index in range(len(read(place, keyword, ()))):
                yield below(place, keyword, index), closes
        if read(place, "if") is not None:
            yield below(place, "if"), False
            for keyword in ("then", "else"):
                if read(place, keyword) is not None:
                    yield below(place, keyword), closes
        for keyword, given in _dependent(place):
            yield below(place, keyword, given), closes

    def _properties(self, place: Place, closes: bool, own: bool) -> EvaluatedProperties:
        if not isinstance(place.contents, dict):
            return NO_PROPERTIES
        everything = read(place, "additionalProperties") is not None
        if not own:
            everything = everything or read(place, "unevaluatedProperties") is not None
        names = dict.fromkeys(read(place, "properties", ()))
        patterns = dict.fromkeys(read(place, "patternProperties", ()))
        cases: list[EvaluatedCase] = []
        for inner in self._unconditional(place):
            found = self._of_properties[_key((inner, closes))] or NO_PROPERTIES
            names.update(dict.fromkeys(found.names))
            patterns.update(dict.fromkeys(found.patterns))
            everything = everything or found.everything
            cases.extend(found.cases)

        def known(branch: Branch) -> EvaluatedProperties:
            return self._of_properties[_key(branch)] or NO_PROPERTIES

        cases.extend(self._cases(place, closes, known))
        meter = self._builder.documents.meter
        meter.step(len(names) + len(patterns) + len(cases))
        meter.foresee(sum(map(len, names)) + sum(map(len, patterns)), place.location)
        return EvaluatedProperties(tuple(names), tuple(patterns), everything, _each_once(cases))

    def _items(self, place: Place, closes: bool, own: bool) -> EvaluatedItems:
        if not isinstance(place.contents, dict):
            return NO_ITEMS
        prefix, everything = self._own_items(place, own)
        containing: list[Schema] = []
        if place.dialect.name == CONTAINS_EVALUATES and read(place, "contains") is not None:
            below = self._builder.documents.below(place, "contains")
            containing.append(self._branch(below, closes=False))
        cases: list[EvaluatedCase] = []
        for inner in self._unconditional(place):
            found = self._of_items[_key((inner, closes))] or NO_ITEMS
            prefix = max(prefix, found.prefix)
            everything = everything or found.everything
            containing.extend(found.containing)
            cases.extend(found.cases)

        def known(branch: Branch) -> EvaluatedItems:
            return self._of_items[_key(branch)] or NO_ITEMS

        cases.extend(self._cases(place, closes, known))
        self._builder.documents.meter.step(len(containing) + len(cases))
        return EvaluatedItems(prefix, everything, _each_once(containing), _each_once(cases))

    def _own_items(self, place: Place, own: bool) -> tuple[int, bool]:
        prefix = len(read(place, "prefixItems", ()))
        items = read(place, "items")
        everything = items is not None
        if isinstance(items, list):
            prefix = max(prefix, len(items))
            everything = read(place, "additionalItems") is not None
        if not own:
            everything = everything or read(place, "unevaluatedItems") is not None
        return prefix, everything

    def _unconditional(self, place: Place) -> list[Place]:
        documents = self._builder.documents
        found = references(documents, place)
        branches = read(place, "allOf") or ()
        found.extend(documents.below(place, "allOf", index) for index in range(len(branches)))
        return found

    def _cases(self, place: Place, closes: bool, known: Callable[[Branch], Evaluated]) -> list[EvaluatedCase]:
        """What depends on the instance: branches of unions and conditions, schemas that hang on a key."""
        cases: list[EvaluatedCase] = []
        for keyword in ("anyOf", "oneOf"):
            if read(place, keyword) is not None:
                cases.extend(self._union(place, keyword, closes, known))
        if read(place, "if") is not None:
            cases.extend(self._conditional(place, closes, known))
        for keyword, given in _dependent(place):
            found = known((self._builder.documents.below(place, keyword, given), closes))
            if found not in NOTHING:
                cases.append(EvaluatedGiven(given, found))
        return cases

    def _union(
        self, place: Place, keyword: str, closes: bool, known: Callable[[Branch], Evaluated]
    ) -> list[EvaluatedCase]:
        branches: list[tuple[Schema, Evaluated]] = []
        for index in range(len(read(place, keyword))):
            branch = self._builder.documents.below(place, keyword, index)
            branches.append((self._branch(branch, closes), known((branch, closes))))
        if all(found in NOTHING for _, found in branches):
            return []
        return [EvaluatedUnion(tuple(branches))]

    def _branch(self, place: Place, closes: bool) -> Schema:
        """Whether a branch holds, as a call: it stands in the schema already, and below it there may be more of the same."""
        return Conjunction(place.location, (self._builder.call(place, place.location, closes),))

    def _conditional(
        self, place: Place, closes: bool, known: Callable[[Branch], Evaluated]
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
            found = known((branch, branch_closes))
            if found not in NOTHING:
                cases.append(EvaluatedWhen(schema, holds, found))
        return cases


def _key(branch: Branch) -> tuple[str, tuple[str, ...], bool]:
    place, closes = branch
    return place.location, place.scope, closes


def _dependent(place: Place) -> Iterator[tuple[str, str]]:
    """Where the schemas stand that hang on a key: the keyword, and the key."""
    for keyword in ("dependentSchemas", "dependencies"):
        for given, value in (read(place, keyword) or {}).items():
            if not isinstance(value, list):
                yield keyword, given


Each = TypeVar("Each")


def _each_once(found: Iterable[Each]) -> tuple[Each, ...]:
    """The same objects, each once: they come together again where references fan out."""
    return tuple({id(each): each for each in found}.values())
