"""Which names the schemas of a document give themselves, and whom a name means that several have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from callcheck.issues import SchemaError

from ..keywords.wording import string_text
from .copies import Copies
from .limits import Meter

if TYPE_CHECKING:
    from .documents import Place

Name = tuple[
    str, str
]  # the URI of a resource, and a plain name in it; the resource itself where that is empty

_ANCHORS = ("$anchor", "$dynamicAnchor")
_NAMING = frozenset({"id", "$id", *_ANCHORS})


@dataclass(frozen=True)
class Named:
    """Whom a name means.

    place    the schema; the first in the order of the document where several that are the same have the name
    rival    another schema of that document that has the name and is not the same, which only matters to those who refer to it
    dynamic  whether dynamic or recursive references may come to it by way of the dynamic scope
    """

    place: Place
    rival: Place | None = None
    dynamic: bool = False

    def only(self, reference: str, location: str) -> Place:
        """The schema. Raises SchemaError, at `location`, where the reference may mean either of two."""
        if self.rival is None:
            return self.place
        raise SchemaError(
            f"the reference {string_text(reference)} may mean {_shown(self.place)} or {_shown(self.rival)}, "
            "which have the same name and are not the same; rename one of them",
            location,
        )


def names_in(places: Iterable[Place], meter: Meter) -> dict[Name, Named]:
    """The names that the schemas of one document have, by the order in which they stand there.

    Raises SchemaError when it takes too long to see whether those of one name are the same.
    """
    found: dict[Name, list[Place]] = {}
    for place in places:
        if not _NAMING.isdisjoint(place.contents):
            for name in _names_of(place):
                found.setdefault(name, []).append(place)
    copies = Copies(meter)
    return {name: _named(name[1], those, copies) for name, those in found.items()}


def _named(anchor: str, places: list[Place], copies: Copies) -> Named:
    """Whom the places of one name make it mean."""
    first = places[0]
    others = (place for place in places if place is not first)
    rival = next((place for place in others if not _is_copy(place, first, copies)), None)
    return Named(first, rival, any(is_dynamic(place, anchor) for place in places))


def _is_copy(place: Place, first: Place, copies: Copies) -> bool:
    """Whether two schemas of one base URI cannot be told apart."""
    if place.dialect != first.dialect or len(place.contents) != len(first.contents):
        return False
    return copies.number(place.contents) == copies.number(first.contents)


def is_dynamic(place: Place, anchor: str) -> bool:
    """Whether a schema is one to which the dynamic scope may lead, by an anchor, or as the root of a resource without one."""
    keyword = "$dynamicAnchor" if anchor else "$recursiveAnchor"
    if not isinstance(place.contents, dict) or keyword not in place.dialect.keywords:
        return False
    value = place.contents.get(keyword)
    return value == anchor if anchor else value is True


def _names_of(place: Place) -> Iterator[Name]:
    """The names that a schema gives itself."""
    contents, dialect = place.contents, place.dialect
    identifier = contents.get(dialect.identifier)
    # An empty reference is the resource that it stands in (RFC 3986, section 4.4), and no name of its own.
    if isinstance(identifier, str) and identifier not in ("", "#"):
        fragment = urldefrag(identifier)[1]
        if not dialect.reference_overrides_siblings:
            if not fragment:
                yield (place.base, "")
        elif "$ref" not in contents:
            # Until draft 7 a fragment in the identifier is what later is an anchor (Core draft 7, section 8.2.3).
            yield (place.base, fragment)
    for keyword in _ANCHORS:
        if keyword in contents and keyword in dialect.keywords:
            yield (place.base, contents[keyword])


def _shown(place: Place) -> str:
    return f"the schema at {string_text(place.location)}" if place.location else "the whole schema"
