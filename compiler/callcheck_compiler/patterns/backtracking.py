"""Whether `re` can find a pattern in time that is linear in the text.

`re` follows one way through the pattern at a time, and comes back for the others. The time it takes is the number of
ways to have come so far, summed over the places of the text. A pattern is linear when that number is bounded whatever
the text. Three answers, from the cheapest to the dearest; each errs on the side of caution:

1. No character leaves a choice (`only_one_way`): one way at a time. Or there are no loops, and few ways in all.
2. All ways are followed at once, through every set of characters: their number stays small.
3. Otherwise it is risky, and `safe_length` says up to which length of text the ways can still be counted.
"""

from __future__ import annotations

from callcheck.ecma.characters import LAST, NOTHING, Ranges
from callcheck.ecma.program import Accept, Assert, Choose, Consume, Program, Unsuitable
from callcheck.ecma.syntax import Assertion, Item

from .approximation import approximated
from .choices import most_looks, only_one_way, starts_at_start
from .effort import Effort

# In place of a place: a way that has matched, whatever follows.
MATCHED = -1

# How many ways may be open beyond one for each place, and how many steps are spent on following them.
_MOST_SURPLUS = 6
_MOST_STEPS = 20_000
_MOST_STEPS_FROM_ONE_PLACE = 50
# How many characters a pattern may look at in all, at the start of a text, and at each place of it.
_MOST_LOOKS = 50_000
_MOST_LOOKS_AT_EACH_PLACE = 500
# How many ways in all are taken for harmless: about a millisecond.
_HARMLESS = 20_000
_LONGEST_SAFE = 1000


def is_linear(expression: Item, effort: Effort) -> bool:
    """Whether `re` finds the expression in linear time; False also when it cannot be told."""
    anchored = starts_at_start(expression)
    if anchored and only_one_way(expression):
        return True
    if most_looks(expression) <= (_MOST_LOOKS if anchored else _MOST_LOOKS_AT_EACH_PLACE):
        return True
    # Counts as loops first: it is soon decided, and settles most.
    return any(_few_ways(expression, counted, effort) for counted in (False, True))


def safe_length(expression: Item, effort: Effort) -> int:
    """The length of text up to which `re` cannot take long over an expression that is not linear."""
    try:
        approximation = approximated(expression, counted=False)
        program = effort.build(approximation.expression)
        # What a lookbehind takes is not counted.
        if approximation.looks_behind:
            return 0
        return _safe_length(_Ways(program, False, effort))
    except (Unsuitable, _TooMany):
        return 0


def _few_ways(expression: Item, counted: bool, effort: Effort) -> bool:
    try:
        approximation = approximated(expression, counted)
        program = effort.build(approximation.expression)
        _follow_all(_Ways(program, approximation.exact, effort))
    except (Unsuitable, _TooMany):
        return False
    return True


class _TooMany(Exception):
    """There are too many ways to follow them all."""


