"""Which of many tools a name that no tool has was probably meant to be.

A server may have thousands of tools, and a model makes up as many names as it likes: those that have most pairs of letters in
common with the unknown one are quick to find, and they alone are compared in earnest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import nlargest

from .hints import letters, nearest

_MOST_NEAREST = 3
_MOST_COMPARED = 64
_MOST_REMEMBERED = 16_384
_LONGEST_UNKNOWN = 128
_LONGEST_KNOWN = 64
_FEW_LETTERS = 5


def nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names that `name` was probably meant to be, the nearest first, and among equals the first known."""
    if len(name) > _LONGEST_UNKNOWN:
        return []
    names = list(known)
    if len(names) > _MOST_COMPARED:
        names = _most_alike(name, names)
    return nearest(name, names, _MOST_NEAREST, _LONGEST_KNOWN)


def _most_alike(name: str, names: list[str]) -> list[str]:
    """As many of `names` as are compared, in their order: those with most in common with `name`."""
    wanted = letters(name)
    # Two letters that changed places leave a short name without a pair.
    width = 1 if len(wanted) <= _FEW_LETTERS else 2
    parts = {wanted[start : start + width] for start in range(len(wanted) - width + 1)}

    def alike(position: int) -> float:
        candidate = _known_letters(names[position])
        return sum(map(candidate.__contains__, parts)) / (len(wanted) + len(candidate) + 1)

    return [names[position] for position in sorted(nlargest(_MOST_COMPARED, range(len(names)), alike))]


_known_letters = lru_cache(_MOST_REMEMBERED)(letters)
