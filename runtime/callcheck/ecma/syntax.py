"""What a regular expression consists of, once parsed (ECMA-262, section 22.2.1)."""

from __future__ import annotations

import enum
from typing import NamedTuple

from .characters import Ranges


class PatternError(ValueError):
    """A text is not a regular expression of ECMA-262 with the `u` flag: the reason, and the index in the text."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason, position)
        self.reason = reason
        self.position = position


class Assertion(enum.Enum):
    """What asserts about a place without looking at an expression."""

    START = "^"
    END = "$"
    BOUNDARY = "\\b"
    NOT_BOUNDARY = "\\B"


class Characters(NamedTuple):
    """One code point of a set."""

    ranges: Ranges


class Sequence(NamedTuple):
    """One item after the other; no items match the empty text."""

    items: tuple[Item, ...]


class Alternation(NamedTuple):
    """One of the branches, the first that fits."""

    branches: tuple[Item, ...]


class Repeat(NamedTuple):
    """An item, repeated; `maximum` is None without a bound."""

    repeated: Item
    minimum: int
    maximum: int | None
    lazy: bool


class Group(NamedTuple):
    """A capturing group, counted from 1. A group that does not capture leaves no trace."""

    body: Item
    number: int


class Look(NamedTuple):
    """A lookahead or lookbehind."""

    body: Item
    ahead: bool
    negative: bool


class Reference(NamedTuple):
    """A back-reference, to the one of the groups that has matched (several share a name)."""

    numbers: tuple[int, ...]


Item = Characters | Sequence | Alternation | Repeat | Group | Look | Reference | Assertion


class Pattern(NamedTuple):
    """A parsed regular expression: its expression, and how deeply its groups are nested."""

    expression: Item
    depth: int
