"""Whether the next character always says which way a pattern goes on, as in an LL(1) grammar."""

from __future__ import annotations

import functools

from callcheck.ecma.characters import Ranges
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

from .lookbehind import fixed_widths
from .refusal import Untranslatable

# Sets of characters as bits: ASCII one by one, the rest together, and the end of the text.
_ASCII = (1 << 128) - 1
_BEYOND = 1 << 128
_END = 1 << 129
_ANYTHING = (1 << 130) - 1

_ENDLESS = float("inf")
# A repetition of more turns counts as a loop.
_MOST_TURNS = 1000


def only_one_way(expression: Item) -> bool:
    """Whether no character leaves a choice. False also when it cannot be told."""
    try:
        _begin(expression, 0)
    except _Choice:
        return False
    return True


class _Choice(Exception):
    """One character can continue in two ways."""


def _begin(item: Item, following: int) -> int:
    """The characters with which `item` and what follows it can begin. Raises _Choice when one leaves a choice."""
    if isinstance(item, Characters):
        return _mask(item.ranges)
    if isinstance(item, Sequence):
        for each in reversed(item.items):
            following = _begin(each, following)
        return following
    if isinstance(item, Repeat):
        return _begin_repeat(item, following)
    if isinstance(item, Group):
        return _begin(item.body, following)
    if isinstance(item, Alternation):
        total = 0
        for branch in item.branches:
            first = _begin(branch, following)
            if first & total:
                raise _Choice
            total |= first
        return total
    if item is Assertion.END:
        return _END
    if isinstance(item, Assertion):
        return following
    raise _Choice


def _begin_repeat(repeat: Repeat, following: int) -> int:
    repeated = repeat.repeated
    while isinstance(repeated, Group):
        repeated = repeated.body
    if isinstance(repeated, Characters):
        first = _mask(repeated.ranges)
    else:
        again, optional = _first(repeated)
        if optional:
            raise _Choice
        first = _begin(repeated, again | following)
    if repeat.minimum == repeat.maximum:
        return first
    if first & following:
        raise _Choice
    return first if repeat.minimum else first | following


def _first(item: Item) -> tuple[int, bool]:
    """The characters with which an item can begin, and whether it can be empty."""
    if isinstance(item, Characters):
        return _mask(item.ranges), False
    if isinstance(item, Sequence):
        total = 0
        for each in item.items:
            first, optional = _first(each)
            total |= first
            if not optional:
                return total, False
        return total, True
    if isinstance(item, Repeat):
        first, optional = _first(item.repeated)
        return first, optional or item.minimum == 0
    if isinstance(item, Group):
        return _first(item.body)
    if isinstance(item, Alternation):
        branches = [_first(branch) for branch in item.branches]
        return functools.reduce(int.__or__, [first for first, _ in branches]), any(
            each for _, each in branches
        )
    return _ANYTHING, True


def can_be_empty(item: Item) -> bool:
    """Whether an item may match without consuming a character."""
    return _first(item)[1]


@functools.lru_cache(maxsize=512)
def _mask(ranges: Ranges) -> int:
    mask = 0
    for low, high in ranges:
        if low < 128:
            mask |= ((1 << (high - low + 1)) - 1) << low & _ASCII
        if high >= 128:
            mask |= _BEYOND
    # A set of nothing counts as anything, so that what stands before it is not taken for harmless.
    return mask or _ANYTHING


def starts_at_start(item: Item) -> bool:
    """Whether a match can only begin at the start of the text."""
    if isinstance(item, Sequence):
        return any(starts_at_start(each) for each in item.items[:1])
    if isinstance(item, Alternation):
        return all(starts_at_start(branch) for branch in item.branches)
    if isinstance(item, Group):
        return starts_at_start(item.body)
    return item is Assertion.START


def most_looks(item: Item) -> float:
    """How many characters are looked at, at most, before an item has been tried in every way; infinite with a loop."""
    return _ways_and_looks(item)[1]


def _ways_and_looks(item: Item) -> tuple[float, float]:
    if isinstance(item, Characters):
        return 1, 1
    if isinstance(item, Sequence):
        return _one_after_the_other([_ways_and_looks(each) for each in item.items])
    if isinstance(item, Alternation):
        branches = [_ways_and_looks(branch) for branch in item.branches]
        return sum([ways for ways, _ in branches]), sum([looks + 1 for _, looks in branches])
    if isinstance(item, Group):
        return _ways_and_looks(item.body)
    if isinstance(item, Look):
        return 1, _looks_of(item)
    if isinstance(item, Repeat):
        return _repeated(item)
    return (1, _ENDLESS) if isinstance(item, Reference) else (1, 1)


def _looks_of(look: Look) -> float:
    if look.ahead:
        return _ways_and_looks(look.body)[1] + 1
    try:
        bodies = fixed_widths(look.body)
    except Untranslatable:
        return _ENDLESS
    return sum([_ways_and_looks(body)[1] + 1 for body in bodies])


def _one_after_the_other(parts: list[tuple[float, float]]) -> tuple[float, float]:
    ways, looks = 1.0, 0.0
    for ways_of_part, looks_of_part in parts:
        looks += ways * looks_of_part
        ways *= ways_of_part
    return ways, looks


def _repeated(repeat: Repeat) -> tuple[float, float]:
    if repeat.maximum is None or repeat.maximum > _MOST_TURNS:
        return _ENDLESS, _ENDLESS
    ways, looks = _ways_and_looks(repeat.repeated)
    total_ways, total_looks = 0.0, 0.0
    turn_ways = 1.0
    for turn in range(repeat.maximum + 1):
        if turn >= repeat.minimum:
            total_ways += turn_ways
        if turn < repeat.maximum:
            total_looks += turn_ways * (looks + 1)
            turn_ways *= ways
    return total_ways, total_looks
