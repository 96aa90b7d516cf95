"""Lookbehinds of any length, as lookbehinds of one length each, which is all that `re` has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from callcheck.ecma.syntax import Alternation, Characters, Group, Item, Look, Reference, Repeat, Sequence

from .refusal import Untranslatable

# How many lengths a lookbehind may have, and how many parts when they are written one by one.
_MOST_WIDTHS = 64
MOST_PARTS = 2000


class _Sized(NamedTuple):
    item: Item
    parts: int


_EMPTY = _Sized(Sequence(()), 0)
_Widths = dict[int, _Sized]
_NOTHING: _Widths = {0: _EMPTY}


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
    total = _NOTHING
    for item in items:
        widths = _widths(item, leftmost)
        total = _joined(total, widths)
        leftmost = leftmost and widths == _NOTHING
    return total


def _joined(first: _Widths, second: _Widths) -> _Widths:
    return _united(
        (before + after, _Sized(_sequence(left.item, right.item), left.parts + right.parts))
        for before, left in first.items()
        for after, right in second.items()
    )


def _sequence(left: Item, right: Item) -> Item:
    """One after the other, in one sequence: one inside another for each item would be nested too deeply to be visited."""
    return Sequence(
        tuple(
            [
                inner
                for item in (left, right)
                for inner in (item.items if isinstance(item, Sequence) else (item,))
            ]
        )
    )


def _repeated(repeat: Repeat, leftmost: bool) -> _Widths:
    if leftmost:
        return _shortest(repeat)
    widths = _widths(repeat.repeated, leftmost=False)
    if list(widths) == [0]:
        return _repeated_in_place(repeat.minimum, widths[0])
    if repeat.maximum is None:
        raise Untranslatable(
            "a lookbehind that reaches back without bound cannot be matched; give its repetition a maximum"
        )
    if len(widths) == 1:
        ((width, once),) = widths.items()
        _bounded(repeat.maximum - repeat.minimum)
        counts = range(repeat.minimum, repeat.maximum + 1)
        return {width * count: _turns(once, count) for count in counts}
    copies = _copies(widths, _bounded(repeat.maximum))
    return _united(each for choice in copies[repeat.minimum :] for each in choice.items())


def _shortest(repeat: Repeat) -> _Widths:
    if not _bounded(repeat.minimum):
        return _NOTHING
    first = _widths(repeat.repeated, leftmost=True)
    if first == _NOTHING or repeat.minimum == 1:
        return first
    others = _widths(repeat.repeated, leftmost=False)
    if list(others) == [0]:
        return _repeated_in_place(repeat.minimum, others[0])
    return _joined(first, _copies(others, repeat.minimum - 1)[-1])


def _repeated_in_place(minimum: int, once: _Sized) -> _Widths:
    """What is no characters long: the turns that need not be change nothing."""
    return {0: _turns(once, minimum)} if minimum and once != _EMPTY else _NOTHING


def _turns(once: _Sized, count: int) -> _Sized:
    return _Sized(Repeat(once.item, count, count, lazy=False), once.parts)


def _copies(widths: _Widths, most: int) -> list[_Widths]:
    """No copy, one copy, two copies, up to `most`."""
    copies = [_NOTHING]
    for _ in range(most):
        copies.append(_joined(copies[-1], widths))
    return copies


def _united(choices: Iterable[tuple[int, _Sized]]) -> _Widths:
    total: dict[int, list[_Sized]] = {}
    parts = 0
    for width, sized in choices:
        total.setdefault(width, []).append(sized)
        _bounded(len(total))
        parts += sized.parts
        if parts > MOST_PARTS:
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
