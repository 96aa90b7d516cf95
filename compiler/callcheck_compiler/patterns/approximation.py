"""A pattern without lookarounds, back-references and (on request) counts, that leaves at least as many ways open."""

from __future__ import annotations

from typing import NamedTuple

from callcheck.ecma.characters import NOTHING
from callcheck.ecma.program import Unsuitable
from callcheck.ecma.syntax import (
    Alternation,
    Assertion,
    Characters,
    Group,
    Item,
    Look,
    Reference,
    Repeat,
    Sequence,
)

from .choices import can_be_empty, most_looks

_NEVER = Characters(NOTHING)
# What matches nothing takes a step too: as an instruction it counts, however often it is repeated.
_STEP = Alternation((Sequence(()),))
# How many characters one lookbehind may look at.
_MOST_LOOKS_BEHIND = 2000


class Approximation(NamedTuple):
    """The expression; whether it matches exactly what the pattern does; whether lookbehinds were left out."""

    expression: Item
    exact: bool
    looks_behind: bool


def approximated(expression: Item, counted: bool) -> Approximation:
    """Approximate an expression. With `counted`, counts stay what they are; otherwise they become loops.

    Every part of it becomes an instruction at least, and a lookbehind one for each character that it may look at.
    Raises Unsuitable when a count cannot become a loop: a loop ends at an empty turn, which leaves fewer ways open; and
    for a lookbehind that may look at very many characters.
    """
    rewriter = _Rewriter(counted)
    rewritten = rewriter.rewrite(expression)
    return Approximation(rewritten, rewriter.exact, rewriter.looks_behind)


class _Rewriter:
    def __init__(self, counted: bool) -> None:
        self.counted = counted
        self.exact = True
        self.looks_behind = False
        self.groups: dict[int, Item] = {}

    def rewrite(self, item: Item) -> Item:
        if isinstance(item, Characters):
            return item
        if isinstance(item, Sequence):
            return Sequence(tuple([self.rewrite(each) for each in item.items])) if item.items else _STEP
        if isinstance(item, Alternation):
            return Alternation(tuple([self.rewrite(branch) for branch in item.branches]))
        if isinstance(item, Repeat):
            return self.repeat(item)
        if isinstance(item, Group):
            body = self.groups[item.number] = self.rewrite(item.body)
            return body
        if isinstance(item, Look):
            return self.look(item)
        if isinstance(item, Reference):
            return self.reference(item)
        if item is not Assertion.START and item is not Assertion.END:
            self.exact = False
        return item

    def reference(self, reference: Reference) -> Item:
        self.exact = False
        group = self.groups.get(reference.numbers[0])
        if group is None:
            raise Unsuitable("it refers to a group that may not have matched")
        return group

    def repeat(self, repeat: Repeat) -> Item:
        repeated = self.rewrite(repeat.repeated)
        minimum, maximum = repeat.minimum, repeat.maximum
        if maximum == 0:
            return _STEP
        if not self.counted and (minimum > 1 or (maximum or 0) > 1):
            if can_be_empty(repeated):
                raise Unsuitable("it counts what can be empty")
            self.exact = False
            minimum, maximum = min(minimum, 1), None
        return Repeat(repeated, minimum, maximum, repeat.lazy)

    def look(self, look: Look) -> Item:
        self.exact = False
        if not look.ahead:
            return self.look_behind(look)
        # What is looked at is one more way, which ends.
        return Alternation((Sequence((self.rewrite(look.body), _NEVER)), _STEP))

    def look_behind(self, look: Look) -> Item:
        self.looks_behind = True
        looks = most_looks(look)
        if not looks <= _MOST_LOOKS_BEHIND:
            raise Unsuitable("a lookbehind may look at very many characters")
        return Repeat(_STEP, int(looks), int(looks), lazy=False)
