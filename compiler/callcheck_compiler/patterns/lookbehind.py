"""Lookbehinds of any length, as lookbehinds of one length each, which is all that `re` has."""

from __future__ import annotations

from collections.abc import Iterable

from callcheck.ecma.syntax import Alternation, Characters, Group, Item, Reference, Repeat, Sequence

from .refusal import Untranslatable

# How many lengths a lookbehind may have.
_MOST_WIDTHS = 64

_EMPTY = Sequence(())
_Widths = dict[int, Item]


def fixed_widths(body: Item) -> list[Item]:
    """The body of a lookbehind as alternatives of one length each. Raises Untranslatable."""
    return list(_widths(body, leftmost=True).values())


def _widths(item: Item, leftmost: bool) -> _Widths:
    """What an item can match, by length.

    At the left edge of a lookbehind only the shortest of a repetition counts: what precedes it is not looked at.
    """
    if isinstance(item, Characters):
        return {1: item}
    if isinstance(item, Group):
        return _widths(item.body, leftmost)
    if isinstance(item, Sequence):
        return _concatenated(item.items, leftmost)
    if isinstance(item, Alternation):
        return _united((_widths(branch, leftmost) for branch in item.branches))
    if isinstance(item, Repeat):
        return _repeated(item, leftmost)
    if isinstance(item, Reference):
        raise Untranslatable("a back-reference in a lookbehind cannot be matched")
    return {0: item}


def _concatenated(items: Iterable[Item], leftmost: bool) -> _Widths:
    total: _Widths = {0: _EMPTY}
    for item in items:
        widths = _widths(item, leftmost)
        total = _united(
            {before + after: Sequence((first, second))}
            for before, first in total.items()
            for after, second in widths.items()
        )
        leftmost = leftmost and widths == {0: _EMPTY}
    return total


def _repeated(repeat: Repeat, leftmost: bool) -> _Widths:
    if leftmost:
        return _concatenated([repeat.repeated] * _bounded(repeat.minimum), leftmost)
    if repeat.maximum is None:
        raise Untranslatable(
            "a lookbehind that reaches back without bound cannot be matched; give its repetition a maximum"
        )
    widths = _widths(repeat.repeated, leftmost=False)
    if len(widths) == 1:
        ((width, item),) = widths.items()
        counts = range(repeat.minimum, repeat.maximum + 1)
        _bounded(len(counts))
        return {width * count: Repeat(item, count, count, lazy=False) for count in counts}
    copies = range(_bounded(repeat.minimum), _bounded(repeat.maximum) + 1)
    return _united(_concatenated([repeat.repeated] * count, leftmost=False) for count in copies)


def _united(choices: Iterable[_Widths]) -> _Widths:
    total: dict[int, list[Item]] = {}
    for choice in choices:
        for width, item in choice.items():
            total.setdefault(width, []).append(item)
    _bounded(len(total))
    return {
        width: items[0] if len(items) == 1 else Alternation(tuple(items)) for width, items in total.items()
    }


def _bounded(count: int) -> int:
    if count > _MOST_WIDTHS:
        raise Untranslatable(f"a lookbehind of more than {_MOST_WIDTHS} different lengths cannot be matched")
    return count
