"""Finds a regular expression in time that is linear in the text, whatever the expression and the text."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Callable

from .ecma.characters import LAST, Ranges
from .ecma.parser import parse
from .ecma.program import Accept, Assert, Choose, Consume, Program, build
from .ecma.syntax import Assertion

# How long a program may be, how many transitions and how many characters are remembered.
MOST_INSTRUCTIONS = 1000
_MOST_TRANSITIONS = 20_000
_MOST_CHARACTERS = 5_000

_WORD_CHARACTERS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


def linear_search(pattern: str, source: str, length: int) -> Callable[[str], object]:
    """A function from a text to whether the pattern matches anywhere in it.

    pattern  a regular expression of ECMA-262, without back-references, lookarounds and `\\p{…}`
    source   the same for `re`, which may backtrack
    length   the length of text up to which it cannot backtrack for long
    """
    backtracking = re.compile(source).search

    @functools.cache
    def linear() -> Callable[[str], bool]:
        return LinearPattern(pattern).search

    def search(text: str) -> object:
        return backtracking(text) if len(text) <= length else linear()(text)

    return search


class LinearPattern:
    """A regular expression whose states after each character are all followed at once.

    The states are the bits of an integer; a set of states that was seen before is a dictionary of what follows.
    Raises PatternError for what is no regular expression, Unsuitable for what is not regular or too large.
    """

    def __init__(self, pattern: str) -> None:
        self._places = _Places(build(parse(pattern).expression, MOST_INSTRUCTIONS))
        self._masks: dict[str, int] = {}
        self._states: dict[tuple[int, bool], _State] = {}
        self._transitions = 0
        self._matched = _Matched()

    def search(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text."""
        places = self._places
        if not text:
            return places.entry(boundary=False, at_start=True, at_end=True)[1]
        state = self._start(text[0])
        matched = self._matched
        if state is matched:
            return True
        for character in text[1:]:
            state = state[character]
            if state is matched:
                return True
        boundary = state.word
        if places.entry(boundary, at_start=False, at_end=True)[1]:
            return True
        return places.accepts(state.active, boundary, at_end=True)

    def _start(self, character: str) -> _State:
        word = character in _WORD_CHARACTERS
        entered, accepted = self._places.entry(boundary=word, at_start=True, at_end=False)
        return self._matched if accepted else self._state(entered & self._mask(character), word)

    def step(self, state: _State, character: str) -> _State:
        """The state after one more character."""
        places = self._places
        word = character in _WORD_CHARACTERS
        boundary = word != state.word
        entered, accepted = places.entry(boundary, at_start=False, at_end=False)
        if accepted or places.accepts(state.active, boundary, at_end=False):
            following: _State = self._matched
        else:
            reached = places.following(state.active, boundary) | entered
            following = self._state(reached & self._mask(character), word)
        self._transitions += 1
        if self._transitions > _MOST_TRANSITIONS:
            self._forget()
        state[character] = following
        return following

    def _state(self, active: int, word: bool) -> _State:
        key = (active, word)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = _State(self, active, word)
        return state

    def _forget(self) -> None:
        forgotten = list(self._states.values())
        self._states = {}
        self._transitions = 0
        for state in forgotten:
            state.clear()

    def _mask(self, character: str) -> int:
        mask = self._masks.get(character)
        if mask is None:
            if len(self._masks) >= _MOST_CHARACTERS:
                self._masks = {}
            mask = self._masks[character] = self._places.mask(ord(character))
        return mask


class _State(dict[str, "_State"]):
    """The places that were just passed, and what follows by the next character, as far as it is known."""

    __slots__ = ("active", "pattern", "word")

    def __init__(self, pattern: LinearPattern | None, active: int, word: bool) -> None:
        super().__init__()
        self.pattern = pattern
        self.active = active
        self.word = word

    def __missing__(self, character: str) -> _State:
        assert self.pattern is not None
        return self.pattern.step(self, character)


class _Matched(_State):
    """The pattern has matched, whatever follows."""

    def __init__(self) -> None:
        super().__init__(None, 0, False)


