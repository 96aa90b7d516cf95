"""The row: everything that callcheck knows of one keyword."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from callcheck.issues import InstanceLocation, Issue, Kind

if TYPE_CHECKING:
    from ..emit.code import Code
    from ..emit.conditions import Condition

Tokens = tuple[str | int, ...]


class Absent(enum.Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


# What `Keyword.operand` answers where a schema lacks the keyword, or a sibling takes its place.
ABSENT = Absent.ABSENT


class Role(enum.Enum):
    """What a keyword does (Core 2020-12, section 7)."""

    ASSERTION = "assertion"
    APPLICATOR = "applicator"
    REFERENCE = "reference"
    IDENTIFIER = "identifier"
    ANNOTATION = "annotation"


class Outcome(NamedTuple):
    """What applying a schema to an instance gives: the issues, and which keys or indexes it looked at."""

    issues: list[Issue]
    evaluated: frozenset[str | int]


class Walk(Protocol):
    """What the reference validator hands to a row: one schema at one instance, and how to go on from there.

    schema     the schema that holds the keyword
    location   where the instance is
    evaluated  the keys or indexes that this schema's keywords have looked at so far (Core 2020-12, section 11)
    """

    schema: Mapping[str, Any]
    location: InstanceLocation
    evaluated: set[str | int]

    @property
    def extensions(self) -> bool:
        """Whether the policy reads what tool authors write beyond the specification."""

    def sibling(self, keyword: str, default: Any) -> Any:
        """The value of another keyword of the schema, or `default` where that is absent or not interpreted."""

    def issue(
        self, kind: Kind, expected: Any, message: str, received: Any = ..., key: str | int = ...
    ) -> Issue:
        """An issue of this keyword, at the instance or at `key` in it; `received` is the value that is wrong."""

    def under(self, key: str | int, subschema: Any, *tokens: str | int) -> list[Issue]:
        """Apply a subschema to what the instance holds under `key`, which thereby counts as evaluated."""

    def beside(self, subschema: Any, *tokens: str | int) -> Outcome:
        """Apply a subschema in place; what it evaluated counts once it is added to `evaluated`."""

    def beside_sibling(self, keyword: str) -> Outcome:
        """Apply in place the subschema that is the value of another keyword of this schema."""

    def test(self, subschema: Any, *tokens: str | int) -> Outcome:
        """The same for a subschema that only asks: its object positions are never closed by the policy."""

    def test_item(self, index: int, subschema: Any) -> bool:
        """Whether an item fits a subschema that only asks."""

    def test_name(self, name: str, subschema: Any) -> list[Issue]:
        """The issues of a property's name, in the order in which they are told."""

    def refer(self, reference: str) -> Outcome:
        """Apply in place what this reference keyword leads to."""

    def union(self, subschemas: list[Any], outcomes: list[Outcome]) -> list[Issue]:
        """The issues of a union of which no branch holds."""


Parse = Callable[[Any, str], Any]
Emit = Callable[[Any, "Code", "Constants"], "Condition"]
Reference = Callable[[Any, Any, Walk], Iterable[Issue]]
Subschemas = Callable[[Any], Iterator[tuple[Tokens, Any]]]


class Constants(Protocol):
    """What an emitter may ask for while it writes an expression."""

    def constant(self, purpose: str, value: Any) -> Code:
        """The name under which the generated module holds `value`."""

    def set_of(self, members: Sequence[Any]) -> Code:
        """What stands after `in` for these hashable members."""

    def runtime(self, name: str) -> Code:
        """The name of a function of `callcheck.abi`."""


def no_subschemas(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The subschemas of a keyword that has none."""
    return iter(())


@dataclass(frozen=True)
class Keyword:
    """One keyword of a dialect.

    name            as it is written in a schema
    vocabulary      the vocabulary that defines it (Core 2020-12, section 8.1), by the last part of its URI
    role            what it does
    instance_types  the types it asserts about; empty means all of them
    parse           (value, location) -> operand; raises SchemaError when the value is not what the specification asks for
    sibling         schema -> the raw operand, where that depends on other keywords of the schema; ABSENT when those take over
    emit            (operand, instance, constants) -> the condition under which the assertion holds; None for structure
    holds           (operand, instance) -> whether the assertion holds, for the reference; takes raw JSON; None for structure
    message         operand -> the reason, as the end of a sentence about the parameter
    subschemas      value -> (tokens from the keyword, subschema) of each subschema it holds
    reference       (value, instance, walk) -> issues; raw JSON in, for applicators and references
    format_like     asserts only where the policy or the dialect asserts formats
    """

    name: str
    vocabulary: str
    role: Role
    instance_types: tuple[str, ...] = ()
    parse: Parse = lambda value, location: value
    sibling: Callable[[Mapping[str, Any]], Any] | None = None
    emit: Emit | None = None
    holds: Callable[[Any, Any], bool] | None = None
    message: Callable[[Any], str] = lambda operand: "is not allowed"
    subschemas: Subschemas = no_subschemas
    reference: Reference | None = None
    format_like: bool = False

    def operand(self, schema: Mapping[str, Any]) -> Any:
        """The raw operand that this keyword has in `schema`, or ABSENT."""
        if self.name not in schema:
            return ABSENT
        return schema[self.name] if self.sibling is None else self.sibling(schema)
