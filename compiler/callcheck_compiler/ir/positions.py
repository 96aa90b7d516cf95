"""The intermediate representation of coercion: the places of the arguments at which a repair may be made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

INERT = 0  # the number of the position at which, and below which, nothing is ever repaired


@dataclass(frozen=True)
class Child:
    """A declared property. `droppable`: a null there is dropped, key and all."""

    name: str
    position: int
    droppable: bool


@dataclass(frozen=True)
class Undeclared:
    """Keys that are not declared: the position by which of the patterns match, in the patterns' order."""

    declared: tuple[str, ...]
    patterns: tuple[str, ...]
    positions: Mapping[tuple[bool, ...], Child]


@dataclass(frozen=True)
class Position:
    """One place of the arguments.

    types     the effective types when the value itself may be repaired, else None
    children  declared properties where something may be repaired
    others    the remaining keys, or None
    prefix    positions of the first items
    rest      the position of the items after them
    """

    location: str
    types: frozenset[str] | None
    children: tuple[Child, ...] = ()
    others: Undeclared | None = None
    prefix: tuple[int, ...] = ()
    rest: int = INERT


@dataclass(frozen=True)
class Plan:
    """Every position by number; `root` is INERT when no call is ever changed."""

    root: int
    positions: Mapping[int, Position]


@dataclass(frozen=True)
class Alternative:
    """A branch of a union to which the arguments may be held, and what rules it out for them.

    required  the keys without which it cannot hold
    strings   (key, the only values that it takes under it)
    declared  for each of its schemas that takes no other keys: those that it takes
    position  the arguments as the branch alone sees them
    unions    the locations of the unions that stand in place in it
    """

    location: str
    required: tuple[str, ...]
    strings: tuple[tuple[str, tuple[str, ...]], ...]
    declared: tuple[tuple[str, ...], ...]
    position: int
    unions: tuple[str, ...]


@dataclass(frozen=True)
class Alternatives:
    """The unions that stand in place at the root, by location, each with the branches that an object can satisfy.

    first  those of the root itself; the others stand in a branch of another one
    """

    first: tuple[str, ...]
    unions: Mapping[str, tuple[Alternative, ...]]
    positions: Mapping[int, Position]


NO_ALTERNATIVES = Alternatives((), {}, {})
