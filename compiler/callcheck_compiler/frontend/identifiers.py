"""By which URIs and anchors the schemas of the documents can be referred to."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from ..extra import from_the_extra
from .limits import Meter
from .names import Name, Named, is_dynamic, names_in

if TYPE_CHECKING:
    from .documents import Place
    from .registry import Names

ROOT = ""
_NONE: frozenset[str] = frozenset()


class Identifiers:
    """The names of schemas that were looked through and checked; of two documents with one name the first has it.

    The author's document has the empty URI. Where no other name is, as in nearly every tool, there is no registry either.
    """

    def __init__(self) -> None:
        self._author: Named | None = None
        self._names: Names | None = None
        self._dynamic: dict[str, set[str]] = {}

    @property
    def are_dynamic(self) -> bool:
        """Whether what a reference leads to may depend on the way that was taken."""
        return bool(self._dynamic)

    def resource(self, uri: str) -> Named | None:
        """The root of the resource that has this URI."""
        if uri == ROOT:
            return self._author
        return None if self._names is None else self._names.resource(uri)

    def anchor(self, base: str, name: str) -> Named | None:
        """The schema with this plain name, of whatever kind, in the resource that has this base URI."""
        return None if self._names is None else self._names.anchor(base, name)

    def dynamic_names(self, uri: str) -> Set[str]:
        """By which names dynamic references may lead into a resource; the empty one is that of `$recursiveRef`."""
        return self._dynamic.get(uri, _NONE)

    def dynamic(self, uri: str, name: str) -> Named | None:
        """Whom such a name means in a resource."""
        if name not in self.dynamic_names(uri):  # most resources of a scope have others
            return None
        return self.anchor(uri, name) if name else self.resource(uri)

    def name(self, uri: str, place: Place) -> None:
        """Let a document be known under the URI by which it was found, whatever in it has the same one."""
        named = Named(place, dynamic=is_dynamic(place, ""))
        if uri == ROOT:
            self._author = named
            self._note(ROOT, "", named)
            return
        known = self.resource(uri)
        if known is None or known.place is not place or known.rival is not None:
            self._add({(uri, ""): named})

    def add(self, places: Iterable[Place], meter: Meter) -> None:
        """Remember under which names the schemas of a document can be referred to. Their keywords were checked."""
        found = names_in(places, meter)
        if found:
            self._add({name: named for name, named in found.items() if not self._is_known(name)})

    def _is_known(self, name: Name) -> bool:
        """Whether it is taken; all names in a resource belong to the document that has the resource."""
        uri, anchor = name
        return self.resource(uri) is not None or (anchor != "" and self.anchor(uri, anchor) is not None)

    def _add(self, found: dict[Name, Named]) -> None:
        if self._names is None:
            with from_the_extra():
                from .registry import Names

            self._names = Names()
        self._names.add(found)
        for (uri, anchor), named in found.items():
            self._note(uri, anchor, named)

    def _note(self, uri: str, anchor: str, named: Named) -> None:
        if named.dynamic:
            self._dynamic.setdefault(uri, set()).add(anchor)
        elif anchor in self.dynamic_names(uri):
            self._dynamic[uri].discard(anchor)
