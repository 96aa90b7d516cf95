"""The row: everything that callcheck knows of one keyword."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from callcheck.issues import Issue

if TYPE_CHECKING:
    from ..emit.code import Code

Tokens = tuple[str | int, ...]


class Role(enum.Enum):
    """What a keyword does (Core 2020-12, section 7)."""

    ASSERTION = "assertion"
    APPLICATOR = "applicator"
    REFERENCE = "reference"
    IDENTIFIER = "identifier"
    ANNOTATION = "annotation"


class Walk(Protocol):
    """What the reference validator hands to a row: where it stands, and how to go on from there."""

    schema: Any


class Constants(Protocol):
    """What an emitter may ask for while it writes an expression."""

    def constant(self, purpose: str, value: Any) -> Code:
        """The name under which the generated module holds `value`."""

    def runtime(self, name: str) -> Code:
        """The name of a function of `callcheck.abi`."""


Parse = Callable[[Any, str], Any]
Emit = Callable[[Any, "Code", Constants], "Code"]
Reference = Callable[[Any, Any, Any], Iterable[Issue]]
Subschemas = Callable[[Any], Iterator[tuple[Tokens, Any]]]


def no_subschemas(value: Any) -> Iterator[tuple[Tokens, Any]]:
    """The subschemas of a keyword that has none."""
    return iter(())


@dataclass(frozen=True)
class Keyword:
    """One keyword of a dialect.

    name            as it is written in a schema
    vocabulary      the vocabulary that defines it (Core 2020-12, section 8.1)
    role            what it does
    instance_types  the types it asserts about; empty means all of them
    parse           (value, location) -> operand; raises SchemaError when the value is not what the specification asks for
    emit            (operand, instance, constants) -> an expression that is true when the assertion holds; None for structure
    holds           (operand, instance) -> whether the assertion holds, for the reference; takes raw JSON; None for structure
    message         operand -> the reason, as the end of a sentence about the parameter
    subschemas      value -> (tokens from the keyword, subschema) of each subschema it holds
    reference       (value, instance, walk) -> issues; raw JSON in, for applicators and references
    """

    name: str
    vocabulary: str
    role: Role
    instance_types: tuple[str, ...] = ()
    parse: Parse = lambda value, location: value
    emit: Emit | None = None
    holds: Callable[[Any, Any], bool] | None = None
    message: Callable[[Any], str] = lambda operand: "is not allowed"
    subschemas: Subschemas = no_subschemas
    reference: Reference | None = None
