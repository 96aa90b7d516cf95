"""References that a rewrite of the root would leave without a target: what they name moves under `$defs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from callcheck.issues import SchemaError

from ..frontend.closures import REFERENCES, references
from ..frontend.documents import Documents, Place
from ..keywords.dialects import Dialect
from .positions import Schema, rebuilt
from .references import DEFINITIONS, documents_of, without_unnamed

_OF_THE_DOCUMENT = (*DEFINITIONS, "$schema", "$id", "id")
_NAME = re.compile(r"[^A-Za-z0-9_.-]+", re.ASCII)
# The name of the root when a copy of it has to stand under `$defs`.
_ROOT_NAME = "arguments"


def hoisted(
    schema: dict[str, Any], text: str, dialect: Dialect, keeps: Callable[[str], object]
) -> dict[str, Any]:
    """The schema with every reference leading to a schema under `$defs`.

    `keeps` tells which references stay as they are. The same object when all of them do.
    """
    if not any(f'"{keyword}"' in text for keyword in REFERENCES):
        return schema
    return _Hoisting(documents_of(schema, dialect), dialect, keeps).root(schema)


class _Hoisting:
    def __init__(self, documents: Documents, dialect: Dialect, keeps: Callable[[str], object]) -> None:
        self._documents = documents
        self._dialect = dialect
        self._keeps = keeps
        self._base = documents.root().base
        self._names: dict[str, str] = {}
        self._made: dict[str, Schema] = {}

    def root(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The whole schema."""
        root = self._documents.root()
        # A definition whose name a reference could not say as it is moves too.
        self._names = {
            root.at("$defs", name): name for name in schema.get("$defs", {}) if not _NAME.search(name)
        }
        made: dict[str, Any] = self._rewritten(root)
        if not self._made:
            return made
        return without_unnamed({**made, "$defs": {**made.get("$defs", {}), **self._made}}, self._dialect)

    def _rewritten(self, place: Place) -> Any:
        if not isinstance(place.contents, dict):
            return place.contents
        made = rebuilt(
            place.contents,
            self._dialect,
            lambda tokens, inner: self._rewritten(self._documents.below(place, *tokens)),
        )
        if place.location and self._dialect.identifier in made:
            made = {keyword: value for keyword, value in made.items() if keyword != self._dialect.identifier}
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
        """How the target is named from now on; it is moved when it is named for the first time."""
        if target.location not in self._names:
            last = _NAME.sub("_", target.location.rpartition("/")[2]).strip("_") or _ROOT_NAME
            taken = {*self._names.values(), *self._documents.root().contents.get("$defs", ())}
            name = next(name for name in _numbered(last) if name not in taken)
            self._names[target.location] = name
            made = self._rewritten(target)
            if target.location == "" and isinstance(made, dict):
                made = {keyword: value for keyword, value in made.items() if keyword not in _OF_THE_DOCUMENT}
            self._made[name] = made
        return f"#/$defs/{self._names[target.location]}"


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1
