"""Patterns that do no more than list texts, such as `^(asc|desc)$`: a set answers them without a regular expression."""

from __future__ import annotations

from callcheck.ecma.syntax import Alternation, Assertion, Characters, Group, Item, Repeat, Sequence

MOST_TEXTS = 64
MOST_CHARACTERS = 4096  # of all the texts together


def listed(expression: Item) -> tuple[str, ...] | None:
    """The texts that match, each in whole, in the order of the pattern; None where they are many, or no list."""
    if not isinstance(expression, Sequence) or len(expression.items) < 2:
        return None
    first, *middle, last = expression.items
    if first is not Assertion.START or last is not Assertion.END:
        return None
    try:
        return tuple(dict.fromkeys(_texts(Sequence(tuple(middle)))))
    except _NoList:
        return None


class _NoList(Exception):
    """The texts are too many, or depend on more than themselves."""


def _texts(item: Item) -> list[str]:
    if isinstance(item, Group):
        return _texts(item.body)
    if isinstance(item, Characters):
        if sum(high - low + 1 for low, high in item.ranges) > MOST_TEXTS:
            raise _NoList
        return [chr(point) for low, high in item.ranges for point in range(low, high + 1)]
    if isinstance(item, Alternation):
        return _few([text for branch in item.branches for text in _texts(branch)])
    if isinstance(item, Sequence):
        texts = [""]
        for part in item.items:
            texts = _joined(texts, _texts(part))
        return texts
    if isinstance(item, Repeat) and item.maximum is not None and item.maximum <= MOST_TEXTS:
        return _repeated(_texts(item.repeated), item.minimum, item.maximum)
    raise _NoList


def _repeated(texts: list[str], minimum: int, maximum: int) -> list[str]:
    so_far, found = [""], [""] if minimum == 0 else []
    for count in range(1, maximum + 1):
        so_far = _joined(so_far, texts)
        if count >= minimum:
            found = _few(found + so_far)
    return found


def _joined(beginnings: list[str], ends: list[str]) -> list[str]:
    if len(beginnings) * len(ends) > MOST_TEXTS:
        raise _NoList
    return _few([beginning + end for beginning in beginnings for end in ends])


def _few(texts: list[str]) -> list[str]:
    if len(texts) > MOST_TEXTS or sum(map(len, texts)) > MOST_CHARACTERS:
        raise _NoList
    return texts
