"""What of a schema its meta-schema is asked about: no more than what the dialect reads, and reads as its draft does."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple

from callcheck.location import escape_token

from ..keywords import shapes
from ..keywords.dialects import DIALECTS, Dialect
from ..keywords.keyword import Keyword, Role


class Resource(NamedTuple):
    """A schema that is checked by itself.

    contents  the raw schema
    location  JSON Pointer in the author's document, `uri#pointer` in another one
    dialect   the dialect by which it is read
    """

    contents: Any
    location: str
    dialect: Dialect


def as_read(resource: Resource, apart: Set[int], extensions: bool) -> tuple[Any, list[Resource]]:
    """A copy of a schema without what its meta-schema is not asked about, and subschemas to be checked by themselves.

    apart       the identities of schemas that are checked by themselves already
    extensions  whether annotations may hold anything
    """
    reading = _Reading(resource.dialect, apart, extensions)
    return reading.schema(resource.contents, resource.location), reading.more


class _Reading:
    """One walk over one resource."""

    def __init__(self, dialect: Dialect, apart: Set[int], extensions: bool) -> None:
        self.more: list[Resource] = []
        self._dialect = dialect
        self._draft = DIALECTS[dialect.uri]
        self._apart = apart
        self._extensions = extensions

    def schema(self, contents: Any, location: str) -> Any:
        """The copy of one schema."""
        if not isinstance(contents, dict):
            return contents
        read: dict[str, Any] = {}
        for name, value in contents.items():
            row = self._dialect.keywords.get(name)
            if row is None and name in self._draft.keywords:
                continue  # a keyword of the draft whose vocabulary the dialect does without
            if row is None:
                read[name] = value
            elif row is not self._draft.keywords.get(name):
                self._set_apart(row, value, f"{location}/{name}")
            elif not (self._extensions and is_annotation(row)):
                read[name] = self._value(row, value, f"{location}/{name}")
        return read

    def _value(self, row: Keyword, value: Any, location: str) -> Any:
        """The copy of a keyword's value."""
        copy: Any = value.copy() if isinstance(value, (dict, list)) else value
        for tokens, subschema in row.subschemas(value):
            where = location + "".join(f"/{escape_token(str(token))}" for token in tokens)
            inner = {} if id(subschema) in self._apart else self.schema(subschema, where)
            if not tokens:
                return inner
            copy[tokens[0]] = inner
        return copy

    def _set_apart(self, row: Keyword, value: Any, location: str) -> None:
        """Check the subschemas of a keyword by themselves, where the dialect reads the keyword otherwise than its draft."""
        for tokens, subschema in row.subschemas(value):
            where = location + "".join(f"/{escape_token(str(token))}" for token in tokens)
            self.more.append(Resource(subschema, where, self._dialect))


def is_annotation(row: Keyword) -> bool:
    """Whether nothing depends on a keyword's value."""
    return row.role is Role.ANNOTATION and row.parse is shapes.anything
