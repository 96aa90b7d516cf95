"""References that a provider cannot follow: put what they name in their place, or under `$defs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from callcheck.issues import SchemaError

from ..frontend.closures import REFERENCES, references
from ..frontend.documents import Documents, Place
from .annotations import is_annotation
from .modern import LATEST
from .positions import Schema, rebuilt
from .references import documents_of

# More subschemas than any provider reads; what is beyond is left open, so that a small schema cannot become a huge one.
MOST_SUBSCHEMAS = 20_000

_IDENTIFIERS = ("$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary")
_DEFINITIONS = ("$defs", "definitions")
_NAME = re.compile(r"[^A-Za-z0-9_]+", re.ASCII)

# (location, keyword, why): told when a reference is left open.
Open = Callable[[str, str, str], None]


def inlined(schema: dict[str, Any], text: str, left_open: Open) -> dict[str, Any]:
    """The schema without references and definitions; the same object when it has neither.

    A reference that leads back into what it stands in cannot be written out: it becomes the type of what it names, and
    `left_open` is told.
    """
    if not any(f'"{keyword}"' in text for keyword in (*REFERENCES, *_DEFINITIONS)):
        return schema
    made = _Inlining(documents_of(schema, LATEST), left_open).root()
    return made if isinstance(made, dict) else {}


class _Inlining:
    def __init__(self, documents: Documents, left_open: Open) -> None:
        self._documents = documents
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
        kept = {
            keyword: value
            for keyword, value in contents.items()
            if keyword not in (*REFERENCES, *_DEFINITIONS) and (keyword not in _IDENTIFIERS or not above)
        }

        def below(tokens: tuple[str | int, ...], inner: Schema) -> Schema:
            return self._written_out(
                self._documents.below(place, *tokens), Place(None, location, "", LATEST).at(*tokens), inside
            )

        made = rebuilt(kept if len(kept) < len(contents) else contents, LATEST, below)
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
    return {
        keyword: value for keyword, value in schema.items() if is_annotation(keyword) or keyword == "type"
    }


def _with_target(schema: dict[str, Any], target: Schema) -> dict[str, Any]:
    """A schema whose reference leads to `target`; its own annotations win."""
    if isinstance(target, dict) and all(map(is_annotation, schema)):
        return {**target, **schema}
    return {**schema, "allOf": [*schema.get("allOf", ()), target]}


def hoisted(schema: dict[str, Any], text: str, keeps: Callable[[str], object]) -> dict[str, Any]:
    """The schema with every reference leading to the root or to a schema under `$defs`.

    `keeps` tells which references stay as they are. The same object when all of them do.
    """
    if not any(f'"{keyword}"' in text for keyword in REFERENCES):
        return schema
    documents = documents_of(schema, LATEST)
    return _Hoisting(documents, keeps).root(schema)


class _Hoisting:
    def __init__(self, documents: Documents, keeps: Callable[[str], object]) -> None:
        self._documents = documents
        self._keeps = keeps
        self._base = ""
        self._names: dict[str, str] = {}
        self._made: dict[str, Schema] = {}

    def root(self, schema: dict[str, Any]) -> dict[str, Any]:
        root = self._documents.root()
        self._base = root.base
        self._names = {
            root.at("$defs", name): name for name in schema.get("$defs", {}) if isinstance(name, str)
        }
        made: dict[str, Any] = self._rewritten(root)
        if not self._made:
            return made
        return {**made, "$defs": {**made.get("$defs", {}), **self._made}}

    def _rewritten(self, place: Place) -> Any:
        if not isinstance(place.contents, dict):
            return place.contents
        made = rebuilt(
            place.contents,
            LATEST,
            lambda tokens, inner: self._rewritten(self._documents.below(place, *tokens)),
        )
        if place.location and "$id" in made:
            made = {keyword: value for keyword, value in made.items() if keyword != "$id"}
        named = [keyword for keyword in REFERENCES if keyword in made]
        is_kept = place.base == self._base and all(
            keyword == "$ref" and self._keeps(made[keyword]) for keyword in named
        )
        if not named or is_kept:
            return made
        try:
            targets = references(self._documents, place)
        except SchemaError:
            return made
        made = {keyword: value for keyword, value in made.items() if keyword not in named}
        leading = [{"$ref": self._reference(target)} for target in targets]
        if len(leading) == 1:
            return {**leading[0], **made}
        return {**made, "allOf": [*made.get("allOf", ()), *leading]}

    def _reference(self, target: Place) -> str:
        if target.location == "":
            return "#"
        if target.location not in self._names:
            last = _NAME.sub("_", target.location.rpartition("/")[2]).strip("_") or "schema"
            taken = set(self._names.values())
            name = next(name for name in _numbered(last) if name not in taken)
            self._names[target.location] = name
            self._made[name] = self._rewritten(target)
        return f"#/$defs/{self._names[target.location]}"


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1
