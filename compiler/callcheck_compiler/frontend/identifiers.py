"""By which URIs and anchors the schemas of the documents can be referred to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .names import Name, Named, names_in

if TYPE_CHECKING:
    from .documents import Place
    from .registry import Names

ROOT = ""


class Identifiers:
    """The names of schemas that were looked through and checked; of two documents with one name the first has it.

    The author's document has the empty URI. Where no other name is, as in nearly every tool, there is no registry either.
    """

    def __init__(self) -> None:
        self._author: Named | None = None
        self._names: Names | None = None

    def resource(self, uri: str) -> Named | None:
        """The root of the resource that has this URI."""
        if uri == ROOT:
            return self._author
        return None if self._names is None else self._names.resource(uri)

    def anchor(self, base: str, name: str) -> Named | None:
        """The schema with this plain name, of whatever kind, in the resource that has this base URI."""
        return None if self._names is None else self._names.anchor(base, name)

    def dynamic_anchor(self, base: str, name: str) -> Place | None:
        """The schema with this dynamic anchor in the resource that has this base URI."""
        named = self.anchor(base, name)
        return named.place if named is not None and _is_dynamic(named.place, name) else None

    def name(self, uri: str, place: Place) -> None:
        """Let a document be known under the URI by which it was found, whatever in it has the same one."""
        if uri == ROOT:
            self._author = Named(place)
            return
        known = self.resource(uri)
        if known is None or known.place is not place:
            self._add({(uri, ""): Named(place)})

    def add(self, places: Iterable[Place]) -> None:
        """Remember under which names the schemas of a document can be referred to. Their keywords were checked.

        Raises SchemaError where two of them have one name; then none is remembered.
        """
        found = names_in(places)
        if found:
            self._add({name: named for name, named in found.items() if not self._is_known(name)})

    def _is_known(self, name: Name) -> bool:
        uri, anchor = name
        return (self.anchor(uri, anchor) if anchor else self.resource(uri)) is not None

    def _add(self, found: dict[Name, Named]) -> None:
        if self._names is None:
            from .registry import Names

            self._names = Names()
        self._names.add(found)


def _is_dynamic(place: Place, name: str) -> bool:
    """Whether it is `$dynamicAnchor` that gives a schema this name."""
    return "$dynamicAnchor" in place.dialect.keywords and place.contents.get("$dynamicAnchor") == name
