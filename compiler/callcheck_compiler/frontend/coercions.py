"""Where a repair may be made: positions and their effective types (docs/semantics.md, "Coercion")."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from callcheck.coercion import may_repair
from callcheck.issues import SchemaError
from callcheck.policy import Coercion, Keywords, Policy

from ..ir.positions import INERT, Child, Plan, Position, Undeclared
from .closures import ALL_TYPES, REFERENCES, closure, own_types, read, references
from .documents import Documents, Place
from .expressions import Searches
from .limits import Limits
from .spread import spread

ANNOTATIONS = frozenset(
    {"title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"}
)
CORE_CHILDREN = frozenset({"properties", "additionalProperties", "items"})
NULL: dict[str, tuple[Any, ...]] = {"type": ("null", ["null"]), "const": (None,), "enum": ([None],)}
SCALARS = frozenset({"null", "boolean", "integer", "number"})
APPLIED_IN_PLACE = (*REFERENCES, "anyOf", "oneOf")
APPLIED_BELOW = (
    "properties",
    "additionalProperties",
    "items",
    "prefixItems",
    "additionalItems",
)
# The keywords that decide about repairs, references aside.
DECIDING = ("type", "required", "patternProperties", "allOf", "anyOf", "oneOf", *APPLIED_BELOW)
MOST_PATTERNS = 6  # keys are told apart by which patterns match, so positions double with each

Start = tuple[Place, bool]  # a schema, and whether null is admitted beside it


class Planner:
    """Builds the plan of one schema under one policy."""

    def __init__(self, documents: Documents, policy: Policy, limits: Limits) -> None:
        self._documents = documents
        self._policy = policy
        self._core = policy.keywords is Keywords.CORE
        self._limits = limits
        self._numbers: dict[tuple[str, ...], int] = {}
        self._positions: dict[int, Position] = {}
        self._waiting: list[tuple[int, list[Start]]] = []
        self._searches = Searches(documents.meter)

    def plan(self) -> Plan:
        """The plan; its root is INERT when the policy repairs nothing here."""
        if self._policy.coercion is Coercion.NONE:
            return Plan(INERT, {})
        root = self.number(self._documents.root())
        return _without_inert(Plan(root, self._complete()), self._policy.coercion)

    def number(self, place: Place) -> int:
        """The number of the position to which this schema alone applies."""
        return self._number([(place, False)])

    def positions(self) -> Mapping[int, Position]:
        """The positions that have got a number, and all below them, without those where nothing can change."""
        return _without_inert(Plan(INERT, self._complete()), self._policy.coercion).positions

    def _complete(self) -> dict[int, Position]:
        while self._waiting:
            number, places = self._waiting.pop()
            self._positions[number] = self._position(number, places)
        return self._positions

    def may_refuse(self) -> bool:
        """Whether the plan may become larger than the limits, so that it has to be made before the tool is accepted.

        Without schemas that come together at one place, there is at most one position for each schema.
        """
        if self._policy.coercion is Coercion.NONE:
            return False
        places = self._documents.places()
        return len(places) >= self._limits.positions or any(
            self._composes(place.contents) for place in places
        )

    def _composes(self, contents: dict[str, Any]) -> bool:
        if "allOf" in contents or "patternProperties" in contents:
            return True
        applied = [keyword for keyword in APPLIED_IN_PLACE if keyword in contents]
        if not applied or (
            applied[0] not in REFERENCES and Coercion.NULLABLE_UNION not in self._policy.coercion
        ):
            return False
        return len(applied) > 1 or any(keyword in contents for keyword in APPLIED_BELOW)

    def root_scalars(self) -> dict[str, frozenset[str]]:
        """The root's declared properties whose effective types are scalars other than strings, with those types.

        The rest of the plan is not needed for this, and most calls never need it.
        """
        if self._policy.coercion is Coercion.NONE:
            return {}
        schemas, _ = self._schemas([(self._documents.root(), False)])
        places = [place for place, _ in schemas if isinstance(place.contents, dict)]
        scalars: dict[str, frozenset[str]] = {}
        asked = self._asked(places)
        for name in self._names(places):
            if any(self._is_other(place, name) for place in asked(name)):
                continue
            types = self._types(*self._schemas([(below, False) for below in self._below(asked(name), name)]))
            if types is not None and types <= SCALARS:
                scalars[name] = types
        return scalars

    def _is_other(self, place: Place, name: str) -> bool:
        """Whether a property is, at first sight, no scalar to repair."""
        schema = self._read(place, "properties", {}).get(name)
        return isinstance(schema, dict) and schema.get("type") in ("string", "object", "array")

    def _names(self, places: list[Place]) -> list[str]:
        return list(dict.fromkeys(name for place in places for name in self._read(place, "properties", ())))

    def _number(self, starts: list[Start]) -> int:
        """The number of the position to which these schemas apply."""
        starts = self._referred(starts)
        key = tuple(sorted({f"{place.location} {admits}" for place, admits in starts}))
        if not key:
            return INERT
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers) + 1
            if number > self._limits.positions:
                raise SchemaError(
                    f"it has more than {self._limits.positions:,} places to coerce; simplify it or raise "
                    "Limits.positions"
                )
            self._waiting.append((number, starts))
        return number

    def _referred(self, starts: list[Start]) -> list[Start]:
        """The same schemas, with what a mere reference leads to in its place, so that all that refer to it share a position."""
        if self._core:
            return starts
        found: list[Start] = []
        waiting = starts[::-1]
        while waiting:
            place, admits_null = waiting.pop()
            targets = [] if _says_something(place) else references(self._documents, place)
            if targets:
                waiting.extend((target, admits_null) for target in targets)
            else:
                found.append((place, admits_null))
        return found

    def _schemas(self, starts: list[Start]) -> tuple[list[Start], bool]:
        """The schemas of a position, closed over references, `allOf` and nullable unions; whether a union is left."""
        found: dict[str, Start] = {}
        waiting = list(starts)
        union = False
        while waiting:
            start, admits_null = waiting.pop(0)
            for place in self._closure(start):
                if place.location in found and (found[place.location][1] or not admits_null):
                    continue
                found[place.location] = (place, admits_null)
                for keyword in ("anyOf", "oneOf"):
                    if self._core or read(place, keyword) is None:
                        continue
                    branch = self._nullable_branch(place, keyword)
                    if branch is None:
                        union = True
                    else:
                        waiting.append((branch, True))
        return list(found.values()), union

    def _closure(self, place: Place) -> tuple[Place, ...]:
        return (place,) if self._core else closure(self._documents, place)

    def _nullable_branch(self, place: Place, keyword: str) -> Place | None:
        """The other branch of a union with null, where NULLABLE_UNION looks through it."""
        branches = read(place, keyword)
        if Coercion.NULLABLE_UNION not in self._policy.coercion or len(branches) != 2:
            return None
        for index in (0, 1):
            branch = branches[index]
            if isinstance(branch, dict) and _is_null(branch):
                return self._documents.below(place, keyword, 1 - index)
        return None

    def _types(self, schemas: list[Start], union: bool) -> frozenset[str] | None:
        """The effective types of a position, or None where its value is left alone."""
        if union:
            return None
        types = ALL_TYPES
        for place, admits_null in schemas:
            own = own_types(place, self._policy.extensions)
            types &= own | {"null"} if admits_null else own
        return None if types == ALL_TYPES else types

    def _position(self, number: int, starts: list[Start]) -> Position:
        schemas, union = self._schemas(starts)
        types = self._types(schemas, union)
        places = [place for place, _ in schemas if isinstance(place.contents, dict)]
        required = dict.fromkeys(name for place in places for name in read(place, "required", ()))
        # What is required is never dropped, so that it has a place of its own where it is not declared either.
        names = list(dict.fromkeys((*self._names(places), *required)))
        self._documents.meter.foresee(sum(map(len, names)), schemas[0][0].location)
        asked = self._asked(places)
        children = tuple(self._child(asked(name), name, required) for name in names)
        prefix_length = max((self._prefix(place)[1] for place in places), default=0)
        prefix = tuple(self._item(places, index) for index in range(prefix_length))
        return Position(
            schemas[0][0].location,
            types,
            children,
            self._undeclared(places, tuple(names)),
            prefix,
            self._item(places, prefix_length),
        )

    def _read(self, place: Place, keyword: str, default: Any) -> Any:
        if self._core and keyword not in CORE_CHILDREN:
            return default
        return read(place, keyword, default)

    def _child(self, places: list[Place], name: str, required: Collection[str]) -> Child:
        return self._as_child(name, self._below(places, name), name not in required)

    def _asked(self, places: list[Place]) -> Callable[[str], list[Place]]:
        """Which of the places may have a subschema for a name, in order: most schemas of a long `allOf` know one name."""
        always: list[int] = []
        declaring: dict[str, list[int]] = {}
        for index, place in enumerate(places):
            self._documents.meter.step()
            if self._patterns(place) or read(place, "additionalProperties") is not None:
                always.append(index)
            else:
                for name in self._read(place, "properties", ()):
                    declaring.setdefault(name, []).append(index)

        def asked(name: str) -> list[Place]:
            return [places[index] for index in sorted((*always, *declaring.get(name, ())))]

        return asked

    def _below(self, places: list[Place], name: str) -> list[Place]:
        """The subschemas that apply under a declared name."""
        below: list[Place] = []
        for place in places:
            self._documents.meter.step()
            matched = False
            if name in self._read(place, "properties", ()):
                below.append(self._documents.below(place, "properties", name))
                matched = True
            for pattern in self._patterns(place):
                if self._searches.matches(pattern, name):
                    matched = True
                    if not self._core:
                        below.append(self._documents.below(place, "patternProperties", pattern))
            if not matched and read(place, "additionalProperties") is not None:
                below.append(self._documents.below(place, "additionalProperties"))
        return below

    def _patterns(self, place: Place) -> tuple[str, ...]:
        return tuple(read(place, "patternProperties", ()))

    def _as_child(self, name: str, below: list[Place], optional: bool) -> Child:
        starts = [(place, False) for place in below]
        return Child(name, self._number(starts), optional)

    def _undeclared(self, places: list[Place], declared: tuple[str, ...]) -> Undeclared | None:
        patterns = tuple(dict.fromkeys(pattern for place in places for pattern in self._patterns(place)))
        if len(patterns) > MOST_PATTERNS:
            return None
        positions: dict[tuple[bool, ...], Child] = {}
        for matches in itertools.product((False, True), repeat=len(patterns)):
            matching = {pattern for pattern, match in zip(patterns, matches, strict=True) if match}
            below: list[Place] = []
            for place in places:
                own = [pattern for pattern in self._patterns(place) if pattern in matching]
                if own and not self._core:
                    below.extend(
                        self._documents.below(place, "patternProperties", pattern) for pattern in own
                    )
                elif not own and read(place, "additionalProperties") is not None:
                    below.append(self._documents.below(place, "additionalProperties"))
            positions[matches] = self._as_child("", below, True)
        return Undeclared(declared, patterns, positions)

    def _item(self, places: list[Place], index: int) -> int:
        below: list[Place] = []
        for place in places:
            tokens = self._item_tokens(place, index)
            if tokens is not None:
                below.append(self._documents.below(place, *tokens))
        return self._number([(place, False) for place in below])

    def _item_tokens(self, place: Place, index: int) -> tuple[str | int, ...] | None:
        """Where a schema keeps the subschema of the item at an index."""
        keyword, length = self._prefix(place)
        if index < length:
            return (keyword, index)
        rest = "additionalItems" if keyword == "items" else "items"
        return (rest,) if read(place, rest) is not None else None

    def _prefix(self, place: Place) -> tuple[str, int]:
        """The keyword that lists a schema's first items, and how many it lists."""
        if self._core:
            return "prefixItems", 0
        items = read(place, "items")
        if isinstance(items, list):
            return "items", len(items)
        return "prefixItems", len(read(place, "prefixItems", ()))


