"""Which names schemas give themselves, and what is wrong where two of one document have the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from callcheck.issues import SchemaError
from callcheck.location import quoted

if TYPE_CHECKING:
    from .documents import Place

_SAME_DOCUMENT = ("", "#")  # names nothing but the resource in which it stands (RFC 3986, section 4.4)


def names_of(place: Place) -> Iterator[tuple[str, str]]:
    """The names of a schema: the keyword, and the anchor that it gives; an empty one where it begins a resource."""
    identifier = place.contents.get(place.dialect.identifier)
    until_draft_7 = place.dialect.reference_overrides_siblings
    if isinstance(identifier, str) and identifier not in _SAME_DOCUMENT:
        fragment = identifier.partition("#")[2]
        if until_draft_7 and "$ref" not in place.contents:
            yield place.dialect.identifier, fragment
        elif not until_draft_7 and not fragment:
            yield place.dialect.identifier, ""
    for keyword in ("$anchor", "$dynamicAnchor"):
        if place.reads(keyword):
            yield keyword, place.contents[keyword]


def doubtful_names(places: Iterable[Place]) -> dict[tuple[str, str], tuple[Place, Place]]:
    """The names (base and anchor) that two schemas of one document have, with these two.

    Raises SchemaError where that is wrong in itself (Core 2020-12, sections 8.2.1 and 8.2.2; drafts 4 to 7 do not say so).
    """
    first: dict[tuple[str, str], Place] = {}
    doubtful: dict[tuple[str, str], tuple[Place, Place]] = {}
    for place in places:
        for keyword, anchor in names_of(place):
            other = first.setdefault((place.base, anchor), place)
            if other.location == place.location:
                continue
            if all(each.dialect.reference_overrides_siblings for each in (other, place)):
                doubtful[place.base, anchor] = other, place
                continue
            where = f"the schema at {quoted(other.location)}" if other.location else "the whole schema"
            reason = f"{where} has the name {quoted(anchor or place.base)} as well; each must have its own"
            raise SchemaError(reason, place.at(keyword))
    return doubtful
