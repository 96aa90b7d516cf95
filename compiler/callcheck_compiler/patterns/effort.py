"""How much work a pattern makes before it is known how to find it: what its length does not tell."""

from __future__ import annotations

from callcheck.ecma.program import Program, Unsuitable, build
from callcheck.ecma.syntax import Item
from callcheck.linear_pattern import MOST_INSTRUCTIONS

# What takes about as long as a step of `Limits.steps`: items of a program, ways that are followed, characters written.
_PARTS_OF_A_STEP = 4


class Effort:
    """What was done for one pattern so far."""

    def __init__(self, parts: int = 0) -> None:
        self.parts = parts

    @property
    def steps(self) -> int:
        """The same as steps of `Limits.steps`."""
        return self.parts // _PARTS_OF_A_STEP

    def add(self, parts: int) -> None:
        """So many items, ways or characters more."""
        self.parts += parts

    def build(self, expression: Item) -> Program:
        """The program of an expression. Raises Unsuitable."""
        try:
            program = build(expression, MOST_INSTRUCTIONS)
        except Unsuitable as error:
            self.add(error.items)
            raise
        self.add(program.items)
        return program
