"""A regular expression as a program: what to look for next, at each place (Thompson's construction)."""

from __future__ import annotations

from typing import NamedTuple

from .characters import Ranges
from .syntax import Alternation, Assertion, Characters, Group, Item, Look, Repeat, Sequence


class Consume(NamedTuple):
    """One code point of the set, then go on at `following`."""

    ranges: Ranges
    following: int


class Choose(NamedTuple):
    """Any of the places, the first preferred."""

    places: tuple[int, ...]


class Loop(NamedTuple):
    """Once more through `body`, or on at `following`. A turn that consumes nothing is the last."""

    body: int
    following: int
    lazy: bool


class Assert(NamedTuple):
    """Go on at `following` if the assertion holds here, or the lookaround of this number."""

    assertion: Assertion | int
    following: int


class Accept(NamedTuple):
    """The expression has matched."""


Instruction = Consume | Choose | Loop | Assert | Accept


class Unsuitable(ValueError):
    """An expression has no program: it is not regular, or its counts make it too large. Says which.

    `items` is how many items were built before that was known.
    """

    items = 0


class Program(NamedTuple):
    """The instructions, where to begin, and the lookarounds by number; one comes after those inside it.

    `items` is how many items of the expression were built, each as often as it is repeated.
    """

    instructions: tuple[Instruction, ...]
    start: int
    looks: tuple[LookProgram, ...] = ()
    items: int = 0


class LookProgram(NamedTuple):
    """A lookaround. The program of a lookahead reads backwards, to where the lookahead stands."""

    program: Program
    ahead: bool
    negative: bool


# How many items are built for each instruction, those that add none counted too.
_MOST_ITEMS_FOR_ONE = 20


def build(expression: Item, most: int) -> Program:
    """The program of an expression, of at most `most` instructions, those of its lookarounds included. Raises Unsuitable."""
    shared = _Shared(most)
    try:
        program = _Builder(shared).program(expression)
    except Unsuitable as error:
        error.items = shared.items
        raise
    return program._replace(looks=tuple(shared.looks), items=shared.items)


class _Shared:
    """What the builders of an expression and of its lookarounds share: their bounds, and the lookarounds built so far."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.instructions = 0
        self.items = 0
        self.looks: list[LookProgram] = []
        self.numbers: dict[int, int] = {}

    def count_instruction(self) -> None:
        self.instructions += 1
        self.within_bounds(self.instructions)

    def count_item(self) -> None:
        self.items += 1
        if self.items > self.most * _MOST_ITEMS_FOR_ONE:
            raise Unsuitable(f"its counts make it longer than {self.most * _MOST_ITEMS_FOR_ONE} items")

    def within_bounds(self, size: int) -> None:
        if size > self.most:
            raise Unsuitable(f"its counts make it longer than {self.most} steps")


class _Builder:
    def __init__(self, shared: _Shared, backwards: bool = False) -> None:
        self.shared = shared
        self.backwards = backwards
        self.instructions: list[Instruction] = []

    def program(self, expression: Item) -> Program:
        start = self.build(expression, self.add(Accept()))
        return Program(tuple(self.instructions), start)

    def add(self, instruction: Instruction) -> int:
        self.shared.count_instruction()
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def build(self, item: Item, following: int) -> int:
        """Add what matches `item` and then goes on at `following`; where it begins."""
        self.shared.count_item()
        if isinstance(item, Characters):
            return self.add(Consume(item.ranges, following))
        if isinstance(item, Sequence):
            for each in item.items if self.backwards else reversed(item.items):
                following = self.build(each, following)
            return following
        if isinstance(item, Repeat):
            return self.repeat(item, following)
        if isinstance(item, Alternation):
            return self.add(Choose(tuple([self.build(branch, following) for branch in item.branches])))
        if isinstance(item, Group):
            return self.build(item.body, following)
        if isinstance(item, Assertion):
            return self.add(Assert(item, following))
        if isinstance(item, Look):
            return self.add(Assert(self.look(item), following))
        raise Unsuitable("it has a back-reference")

    def look(self, look: Look) -> int:
        """The number of a lookaround, which is built once however often it is repeated."""
        number = self.shared.numbers.get(id(look))
        if number is None:
            program = _Builder(self.shared, look.ahead).program(look.body)
            number = self.shared.numbers[id(look)] = len(self.shared.looks)
            self.shared.looks.append(LookProgram(program, look.ahead, look.negative))
        return number

    def repeat(self, repeat: Repeat, following: int) -> int:
        self.shared.within_bounds(repeat.minimum + 1)
        place = following
        if repeat.maximum is None:
            place = self.add(Accept())
            body = self.build(repeat.repeated, place)
            self.instructions[place] = Loop(body, following, repeat.lazy)
        else:
            self.shared.within_bounds(repeat.maximum + 1)
            for _ in range(repeat.maximum - repeat.minimum):
                body = self.build(repeat.repeated, place)
                place = self.add(Choose((following, body) if repeat.lazy else (body, following)))
        for _ in range(repeat.minimum):
            first = self.build(repeat.repeated, place)
            if first == place:
                break  # It adds nothing, and would not in another turn.
            place = first
        return place
