"""The drafts as the `referencing` library wants them: identifiers and anchors its way, subschemas by the keyword table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from referencing import Specification
from referencing.jsonschema import specification_with

from ..keywords.dialects import Dialect


def specification_of(dialect: Dialect) -> Specification[Any]:
    """The specification that finds the resources and anchors of a document of this dialect."""
    return _specification(_Table(dialect))


class _Table:
    """A dialect by identity, which is how the few that exist are told apart."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect

    def __hash__(self) -> int:
        return id(self.dialect)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and other.dialect is self.dialect


@lru_cache(maxsize=64)
def _specification(table: _Table) -> Specification[Any]:
    dialect = table.dialect
    known = specification_with(dialect.uri)

    def subschemas(contents: Any) -> Iterable[Any]:
        if not isinstance(contents, dict):
            return
        for name, value in contents.items():
            row = dialect.keywords.get(name)
            if row is not None:
                yield from (subschema for _, subschema in row.subschemas(value))

    def identifier(contents: Any) -> str | None:
        return known.id_of(contents) if isinstance(contents, dict) else None

    def anchors(specification: Specification[Any], contents: Any) -> Iterable[Any]:
        return known.anchors_in(contents) if isinstance(contents, dict) else ()

    # The class is made by a wrapper around attrs that type checkers do not see through.
    return Specification(  # type: ignore[call-arg]
        name=known.name,
        id_of=identifier,
        subresources_of=subschemas,
        anchors_in=anchors,
        maybe_in_subresource=known.maybe_in_subresource,
    )