class _Places:
    """The places of a program that consume a character, as bits, and which of them follow which."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.consuming = [
            place for place, each in enumerate(program.instructions) if isinstance(each, Consume)
        ]
        self.bits = {place: 1 << index for index, place in enumerate(self.consuming)}
        self.bytes = (len(self.consuming) + 7) // 8
        self.sets: dict[Ranges, int] = {}
        for place, bit in self.bits.items():
            instruction = program.instructions[place]
            assert isinstance(instruction, Consume)
            self.sets[instruction.ranges] = self.sets.get(instruction.ranges, 0) | bit
        self.bounds = {ranges: _bounds(ranges) for ranges in self.sets}
        self.reached: dict[tuple[int, bool, bool, bool], tuple[int, bool]] = {}
        self.unions: dict[tuple[int, int, bool], int] = {}
        self.accepting: dict[tuple[bool, bool], int] = {}

    def mask(self, code: int) -> int:
        """The places whose set has this code point."""
        mask = 0
        for ranges, bits in self.sets.items():
            # Between a low bound and the bound after its high one, an odd number of bounds has been passed.
            if bisect_right(self.bounds[ranges], code) % 2:
                mask |= bits
        return mask

    def entry(self, boundary: bool, at_start: bool, at_end: bool) -> tuple[int, bool]:
        """Where a match that begins here first consumes, and whether it can end at once."""
        return self.reach(self.program.start, boundary, at_start, at_end)

    def following(self, active: int, boundary: bool) -> int:
        """Where those that have just passed `active` consume next."""
        reached = 0
        unions = self.unions
        for index, byte in enumerate(active.to_bytes(self.bytes, "little")):
            if byte:
                union = unions.get((index, byte, boundary))
                if union is None:
                    union = unions[index, byte, boundary] = self.union(index, byte, boundary)
                reached |= union
        return reached

    def union(self, index: int, byte: int, boundary: bool) -> int:
        reached = 0
        for bit in range(8):
            if byte >> bit & 1:
                reached |= self.after(index * 8 + bit, boundary, at_end=False)[0]
        return reached

    def accepts(self, active: int, boundary: bool, at_end: bool) -> bool:
        """Whether one of those that have just passed `active` has matched."""
        mask = self.accepting.get((boundary, at_end))
        if mask is None:
            mask = 0
            for index in range(len(self.consuming)):
                if self.after(index, boundary, at_end)[1]:
                    mask |= 1 << index
            self.accepting[boundary, at_end] = mask
        return bool(active & mask)

    def after(self, index: int, boundary: bool, at_end: bool) -> tuple[int, bool]:
        instruction = self.program.instructions[self.consuming[index]]
        assert isinstance(instruction, Consume)
        return self.reach(instruction.following, boundary, at_start=False, at_end=at_end)

    def reach(self, place: int, boundary: bool, at_start: bool, at_end: bool) -> tuple[int, bool]:
        """What is reached from a place without consuming: consuming places, and whether the end of the program."""
        key = (place, boundary, at_start, at_end)
        found = self.reached.get(key)
        if found is not None:
            return found
        holds = {
            Assertion.START: at_start,
            Assertion.END: at_end,
            Assertion.BOUNDARY: boundary,
            Assertion.NOT_BOUNDARY: not boundary,
        }
        bits, accepted = 0, False
        seen = {place}
        waiting = [place]
        while waiting:
            place = waiting.pop()
            instruction = self.program.instructions[place]
            if isinstance(instruction, Consume):
                bits |= self.bits[place]
                continue
            if isinstance(instruction, Accept):
                accepted = True
                continue
            if isinstance(instruction, Assert):
                onward = (instruction.following,) if holds[instruction.assertion] else ()
            elif isinstance(instruction, Choose):
                onward = instruction.places
            else:
                onward = (instruction.body, instruction.following)
            waiting += [each for each in onward if each not in seen]
            seen.update(onward)
        self.reached[key] = bits, accepted
        return bits, accepted


def _bounds(ranges: Ranges) -> list[int]:
    return [bound for low, high in ranges for bound in (low, high + 1)] + [LAST + 1]
