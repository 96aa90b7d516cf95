"""Which names the schemas of a document give themselves, and what is said where two give themselves the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from callcheck.issues import SchemaError

from ..keywords.wording import string_text

if TYPE_CHECKING:
    from .documents import Place

Name = tuple[
    str, str
]  # the URI of a resource, and a plain name in it; the resource itself where that is empty

_ANCHORS = ("$anchor", "$dynamicAnchor")
_NAMING = frozenset({"id", "$id", *_ANCHORS})


@dataclass(frozen=True)
class Named:
    """Whom a name means: a schema, or either of two in one document, which only matters to those who refer to it."""

    place: Place
    rival: Place | None = None

    def only(self, reference: str, location: str) -> Place:
        """The schema. Raises SchemaError, at `location`, where the reference may mean either of two."""
        if self.rival is None:
            return self.place
        keyword = self.place.dialect.identifier
        raise SchemaError(
            f"the reference {string_text(reference)} may mean {_shown(self.place)} or {_shown(self.rival)}, "
            f"which have the same `{keyword}`; it may stand once",
            location,
        )


def names_in(places: Iterable[Place]) -> dict[Name, Named]:
    """The names that the schemas of one document have. Raises SchemaError where two have the same.

    Until draft 7 only who refers to such a name is refused, for identifiers were often copied, and meant nothing.
    """
    found: dict[Name, Named] = {}
    for place in places:
        if _NAMING.isdisjoint(place.contents):
            continue
        for keyword, name in _names_of(place):
            first = found.setdefault(name, Named(place)).place
            if first.location == place.location:
                continue
            if not (
                first.dialect.reference_overrides_siblings and place.dialect.reference_overrides_siblings
            ):
                raise _twice(keyword, name, place, first)
            found[name] = Named(first, place)
    return found


def _names_of(place: Place) -> Iterator[tuple[str, Name]]:
    """The names of a schema, each with the keyword that gives it."""
    contents, dialect = place.contents, place.dialect
    identifier = contents.get(dialect.identifier)
    # An empty reference is the resource that it stands in (RFC 3986, section 4.4), and no name of its own.
    if isinstance(identifier, str) and identifier not in ("", "#"):
        fragment = urldefrag(identifier)[1]
        if not dialect.reference_overrides_siblings:
            if not fragment:
                yield dialect.identifier, (place.base, "")
        elif "$ref" not in contents:
            # Until draft 7 a fragment in the identifier is what later is an anchor (Core draft 7, section 8.2.3).
            yield dialect.identifier, (place.base, fragment)
    for keyword in _ANCHORS:
        if keyword in contents and keyword in dialect.keywords:
            yield keyword, (place.base, contents[keyword])


def _twice(keyword: str, name: Name, place: Place, first: Place) -> SchemaError:
    """One name may not mean two schemas (Core 2020-12, sections 8.2.1 and 8.2.2)."""
    uri, anchor = name
    given = f"the name {string_text(anchor)}" if anchor else f"the URI {string_text(uri)}"
    only = "a name may stand once in a resource" if anchor else "a URI may name one schema"
    reason = f"it gives this schema {given}, which {_shown(first)} has already; {only}"
    return SchemaError(reason, place.at(keyword))


def _shown(place: Place) -> str:
    return f"the schema at {string_text(place.location)}" if place.location else "the whole schema"
