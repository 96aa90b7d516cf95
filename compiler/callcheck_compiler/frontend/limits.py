"""How large a schema may be, and how much work it may make. What is beyond a bound is refused, never cut."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf

from callcheck.issues import SchemaError


@dataclass(frozen=True)
class Limits:
    """Bounds on one schema, on what is made of it, and on the time that this takes (docs/limits.md).

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
    seconds     processor time of the compilation, which is looked at between its steps
    """

    characters: int = 20_000_000
    depth: int = 400
    values: int = 1_000_000
    subschemas: int = 200_000
    references: int = 100_000
    members: int = 250_000
    pattern: int = 20_000
    functions: int = 100_000
    positions: int = 100_000
    source: int = 50_000_000
    seconds: float = 60.0


DEFAULT_LIMITS = Limits()

_STEPS_BETWEEN_LOOKS = 256


class Meter:
    """What one compilation has used of its limits. Every method raises SchemaError once a bound is passed."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._subschemas = 0
        self._references = 0
        self._written = 0
        self._steps = 0
        self._deadline = inf if limits.seconds == inf else _now() + limits.seconds

    def step(self) -> None:
        """One small step of work; the clock is looked at after some of them."""
        self._steps += 1
        if self._steps >= _STEPS_BETWEEN_LOOKS:
            self._steps = 0
            self.look_at_clock()

    def look_at_clock(self) -> None:
        """Refuse when the time is up."""
        if self._deadline != inf and _now() > self._deadline:
            raise SchemaError(
                f"compiling it takes more than {self.limits.seconds:g} seconds; simplify it or raise Limits.seconds"
            )

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

    def regular_expression(self, characters: int, location: str) -> None:
        """A regular expression of so many characters."""
        if characters > self.limits.pattern:
            raise _beyond(
                "the pattern has more than {:,} characters", self.limits.pattern, "pattern", location
            )

    def write(self, characters: int, location: str = "") -> None:
        """So many more characters of generated Python, at least."""
        self._written += characters
        if self._written > self.limits.source:
            raise _beyond(
                "it would become more than {:,} characters of Python", self.limits.source, "source", location
            )


def _beyond(what: str, bound: int, limit: str, location: str) -> SchemaError:
    return SchemaError(f"{what.format(bound)}; simplify it or raise Limits.{limit}", location)


def _now() -> float:
    return time.thread_time()
