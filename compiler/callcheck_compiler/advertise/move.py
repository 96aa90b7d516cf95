"""What a root says goes into an `allOf`, and the references to it lead there."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin

from ..frontend.documents import Documents
from ..keywords.dialects import Dialect
from .positions import Schema, below, rebuilt
from .references import places, unescape


class Move:
    """Some keywords of a document's root on their way below a location; those beside them stay."""

    def __init__(self, documents: Documents, dialect: Dialect, moving: frozenset[str], location: str) -> None:
        """`moving` are the keywords, `location` is the JSON Pointer of the schema that they go to."""
        self._documents = documents
        self._dialect = dialect
        self._moving = moving
        self._location = location
        self._base = documents.root().base

    def document(self) -> dict[str, Any]:
        """The document as it was, but for its references to what moves: every schema's, be it one that only they lead to."""
        bases = {place.location: place.base for place in places(self._documents, self._dialect)}

        def rewritten(value: Any, location: str) -> Any:
            if isinstance(value, list):
                return [rewritten(inner, below(location, index)) for index, inner in enumerate(value)]
            if not isinstance(value, dict):
                return value
            made = {key: rewritten(inner, below(location, key)) for key, inner in value.items()}
            return self._led(made, bases[location]) if location in bases else made

        made: dict[str, Any] = rewritten(self._documents.root().contents, "")
        return made

    def copy(self, schema: Schema) -> Schema:
        """A schema that is going to stand at the new root, with its references to what moves."""
        return self._copied(schema, self._base)

    def _copied(self, schema: Schema, base: str) -> Schema:
        if not isinstance(schema, dict):
            return schema
        identifier = schema.get(self._dialect.identifier)
        overridden = self._dialect.reference_overrides_siblings and "$ref" in schema
        if isinstance(identifier, str) and not identifier.startswith("#") and not overridden:
            base = urldefrag(urljoin(base, identifier))[0]
        return self._led(rebuilt(schema, self._dialect, lambda _, inner: self._copied(inner, base)), base)

    def _led(self, schema: dict[str, Any], base: str) -> dict[str, Any]:
        """A schema below `base` with its own reference leading to where its target goes."""
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        uri, fragment = urldefrag(reference)
        if (urljoin(base, uri) if uri else base) != self._base or not self._moves(unquote(fragment)):
            return schema
        return {**schema, "$ref": f"{uri}#{quote(self._location, safe='/~$')}{fragment}"}

    def _moves(self, pointer: str) -> bool:
        """Whether what a fragment names moves; what has a name of its own is found wherever it stands."""
        if not pointer.startswith("/"):
            return pointer == ""
        return unescape(pointer.split("/")[1]) in self._moving
