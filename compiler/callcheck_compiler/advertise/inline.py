"""References that a provider does not follow: what they name is put in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from callcheck.issues import SchemaError

from ..frontend.closures import REFERENCES, references
from ..frontend.documents import Documents, Place
from ..keywords.dialects import Dialect
from .annotations import is_annotation
from .positions import Schema, rebuilt
from .positions import below as at
from .references import documents_of

# More subschemas than any provider reads; what is beyond is left open, so that a small schema cannot become a huge one.
MOST_SUBSCHEMAS = 10_000

_IDENTIFIERS = ("$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary")
_DEFINITIONS = ("$defs", "definitions")

# (location, keyword, why): told when a reference is left open.
Open = Callable[[str, str, str], None]


def inlined(schema: dict[str, Any], text: str, dialect: Dialect, left_open: Open) -> dict[str, Any]:
    """The schema without references and definitions; the same object when it has neither.

    A reference that leads back into what it stands in cannot be written out: it becomes the type of what it names, and
    `left_open` is told.
    """
    if not any(f'"{keyword}"' in text for keyword in (*REFERENCES, *_DEFINITIONS)):
        return schema
    made = _Inlining(documents_of(schema, dialect), dialect, left_open).root()
    return made if isinstance(made, dict) else {}


class _Inlining:
    def __init__(self, documents: Documents, dialect: Dialect, left_open: Open) -> None:
        self._documents = documents
        self._dialect = dialect
        self._left_open = left_open
        self._subschemas_left = MOST_SUBSCHEMAS

    def root(self) -> Schema:
        return self._written_out(self._documents.root(), "", ())

    def _written_out(self, place: Place, location: str, above: tuple[str, ...]) -> Schema:
        """The schema at `place`, as it is to stand at `location`, below the schemas at `above`."""
        contents = place.contents
        if not isinstance(contents, dict):
            return contents
        self._subschemas_left -= 1
        inside = (*above, place.location)
        overridden = self._dialect.reference_overrides_siblings and "$ref" in contents
        kept = {
            keyword: value
            for keyword, value in contents.items()
            if keyword not in (*REFERENCES, *_DEFINITIONS)
            and (keyword not in _IDENTIFIERS or not above)
            and (not overridden or is_annotation(keyword) or keyword == "$schema")
        }

        def below(tokens: tuple[str | int, ...], inner: Schema) -> Schema:
            return self._written_out(self._documents.below(place, *tokens), at(location, *tokens), inside)

        made = rebuilt(kept if len(kept) < len(contents) else contents, self._dialect, below)
        for keyword, target in self._targets(place, location):
            made = _with_target(made, self._target(target, location, keyword, inside))
        return made

    def _targets(self, place: Place, location: str) -> Iterator[tuple[str, Place]]:
        named = [keyword for keyword in REFERENCES if keyword in place.contents]
        try:
            yield from zip(named, references(self._documents, place), strict=False)
        except SchemaError:
            for keyword in named:
                self._left_open(location, keyword, "what it names is not in the schema")

    def _target(self, target: Place, location: str, keyword: str, inside: tuple[str, ...]) -> Schema:
        if target.location in inside and isinstance(target.contents, dict):
            self._left_open(
                location, keyword, "it leads back to a schema that it stands in, and cannot be written out"
            )
            return _outline(target.contents)
        if self._subschemas_left < 0:
            self._left_open(
                location, keyword, f"written out it would have more than {MOST_SUBSCHEMAS} subschemas"
            )
            return _outline(target.contents)
        return self._written_out(target, location, inside)


def _outline(schema: Schema) -> Schema:
    """What is left of a schema that cannot be written out: what it is, not what is in it."""
    if not isinstance(schema, dict):
        return schema
    kept = ("type", "nullable") if "$ref" not in schema else ()
    return {keyword: value for keyword, value in schema.items() if is_annotation(keyword) or keyword in kept}


def _with_target(schema: dict[str, Any], target: Schema) -> dict[str, Any]:
    """A schema whose reference leads to `target`; its own annotations win."""
    if isinstance(target, dict) and all(is_annotation(keyword) or keyword == "$schema" for keyword in schema):
        return {**target, **schema}
    return {**schema, "allOf": [*schema.get("allOf", ()), target]}
