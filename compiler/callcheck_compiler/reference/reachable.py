"""What a check may come to in a schema: references that lead somewhere, patterns that can be matched, and an end."""

from __future__ import annotations

from collections.abc import Iterator

from callcheck.issues import SchemaError
from callcheck.location import quoted
from callcheck.policy import Patterns

from ..keywords.keyword import Role
from ..patterns import compile_pattern
from .documents import Documents, Place

REFERENCES = ("$ref", "$recursiveRef", "$dynamicRef")
_IN_PLACE = frozenset(
    {"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"}
)


def applies(place: Place, keyword: str) -> bool:
    """Whether a keyword does something here: `then` and `else` beside `if`, `additionalItems` beside a list under `items`."""
    if keyword == "additionalItems":
        return isinstance(place.read("items", None), list)
    return keyword not in ("then", "else") or place.reads("if")


def check_reachable(documents: Documents, patterns: Patterns, follows: bool) -> None:
    """Raises SchemaError for a pattern that is not taken, and for a reference that leads nowhere or in a circle.

    follows  whether references are interpreted at all
    """
    seen: set[str] = set()
    waiting = [documents.root]
    while waiting:
        place = waiting.pop()
        if place.location in seen:
            continue
        seen.add(place.location)
        _check_patterns(place, patterns)
        waiting += _subschemas(documents, place)
        if follows:
            waiting += _targets(documents, place)
    if follows:
        _check_circles(documents, seen)


def _targets(documents: Documents, place: Place) -> Iterator[Place]:
    """What the references of a schema may lead to."""
    for keyword in REFERENCES:
        if place.reads(keyword):
            yield from documents.candidates(place, keyword, place.contents[keyword])


def _subschemas(documents: Documents, place: Place) -> Iterator[Place]:
    """The subschemas that a schema applies."""
    for keyword, subschema in documents.subschemas(place):
        is_applicator = place.dialect.keywords[keyword].role is Role.APPLICATOR
        if is_applicator and place.reads(keyword) and applies(place, keyword):
            yield subschema


def _check_patterns(place: Place, patterns: Patterns) -> None:
    if place.reads("pattern"):
        compile_pattern(place.contents["pattern"], place.at("pattern"), patterns)
    for pattern in place.read("patternProperties", ()):
        compile_pattern(pattern, place.at("patternProperties", pattern), patterns)


def _in_place(documents: Documents, place: Place) -> Iterator[Place]:
    """The schemas that are applied to the same instance as this one; a dynamic reference counts as a plain one."""
    for keyword in REFERENCES:
        if place.reads(keyword):
            yield documents.resolve(place, place.contents[keyword], place.at(keyword))
    for keyword, subschema in documents.subschemas(place):
        if keyword in _IN_PLACE and place.reads(keyword) and applies(place, keyword):
            yield subschema


def _check_circles(documents: Documents, reachable: set[str]) -> None:
    """Raises SchemaError where applying a schema means to apply it again to the same instance, without end."""
    done: set[str] = set()
    path: dict[str, Iterator[Place]] = {}

    def enter(place: Place) -> None:
        if place.location in path:
            raise SchemaError(
                f"applying it leads back to {quoted(place.location or '#')} without going into the instance, so that it would "
                "never end; let the reference stand below `properties` or `items`",
                place.location,
            )
        if place.location in reachable and place.location not in done:
            path[place.location] = _in_place(documents, place)

    for start in documents.places():
        enter(start)
        while path:
            location, following = next(reversed(path.items()))
            place = next(following, None)
            if place is None:
                done.add(location)
                del path[location]
            else:
                enter(place)
