"""The types of Python that type checkers are told: a closed set, and how each is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .code import Code, join, literal, name, quoted, template
from .scope import Scope

WORDS = ("bool", "int", "float", "str", "None", "Any", "Never")


@dataclass(frozen=True)
class Word:
    """One of `WORDS`."""

    text: str


@dataclass(frozen=True)
class Literals:
    """Strings, integers and booleans, each a value of its own: 1 is not True here. Sorted apart by type, never empty."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class ListOf:
    """`list[item]`."""

    item: Type


@dataclass(frozen=True)
class DictOf:
    """`dict[str, value]`."""

    value: Type


@dataclass(frozen=True)
class AnyOf:
    """`a | b`; made by `union`."""

    members: tuple[Type, ...]


@dataclass(frozen=True)
class Named:
    """A class or an alias that the module declares."""

    name: Code


Type = Word | Literals | ListOf | DictOf | AnyOf | Named

ANY = Word("Any")
NEVER = Word("Never")
NONE = Word("None")
OF_LITERALS = {"bool": bool, "int": int, "str": str}


@dataclass(frozen=True)
class Field:
    """One key of a TypedDict."""

    key: str
    type: Type
    required: bool


@dataclass(frozen=True)
class Declaration:
    """What stands under one name: the fields of a TypedDict, or the type that an alias is for."""

    name: Code
    fields: tuple[Field, ...] = ()
    alias: Type | None = None


def literals(values: Iterable[Any]) -> Type:
    """The type of these values of JSON; what no Literal can hold becomes the type that it is of."""
    members: list[Type] = []
    for value in values:
        if value is None:
            members.append(NONE)
        elif type(value) in (bool, int) or (type(value) is str and is_written(value)):
            members.append(Literals((value,)))
        elif type(value) in (str, float):
            members.append(Word(type(value).__name__))
        else:
            members.append(ListOf(ANY) if isinstance(value, list) else DictOf(ANY))
    return union(members)


def is_written(text: str) -> bool:
    """Whether type checkers can read a string at all: they store types as UTF-8."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def union(types: Iterable[Type]) -> Type:
    """The union, without what another member includes, literals together and None last."""
    members: dict[Type, None] = {}
    values: dict[tuple[str, str], Any] = {}
    for member in _flat(types):
        if isinstance(member, Literals):
            # By their spelling, for integers can be chosen to hash alike.
            values.update({(type(value).__name__, repr(value)): value for value in member.values})
        elif member != NEVER:
            members[member] = None
    if ANY in members:
        return ANY
    if Word("float") in members:
        members.pop(Word("int"), None)
    left = [value for (word, _), value in values.items() if Word(word) not in members]
    if Word("float") in members:
        left = [value for value in left if type(value) is not int]
    kept: list[Type] = [Literals(tuple(left))] if left else []
    kept += [member for member in members if member != NONE]
    kept += [NONE] if NONE in members else []
    return AnyOf(tuple(kept)) if len(kept) > 1 else kept[0] if kept else NEVER


def _flat(types: Iterable[Type]) -> Iterator[Type]:
    for member in types:
        if isinstance(member, AnyOf):
            yield from member.members
        else:
            yield member


@dataclass
class Spelling:
    """Writes types, and notes which words of `typing` that takes.

    declared  the names that stand above already; any other one has to be quoted where annotations are evaluated
    """

    used: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)

    def written(self, of: Type, evaluated: bool) -> Code:
        """A type as an expression. `evaluated`: it does not stand in an annotation, which may name what is declared below."""
        if isinstance(of, Word):
            if of in (ANY, NEVER):
                self.used.add(of.text)
            return name(of.text)
        if isinstance(of, Literals):
            self.used.add("Literal")
            return template("Literal[{vs}]", vs=join(", ", map(literal, of.values)))
        if isinstance(of, ListOf):
            return template("list[{i}]", i=self.written(of.item, evaluated))
        if isinstance(of, DictOf):
            return template("dict[str, {v}]", v=self.written(of.value, evaluated))
        if isinstance(of, Named):
            return quoted(of.name) if self._is_quoted(of, evaluated) else of.name
        members = [self.written(member, evaluated) for member in of.members]
        if any(self._is_quoted(member, evaluated) for member in of.members):
            self.used.add("Union")  # a string has no operator |
            return template("Either[{ms}]", ms=join(", ", members))
        return join(" | ", members)

    def _is_quoted(self, of: Type, evaluated: bool) -> bool:
        return evaluated and isinstance(of, Named) and Scope.spelled(of.name) not in self.declared