class _Ways:
    """The ways through a program that are open after some text, as the places they have come to, preferred first."""

    def __init__(self, program: Program, certain: bool, effort: Effort) -> None:
        self.program = program
        self.certain = certain
        self.effort = effort
        self.steps = 0
        self.known: dict[tuple[int, bool], tuple[int, ...]] = {}
        self.masks = _masks(program)

    def onward(self, place: int, at_start: bool) -> tuple[int, ...]:
        """Where one comes from a place without consuming, in order, each as often as there are ways to come there.

        The last is MATCHED when that way matches for certain: what comes after it is never tried.
        """
        key = (place, at_start)
        found = self.known.get(key)
        if found is None:
            reached: list[int] = []
            self.walk(place, at_start, reached)
            found = self.known[key] = tuple(reached)
        return found

    def walk(self, place: int, at_start: bool, reached: list[int]) -> None:
        # (place, whether the text must end here, the loops already entered since the last character)
        waiting: list[tuple[int, bool, frozenset[int]]] = [(place, False, frozenset())]
        start = self.steps
        while waiting:
            self.count(1)
            if self.steps - start > _MOST_STEPS_FROM_ONE_PLACE + len(self.program.instructions):
                raise _TooMany
            place, ended, entered = waiting.pop()
            instruction = self.program.instructions[place]
            if isinstance(instruction, Consume):
                if not ended:
                    reached.append(place)
            elif isinstance(instruction, Accept):
                if self.certain and not ended:
                    reached.append(MATCHED)
                    return
            elif isinstance(instruction, Choose):
                waiting += [(each, ended, entered) for each in reversed(instruction.places)]
            elif isinstance(instruction, Assert):
                if instruction.assertion is Assertion.START and not at_start:
                    continue
                ended = ended or instruction.assertion is Assertion.END
                waiting.append((instruction.following, ended, entered))
            elif place in entered:
                waiting.append((instruction.following, ended, entered))
            else:
                again = (instruction.body, ended, entered | {place})
                leave = (instruction.following, ended, entered)
                waiting += (again, leave) if instruction.lazy else (leave, again)

    def count(self, steps: int) -> None:
        self.steps += steps
        self.effort.add(steps)
        if self.steps > _MOST_STEPS:
            raise _TooMany

    def after(self, places: tuple[int, ...], character: int) -> tuple[int, ...]:
        """The ways that are open after one more character, those of a match that begins here last."""
        self.count(len(places) + 10)
        open_ways: list[int] = []
        instructions = self.program.instructions
        for place in places:
            if place == MATCHED:
                open_ways.append(MATCHED)
                return self.bounded(open_ways)
            if self.masks[place] & character:
                instruction = instructions[place]
                assert isinstance(instruction, Consume)
                open_ways += self.onward(instruction.following, at_start=False)
                if open_ways and open_ways[-1] == MATCHED:
                    return self.bounded(open_ways)
        open_ways += self.onward(self.program.start, at_start=False)
        return self.bounded(open_ways)

    def bounded(self, ways: list[int]) -> tuple[int, ...]:
        if len(ways) > _MOST_SURPLUS and len(ways) > _MOST_SURPLUS + len(set(ways)):
            raise _TooMany
        return tuple(ways)


def _follow_all(ways: _Ways) -> None:
    """Follow every text. Returns when the ways that can be open are few, raises _TooMany otherwise."""
    waiting = [ways.bounded(list(ways.onward(ways.program.start, at_start=True)))]
    seen = set(waiting)
    while waiting:
        places = waiting.pop()
        masks = {ways.masks[place] for place in set(places) if place != MATCHED}
        # More kinds could not be followed within the steps.
        for character in _kinds(masks, _MOST_STEPS // (len(places) + 10)):
            following = ways.after(places, character)
            if following not in seen:
                seen.add(following)
                waiting.append(following)


def _masks(program: Program) -> dict[int, int]:
    """For each place that consumes, its set as bits: one for each stretch of code points that no set divides."""
    sets = {
        place: each.ranges for place, each in enumerate(program.instructions) if isinstance(each, Consume)
    }
    bounds = sorted(
        {
            0,
            LAST + 1,
            *(bound for ranges in set(sets.values()) for low, high in ranges for bound in (low, high + 1)),
        }
    )
    index = {bound: number for number, bound in enumerate(bounds)}
    masks: dict[Ranges, int] = {NOTHING: 0}
    for ranges in set(sets.values()):
        masks[ranges] = sum((1 << index[high + 1]) - (1 << index[low]) for low, high in ranges)
    return {place: masks[ranges] for place, ranges in sets.items()}


def _kinds(masks: set[int], most: int) -> list[int]:
    """The kinds of character that these sets tell apart, those in none of them too. Raises _TooMany beyond `most`."""
    kinds = [-1]
    for mask in masks:
        kinds = [part for kind in kinds for part in (kind & mask, kind & ~mask) if part]
        if len(kinds) > most:
            raise _TooMany
    return kinds


def _safe_length(ways: _Ways) -> int:
    """Counts the ways whatever the characters are."""
    entered = ways.onward(ways.program.start, at_start=False)
    counts: dict[int, int] = {}
    for place in ways.onward(ways.program.start, at_start=True):
        counts[place] = counts.get(place, 0) + 1
    total = 0
    for length in range(_LONGEST_SAFE):
        total += sum(counts.values())
        ways.effort.add(len(counts) + 10)
        if total > _HARMLESS:
            return length
        arrived: dict[int, int] = {}
        for place, count in counts.items():
            instruction = ways.program.instructions[place]
            assert isinstance(instruction, Consume)
            arrived[instruction.following] = arrived.get(instruction.following, 0) + count
        following: dict[int, int] = {}
        for place, count in arrived.items():
            onward = ways.onward(place, at_start=False)
            ways.effort.add(len(onward))
            for each in onward:
                following[each] = following.get(each, 0) + count
        for each in entered:
            following[each] = following.get(each, 0) + 1
        counts = following
    return _LONGEST_SAFE
