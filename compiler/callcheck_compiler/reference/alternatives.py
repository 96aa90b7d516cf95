"""Coercion by the branch of a root's union that a call can still fit, on the raw schemas (docs/semantics.md, "Coercion")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .closures import (
    UNION_KEYWORDS,
    Applied,
    closure,
    declared_names,
    effective_types,
    literals_of,
    required_names,
)
from .coerce import Coercer
from .documents import Documents


class Chooser:
    """Holds arguments to the only branch of each union in place that they do not rule out."""

    def __init__(self, documents: Documents, coercer: Coercer, extensions: bool) -> None:
        self._documents = documents
        self._coercer = coercer
        self._extensions = extensions

    def repaired(self, value: dict[str, Any]) -> dict[str, Any]:
        """The arguments with what those branches repair."""
        return self._repaired(value, Applied(self._documents.root, ()))

    def _repaired(self, value: dict[str, Any], start: Applied) -> dict[str, Any]:
        for applied in closure(self._documents, start):
            for keyword in UNION_KEYWORDS:
                if applied.place.reads(keyword):
                    left = list(self._left(value, applied, keyword))
                    if len(left) == 1:
                        value = self._coercer.coerce_below(value, left[0])
                        value = self._repaired(value, left[0])
        return value

    def _left(self, value: dict[str, Any], union: Applied, keyword: str) -> Iterator[Applied]:
        for index in range(len(union.place.contents[keyword])):
            branch = Applied(self._documents.below(union.place, keyword, index), union.inside)
            if not self._is_ruled_out(value, closure(self._documents, branch)):
                yield branch

    def _is_ruled_out(self, value: dict[str, Any], branch: list[Applied]) -> bool:
        if any(applied.place.contents is False for applied in branch):
            return True
        if "object" not in effective_types(branch, self._extensions):
            return True
        if not required_names(branch) <= value.keys():
            return True
        if any(_takes_no_such_key(value, applied) for applied in branch):
            return True
        return any(self._names_another(value, branch, name) for name in declared_names(branch))

    def _names_another(self, value: dict[str, Any], branch: list[Applied], name: str) -> bool:
        """Whether the value under a property is none of the strings that are all that it can be."""
        if name not in value:
            return False
        for applied in branch:
            if name in applied.place.read("properties", ()):
                below = self._documents.below(applied.place, "properties", name)
                for inner in closure(self._documents, Applied(below, applied.inside)):
                    literals = literals_of(inner.place) or ()
                    of_strings = bool(literals) and all(isinstance(literal, str) for literal in literals)
                    if of_strings and value[name] not in literals:
                        return True
        return False


def _takes_no_such_key(value: dict[str, Any], applied: Applied) -> bool:
    place = applied.place
    if place.read("additionalProperties", True) is not False or place.read("patternProperties", {}):
        return False
    return any(key not in place.read("properties", ()) for key in value)
