"""The walk: one schema after the other applied to the instance, by the rows' own definitions on raw JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from callcheck.issues import InstanceLocation, Issue, Kind, in_order_once
from callcheck.json_values import type_name
from callcheck.policy import Formats, Keywords, Policy, Undeclared
from callcheck.unions import Union, explain_union

from ..keywords.keyword import ABSENT, Keyword, Outcome
from ..keywords.objects import PATTERN_PROPERTIES, PATTERN_PROPERTIES_CORE
from ..keywords.shapes import count
from ..keywords.unevaluated import UNEVALUATED_PROPERTIES
from .closures import IN_PLACE, Applied, declares_properties
from .discriminators import union_of
from .documents import Documents, Place, Scope, entered

CORE_KEYWORDS = frozenset(
    {"type", "required", "enum", "properties", "additionalProperties", "items", PATTERN_PROPERTIES.name}
)
_FITS = Outcome([], frozenset())
_BY_KIND = attrgetter("kind")
_GUARDS: Mapping[str, tuple[type, ...]] = {
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}
_INSTANCE: Any = object()


class Interpreter:
    """Explains instances by a schema under a policy."""

    def __init__(self, documents: Documents, policy: Policy) -> None:
        self.documents = documents
        self.extensions = policy.extensions
        self._core = policy.keywords is Keywords.CORE
        self._asserts_formats = policy.formats is Formats.ASSERT
        self._closes = policy.undeclared is Undeclared.REJECT
        self._steps: dict[Place, list[tuple[Keyword, Any]]] = {}
        self._unions: dict[tuple[Place, str, Scope], Union] = {}
        self._closed: dict[tuple[Place, Scope], bool] = {}

    def explain(self, instance: Any) -> list[Issue]:
        """Every issue, in the order in which they are told. Raises RecursionError for what is nested too deeply."""
        run = Run(self)
        outcome = run.apply(self.documents.root, instance, (), "", (), self._closes, self._closes)
        return in_order_once(outcome.issues)

    def steps(self, place: Place) -> list[tuple[Keyword, Any]]:
        """The rows that a schema calls for, in walk order, each with its raw operand."""
        steps = self._steps.get(place)
        if steps is None:
            steps = self._steps[place] = list(self._read(place))
        return steps

    def _read(self, place: Place) -> Iterator[tuple[Keyword, Any]]:
        for row in place.dialect.walk:
            if not place.reads(row.name) or (row.reference is None and row.holds is None):
                continue
            if row.format_like and not (self._asserts_formats or place.dialect.asserts_formats):
                continue
            operand = row.operand(place.contents)
            if operand is ABSENT or not self._interprets(row, operand):
                continue
            if row.parse is count:
                operand = int(operand)  # 2.0 is the count 2
            yield PATTERN_PROPERTIES_CORE if self._core and row is PATTERN_PROPERTIES else row, operand

    def _interprets(self, row: Keyword, operand: Any) -> bool:
        if not self._core:
            return True
        return row.name in CORE_KEYWORDS and not (row.name == "items" and isinstance(operand, list))

    def read(self, place: Place, keyword: str, default: Any) -> Any:
        """The value of a keyword where it is interpreted, else the default."""
        return default if self._core and keyword not in CORE_KEYWORDS else place.read(keyword, default)

    def is_closed(self, place: Place, scope: Scope) -> bool:
        """Whether an object position rejects undeclared keys though its schema does not say so (docs/semantics.md)."""
        key = (place, scope)
        if key not in self._closed:
            says_so = place.reads("additionalProperties") or place.reads("unevaluatedProperties")
            self._closed[key] = not says_so and self._declares(Applied(place, scope))
        return self._closed[key]

    def _declares(self, applied: Applied) -> bool:
        if self._core:
            contents = applied.place.contents
            return applied.place.reads("properties") and not any(keyword in contents for keyword in IN_PLACE)
        return declares_properties(self.documents, applied)

    def union(self, place: Place, keyword: str, scope: Scope) -> Union:
        """The facts about the union that stands under a keyword."""
        key = (place, keyword, scope)
        if key not in self._unions:
            self._unions[key] = union_of(self.documents, Applied(place, scope), keyword, self.extensions)
        return self._unions[key]


class Run:
    """One instance's way through the schema. What a reference gives is remembered, so that branches share it."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self._known: dict[tuple[Any, ...], Outcome] = {}
        self._open: set[tuple[Any, ...]] = set()

    def apply(
        self,
        place: Place,
        instance: Any,
        location: InstanceLocation,
        keyword: str,
        scope: Scope,
        closes: bool,
        is_position: bool,
    ) -> Outcome:
        """Apply a schema.

        keyword      the keyword by which the walk came to it
        closes       whether object positions in it may be closed by the policy
        is_position  whether it is such a position itself, and no branch of another schema
        """
        if place.contents is True:
            return _FITS
        if place.contents is False:
            kind = Kind.UNEXPECTED if keyword in ("properties", "patternProperties") else Kind.VALUE
            issue = Issue(kind, location, place.location, keyword, (), type_name(instance), "is not allowed")
            return Outcome([issue], frozenset())
        at = At(self, place, instance, location, entered(scope, place), closes)
        issues: list[Issue] = []
        for row, operand in self.interpreter.steps(place):
            if _speaks_of(row, instance):
                at.row = row
                if row.reference is not None:
                    issues += row.reference(operand, instance, at)
                elif row.holds is not None and not row.holds(operand, instance):
                    issues.append(at.issue(Kind.VALUE, operand, row.message(operand)))
        if is_position and isinstance(instance, dict) and self.interpreter.is_closed(place, scope):
            at.row = UNEVALUATED_PROPERTIES
            issues += UNEVALUATED_PROPERTIES.reference(False, instance, at)  # type: ignore[misc]
        return Outcome(_once(issues), frozenset(at.evaluated))

    def refer(self, target: Place, at: At) -> Outcome:
        """Apply what a reference leads to, once for each place of the instance."""
        key = (target, at.location, at.closes, at.scope if self.interpreter.documents.is_dynamic else ())
        if key in self._known:
            return self._known[key]
        if key in self._open:
            # Only a dynamic reference can lead back here; it adds nothing that is not being asked already.
            return _FITS
        self._open.add(key)
        outcome = self.apply(target, at.instance, at.location, at.row.name, at.scope, at.closes, False)
        self._open.discard(key)
        self._known[key] = outcome
        return outcome


