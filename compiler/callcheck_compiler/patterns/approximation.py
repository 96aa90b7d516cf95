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

from .choices import can_be_empty

_EMPTY = Sequence(())
_NEVER = Characters(NOTHING)


class Approximation(NamedTuple):
    """The expression; whether it matches exactly what the pattern does; the bodies of the lookbehinds left out."""

    expression: Item
    exact: bool
    lookbehinds: tuple[Item, ...]


def approximated(expression: Item, counted: bool) -> Approximation:
    """Approximate an expression. With `counted`, counts stay what they are; otherwise they become loops.

    Raises Unsuitable when a count cannot become a loop: a loop ends at an empty turn, which leaves fewer ways open.
    """
    rewriter = _Rewriter(counted)
    rewritten = rewriter.rewrite(expression)
    return Approximation(rewritten, rewriter.exact, tuple(rewriter.lookbehinds))


class _Rewriter:
    def __init__(self, counted: bool) -> None:
        self.counted = counted
        self.exact = True
        self.groups: dict[int, Item] = {}
        self.lookbehinds: list[Item] = []

    def rewrite(self, item: Item) -> Item:
        if isinstance(item, Characters):
            return item
        if isinstance(item, Sequence):
            return Sequence(tuple([self.rewrite(each) for each in item.items]))
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
            self.exact = False
            return self.groups.get(item.numbers[0], _EMPTY)
        if item is not Assertion.START and item is not Assertion.END:
            self.exact = False
        return item

    def repeat(self, repeat: Repeat) -> Item:
        repeated = self.rewrite(repeat.repeated)
        minimum, maximum = repeat.minimum, repeat.maximum
        if not self.counted and (minimum > 1 or (maximum or 0) > 1):
            if can_be_empty(repeated):
                raise Unsuitable("it counts what can be empty")
            self.exact = False
            minimum, maximum = min(minimum, 1), None
        return Repeat(repeated, minimum, maximum, repeat.lazy)

    def look(self, look: Look) -> Item:
        self.exact = False
        body = self.rewrite(look.body)
        if not look.ahead:
            self.lookbehinds.append(body)
            return _EMPTY
        # What is looked at is one more way, which ends.
        return Alternation((Sequence((body, _NEVER)), _EMPTY))
