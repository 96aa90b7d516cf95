"""From a schema to the shape of the objects that it accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from callcheck.issues import SchemaError

from ..frontend.closures import REFERENCES, read, references
from ..frontend.documents import Documents, Place
from ..keywords.any_type import type_names
from ..keywords.dialects import Dialect
from .annotations import is_annotation
from .merge import Combine, Schema, is_anything, is_never, union
from .positions import everywhere
from .shape import Both, Either, Evaluated, Plain, Sealed, Shape

# What applies other schemas to the same object.
APPLIED = (*REFERENCES, "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies")
# What the shapes tell in full.
_TOLD_IN_FULL = frozenset(
    {"type", "properties", "required", "additionalProperties", "$defs", "definitions", "$schema", "$id", "id"}
    | {"enum", "const", *APPLIED}
) - {"dependencies"}
_IDENTIFIERS = frozenset({"$anchor", "$dynamicAnchor", "$recursiveAnchor"})
# What is kept of a schema that cannot be moved without changing what its references name.
_OUTLINE = frozenset({"type", "nullable", "enum", "const"})


class Survey:
    """Reads the shapes of one document's schemas."""

    def __init__(self, documents: Documents, dialect: Dialect, schema: Any, combine: Combine = union) -> None:
        """`combine` makes one schema of what several branches allow for a key."""
        self._documents = documents
        self._dialect = dialect
        self._combine = combine
        self._root_base = documents.root().base
        self._shapes: dict[str, Shape] = {}
        self._reading: set[str] = set()
        self._has_identifiers = any(
            location and _identifies(inner, dialect) for location, inner in everywhere(schema, dialect)
        )

    def whole(self, place: Place) -> Shape:
        """What the schema at `place` lets an object have."""
        if isinstance(place.contents, bool):
            return Plain(self._dialect, admits_objects=place.contents)
        if place.location in self._reading:
            return self._anything()  # It leads back to itself at the same instance, and so says nothing new.
        if place.location not in self._shapes:
            self._reading.add(place.location)
            shape = self.sealed(place, Both((self.own(place), self.applied(place)), self._dialect))
            self._reading.discard(place.location)
            self._shapes[place.location] = shape
        return self._shapes[place.location]

    def sealed(self, place: Place, inner: Shape) -> Shape:
        """A shape as the schema's `unevaluatedProperties` leaves it."""
        others = read(place, "unevaluatedProperties")
        return inner if others is None else Sealed(inner, self._copied(place, others), self._dialect)

    def own(self, place: Place) -> Plain:
        """What the schema says itself, without what it applies."""
        contents = place.contents
        properties = read(place, "properties", {})
        patterns = read(place, "patternProperties", {})
        others = read(place, "additionalProperties", True)
        types = read(place, "type")
        understood = all(keyword in _TOLD_IN_FULL or is_annotation(keyword) for keyword in contents)
        return Plain(
            self._dialect,
            {key: self._copied(place, value) for key, value in properties.items()},
            {pattern: self._copied(place, value) for pattern, value in patterns.items()},
            self._copied(place, others),
            tuple(read(place, "required", ())),
            exact=understood and (is_anything(others) or is_never(others)),
            admits_objects=not is_never(contents) and (types is None or "object" in type_names(types)),
            evaluated=Evaluated(
                frozenset(properties), frozenset(patterns), read(place, "additionalProperties") is not None
            ),
        )

    def applied(self, place: Place) -> Shape:
        """What the schemas say that are applied to the same object: references, branches, conditions, listed values."""
        parts: list[Shape] = []
        try:
            targets = references(self._documents, place)
        except SchemaError:  # What is not here may say anything; compiling the schema tells about it.
            parts.append(self._anything())
        else:
            parts.extend(self.whole(target) for target in targets)
        parts.extend(self.branches(place, "allOf"))
        for keyword in ("anyOf", "oneOf"):
            branches = tuple(self.branches(place, keyword))
            if branches:
                parts.append(self._either(*branches))
        parts.extend(self._conditions(place))
        parts.extend(self._listed(place))
        return parts[0] if len(parts) == 1 else Both(tuple(parts), self._dialect)

    def only_objects(self, place: Place) -> bool:
        """Whether the schema plainly accepts nothing but objects."""
        return self._only_objects(place, {})

    def _only_objects(self, place: Place, answers: dict[str, bool]) -> bool:
        """The same; each place is looked at once, and one that leads to itself does not say so plainly."""
        if not isinstance(place.contents, dict):
            return False
        if place.location not in answers:
            answers[place.location] = False
            answers[place.location] = self._says_object(place, answers)
        return answers[place.location]

    def _says_object(self, place: Place, answers: dict[str, bool]) -> bool:
        types = read(place, "type")
        if types is not None and set(type_names(types)) == {"object"}:
            return True
        try:
            required = references(self._documents, place)
        except SchemaError:
            return False
        required.extend(self._places(place, "allOf"))
        if any(self._only_objects(inner, answers) for inner in required):
            return True
        unions = [self._places(place, keyword) for keyword in ("anyOf", "oneOf")]
        return any(
            branches and all(self._only_objects(inner, answers) for inner in branches) for branches in unions
        )

    def _anything(self) -> Shape:
        """The shape of what is not known, so that it may evaluate anything too."""
        return Plain(self._dialect, exact=False, evaluated=Evaluated(everything=True))

    def _places(self, place: Place, keyword: str) -> list[Place]:
        return [
            self._documents.below(place, keyword, index) for index in range(len(read(place, keyword) or ()))
        ]

    def branches(self, place: Place, keyword: str) -> list[Shape]:
        """The shapes of the schemas that a keyword lists."""
        return [self.whole(branch) for branch in self._places(place, keyword)]

    def _conditions(self, place: Place) -> Iterator[Shape]:
        """What holds under a condition, beside what holds without it."""
        if read(place, "if") is not None:
            outcomes: dict[str, Shape] = {
                keyword: self.whole(self._documents.below(place, keyword))
                for keyword in ("if", "then", "else")
                if read(place, keyword) is not None
            }
            taken = Both((outcomes["if"], outcomes.get("then", Plain(self._dialect))), self._dialect)
            # That the condition fails is not told.
            untold = Plain(self._dialect, exact=False)
            other = Both((outcomes["else"], untold), self._dialect) if "else" in outcomes else untold
            yield self._either(taken, other)
        for keyword in ("dependentSchemas", "dependencies"):
            for given, value in (read(place, keyword) or {}).items():
                if isinstance(value, list):
                    continue
                dependent = self.whole(self._documents.below(place, keyword, given))
                present = Both((Plain(self._dialect, required=(given,)), dependent), self._dialect)
                absent = Plain(self._dialect, {given: False})
                yield self._either(present, absent)

    def _listed(self, place: Place) -> Iterator[Shape]:
        """The objects that `const` and `enum` list."""
        lists = []
        if "const" in place.contents and "const" in place.dialect.keywords:
            lists.append([place.contents["const"]])
        if read(place, "enum") is not None:
            lists.append(place.contents["enum"])
        for values in lists:
            if place.dialect.reference_overrides_siblings and "$ref" in place.contents:
                continue
            objects = tuple(self._literal(value) for value in values if isinstance(value, dict))
            yield self._either(*objects) if objects else Plain(self._dialect, admits_objects=False)

    def _either(self, *branches: Shape) -> Either:
        return Either(branches, self._dialect, self._combine)

    def _literal(self, value: dict[str, Any]) -> Plain:
        literal = {key: {"enum": [member]} for key, member in value.items()}
        return Plain(self._dialect, literal, others=False, required=tuple(value))

    def _copied(self, place: Place, schema: Schema) -> Schema:
        """The schema as it may stand at the root: itself, or an outline where moving it would change what it means."""
        if not isinstance(schema, dict):
            return schema
        if place.dialect.name != self._dialect.name:
            return {keyword: value for keyword, value in schema.items() if is_annotation(keyword)}
        stays = place.base == self._root_base
        if stays and not self._has_identifiers:
            return schema
        parts = [part for _, part in everywhere(schema, self._dialect) if isinstance(part, dict)]
        refers = any(keyword in part for part in parts for keyword in REFERENCES)
        if any(_identifies(part, self._dialect) for part in parts) or (refers and not stays):
            return _outline(schema, place.dialect)
        return schema


def _identifies(schema: Schema, dialect: Dialect) -> bool:
    """Whether references may name this schema, or are resolved against it."""
    return isinstance(schema, dict) and (dialect.identifier in schema or not _IDENTIFIERS.isdisjoint(schema))


def _outline(schema: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    overridden = dialect.reference_overrides_siblings and "$ref" in schema
    return {
        keyword: value
        for keyword, value in schema.items()
        if is_annotation(keyword) or (keyword in _OUTLINE and not overridden)
    }
