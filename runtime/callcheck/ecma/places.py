"""The places of a program at which a character is consumed, as the bits of an integer, and which follow which."""

from __future__ import annotations

from bisect import bisect_right

from .characters import LAST, Ranges
from .program import Accept, Assert, Choose, Consume, Program
from .syntax import Assertion

# What holds at a place of the text, as bits of its context; after these, one bit for each lookaround.
START, END, BOUNDARY = 1, 2, 4
_MOST_CHARACTERS = 5_000


def look_bit(number: int) -> int:
    """The bit of a context that says whether a lookaround holds."""
    return 8 << number


class Places:
    """Answers what follows a set of places, eight of them at a time, and remembers it."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._consuming = [
            place for place, each in enumerate(program.instructions) if isinstance(each, Consume)
        ]
        self._bits = {place: 1 << index for index, place in enumerate(self._consuming)}
        self._bytes = (len(self._consuming) + 7) // 8
        self._sets: dict[Ranges, int] = {}
        for place, bit in self._bits.items():
            ranges = self._consume(place).ranges
            self._sets[ranges] = self._sets.get(ranges, 0) | bit
        self._bounds = {ranges: _bounds(ranges) for ranges in self._sets}
        self._masks: dict[str, int] = {}
        self._reached: dict[tuple[int, int], tuple[int, bool]] = {}
        self._unions: dict[tuple[int, int, int], tuple[int, bool]] = {}

    def mask(self, character: str) -> int:
        """The places whose set has this character."""
        mask = self._masks.get(character)
        if mask is None:
            if len(self._masks) >= _MOST_CHARACTERS:
                self._masks = {}
            mask = 0
            for ranges, bits in self._sets.items():
                # Inside a range, an odd number of bounds has been passed.
                if bisect_right(self._bounds[ranges], ord(character)) % 2:
                    mask |= bits
            self._masks[character] = mask
        return mask

    def entry(self, context: int) -> tuple[int, bool]:
        """Where a match that begins in this context first consumes, and whether it can end at once."""
        return self._reach(self._program.start, context)

    def following(self, passed: int, context: int) -> tuple[int, bool]:
        """Where those that have just passed these places consume next, and whether one of them has matched."""
        reached, accepted = 0, False
        unions = self._unions
        for index, byte in enumerate(passed.to_bytes(self._bytes, "little")):
            if byte:
                union = unions.get((index, byte, context))
                if union is None:
                    union = unions[index, byte, context] = self._union(index, byte, context)
                reached |= union[0]
                accepted = accepted or union[1]
        return reached, accepted

    def _union(self, index: int, byte: int, context: int) -> tuple[int, bool]:
        reached, accepted = 0, False
        for bit in range(8):
            if byte >> bit & 1:
                consume = self._consume(self._consuming[index * 8 + bit])
                onward = self._reach(consume.following, context)
                reached |= onward[0]
                accepted = accepted or onward[1]
        return reached, accepted

    def _consume(self, place: int) -> Consume:
        instruction = self._program.instructions[place]
        assert isinstance(instruction, Consume)
        return instruction

    def _reach(self, place: int, context: int) -> tuple[int, bool]:
        """What is reached from a place without consuming: consuming places, and whether the end of the program."""
        key = (place, context)
        found = self._reached.get(key)
        if found is not None:
            return found
        bits, accepted = 0, False
        seen = {place}
        waiting = [place]
        while waiting:
            place = waiting.pop()
            instruction = self._program.instructions[place]
            onward: tuple[int, ...] = ()
            if isinstance(instruction, Consume):
                bits |= self._bits[place]
            elif isinstance(instruction, Accept):
                accepted = True
            elif isinstance(instruction, Choose):
                onward = instruction.places
            elif not isinstance(instruction, Assert):
                onward = (instruction.body, instruction.following)
            elif _holds(instruction.assertion, context):
                onward = (instruction.following,)
            waiting += [each for each in onward if each not in seen]
            seen.update(onward)
        self._reached[key] = bits, accepted
        return bits, accepted


def _holds(assertion: Assertion | int, context: int) -> bool:
    if isinstance(assertion, int):
        return bool(context & look_bit(assertion))
    if assertion is Assertion.START:
        return bool(context & START)
    if assertion is Assertion.END:
        return bool(context & END)
    return bool(context & BOUNDARY) is (assertion is Assertion.BOUNDARY)


def _bounds(ranges: Ranges) -> list[int]:
    return [bound for low, high in ranges for bound in (low, high + 1)] + [LAST + 1]