def _says_something(place: Place) -> bool:
    """Whether a schema itself, and not only what it refers to, decides about repairs."""
    return any(read(place, keyword) is not None for keyword in DECIDING)


def _is_null(branch: dict[str, Any]) -> bool:
    """Whether a branch says null and nothing else."""
    asserted = {key: value for key, value in branch.items() if key not in ANNOTATIONS}
    return bool(asserted) and all(key in NULL and value in NULL[key] for key, value in asserted.items())


def _without_inert(plan: Plan, coercion: Coercion) -> Plan:
    """The plan without the positions at which and below which nothing can change."""
    positions = plan.positions

    def drops(child: Child) -> bool:
        if not child.droppable or child.position == INERT or Coercion.NULL_AS_ABSENT not in coercion:
            return False
        types = positions[child.position].types
        return types is not None and "null" not in types

    active = {
        number
        for number, position in positions.items()
        if may_repair(position.types, coercion) or any(drops(child) for child in _children(position))
    }
    if plan.root != INERT and Coercion.EMPTY_AS_OBJECT in coercion and _admits_empty(positions[plan.root]):
        active.add(plan.root)
    above: dict[int, list[int]] = {number: [] for number in positions}
    for number, position in positions.items():
        for below in _below(position):
            if below != INERT:
                above[below].append(number)
    spread(active, above)

    def kept(child: Child) -> Child:
        return replace(
            child, position=child.position if child.position in active else INERT, droppable=drops(child)
        )

    def pruned(position: Position) -> Position:
        children = tuple(kept(child) for child in position.children)
        others = position.others
        if others is not None:
            others = replace(
                others, positions={match: kept(child) for match, child in others.positions.items()}
            )
            if all(child.position == INERT and not child.droppable for child in others.positions.values()):
                others = None
        prefix = tuple(number if number in active else INERT for number in position.prefix)
        return replace(
            position,
            types=position.types,
            children=tuple(child for child in children if child.position != INERT or child.droppable),
            others=others,
            prefix=prefix,
            rest=position.rest if position.rest in active else INERT,
        )

    return Plan(
        plan.root if plan.root in active else INERT,
        {number: pruned(position) for number, position in positions.items() if number in active},
    )


def _admits_empty(position: Position) -> bool:
    types = position.types
    return types is not None and "object" in types and "null" not in types


def _children(position: Position) -> list[Child]:
    others = position.others.positions.values() if position.others is not None else ()
    return [*position.children, *others]


def _below(position: Position) -> list[int]:
    return [*(child.position for child in _children(position)), *position.prefix, position.rest]
