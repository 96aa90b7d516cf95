"""Reads a regular expression (ECMA-262, section 22.2.1, with the `u` flag). Linear in time, without recursion.

What the `u` flag forbids and Annex B allows is read where it can mean only one thing: escaped punctuation, and braces
and brackets that stand alone. Everything else that could mean two things is refused.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from .characters import ANY_BUT_LINE_TERMINATORS
from .classes import read_class
from .escapes import Properties, character_escape, no_properties, set_escape
from .syntax import (
    Alternation,
    Assertion,
    Characters,
    Group,
    Item,
    Look,
    Pattern,
    PatternError,
    Reference,
    Repeat,
    Sequence,
)

_LITERALS = re.compile(r"[^\\\[()|.^$*+?{]+")
_COUNT = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_BRACE_OF_ANOTHER_DIALECT = re.compile(r"\{,[0-9]*\}")
_REFERENCE = re.compile(r"\\([1-9][0-9]*)")
_NAME = re.compile(r"<([^>]*)>")
_UNICODE_IN_NAME = re.compile(r"\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]+\})")
_LOOKS = {"(?=": (True, False), "(?!": (True, True), "(?<=": (False, False), "(?<!": (False, True)}
GREATEST_COUNT = 10**10

_ANY = Characters(ANY_BUT_LINE_TERMINATORS)


def parse(pattern: str, properties: Properties = no_properties) -> Pattern:
    """Parse a regular expression.

    pattern     its text
    properties  resolves what `\\p{…}` names

    Raises PatternError when the text is no regular expression.
    """
    return _Parser(pattern, properties).parse()


@functools.lru_cache(maxsize=1024)
def single(code: int) -> Characters:
    """The set of one code point."""
    return Characters(((code, code),))


class _Open:
    """A group that is still open, or the whole expression."""

    __slots__ = ("branches", "earlier_names", "items", "look", "names", "number", "position")

    def __init__(self, position: int, number: int = 0, look: tuple[bool, bool] | None = None) -> None:
        self.position = position
        self.number = number
        self.look = look
        self.branches: list[Item] = []
        self.items: list[Item] = []
        # The names of groups in this branch, and in the branches before it.
        self.names: set[str] = set()
        self.earlier_names: set[str] = set()


class _Parser:
    def __init__(self, pattern: str, properties: Properties) -> None:
        self.pattern = pattern
        self.properties = properties
        self.position = 0
        self.groups = 0
        self.depth = 0
        self.names: dict[str, tuple[int, ...]] = {}
        self.references: list[tuple[int, int]] = []
        self.repeatable = False
        self.innermost = _Open(0)
        self.outer: list[_Open] = []

    def parse(self) -> Pattern:
        pattern = self.pattern
        if "\\k" in pattern:
            self.names = _group_names(pattern)
        while self.position < len(pattern):
            step = _STEPS.get(pattern[self.position])
            if step is None:
                self.literals()
            else:
                step(self)
        if self.outer:
            raise PatternError("a `(` is never closed", self.innermost.position)
        for number, position in self.references:
            if number > self.groups:
                raise PatternError(f"`\\{number}` refers to a group that does not exist", position)
        return Pattern(_body(self.innermost), self.depth)

    def add(self, item: Item, width: int) -> None:
        self.innermost.items.append(item)
        self.position += width
        self.repeatable = True

    def literals(self) -> None:
        found = _LITERALS.match(self.pattern, self.position)
        assert found is not None
        self.innermost.items += map(single, map(ord, found[0]))
        self.position = found.end()
        self.repeatable = True

    def assertion(self) -> None:
        self.add(Assertion(self.pattern[self.position]), 1)
        self.repeatable = False

    def any_character(self) -> None:
        self.add(_ANY, 1)

    def character_class(self) -> None:
        ranges, end = read_class(self.pattern, self.position, self.properties)
        self.add(Characters(ranges), end - self.position)

    def alternative(self) -> None:
        group = self.innermost
        group.branches.append(_sequence(group.items))
        group.items = []
        group.earlier_names = _merged(group.earlier_names, group.names)
        group.names = set()
        self.position += 1
        self.repeatable = False

    def escape(self) -> None:
        pattern, position = self.pattern, self.position
        letter = pattern[position + 1 : position + 2]
        if letter in ("b", "B"):
            self.add(Assertion("\\" + letter), 2)
            self.repeatable = False
        elif letter == "k":
            self.named_reference()
        elif found := _REFERENCE.match(pattern, position):
            number = int(found[1]) if len(found[1]) < 10 else GREATEST_COUNT
            self.references.append((number, position))
            self.add(Reference((number,)), len(found[0]))
        elif found_set := set_escape(pattern, position, self.properties):
            self.add(Characters(found_set[0]), found_set[1] - position)
        else:
            code, end = character_escape(pattern, position)
            self.add(single(code), end - position)

    def named_reference(self) -> None:
        name, end = self.name(self.position + 2, "`\\k` needs the name of a group, as in `\\k<name>`")
        if name not in self.names:
            raise PatternError(f"`\\k<{name}>` refers to a group that does not exist", self.position)
        self.add(Reference(self.names[name]), end - self.position)

    def name(self, position: int, missing: str) -> tuple[str, int]:
        found = _NAME.match(self.pattern, position)
        if found is None:
            raise PatternError(missing, position)
        name = _plain(found[1])
        if not name.replace("$", "_").isidentifier():
            raise PatternError(f"`{found[1]}` is not a name for a group", position)
        return name, found.end()

    def open(self) -> None:
        pattern, position = self.pattern, self.position
        self.outer.append(self.innermost)
        self.depth = max(self.depth, len(self.outer))
        self.repeatable = False
        if not pattern.startswith("(?", position):
            self.groups += 1
            self.innermost = _Open(position, number=self.groups)
            self.position += 1
            return
        for opening, look in _LOOKS.items():
            if pattern.startswith(opening, position):
                self.innermost = _Open(position, look=look)
                self.position += len(opening)
                return
        if pattern.startswith("(?:", position):
            self.innermost = _Open(position)
            self.position += 3
        elif pattern.startswith("(?<", position):
            self.open_named()
        else:
            raise PatternError(_foreign_group(pattern[position : position + 4]), position)

    def open_named(self) -> None:
        name, end = self.name(self.position + 2, "`(?<` needs the name of a group, as in `(?<name>…)`")
        self.groups += 1
        self.innermost = _Open(self.position, number=self.groups)
        _claim(self.outer[-1], {name}, self.position)
        self.position = end

    def close(self) -> None:
        if not self.outer:
            raise PatternError("a `)` closes nothing", self.position)
        group, self.innermost = self.innermost, self.outer.pop()
        body = _body(group)
        if group.look is not None:
            body = Look(body, *group.look)
        elif group.number:
            body = Group(body, group.number)
        self.add(body, 1)
        self.repeatable = group.look is None
        _claim(self.innermost, _merged(group.earlier_names, group.names), group.position)

    def quantifier(self) -> None:
        minimum, maximum = _SIGNS[self.pattern[self.position]]
        self.repeat(minimum, maximum, 1)

    def brace(self) -> None:
        pattern, position = self.pattern, self.position
        found = _COUNT.match(pattern, position)
        if found is None:
            if _BRACE_OF_ANOTHER_DIALECT.match(pattern, position):
                raise PatternError("`{,n}` is not a quantifier of ECMA-262; write `{0,n}`", position)
            self.add(single(0x7B), 1)
            return
        least, greatest = found[1].lstrip("0"), (found[3] or "").lstrip("0")
        minimum = _count(least)
        maximum = minimum if not found[2] else _count(greatest) if found[3] else None
        if found[3] and (len(least), least) > (len(greatest), greatest):
            raise PatternError(f"the numbers of `{found[0]}` are out of order", position)
        self.repeat(minimum, maximum, len(found[0]))

    def repeat(self, minimum: int, maximum: int | None, width: int) -> None:
        if not self.repeatable:
            raise PatternError(self.nothing_to_repeat(), self.position)
        lazy = self.pattern.startswith("?", self.position + width)
        items = self.innermost.items
        items[-1] = Repeat(items[-1], minimum, maximum, lazy)
        self.position += width + lazy
        self.repeatable = False

    def nothing_to_repeat(self) -> str:
        sign = self.pattern[self.position]
        items = self.innermost.items
        if items and isinstance(items[-1], Repeat):
            return f"`{sign}` stands after another quantifier; ECMA-262 has no possessive quantifiers"
        if items and isinstance(items[-1], Look):
            return f"`{sign}` cannot repeat a lookaround"
        return f"`{sign}` has nothing to repeat"


_STEPS: dict[str, Callable[[_Parser], None]] = {
    "\\": _Parser.escape,
    "[": _Parser.character_class,
    "(": _Parser.open,
    ")": _Parser.close,
    "|": _Parser.alternative,
    ".": _Parser.any_character,
    "^": _Parser.assertion,
    "$": _Parser.assertion,
    "*": _Parser.quantifier,
    "+": _Parser.quantifier,
    "?": _Parser.quantifier,
    "{": _Parser.brace,
}
_SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


def _sequence(items: list[Item]) -> Item:
    return items[0] if len(items) == 1 else Sequence(tuple(items))


def _body(group: _Open) -> Item:
    last = _sequence(group.items)
    return Alternation((*group.branches, last)) if group.branches else last


def _count(digits: str) -> int:
    """A count without leading zeros; one that no text can reach stands for all of them."""
    return int(digits or "0") if len(digits) <= 10 else GREATEST_COUNT


def _claim(group: _Open, names: set[str], position: int) -> None:
    """Note the names of groups in the branch that `group` is at; a name is once in what can match together."""
    if twice := names & group.names:
        raise PatternError(f"two groups are named `{min(twice)}`", position)
    group.names = _merged(names, group.names)


def _merged(first: set[str], second: set[str]) -> set[str]:
    """Both, in the larger of the two, so that no name is moved often."""
    smaller, larger = (first, second) if len(first) < len(second) else (second, first)
    larger |= smaller
    return larger


def _group_names(pattern: str) -> dict[str, tuple[int, ...]]:
    """The groups by name. A reference may stand before its group, so they are needed before parsing."""
    names: dict[str, list[int]] = {}
    number = 0
    for found in _GROUP_OPENING.finditer(pattern):
        if found[1] is None:
            continue
        number += 1
        if found[2]:
            names.setdefault(_plain(found[2]), []).append(number)
    return {name: tuple(numbers) for name, numbers in names.items()}


def _plain(name: str) -> str:
    """The name of a group without escapes."""
    return _UNICODE_IN_NAME.sub(lambda escape: chr(character_escape(escape[0], 0)[0]), name)


# A class, an escape, or the opening of a capturing group with its name; a class that is not closed takes all the rest.
_GROUP_OPENING = re.compile(
    r"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\\?\Z)|\\.|(\((?!\?)|\(\?<(?![=!])([^>(]*)>)", re.DOTALL
)


def _foreign_group(opening: str) -> str:
    if opening.startswith("(?P<"):
        return "`(?P<name>…)` is Python's; write `(?<name>…)`"
    if opening.startswith("(?>"):
        return "ECMA-262 has no atomic groups `(?>…)`"
    if opening.startswith("(?#"):
        return "ECMA-262 has no comments `(?#…)`"
    if opening[2:3].isalpha() or opening.startswith("(?-"):
        return f"`{opening[:3]}` sets a flag inside the pattern, which JSON Schema has not; write out what it means"
    return f"`{opening[:3]}` opens no group of ECMA-262"
