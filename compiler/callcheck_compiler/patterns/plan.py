"""What is done with a pattern: the public side of this package."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from callcheck.ecma import Pattern, PatternError, parse
from callcheck.ecma.program import Unsuitable
from callcheck.issues import SchemaError
from callcheck.linear_pattern import linear_search
from callcheck.location import printable
from callcheck.policy import Patterns

from .backtracking import is_linear, safe_length
from .choices import starts_at_start
from .effort import Effort
from .expansion import without_properties
from .listed import listed
from .lookbehind import MOST_PARTS
from .properties import property_ranges
from .refusal import TooLong, Untranslatable
from .translate import MOST_CHARACTERS, to_re

# How deeply the groups of a pattern may nest; how long it may be is `MOST_CHARACTERS`, and `Limits.pattern` is less.
MOST_NESTED = 60

_RIGHT = (
    "let each character go on in one way only: no repetition inside another, or beside one that takes the same"
    " characters, and `^` before what repeats without bound"
)


Outcome = TypeVar("Outcome")


class Matcher(Protocol):
    """What finds a pattern in a text."""

    def search(self, text: str, /) -> object:
        """Something true when the pattern matches anywhere in the text."""


@dataclass(frozen=True)
class Plan:
    """How generated code finds a pattern in a text.

    kind      "re": `re.compile(*arguments).search`, or `.match` when it is `anchored`;
              "linear": `callcheck.linear_pattern.linear_search(*arguments)`
    text      the pattern as that takes it: the source for `re`, or a regular expression of ECMA-262
    arguments strings and numbers, `text` first
    anchored  whether a match can only begin at the start
    steps     how much work it was to know this, beyond what the length of the pattern tells, as steps of `Limits.steps`
    """

    kind: str
    text: str
    arguments: tuple[str | int, ...]
    anchored: bool
    steps: int = field(default=0, compare=False)


def translate(pattern: str, location: str) -> str:
    """The equal source for Python's `re`, complete in itself. Raises SchemaError at `location`."""
    translation = _located(_translation(pattern), pattern, location)
    if translation.obstacle:
        return _located(_untranslatable(translation), pattern, location)
    return translation.source


def plan(pattern: str, location: str, patterns: Patterns = Patterns.ANY) -> Plan:
    """How to find a pattern so that no text can take long.

    With Patterns.LINEAR only what `re` finds in linear time is taken; with Patterns.ANY the rest is matched without
    backtracking where that can be done. Raises SchemaError at `location`.
    """
    return _located(_plan(pattern, patterns), pattern, location)


def listed_texts(pattern: str) -> tuple[str, ...] | None:
    """The texts that a pattern lists, where it does nothing else."""
    translation = _translation(pattern)
    return None if isinstance(translation, _Refusal) else listed(translation.parsed.expression)


def compile_pattern(pattern: str, location: str, patterns: Patterns = Patterns.ANY) -> Matcher:
    """The pattern, ready to search, as generated code would find it. Raises SchemaError at `location`."""
    planned = plan(pattern, location, patterns)
    if planned.kind == "re":
        return re.compile(planned.text)
    return _Searching(planned)


class _Searching:
    def __init__(self, planned: Plan) -> None:
        pattern, source, length = planned.arguments
        self.search = linear_search(str(pattern), str(source), int(length))


@dataclass(frozen=True)
class _Translation:
    """A pattern that is one: what it says, the source for `re` or else why there is none, and how much work that was."""

    parsed: Pattern
    source: str
    obstacle: str
    parts: int


@dataclass(frozen=True)
class _Refusal:
    reason: str


def _located(outcome: Outcome | _Refusal, pattern: str, location: str) -> Outcome:
    if isinstance(outcome, _Refusal):
        raise SchemaError(f"the pattern `{printable(pattern, 60)}` {outcome.reason}", location)
    return outcome


@functools.lru_cache(maxsize=1024)
def _translation(pattern: str) -> _Translation | _Refusal:
    if len(pattern) > MOST_CHARACTERS:
        return _Refusal(f"has {len(pattern)} characters; at most {MOST_CHARACTERS} are taken")
    try:
        parsed = parse(pattern, property_ranges)
    except PatternError as error:
        return _Refusal(f"is not a regular expression of ECMA-262: at index {error.position}, {error.reason}")
    if parsed.depth > MOST_NESTED:
        return _Refusal(f"nests groups {parsed.depth} deep; at most {MOST_NESTED} levels are taken")
    effort = Effort()
    try:
        return _Translation(parsed, to_re(parsed.expression, effort), "", effort.parts)
    except TooLong as error:
        return _Refusal(str(error))
    except Untranslatable as error:
        return _Translation(parsed, "", str(error), effort.parts + MOST_PARTS)


def _untranslatable(translation: _Translation) -> _Refusal:
    return _Refusal(f"cannot be translated: {translation.obstacle}")


@functools.lru_cache(maxsize=1024)
def _plan(pattern: str, patterns: Patterns) -> Plan | _Refusal:
    translation = _translation(pattern)
    if isinstance(translation, _Refusal):
        return translation
    expression, source = translation.parsed.expression, translation.source
    anchored = starts_at_start(expression)
    effort = Effort(translation.parts)
    if not translation.obstacle and is_linear(expression, effort):
        return Plan("re", source, (source,), anchored, effort.steps)
    if patterns is Patterns.LINEAR:
        if translation.obstacle:
            return _untranslatable(translation)
        return _Refusal(f"can take more than linear time, which this policy does not allow; {_RIGHT}")
    try:
        effort.build(expression)
    except Unsuitable as error:
        if translation.obstacle:
            return _untranslatable(translation)
        return _Refusal(
            f"may take very long on some texts, and cannot be matched without backtracking: {error}; {_RIGHT}"
        )
    text = without_properties(pattern)
    length = -1 if translation.obstacle else safe_length(expression, effort)
    return Plan("linear", text, (text, source, length), anchored, effort.steps)
