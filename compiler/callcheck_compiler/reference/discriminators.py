"""What is known of a union beforehand, read off the raw schemas (docs/semantics.md, "Unions")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callcheck.json_values import canonical_key
from callcheck.unions import Union

from ..keywords.any_type import expected_members
from .closures import (
    Applied,
    admits_only_null,
    closure,
    declared_names,
    effective_types,
    literals_of,
    required_names,
)
from .documents import Documents

Branch = list[Applied]


def union_of(documents: Documents, holder: Applied, keyword: str, extensions: bool) -> Union:
    """The facts about the `anyOf` or `oneOf` of a schema."""
    count = len(holder.place.contents[keyword])
    branches = [
        closure(documents, Applied(documents.below(holder.place, keyword, index), holder.inside))
        for index in range(count)
    ]
    union = Union(keyword, holder.place.at(keyword), count, other=_beside_null(branches, extensions))
    for name, values, required in _discriminators(documents, branches, extensions):
        unknown = expected_members([value for value, _ in values])
        return union._replace(discriminator=name, values=values, required=required, unknown=unknown)
    return union


def _beside_null(branches: Sequence[Branch], extensions: bool) -> int | None:
    """The index of the other one of two branches, exactly one of which admits only null."""
    others = [index for index, branch in enumerate(branches) if not admits_only_null(branch, extensions)]
    return others[0] if len(branches) == 2 and len(others) == 1 else None


def _discriminators(
    documents: Documents, branches: Sequence[Branch], extensions: bool
) -> list[tuple[str, tuple[tuple[Any, int], ...], bool]]:
    """(name, values with their branches, whether every branch requires it) of each property that tells branches apart."""
    objects = [(index, branch) for index, branch in enumerate(branches) if _is_object(branch, extensions)]
    if len(objects) < 2:
        return []
    found = []
    for name in declared_names(objects[0][1]):
        literals = [(index, _literals(documents, branch, name)) for index, branch in objects]
        if _tell_apart([values for _, values in literals]):
            values = tuple((value, index) for index, values in literals for value in values or ())
            found.append((name, values, all(name in required_names(branch) for _, branch in objects)))
    return found


def _is_object(branch: Branch, extensions: bool) -> bool:
    types = effective_types(branch, extensions)
    return "object" in types and (types == {"object"} or bool(declared_names(branch)))


def _literals(documents: Documents, branch: Branch, name: str) -> list[Any] | None:
    """The values that a branch declares for a property: those of the first `const` or `enum` on the way."""
    for applied in branch:
        if name in applied.place.read("properties", ()):
            subschema = documents.below(applied.place, "properties", name)
            for inner in closure(documents, Applied(subschema, applied.inside)):
                values = literals_of(inner.place)
                if values is not None:
                    return values
    return None


def _tell_apart(literals: Sequence[list[Any] | None]) -> bool:
    """Whether every branch has values, all of them scalars, and none stands in two branches."""
    seen: set[Any] = set()
    for values in literals:
        if values is None or any(isinstance(value, dict | list) for value in values):
            return False
        keys = set(map(canonical_key, values))
        if keys & seen:
            return False
        seen |= keys
    return True
