"""Which schemas apply to one place of the instance without any condition, and what they admit together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..ir.nodes import TYPES
from .documents import Documents, Place

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
ALL_TYPES = frozenset(TYPES)
UNREAD = object()


def closure(documents: Documents, place: Place) -> tuple[Place, ...]:
    """The place itself and what it reaches through references and `allOf`, each once, depth first."""
    found: dict[str, Place] = {}
    waiting = [place]
    while waiting:
        place = waiting.pop()
        documents.meter.step()
        if place.location in found:
            continue
        found[place.location] = place
        contents = place.contents
        if not isinstance(contents, dict):
            continue
        following = references(documents, place)
        branches: list[Any] = read(place, "allOf", [])
        following.extend(documents.below(place, "allOf", index) for index in range(len(branches)))
        waiting.extend(reversed(following))
    return tuple(found.values())


def _reads(place: Place, keyword: str) -> bool:
    """Whether a schema's dialect interprets this keyword here."""
    if place.dialect.reference_overrides_siblings and "$ref" in place.contents:
        return keyword == "$ref"
    return keyword in place.dialect.keywords


def read(place: Place, keyword: str, default: Any = None) -> Any:
    """The value of a keyword, or the default where it is absent or not interpreted."""
    contents = place.contents
    if isinstance(contents, dict) and keyword in contents and _reads(place, keyword):
        return contents[keyword]
    return default


def references(documents: Documents, place: Place) -> list[Place]:
    """The targets of a schema's own references."""
    targets = []
    for keyword in REFERENCES:
        value = read(place, keyword)
        if not isinstance(value, str):
            continue
        location = place.at(keyword)
        if keyword == "$ref":
            targets.append(documents.resolve(place, value, location))
        elif keyword == "$dynamicRef":
            targets.append(documents.resolve_dynamic(place, value, location))
        else:
            targets.append(documents.resolve_recursive(place, location))
    return targets


def own_types(place: Place, extensions: bool) -> frozenset[str]:
    """The types that a schema's own `type` admits; `number` admits `integer` too."""
    value = read(place, "type")
    if value is None:
        return ALL_TYPES
    types = {value} if isinstance(value, str) else set(value)
    if extensions and place.contents.get("nullable") is True:
        types.add("null")
    if "number" in types:
        types.add("integer")
    return frozenset(types)


def effective_types(places: Iterable[Place], extensions: bool) -> frozenset[str]:
    """The types that all of the schemas admit."""
    types = ALL_TYPES
    for place in places:
        types &= own_types(place, extensions)
    return types


def admits_only_null(places: Iterable[Place], extensions: bool) -> bool:
    """Whether the schemas admit null and nothing else, by their types, `const` or `enum`."""
    places = list(places)
    if effective_types(places, extensions) == {"null"}:
        return True
    for place in places:
        const = read(place, "const", UNREAD)
        if const is None or (const is UNREAD and read(place, "enum") == [None]):
            return True
    return False


def declares_properties(documents: Documents, place: Place) -> bool:
    """Whether a schema, or one that belongs to it in place, has `properties`."""
    seen: set[str] = set()
    waiting = [place]
    while waiting:
        place = waiting.pop()
        documents.meter.step()
        if place.location in seen or not isinstance(place.contents, dict):
            continue
        seen.add(place.location)
        if read(place, "properties") is not None:
            return True
        waiting.extend(references(documents, place))
        waiting.extend(conditional_branches(documents, place))
    return False


def conditional_branches(documents: Documents, place: Place) -> list[Place]:
    """The in-place branches of a schema, conditional or not, without the targets of references."""
    branches: list[Place] = []
    for keyword in IN_PLACE_LISTS:
        value = read(place, keyword)
        if isinstance(value, list):
            branches.extend(documents.below(place, keyword, index) for index in range(len(value)))
    if read(place, "if") is not None:
        branches.extend(
            documents.below(place, keyword)
            for keyword in ("if", "then", "else")
            if read(place, keyword) is not None
        )
    for keyword in ("dependentSchemas", "dependencies"):
        for given, value in (read(place, keyword) or {}).items():
            if not isinstance(value, list):
                branches.append(documents.below(place, keyword, given))
    return branches