def _once(issues: list[Issue]) -> list[Issue]:
    """The issues without repeats: where two ways lead to one keyword, it is told once."""
    if len(issues) < 2:
        return issues
    told: dict[tuple[Any, ...], Issue] = {}
    for issue in issues:
        told.setdefault((issue.kind, issue.instance_location, issue.keyword_location, issue.message), issue)
    return list(told.values())


def _speaks_of(row: Keyword, instance: Any) -> bool:
    """Whether a keyword asserts about instances like this one; a number it is even when it is not finite."""
    if not row.instance_types:
        return True
    return not isinstance(instance, bool) and any(
        isinstance(instance, _GUARDS[name]) for name in row.instance_types
    )


class At:
    """One schema at one instance: what the rows' definitions work with."""

    __slots__ = ("closes", "evaluated", "instance", "location", "place", "row", "run", "schema", "scope")

    def __init__(
        self, run: Run, place: Place, instance: Any, location: InstanceLocation, scope: Scope, closes: bool
    ) -> None:
        self.run = run
        self.place = place
        self.schema = place.contents
        self.instance = instance
        self.location = location
        self.scope = scope
        self.closes = closes
        self.evaluated: set[str | int] = set()
        self.row: Keyword = UNEVALUATED_PROPERTIES

    @property
    def extensions(self) -> bool:
        return self.run.interpreter.extensions

    def sibling(self, keyword: str, default: Any) -> Any:
        return self.run.interpreter.read(self.place, keyword, default)

    def issue(
        self, kind: Kind, expected: Any, message: str, received: Any = _INSTANCE, key: Any = _INSTANCE
    ) -> Issue:
        location = self.location if key is _INSTANCE else (*self.location, key)
        value = self.instance if received is _INSTANCE else received
        name = "" if kind is Kind.MISSING else type_name(value)
        return Issue(kind, location, self.place.at(self.row.name), self.row.name, expected, name, message)

    def under(self, key: str | int, subschema: Any, *tokens: str | int) -> list[Issue]:
        self.evaluated.add(key)
        if subschema is True:
            return []
        return self._apply(
            self.row.name, tokens, self.instance[key], (*self.location, key), self.closes, self.closes
        ).issues

    def beside(self, subschema: Any, *tokens: str | int) -> Outcome:
        return self._apply(self.row.name, tokens, self.instance, self.location, self.closes, False)

    def beside_sibling(self, keyword: str) -> Outcome:
        return self._apply(keyword, (), self.instance, self.location, self.closes, False)

    def test(self, subschema: Any, *tokens: str | int) -> Outcome:
        return self._apply(self.row.name, tokens, self.instance, self.location, False, False)

    def test_item(self, index: int, subschema: Any) -> bool:
        item = self.instance[index]
        return not self._apply(self.row.name, (), item, (*self.location, index), False, False).issues

    def test_name(self, name: str, subschema: Any) -> list[Issue]:
        # No item has this index, so a name is never taken for what stands under it.
        location = (*self.location, name, -1)
        return sorted(self._apply(self.row.name, (), name, location, False, False).issues, key=_BY_KIND)

    def refer(self, reference: str) -> Outcome:
        documents = self.run.interpreter.documents
        target = documents.resolve_dynamically(self.place, self.row.name, reference, self.scope)
        return self.run.refer(target, self)

    def union(self, subschemas: list[Any], outcomes: list[Outcome]) -> list[Issue]:
        union = self.run.interpreter.union(self.place, self.row.name, self.scope)
        return list(explain_union(union, self.instance, self.location, lambda index: outcomes[index].issues))

    def _apply(
        self,
        keyword: str,
        tokens: tuple[str | int, ...],
        instance: Any,
        location: InstanceLocation,
        closes: bool,
        is_position: bool,
    ) -> Outcome:
        below = self.run.interpreter.documents.below(self.place, keyword, *tokens)
        return self.run.apply(below, instance, location, keyword, self.scope, closes, is_position)
