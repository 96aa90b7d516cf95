"""What can be wrong: an `Issue` of a call, a call that is rejected, a schema that is refused."""

from __future__ import annotations

import enum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

_kind = itemgetter(0)

InstanceLocation = tuple[str | int, ...]


class Kind(enum.IntEnum):
    """The four kinds of issue, in the order in which they are told."""

    MISSING = 0
    UNEXPECTED = 1
    TYPE = 2
    VALUE = 3


_FIRST = Kind.MISSING  # looked up once, for that is slow


class Issue(NamedTuple):
    """One thing that is wrong with a call.

    kind               MISSING, UNEXPECTED, TYPE or VALUE
    instance_location  keys and indexes from the root of the arguments
    keyword_location   JSON Pointer of the keyword in the schema, where its author would look for it
    keyword            the keyword's name
    expected           (read-only; it may be shared) what would be right: type names (TYPE), declared names (UNEXPECTED), else the keyword's value
    received           the type that was sent, with `integer` and `number` apart; "" for what is missing
    message            the reason as the end of a sentence about the parameter; never holds the value that was sent
    """

    kind: Kind
    instance_location: InstanceLocation
    keyword_location: str
    keyword: str
    expected: Any
    received: str
    message: str


def in_order(issues: list[Issue]) -> list[Issue]:
    """The issues by kind; inside a kind in the order in which they were found."""
    if len(issues) > 1:
        last = _FIRST
        for issue in issues:
            kind = issue[0]
            if kind is not last and kind < last:
                issues.sort(key=_kind)
                break
            last = kind
    return issues


def in_order_once(issues: list[Issue]) -> list[Issue]:
    """The same, each issue once, where a schema may have been applied twice at one place."""
    if len(issues) > 1:
        return in_order(without_repeats(issues))
    return issues


def without_repeats(issues: list[Issue]) -> list[Issue]:
    """The issues, each once. What `expected` holds follows from the rest, and may not be hashable."""
    seen: dict[tuple[Any, ...], Issue] = {}
    for issue in issues:
        seen.setdefault((*issue[:4], issue[5], issue[6]), issue)
    return list(seen.values())


class InvalidArguments(ValueError):
    """The arguments of a call are rejected. `str()` is the text for the model."""

    # The built-in constructor, which keeps its arguments as `args`, is all that is needed, and the fastest.
    if TYPE_CHECKING:

        def __init__(self, tool: str, issues: tuple[Issue, ...], text: str) -> None: ...

    @property
    def tool(self) -> str:
        """The tool's name."""
        return self.args[0]  # type: ignore[no-any-return]

    @property
    def issues(self) -> tuple[Issue, ...]:
        """Every issue, in the order in which they are told; never empty."""
        return self.args[1]  # type: ignore[no-any-return]

    @property
    def structured(self) -> dict[str, Any]:
        """The same as JSON-ready values, without anything that was sent, for a machine reader."""
        from .text import structured

        return structured(self.tool, self.issues)

    def __str__(self) -> str:
        return self.args[2]  # type: ignore[no-any-return]


class SchemaError(ValueError):
    """A schema is refused: which tool, where in its schema, why, and what would be right."""

    def __init__(self, reason: str, keyword_location: str = "", tool: str = "") -> None:
        super().__init__(reason, keyword_location, tool)
        self.reason = reason
        self.keyword_location = keyword_location
        self.tool = tool

    def of_tool(self, tool: str) -> SchemaError:
        """The same refusal, with the tool's name."""
        return SchemaError(self.reason, self.keyword_location, tool)

    def __str__(self) -> str:
        from .location import printable

        whose = f"The schema of `{printable(self.tool, 128)}`" if self.tool else "The schema"
        where = f" at {printable(self.keyword_location, 500)}" if self.keyword_location else ""
        return f"{whose} is refused{where}: {printable(self.reason, 2000)}"
