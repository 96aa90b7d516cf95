"""A regular expression of ECMA-262 -> the equal source for Python's `re`, without flags."""

from __future__ import annotations

import functools

from callcheck.ecma.characters import EVERYTHING, LAST, Ranges, complement
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

from .effort import Effort
from .lookbehind import fixed_widths
from .references import referenced_groups
from .refusal import TooLong, Untranslatable

# How long the source may be, without what is written between the sets.
MOST_CHARACTERS = 100_000
# What `re` takes as a maximum; it refuses 2**32 - 1 and beyond.
_GREATEST_COUNT_OF_RE = 2**32 - 2
# How often the lengths of a lookbehind are found before it is known how to find a pattern.
_TIMES_MEASURED = 4
_ASSERTIONS = {
    Assertion.START: "^",
    Assertion.END: r"\Z",
    Assertion.BOUNDARY: r"(?a:\b)",
    # Before Python 3.14, `\B` does not hold in an empty text.
    Assertion.NOT_BOUNDARY: r"(?!(?a:\b))",
}
_SPECIAL = frozenset(r"\.^$*+?{}[]()|")
_SPECIAL_IN_SET = frozenset(r"\]^[-&~|")


def to_re(expression: Item, effort: Effort) -> str:
    """The source for `re` that matches the same texts. Raises Untranslatable, naming what has no equal."""
    return _Writer(referenced_groups(expression), effort).write(expression)


class _Writer:
    def __init__(self, referenced: frozenset[int], effort: Effort) -> None:
        self.referenced = referenced
        self.effort = effort
        self.length = 0

    def write(self, item: Item) -> str:
        if isinstance(item, Characters):
            return self.characters(item.ranges)
        if isinstance(item, Sequence):
            return "".join(map(self.in_sequence, item.items))
        if isinstance(item, Repeat):
            return self.atom(item.repeated) + _quantifier(item)
        if isinstance(item, Alternation):
            return "|".join(map(self.write, item.branches))
        if isinstance(item, Group):
            body = self.write(item.body)
            return f"(?P<g{item.number}>{body})" if item.number in self.referenced else body
        if isinstance(item, Assertion):
            return _ASSERTIONS[item]
        if isinstance(item, Look):
            return self.look(item)
        return f"(?P=g{item.numbers[0]})"

    def characters(self, ranges: Ranges) -> str:
        source = _characters(ranges)
        self.length += len(source)
        self.effort.add(len(source))
        if self.length > MOST_CHARACTERS:
            raise TooLong(f"has, with its sets written out, more than {MOST_CHARACTERS} characters")
        return source

    def in_sequence(self, item: Item) -> str:
        item = self.bare(item)
        return f"(?:{self.write(item)})" if isinstance(item, Alternation) else self.write(item)

    def atom(self, item: Item) -> str:
        item = self.bare(item)
        return (
            self.write(item)
            if isinstance(item, (Characters, Reference, Group))
            else f"(?:{self.write(item)})"
        )

    def bare(self, item: Item) -> Item:
        """The item without groups that nothing refers to: they need not capture."""
        while isinstance(item, Group) and item.number not in self.referenced:
            item = item.body
        return item

    def look(self, look: Look) -> str:
        if look.ahead:
            return f"(?{'!' if look.negative else '='}{self.write(look.body)})"
        sign = "<!" if look.negative else "<="
        choices = [f"(?{sign}{self.write(body)})" for body in fixed_widths(look.body)]
        self.effort.add(_TIMES_MEASURED * sum(map(len, choices)))
        if look.negative:
            return "".join(choices)
        # A lookahead is left in one way, where a group would be tried again once for each length.
        return choices[0] if len(choices) == 1 else f"(?={'|'.join(choices)})"


def _quantifier(repeat: Repeat) -> str:
    minimum, maximum = repeat.minimum, repeat.maximum
    if minimum > _GREATEST_COUNT_OF_RE or (maximum or 0) > _GREATEST_COUNT_OF_RE:
        raise Untranslatable(f"a count above {_GREATEST_COUNT_OF_RE} is beyond the length of any text")
    sign = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((minimum, maximum))
    if sign is None:
        if minimum == maximum:
            return f"{{{minimum}}}"
        sign = f"{{{minimum},{'' if maximum is None else maximum}}}"
    return sign + ("?" if repeat.lazy else "")


@functools.lru_cache(maxsize=512)
def _characters(ranges: Ranges) -> str:
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        character = chr(ranges[0][0])
        return "\\" + character if character in _SPECIAL else character
    if ranges == EVERYTHING:
        return "(?s:.)"
    if not ranges:
        return "[^" + _range(0, LAST) + "]"
    if ranges[-1][1] == LAST:
        return "[^" + "".join(_range(low, high) for low, high in complement(ranges)) + "]"
    return "[" + "".join(_range(low, high) for low, high in ranges) + "]"


def _range(low: int, high: int) -> str:
    if low == high:
        return _in_set(low)
    return _in_set(low) + ("-" if high > low + 1 else "") + _in_set(high)


def _in_set(code: int) -> str:
    character = chr(code)
    return "\\" + character if character in _SPECIAL_IN_SET else character
