"""Facts about a schema that hold whatever the instance is: what applies with it, what it admits, what it declares."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from ..keywords.any_type import TYPES, type_names
from .documents import Documents, Place, Scope, entered

ALL_TYPES = frozenset(TYPES)
REFERENCES = ("$ref", "$recursiveRef", "$dynamicRef")
UNION_KEYWORDS = ("anyOf", "oneOf")
# What may bring properties of its own into an object, at the same instance.
_BRANCHES = ("allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies")
IN_PLACE = (*REFERENCES, *_BRANCHES)


class Applied(NamedTuple):
    """A schema that applies, and the dynamic scope in which it does."""

    place: Place
    scope: Scope

    @property
    def inside(self) -> Scope:
        """The dynamic scope of what it applies in turn."""
        return entered(self.scope, self.place)


def applies(place: Place, keyword: str) -> bool:
    """Whether a keyword does something here: `then` and `else` beside `if`, `additionalItems` beside a list under `items`."""
    if keyword == "additionalItems":
        return isinstance(place.read("items", None), list)
    return keyword not in ("then", "else") or place.reads("if")


def closure(documents: Documents, start: Applied) -> list[Applied]:
    """The schema, and what it applies unconditionally to the same instance: references and `allOf`, depth first."""
    found: dict[str, Applied] = {}
    waiting = [start]
    while waiting:
        applied = waiting.pop()
        if applied.place.location not in found:
            found[applied.place.location] = applied
            following = [*references(documents, applied), *subschemas(documents, applied, ("allOf",))]
            waiting += reversed(following)
    return list(found.values())


def references(documents: Documents, applied: Applied) -> list[Applied]:
    """What a schema refers to."""
    place, scope = applied.place, applied.inside
    return [
        Applied(documents.resolve_dynamically(place, keyword, place.contents[keyword], scope), scope)
        for keyword in REFERENCES
        if place.reads(keyword)
    ]


def subschemas(documents: Documents, applied: Applied, keywords: Container[str]) -> list[Applied]:
    """The subschemas that a schema applies by these keywords."""
    return [
        Applied(subschema, applied.inside)
        for keyword, subschema in documents.subschemas(applied.place)
        if keyword in keywords and applied.place.reads(keyword) and applies(applied.place, keyword)
    ]


def own_types(place: Place, extensions: bool) -> frozenset[str]:
    """The types that a schema's own `type` admits; `number` admits `integer`."""
    value = place.read("type", None)
    if value is None:
        return ALL_TYPES
    types = set(type_names(value))
    if extensions and place.contents.get("nullable") is True:
        types.add("null")
    if "number" in types:
        types.add("integer")
    return frozenset(types)


def effective_types(schemas: Sequence[Applied], extensions: bool) -> frozenset[str]:
    """The types that all of the schemas admit."""
    return ALL_TYPES.intersection(*[own_types(applied.place, extensions) for applied in schemas])


def admits_only_null(schemas: Sequence[Applied], extensions: bool) -> bool:
    """Whether null is all that the schemas admit, by their types or by a `const` or `enum` of null alone."""
    if effective_types(schemas, extensions) == {"null"}:
        return True
    return any(literals_of(applied.place) == [None] for applied in schemas)


def literals_of(place: Place) -> list[Any] | None:
    """The values that a schema's own `const`, or else `enum`, admits."""
    if place.reads("const"):
        return [place.contents["const"]]
    return list(place.contents["enum"]) if place.reads("enum") else None


def declared_names(schemas: Sequence[Applied]) -> list[str]:
    """The names under `properties` of any of the schemas."""
    return list(dict.fromkeys(name for applied in schemas for name in applied.place.read("properties", ())))


def required_names(schemas: Sequence[Applied]) -> set[str]:
    """The names that any of the schemas requires."""
    return {name for applied in schemas for name in applied.place.read("required", ())}


def declares_properties(documents: Documents, start: Applied) -> bool:
    """Whether a schema, or one that belongs to it (a reference's target, an in-place branch), has `properties`."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        applied = waiting.pop()
        if applied.place.location in seen:
            continue
        seen.add(applied.place.location)
        if applied.place.reads("properties"):
            return True
        waiting += references(documents, applied)
        waiting += subschemas(documents, applied, _BRANCHES)
    return False
