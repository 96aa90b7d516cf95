"""Coercion by positions, on the raw schemas (docs/semantics.md, "Coercion")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callcheck.coercion import integral_float, json_text, quoted_boolean, quoted_number
from callcheck.policy import Coercion, Keywords, Policy

from ..keywords.arrays import ANNOTATIONS
from ..keywords.strings import matches
from .closures import UNION_KEYWORDS, Applied, closure, own_types, required_names
from .documents import Documents, Scope

_DROPPED = object()


class Position:
    """A place of the arguments: the schemas that apply to it, and what they together admit; None admits whatever it is."""

    def __init__(self, schemas: list[Applied], types: frozenset[str] | None) -> None:
        self.schemas = schemas
        self.types = types


class Coercer:
    """Repairs the arguments of one tool under one policy; never mutates them."""

    def __init__(self, documents: Documents, policy: Policy) -> None:
        self._documents = documents
        self._rules = policy.coercion
        self._extensions = policy.extensions
        self._core = policy.keywords is Keywords.CORE
        self._positions: dict[tuple[tuple[str, Scope], ...], Position] = {}

    def coerce(self, arguments: Any) -> Any:
        """The arguments with every repair made; the same object when there is none."""
        if not self._rules:
            return arguments
        position = self._position([Applied(self._documents.root, ())])
        types = position.types
        if Coercion.EMPTY_AS_OBJECT in self._rules and types is not None and "object" in types:
            if arguments is None and "null" not in types:
                return {}
            if isinstance(arguments, str) and arguments == "" and not types & {"null", "string"}:
                return {}
        return self._coerced(arguments, position)

    def coerce_below(self, value: Any, start: Applied) -> Any:
        """The value with every repair made that this schema alone asks for, by the same rules."""
        return self._coerced(value, self._position([start]))

    def _coerced(self, value: Any, position: Position) -> Any:
        """The value repaired itself, and then everything below it; left alone where no schema looks."""
        if not position.schemas:
            return value
        repaired = value if position.types is None else self._repaired(value, position.types)
        if isinstance(repaired, dict):
            return self._members(repaired, position)
        if isinstance(repaired, list):
            return self._items(repaired, position)
        return repaired

    def _repaired(self, value: Any, types: frozenset[str]) -> Any:
        repaired = value
        if isinstance(value, str) and "string" not in types:
            if Coercion.QUOTED_BOOLEAN in self._rules and "boolean" in types:
                repaired = quoted_boolean(repaired)
            if Coercion.QUOTED_NUMBER in self._rules and types & {"number", "integer"}:
                repaired = quoted_number(repaired)
            if Coercion.JSON_TEXT in self._rules:
                repaired = json_text(repaired, "array" in types, "object" in types)
        if Coercion.INTEGRAL_FLOAT in self._rules and "integer" in types and "number" not in types:
            repaired = integral_float(repaired)
        return repaired

    def _members(self, value: dict[str, Any], position: Position) -> dict[str, Any]:
        required = required_names(position.schemas)
        changed: dict[str, Any] = {}
        for name, member in value.items():
            below = self._position(self._below_key(position.schemas, name))
            if self._drops(member, below) and name not in required:
                changed[name] = _DROPPED
                continue
            repaired = self._coerced(member, below)
            if repaired is not member:
                changed[name] = repaired
        if not changed:
            return value
        merged = {name: changed.get(name, member) for name, member in value.items()}
        return {name: member for name, member in merged.items() if member is not _DROPPED}

    def _drops(self, value: Any, position: Position) -> bool:
        """Whether null here means that the key was not meant to be sent."""
        absent = value is None and Coercion.NULL_AS_ABSENT in self._rules
        return absent and position.types is not None and "null" not in position.types

    def _items(self, value: list[Any], position: Position) -> list[Any]:
        repaired = [
            self._coerced(item, self._position(self._below_index(position.schemas, index)))
            for index, item in enumerate(value)
        ]
        unchanged = all(new is old for new, old in zip(repaired, value, strict=True))
        return value if unchanged else repaired

    def _position(self, starts: Sequence[Applied]) -> Position:
        """The position at which these subschemas apply."""
        key = tuple([(start.place.location, start.scope) for start in starts])
        position = self._positions.get(key)
        if position is None:
            position = self._positions[key] = self._closed(starts)
        return position

    def _closed(self, starts: Sequence[Applied]) -> Position:
        """The subschemas with all that they apply in turn."""
        found: dict[str, tuple[Applied, bool]] = {}
        waiting = [(start, False) for start in starts]
        is_union = False
        while waiting:
            start, beside_null = waiting.pop(0)
            for applied in [start] if self._core else closure(self._documents, start):
                location = applied.place.location
                if location in found and (found[location][1] or not beside_null):
                    continue
                found[location] = (applied, beside_null)
                for keyword in () if self._core else UNION_KEYWORDS:
                    if applied.place.reads(keyword):
                        other = self._beside_null(applied, keyword)
                        is_union = is_union or other is None
                        waiting += [] if other is None else [(other, True)]
        schemas = [applied for applied, _ in found.values()]
        return Position(schemas, None if is_union else self._types(list(found.values())))

    def _types(self, schemas: Sequence[tuple[Applied, bool]]) -> frozenset[str] | None:
        types: frozenset[str] | None = None
        for applied, beside_null in schemas:
            own = own_types(applied.place, self._extensions)
            own = own | {"null"} if beside_null else own
            types = own if types is None else types & own
        return types

    def _beside_null(self, applied: Applied, keyword: str) -> Applied | None:
        """The other branch of a union with null, where NULLABLE_UNION looks through it."""
        branches = applied.place.contents[keyword]
        if Coercion.NULLABLE_UNION not in self._rules or len(branches) != 2:
            return None
        for index in (0, 1):
            if _says_null(branches[index]):
                return Applied(self._documents.below(applied.place, keyword, 1 - index), applied.inside)
        return None

    def _below_key(self, schemas: Sequence[Applied], name: str) -> list[Applied]:
        below: list[Applied] = []
        for applied in schemas:
            place, scope = applied.place, applied.inside
            tokens: list[tuple[str, ...]] = []
            if name in place.read("properties", ()):
                tokens.append(("properties", name))
            for pattern in place.read("patternProperties", ()):
                if matches(pattern, name):
                    tokens.append(("patternProperties", pattern))
            if not tokens and place.reads("additionalProperties"):
                tokens.append(("additionalProperties",))
            for path in tokens:
                if not (self._core and path[0] == "patternProperties"):
                    below.append(Applied(self._documents.below(place, *path), scope))
        return below

    def _below_index(self, schemas: Sequence[Applied], index: int) -> list[Applied]:
        below: list[Applied] = []
        for applied in schemas:
            place, scope = applied.place, applied.inside
            items = place.read("items", None)
            prefix, rest = (
                ("items", "additionalItems") if isinstance(items, list) else ("prefixItems", "items")
            )
            if self._core and (prefix == "items" or items is None):
                continue
            if not self._core and index < len(place.read(prefix, ())):
                below.append(Applied(self._documents.below(place, prefix, index), scope))
            elif place.reads(rest):
                below.append(Applied(self._documents.below(place, rest), scope))
        return below


def _says_null(branch: Any) -> bool:
    """Whether a branch says that the value is null, and nothing else, annotations aside."""
    if not isinstance(branch, dict):
        return False
    stated = {name: value for name, value in branch.items() if name not in ANNOTATIONS}
    null = {"type": ("null", ["null"]), "const": (None,), "enum": ([None],)}
    return bool(stated) and all(name in null and value in null[name] for name, value in stated.items())
