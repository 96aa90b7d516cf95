"""Lookbehinds of any length, as lookbehinds of one length each, which is all that `re` has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from callcheck.ecma.syntax import Alternation, Characters, Group, Item, Look, Reference, Repeat, Sequence

from .refusal import Untranslatable

# How many lengths a lookbehind may have, and how many parts when they are written one by one.
_MOST_WIDTHS = 64
_MOST_PARTS = 2000


class _Sized(NamedTuple):
    item: Item
    parts: int


_EMPTY = _Sized(Sequence(()), 0)
_Widths = dict[int, _Sized]


def fixed_widths(body: Item) -> list[Item]:
    """The body of a lookbehind as alternatives of one length each. Raises Untranslatable."""
    return [sized.item for sized in _widths(body, leftmost=True).values()]


def _widths(item: Item, leftmost: bool) -> _Widths:
    """What an item can match, by length.

    At the left edge of a lookbehind only the shortest of a repetition counts: what precedes it is not looked at.
    """
    if isinstance(item, Characters):
        return {1: _Sized(item, 1)}
    if isinstance(item, Group):
        return _widths(item.body, leftmost)
    if isinstance(item, Sequence):
        return _concatenated(item.items, leftmost)
    if isinstance(item, Alternation):
        branches = [_widths(branch, leftmost) for branch in item.branches]
        return _united(each for widths in branches for each in widths.items())
    if isinstance(item, Repeat):
        return _repeated(item, leftmost)
    if isinstance(item, Reference):
        raise Untranslatable("a back-reference in a lookbehind cannot be matched")
    return {0: _Sized(item, _parts(item))}


def _concatenated(items: Iterable[Item], leftmost: bool) -> _Widths:
    total: _Widths = {0: _EMPTY}
    for item in items:
        widths = _widths(item, leftmost)
        total = _united(_pairs(total, widths))
        leftmost = leftmost and widths == {0: _EMPTY}
    return total


def _pairs(first: _Widths, second: _Widths) -> Iterator[tuple[int, _Sized]]:
    for before, left in first.items():
        for after, right in second.items():
            yield before + after, _Sized(Sequence((left.item, right.item)), left.parts + right.parts)


def _repeated(repeat: Repeat, leftmost: bool) -> _Widths:
    if leftmost:
        return _concatenated([repeat.repeated] * _bounded(repeat.minimum), leftmost)
    if repeat.maximum is None:
        raise Untranslatable(
            "a lookbehind that reaches back without bound cannot be matched; give its repetition a maximum"
        )
    widths = _widths(repeat.repeated, leftmost=False)
    if len(widths) == 1:
        ((width, once),) = widths.items()
        _bounded(repeat.maximum - repeat.minimum)
        counts = range(repeat.minimum, repeat.maximum + 1)
        return {
            width * count: _Sized(Repeat(once.item, count, count, lazy=False), once.parts) for count in counts
        }
    copies = range(_bounded(repeat.minimum), _bounded(repeat.maximum) + 1)
    choices = [_concatenated([repeat.repeated] * count, leftmost=False) for count in copies]
    return _united(each for choice in choices for each in choice.items())


def _united(choices: Iterable[tuple[int, _Sized]]) -> _Widths:
    total: dict[int, list[_Sized]] = {}
    parts = 0
    for width, sized in choices:
        total.setdefault(width, []).append(sized)
        _bounded(len(total))
        parts += sized.parts
        if parts > _MOST_PARTS:
            raise Untranslatable("a lookbehind with so many alternatives cannot be matched; give it fewer")
    return {width: _either(alternatives) for width, alternatives in total.items()}


def _either(alternatives: list[_Sized]) -> _Sized:
    if len(alternatives) == 1:
        return alternatives[0]
    return _Sized(
        Alternation(tuple([each.item for each in alternatives])), sum([each.parts for each in alternatives])
    )


def _parts(item: Item) -> int:
    return 1 + len(str(item)) // 40 if isinstance(item, Look) else 1


def _bounded(count: int) -> int:
    if count > _MOST_WIDTHS:
        raise Untranslatable(f"a lookbehind of more than {_MOST_WIDTHS} different lengths cannot be matched")
    return count
