"""Finds a regular expression in time that is linear in the text, whatever the expression and the text."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator

from .ecma.parser import parse
from .ecma.places import BOUNDARY, END, START, Places, look_bit
from .ecma.program import LookProgram, build

# How long a program may be, and how many transitions are remembered.
MOST_INSTRUCTIONS = 2000
_MOST_TRANSITIONS = 20_000

_WORD_CHARACTERS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")


def linear_search(pattern: str, source: str, length: int) -> Callable[[str], object]:
    """A function from a text to whether the pattern matches anywhere in it.

    pattern  a regular expression of ECMA-262, without back-references and `\\p{…}`
    source   the same for `re`, which may backtrack
    length   the length of text up to which it cannot backtrack for long; -1 for never
    """
    backtracking = re.compile(source).search

    @functools.cache
    def linear() -> Callable[[str], bool]:
        return LinearPattern(pattern).search

    def search(text: str) -> object:
        return backtracking(text) if len(text) <= length else linear()(text)

    return search


class LinearPattern:
    """A regular expression all of whose ways are followed at once.

    Where they have come to is a set of places, as an integer; one that was seen before is a dictionary of what follows.
    With lookarounds, each is first searched for in the whole text, from the side to which it does not look.
    Raises PatternError for what is no regular expression, Unsuitable for one with back-references or too large.
    """

    def __init__(self, pattern: str) -> None:
        program = build(parse(pattern).expression, MOST_INSTRUCTIONS)
        self._places = Places(program)
        self._looks = [_Look(number, look) for number, look in enumerate(program.looks)]
        self._states: dict[tuple[int, bool], _State] = {}
        self._transitions = 0
        self._start = _State(self, 0, word=False, context=START)
        self._matched = _State(self, 0, word=False, context=0)

    def search(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text."""
        if self._looks:
            return self._search_with_looks(text)
        state = self._start
        matched = self._matched
        for character in text:
            state = state[character]
            if state is matched:
                return True
        ends = state.ends
        if ends is None:
            ends = state.ends = self._onward(state, END | (BOUNDARY if state.word else 0))[1]
        return ends

    def _search_with_looks(self, text: str) -> bool:
        contexts = _contexts(text)
        for look in self._looks:
            look.mark(text, contexts)
        return any(_ends(self._places, text, contexts))

    def _onward(self, state: _State, context: int) -> tuple[int, bool]:
        """Where the ways go on from a state, with a match that begins here, and whether one has ended."""
        context |= state.context
        entered, matched_at_once = self._places.entry(context)
        reached, accepted = self._places.following(state.passed, context)
        return entered | reached, matched_at_once or accepted

    def step(self, state: _State, character: str) -> _State:
        """The state after one more character."""
        word = character in _WORD_CHARACTERS
        reached, accepted = self._onward(state, BOUNDARY if word != state.word else 0)
        following = self._matched if accepted else self._state(reached & self._places.mask(character), word)
        self._transitions += 1
        if self._transitions > _MOST_TRANSITIONS:
            self._forget()
        state[character] = following
        return following

    def _state(self, passed: int, word: bool) -> _State:
        key = (passed, word)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = _State(self, passed, word, context=0)
        return state

    def _forget(self) -> None:
        forgotten = [self._start, *self._states.values()]
        self._states = {}
        self._transitions = 0
        for state in forgotten:
            state.clear()


class _State(dict[str, "_State"]):
    """The places that were just passed, and what follows by the next character or the end, as far as it is known."""

    __slots__ = ("context", "ends", "passed", "pattern", "word")

    def __init__(self, pattern: LinearPattern, passed: int, word: bool, context: int) -> None:
        super().__init__()
        self.pattern = pattern
        self.passed = passed
        self.word = word
        self.context = context
        self.ends: bool | None = None

    def __missing__(self, character: str) -> _State:
        return self.pattern.step(self, character)


class _Look:
    """A lookaround, found at every place of a text in one go: a lookahead from the end, a lookbehind from the start."""

    def __init__(self, number: int, look: LookProgram) -> None:
        self.bit = look_bit(number)
        self.ahead = look.ahead
        self.negative = look.negative
        self.places = Places(look.program)

    def mark(self, text: str, contexts: list[int]) -> None:
        """Add to each context whether the lookaround holds there."""
        if self.ahead:
            found = list(_ends(self.places, text[::-1], contexts[::-1]))[::-1]
        else:
            found = list(_ends(self.places, text, contexts))
        for place, ends in enumerate(found):
            if ends != self.negative:
                contexts[place] |= self.bit


def _contexts(text: str) -> list[int]:
    """What holds before each character, and at the end."""
    words = [False, *[character in _WORD_CHARACTERS for character in text], False]
    contexts = [BOUNDARY if before != after else 0 for before, after in itertools.pairwise(words)]
    contexts[0] |= START
    contexts[-1] |= END
    return contexts


def _ends(places: Places, text: str, contexts: list[int]) -> Iterator[bool]:
    """For each place of the text, whether a match ends there."""
    passed = 0
    for character, context in zip((*text, ""), contexts, strict=True):
        entered, matched_at_once = places.entry(context)
        reached, accepted = places.following(passed, context)
        yield matched_at_once or accepted
        if character:
            passed = (reached | entered) & places.mask(character)
