"""Conditions that can be written as "holds" and as "does not hold", each without a leading `not`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .code import Code, fill, join, template


class Test:
    """One comparison that can be written in both directions, and some as a statement; made by `test` or `raising_test`."""

    __slots__ = ("_fails", "_holds", "_holes", "_raises")

    def __init__(self, holds: str, fails: str, raises: str | None, holes: dict[str, Code]) -> None:
        self._holds = holds
        self._fails = fails
        self._raises = raises
        self._holes = holes

    @property
    def holds(self) -> Code:
        """The comparison as it stands."""
        return fill(self._holds, self._holes)

    @property
    def fails(self) -> Code:
        """The opposite comparison."""
        return fill(self._fails, self._holes)

    @property
    def raises(self) -> Code | None:
        """The statement that raises TypeError where the comparison does not hold, if there is one."""
        return None if self._raises is None else fill(self._raises, self._holes)

    def negated(self) -> Test:
        """The comparison that holds where this one fails."""
        return Test(self._fails, self._holds, None, self._holes)


def test(holds: str, fails: str, **holes: Code) -> Test:
    """A comparison from two templates, constants of the compiler, that share their holes."""
    return Test(holds, fails, None, holes)


def raising_test(holds: str, fails: str, raises: str, **holes: Code) -> Test:
    """The same with a third template: a statement that raises TypeError where the comparison does not hold."""
    return Test(holds, fails, raises, holes)


@dataclass(frozen=True)
class Every:
    """All of the parts; no parts always hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Some:
    """At least one of the parts; no parts never hold."""

    parts: tuple[Condition, ...]


Condition = Test | Every | Some

ALWAYS = Every(())
NEVER = Some(())


def every(parts: Sequence[Condition]) -> Condition:
    """The conjunction, flat, without what always holds."""
    flat: list[Condition] = []
    for part in parts:
        if isinstance(part, Every):
            flat.extend(part.parts)
        elif part == NEVER:
            return NEVER
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else Every(tuple(flat))


def some(parts: Sequence[Condition]) -> Condition:
    """The disjunction, flat, without what never holds."""
    flat: list[Condition] = []
    for part in parts:
        if isinstance(part, Some):
            flat.extend(part.parts)
        elif part == ALWAYS:
            return ALWAYS
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else Some(tuple(flat))


def negate(condition: Condition) -> Condition:
    """The opposite condition."""
    if isinstance(condition, Test):
        return condition.negated()
    parts = tuple(negate(part) for part in condition.parts)
    return Some(parts) if isinstance(condition, Every) else Every(parts)


def holds(condition: Condition) -> Code:
    """An expression that is true when the condition holds."""
    if isinstance(condition, Test):
        return condition.holds
    written = [_operand(part, holds(part)) for part in condition.parts]
    if isinstance(condition, Every):
        return join(" and ", written) if written else template("True")
    return join(" or ", written) if written else template("False")


def fails(condition: Condition) -> Code:
    """An expression that is true when the condition does not hold."""
    if isinstance(condition, Test):
        return condition.fails
    written = [_operand(part, fails(part)) for part in condition.parts]
    if isinstance(condition, Every):
        return join(" or ", written) if written else template("False")
    return join(" and ", written) if written else template("True")


def _operand(condition: Condition, written: Code) -> Code:
    return written if isinstance(condition, Test) else template("({part})", part=written)
