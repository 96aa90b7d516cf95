"""What a check may come to in a schema: references that lead somewhere, patterns that can be matched, and an end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from callcheck.issues import SchemaError
from callcheck.location import quoted
from callcheck.policy import Patterns

from ..keywords.keyword import Role
from ..patterns import compile_pattern
from .closures import Applied, references, subschemas
from .documents import Documents, Place, Scope

_IN_PLACE = frozenset(
    {"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"}
)

State = tuple[str, Scope]  # where a schema stands, and the dynamic scope as far as a reference can tell


def check_reachable(documents: Documents, patterns: Patterns, follows: bool) -> None:
    """Raises SchemaError for a pattern that is not taken, and for a reference that leads nowhere or in a circle.

    follows  whether references are interpreted at all
    """
    scopes = _Scopes(documents)
    in_place: dict[State, list[State]] = {}
    waiting = [Applied(documents.root, ())]
    while waiting:
        applied = waiting.pop()
        if _state(applied) in in_place:
            continue
        _check_patterns(applied.place, patterns)
        found = subschemas(documents, applied, _IN_PLACE)
        if follows:
            found += references(documents, applied)
        beside = [scopes.told_apart(each) for each in found]
        in_place[_state(applied)] = [_state(each) for each in beside]
        waiting += beside
        below = subschemas(documents, applied, _applicators(applied.place) - _IN_PLACE)
        waiting += [scopes.told_apart(each) for each in below]
    if follows:
        _check_circles(in_place)


def _state(applied: Applied) -> State:
    return applied.place.location, applied.scope


class _Scopes:
    """Leaves out of a dynamic scope the resources that no reference can lead to any more, so that there are few of them."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._looked_at = 0
        self._names: dict[str, set[str]] = defaultdict(set)

    def told_apart(self, applied: Applied) -> Applied:
        """The same schema in a scope that leads to the same."""
        if not self._documents.is_dynamic or not applied.scope:
            return Applied(applied.place, ())
        self._look()
        scope: list[str] = []
        known: set[str] = set()
        for uri in applied.scope:
            if not self._names[uri] <= known:
                scope.append(uri)
                known |= self._names[uri]
        return Applied(applied.place, tuple(scope))

    def _look(self) -> None:
        """Note by which names dynamic references may lead to each resource; `$recursiveRef` has none."""
        places = self._documents.places()
        for place in places[self._looked_at :]:
            if place.reads("$dynamicAnchor"):
                self._names[place.base].add(place.contents["$dynamicAnchor"])
            if place.read("$recursiveAnchor", False) is True:
                self._names[place.base].add("")
        self._looked_at = len(places)


def _applicators(place: Place) -> frozenset[str]:
    return frozenset(row.name for row in place.dialect.walk if row.role is Role.APPLICATOR)


def _check_patterns(place: Place, patterns: Patterns) -> None:
    if place.reads("pattern"):
        compile_pattern(place.contents["pattern"], place.at("pattern"), patterns)
    for pattern in place.read("patternProperties", ()):
        compile_pattern(pattern, place.at("patternProperties", pattern), patterns)


def _check_circles(in_place: Mapping[State, Sequence[State]]) -> None:
    """Raises SchemaError where applying a schema means to apply it again to the same instance, without end."""
    done: set[State] = set()
    path: dict[State, Iterator[State]] = {}

    def enter(state: State) -> None:
        if state in path:
            raise SchemaError(
                f"applying it leads back to {quoted(state[0] or '#')} without going into the instance, so that it would "
                "never end; let the reference stand below `properties` or `items`",
                state[0],
            )
        if state not in done:
            path[state] = iter(in_place[state])

    for start in in_place:
        enter(start)
        while path:
            state, following = next(reversed(path.items()))
            if (inner := next(following, None)) is None:
                done.add(state)
                del path[state]
            else:
                enter(inner)
