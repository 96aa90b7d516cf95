"""How large a schema may be, and how much work it may make. What is beyond a bound is refused, never cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from callcheck.issues import SchemaError

from ..keywords.any_type import LARGE, MOST_ALIKE


@dataclass(frozen=True)
class Limits:
    """Bounds on one schema, on what is made of it, and on the work that this takes (docs/limits.md).

    characters  characters of the schema as JSON text
    depth       levels of nested objects and lists in the schema
    values      objects, lists and scalars in the schema, all counted
    subschemas  schemas in the schema, its definitions and the documents that it refers to
    references  uses of `$ref`, `$dynamicRef` and `$recursiveRef`
    members     members of one `enum`
    pattern     characters of one regular expression
    functions   schemas that are compiled apart: those that references lead to, once for each way they are used, and deep ones
    positions   places of the arguments at which coercion looks
    source      characters of generated Python
    steps       small steps of work, a few microseconds each at most: what bounds the time, the same on every machine
    """

    characters: int = 5_000_000
    depth: int = 400
    values: int = 500_000
    subschemas: int = 15_000
    references: int = 15_000
    members: int = 150_000
    pattern: int = 20_000
    functions: int = 15_000
    positions: int = 15_000
    source: int = 15_000_000
    steps: int = 1_000_000


DEFAULT_LIMITS = Limits()

# What is left for later may be so many times as much as what was counted: more than any schema was found to make.
_MARGIN = 10
_PAIRS_OF_A_STEP = 4
_CHARACTERS_OF_A_STEP = 20  # of generated text, which is written and compiled
_STEPS_OF_A_CHARACTER = 5  # of a pattern, which is parsed and translated
# How many patterns are remembered with certainty once they are planned (`patterns/plan.py`), under two policies each.
_REMEMBERED_PATTERNS = 500


class Meter:
    """What one compilation has used of its limits. Every method raises SchemaError once a bound is passed."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._subschemas = 0
        self._references = 0
        self._foreseen = 0
        self._written = 0
        self._steps = 0
        self._patterns: set[str] = set()
        self._large = 0

    def step(self, steps: int = 1) -> None:
        """So many small steps of work."""
        self._steps += steps
        if self._steps > self.limits.steps:
            raise _beyond("compiling it takes more than {:,} steps", self.limits.steps, "steps", "")

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Count the steps of what may be given up without refusing the schema; afterwards they are as before."""
        before = self._steps
        try:
            yield
        finally:
            self._steps = before

    def subschema(self, location: str) -> None:
        """One more schema in the schema."""
        self._subschemas += 1
        if self._subschemas > self.limits.subschemas:
            raise _beyond("it has more than {:,} subschemas", self.limits.subschemas, "subschemas", location)

    def reference(self, location: str) -> None:
        """One more use of a reference keyword."""
        self._references += 1
        if self._references > self.limits.references:
            raise _beyond("it has more than {:,} references", self.limits.references, "references", location)

    def enum(self, members: int, location: str) -> None:
        """An `enum` of so many members."""
        if members > self.limits.members:
            raise _beyond("the enum has more than {:,} members", self.limits.members, "members", location)

    def constants(self, values: Sequence[Any]) -> None:
        """So many more constants of generated code. Large integers can be chosen to hash alike, and Python compares those in pairs."""
        if len(values) > MOST_ALIKE:
            return  # these become one constant
        large = sum(type(value) is int and abs(value) >= LARGE for value in values)
        self._large += large
        self.step(large * self._large // _PAIRS_OF_A_STEP)

    def regular_expression(self, characters: int, location: str) -> None:
        """A regular expression of so many characters."""
        if characters > self.limits.pattern:
            raise _beyond(
                "the pattern has more than {:,} characters", self.limits.pattern, "pattern", location
            )
        self.step(characters * _STEPS_OF_A_CHARACTER)

    def planned(self, pattern: str, steps: int) -> None:
        """It was known in so many steps how to find a regular expression; they are taken again once it is forgotten."""
        if pattern not in self._patterns or len(self._patterns) > _REMEMBERED_PATTERNS:
            self._patterns.add(pattern)
            self.step(steps)

    def foresee(self, characters: int, location: str = "") -> None:
        """So many more characters of Python will be written, at least."""
        self._foreseen += characters
        if self._foreseen > self.limits.source:
            raise self._too_long(location)

    def foresee_value(self, value: Any, location: str) -> None:
        """A value of the schema will be written out."""
        waiting = [value]
        while waiting:
            inner = waiting.pop()
            self.foresee(len(inner) if isinstance(inner, str) else 1, location)
            if isinstance(inner, dict):
                self.foresee(sum(map(len, inner)), location)
                waiting.extend(inner.values())
            elif isinstance(inner, list):
                waiting.extend(inner)

    def write(self, characters: int) -> None:
        """So many characters of Python have been written."""
        self.step(characters // _CHARACTERS_OF_A_STEP)
        self._written += characters
        if self._written > self.limits.source:
            raise self._too_long("")

    @property
    def may_step_too_often(self) -> bool:
        """Whether what is still to be done, a small multiple of what was done, has to be done before the schema is accepted."""
        return self._steps * _MARGIN > self.limits.steps

    @property
    def may_write_too_much(self) -> bool:
        """Whether what is still to be written has to be measured before the schema is accepted."""
        ahead = (self._foreseen + self._written) * _MARGIN
        return ahead > self.limits.source or self._steps + ahead // _CHARACTERS_OF_A_STEP > self.limits.steps

    def _too_long(self, location: str) -> SchemaError:
        return _beyond(
            "it would become more than {:,} characters of Python", self.limits.source, "source", location
        )


def _beyond(what: str, bound: int, limit: str, location: str) -> SchemaError:
    return SchemaError(f"{what.format(bound)}; simplify it or raise Limits.{limit}", location)
