"""What a schema lets an object have, key by key. Never stricter than the schema itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from callcheck.issues import SchemaError

from ..keywords.dialects import Dialect
from .matching import Match, match
from .merge import Combine, Schema, intersection, is_never, union
from .work import spend

# Branches times keys: more than any tool has, little enough to be merged in a second.
_MOST_PAIRS = 200_000


class Shape(Protocol):
    """What a schema lets an object have.

    keys       the keys it speaks of by name, in schema order
    required   the keys that every such object has
    closed     whether no object has a key that is not among `keys`
    exact      whether `keys`, `allows`, `required` and `closed` say all that the schema says about objects
    possible   whether an object can satisfy it at all; True when in doubt
    evaluated  what it may evaluate, for an `unevaluatedProperties` around it
    """

    @property
    def keys(self) -> tuple[str, ...]: ...
    @property
    def required(self) -> tuple[str, ...]: ...
    @property
    def closed(self) -> bool: ...
    @property
    def exact(self) -> bool: ...
    @property
    def possible(self) -> bool: ...
    @property
    def evaluated(self) -> Evaluated: ...
    def allows(self, key: str) -> Schema:
        """What the value under `key` may be."""


@dataclass(frozen=True)
class Evaluated:
    """The keys that a schema may evaluate (Core 2020-12, section 11.3)."""

    names: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()
    everything: bool = False

    def __or__(self, other: Evaluated) -> Evaluated:
        return Evaluated(
            self.names | other.names, self.patterns | other.patterns, self.everything or other.everything
        )

    def may_hold(self, key: str) -> bool:
        """Whether the key may be among them."""
        if self.everything or key in self.names:
            return True
        return any(match(pattern, key) is not Match.NO for pattern in self.patterns)


@dataclass(frozen=True)
class Plain:
    """A schema's own `properties`, `patternProperties`, `additionalProperties` and `required`."""

    dialect: Dialect
    properties: Mapping[str, Schema] = field(default_factory=dict)
    patterns: Mapping[str, Schema] = field(default_factory=dict)
    others: Schema = True
    required: tuple[str, ...] = ()
    exact: bool = True
    admits_objects: bool = True
    evaluated: Evaluated = Evaluated()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.properties)

    @cached_property
    def closed(self) -> bool:
        return is_never(self.others) and all(map(is_never, self.patterns.values()))

    @cached_property
    def possible(self) -> bool:
        return self.admits_objects and not any(is_never(self.allows(key)) for key in self.required)

    def allows(self, key: str) -> Schema:
        spend(len(self.patterns))
        matches = [(match(pattern, key), schema) for pattern, schema in self.patterns.items()]
        certain = [schema for found, schema in matches if found is Match.YES]
        if key in self.properties:
            return intersection([self.properties[key], *certain], self.dialect)
        if certain:
            return intersection(certain, self.dialect)
        perhaps = [schema for found, schema in matches if found is Match.PERHAPS]
        return union([*perhaps, self.others], self.dialect)


@dataclass(frozen=True)
class Both:
    """Several schemas at once."""

    parts: tuple[Shape, ...]
    dialect: Dialect
    _known: dict[str, Schema] = field(default_factory=dict, compare=False)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return _in_order(self.parts)

    @cached_property
    def required(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for part in self.parts for key in part.required))

    @cached_property
    def closed(self) -> bool:
        return any(part.closed for part in self.parts)

    @cached_property
    def exact(self) -> bool:
        return all(part.exact for part in self.parts)

    @cached_property
    def possible(self) -> bool:
        return all(part.possible for part in self.parts) and not any(
            is_never(self.allows(key)) for key in self.required
        )

    @cached_property
    def evaluated(self) -> Evaluated:
        return _all_evaluated(self.parts)

    def allows(self, key: str) -> Schema:
        if key not in self._known:
            spend(len(self.parts))
            self._known[key] = intersection((part.allows(key) for part in self.parts), self.dialect)
        return self._known[key]


@dataclass(frozen=True)
class Either:
    """One of several schemas, or more of them; only those that an object can satisfy count.

    combine  makes one schema of what the branches allow for a key
    """

    branches: tuple[Shape, ...]
    dialect: Dialect
    combine: Combine = union
    _known: dict[str, Schema] = field(default_factory=dict, compare=False)

    @cached_property
    def _possible(self) -> tuple[Shape, ...]:
        return tuple(branch for branch in self.branches if branch.possible)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        keys = _in_order(self._possible)
        if len(keys) * len(self._possible) > _MOST_PAIRS:
            raise SchemaError(
                "its union is too large to be shown as one object: let fewer branches speak of fewer keys"
            )
        return keys

    @cached_property
    def required(self) -> tuple[str, ...]:
        first, *others = self._possible or self.branches
        sets = [set(branch.required) for branch in others]
        return tuple(key for key in first.required if all(key in names for names in sets))

    @cached_property
    def closed(self) -> bool:
        return all(branch.closed for branch in self._possible)

    @cached_property
    def exact(self) -> bool:
        return len(self._possible) == 1 and self._possible[0].exact

    @cached_property
    def possible(self) -> bool:
        return bool(self._possible)

    @cached_property
    def evaluated(self) -> Evaluated:
        return _all_evaluated(self.branches)

    def allows(self, key: str) -> Schema:
        if key not in self._known:
            spend(len(self._possible))
            allowed = (branch.allows(key) for branch in self._possible)
            self._known[key] = self.combine(allowed, self.dialect)
        return self._known[key]


@dataclass(frozen=True)
class Sealed:
    """A schema with `unevaluatedProperties` around it."""

    inner: Shape
    others: Schema
    dialect: Dialect

    @property
    def keys(self) -> tuple[str, ...]:
        return self.inner.keys

    @property
    def required(self) -> tuple[str, ...]:
        return self.inner.required

    @cached_property
    def closed(self) -> bool:
        evaluated = self.inner.evaluated
        bounded = not evaluated.everything and not evaluated.patterns
        return self.inner.closed or (is_never(self.others) and bounded and evaluated.names <= set(self.keys))

    @property
    def exact(self) -> bool:
        return False

    @cached_property
    def possible(self) -> bool:
        return self.inner.possible and not any(is_never(self.allows(key)) for key in self.required)

    @property
    def evaluated(self) -> Evaluated:
        evaluates_all = not is_never(self.others)
        return self.inner.evaluated | Evaluated(everything=evaluates_all)

    def allows(self, key: str) -> Schema:
        allowed = self.inner.allows(key)
        if self.inner.evaluated.may_hold(key):
            return allowed
        return intersection([allowed, self.others], self.dialect)


def _in_order(shapes: Iterable[Shape]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for shape in shapes for key in shape.keys))


def _all_evaluated(shapes: Iterable[Shape]) -> Evaluated:
    found = Evaluated()
    for shape in shapes:
        found = found | shape.evaluated
    return found
