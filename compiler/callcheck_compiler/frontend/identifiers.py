"""By which URIs and anchors the schemas of the documents can be referred to."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag

if TYPE_CHECKING:
    from .documents import Place

_ANCHORS = ("$anchor", "$dynamicAnchor")


class Identifiers:
    """The names of schemas that were looked through; of two with one name the first has it."""

    def __init__(self) -> None:
        self._resources: dict[str, Place] = {}
        self._anchors: dict[tuple[str, str], Place] = {}
        self._dynamic_anchors: dict[tuple[str, str], Place] = {}

    def resource(self, uri: str) -> Place | None:
        """The root of the resource that has this URI."""
        return self._resources.get(uri)

    def anchor(self, base: str, name: str) -> Place | None:
        """The schema with this anchor, of whatever kind, in the resource that has this base URI."""
        return self._anchors.get((base, name))

    def dynamic_anchor(self, base: str, name: str) -> Place | None:
        """The schema with this dynamic anchor in the resource that has this base URI."""
        return self._dynamic_anchors.get((base, name))

    def name(self, uri: str, place: Place) -> None:
        """Let a document be known under the URI by which it was found."""
        self._resources.setdefault(uri, place)

    def add(self, place: Place) -> None:
        """Remember under which names a schema can be referred to. Its keywords were checked."""
        self._add_identifier(place)
        for keyword in _ANCHORS:
            if keyword in place.contents and keyword in place.dialect.keywords:
                self._anchors.setdefault((place.base, place.contents[keyword]), place)
        if "$dynamicAnchor" in place.contents and "$dynamicAnchor" in place.dialect.keywords:
            self._dynamic_anchors.setdefault((place.base, place.contents["$dynamicAnchor"]), place)

    def _add_identifier(self, place: Place) -> None:
        contents, dialect = place.contents, place.dialect
        identifier = contents.get(dialect.identifier)
        if not isinstance(identifier, str) or (dialect.reference_overrides_siblings and "$ref" in contents):
            return
        fragment = urldefrag(identifier)[1]
        if not fragment:
            self._resources.setdefault(place.base, place)
        elif dialect.reference_overrides_siblings:
            # Until draft 7 a fragment in the identifier is what later is an anchor (Core draft 7, section 8.2.3).
            self._anchors.setdefault((place.base, fragment), place)
