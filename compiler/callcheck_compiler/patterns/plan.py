"""What is done with a pattern: the public side of this package."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any, Protocol

from callcheck.ecma import Pattern, PatternError, parse
from callcheck.issues import SchemaError
from callcheck.policy import Patterns

from .properties import property_ranges
from .refusal import Untranslatable
from .translate import to_re

# The longest pattern that is taken from a schema, and how deeply its groups may be nested.
MOST_CHARACTERS = 20_000
MOST_NESTED = 60


class Matcher(Protocol):
    """What finds a pattern in a text."""

    def search(self, text: str, /) -> Any:
        """Something true when the pattern matches anywhere in the text."""


@dataclass(frozen=True)
class Plan:
    """How generated code finds a pattern.

    kind  "re": `re.compile(text).search`; "linear": `callcheck.linear_pattern.LinearPattern(text).search`
    text  what that takes
    """

    kind: str
    text: str


def translate(pattern: str, location: str) -> str:
    """The equal source for Python's `re`, complete in itself. Raises SchemaError at `location`."""
    return _located(_translation(pattern), pattern, location)


def plan(pattern: str, location: str, patterns: Patterns = Patterns.ANY) -> Plan:
    """How to find this pattern without ever backtracking without bound. Raises SchemaError at `location`."""
    return _located(_plan(pattern, patterns), pattern, location)


def compile_pattern(pattern: str, location: str, patterns: Patterns = Patterns.ANY) -> Matcher:
    """The pattern, ready to search. Raises SchemaError at `location`."""
    planned = plan(pattern, location, patterns)
    return re.compile(planned.text)


@dataclass(frozen=True)
class _Refusal:
    reason: str


def _located(outcome: Any, pattern: str, location: str) -> Any:
    if isinstance(outcome, _Refusal):
        shown = pattern if len(pattern) <= 60 else pattern[:59] + "…"
        raise SchemaError(f"the pattern `{shown}` {outcome.reason}", location)
    return outcome


@functools.lru_cache(maxsize=1024)
def _translation(pattern: str) -> str | _Refusal:
    try:
        return to_re(_parsed(pattern).expression)
    except PatternError as error:
        return _Refusal(f"is not a regular expression of ECMA-262: at index {error.position}, {error.reason}")
    except Untranslatable as error:
        return _Refusal(f"cannot be translated: {error}")


@functools.lru_cache(maxsize=1024)
def _plan(pattern: str, patterns: Patterns) -> Plan | _Refusal:
    source = _translation(pattern)
    return source if isinstance(source, _Refusal) else Plan("re", source)


def _parsed(pattern: str) -> Pattern:
    if len(pattern) > MOST_CHARACTERS:
        raise Untranslatable(f"it has {len(pattern)} characters, more than {MOST_CHARACTERS}")
    parsed = parse(pattern, property_ranges)
    if parsed.depth > MOST_NESTED:
        raise Untranslatable(f"its groups are nested deeper than {MOST_NESTED}")
    return parsed
