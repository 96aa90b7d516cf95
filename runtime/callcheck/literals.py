"""Values of a schema or a call inside a sentence: on one line, printable and cut to a sensible length."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence

from .location import printable, quoted

_LONGEST_WORD = 100
_LONGEST_LIST = 1000
_LARGEST = 10**100


class _Bounded(reprlib.Repr):
    """Python's spelling without the length, the depth and the integers that it refuses to spell."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxlist = self.maxdict = self.maxtuple = self.maxset = 6
        self.maxstring = self.maxother = _LONGEST_WORD

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if -_LARGEST < x < _LARGEST else "a very large integer"


_spell = _Bounded().repr


def python_word(value: object) -> str:
    """`value` as Python writes it: `'a'`, `True`, `None`."""
    return printable(_spell(value), 4 * _LONGEST_WORD)


def python_words(values: Sequence[object]) -> str:
    """Several values as Python writes a list: `['a', 'b']`."""
    return f"[{_listed(values, python_word)}]"


def json_word(value: object) -> str:
    """`value` as JSON writes it, a container by its type alone."""
    if isinstance(value, str):
        return quoted(value, _LONGEST_WORD)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        return "an array" if isinstance(value, list) else "an object"
    return python_word(value)


def json_words(values: Sequence[object]) -> str:
    """Several values as JSON writes them: `"a", 1, null`."""
    return _listed(values, json_word)


def _listed(values: Sequence[object], write: Callable[[object], str]) -> str:
    words: list[str] = []
    room = _LONGEST_LIST
    for value in values:
        word = write(value)
        room -= len(word) + 2
        if room < 0:
            words.append(f"… and {len(values) - len(words)} more")
            break
        words.append(word)
    return ", ".join(words)
