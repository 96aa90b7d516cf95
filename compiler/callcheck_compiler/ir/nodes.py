"""The intermediate representation: frozen, and a closed set.

A `Conjunction` is one schema object: parts that must all hold, in walk order. Every part names the keyword that it
comes from by `location`, a JSON Pointer into the author's document.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

Key = Hashable


@dataclass(frozen=True)
class Always:
    """The schema that every instance satisfies."""


@dataclass(frozen=True)
class Never:
    """The schema `false`: where it stands, and under which keyword."""

    location: str
    keyword: str


@dataclass(frozen=True)
class TypeAssertion:
    """`type`. `integral_floats`: whether 3.0 is an integer (not in draft 4)."""

    location: str
    types: tuple[str, ...]
    integral_floats: bool = True


class Row(Protocol):
    """What the representation needs of a keyword's row."""

    @property
    def name(self) -> str: ...

    @property
    def instance_types(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Assertion:
    """A keyword without subschemas: its row, and the operand that the row's `parse` gave."""

    location: str
    row: Row
    operand: Any
    message: str


@dataclass(frozen=True)
class Property:
    """One entry of `properties`."""

    name: str
    schema: Schema


@dataclass(frozen=True)
class Required:
    """`required`: the names, in the author's order. `given`: only when this key is present (`dependentRequired`)."""

    location: str
    names: tuple[str, ...]
    keyword: str = "required"
    given: str | None = None


@dataclass(frozen=True)
class Properties:
    """`properties`, in the author's order."""

    location: str
    properties: tuple[Property, ...]


@dataclass(frozen=True)
class PatternProperties:
    """`patternProperties`: (pattern, schema) in the author's order."""

    location: str
    patterns: tuple[tuple[str, Schema], ...]


@dataclass(frozen=True)
class AdditionalProperties:
    """`additionalProperties`: the schema of every key that is neither in `declared` nor matches one of `patterns`."""

    location: str
    keyword: str
    schema: Schema
    declared: tuple[str, ...]
    patterns: tuple[str, ...]


@dataclass(frozen=True)
class PropertyNames:
    """`propertyNames`: every key, as a string instance. `operand` is the keyword's value."""

    location: str
    schema: Schema
    operand: Any


@dataclass(frozen=True)
class PrefixItems:
    """`prefixItems`, or `items` as a list."""

    location: str
    schemas: tuple[Schema, ...]


@dataclass(frozen=True)
class Items:
    """`items` or `additionalItems`: the schema of the items from index `start` on."""

    location: str
    schema: Schema
    start: int = 0


@dataclass(frozen=True)
class Contains:
    """`contains` with its bounds on how many items fit."""

    location: str
    keyword: str
    schema: Schema
    minimum: int
    maximum: int | None
    too_few: str
    too_many: str


@dataclass(frozen=True)
class AllOf:
    """`allOf`: in-place branches that must all hold."""

    location: str
    branches: tuple[Schema, ...]


@dataclass(frozen=True)
class Discriminator:
    """A property whose literal value tells the branches of a union apart."""

    name: str
    values: tuple[tuple[Any, int], ...]
    required: bool


@dataclass(frozen=True)
class Union:
    """`anyOf`, or `oneOf` when `exactly_one`."""

    location: str
    keyword: str
    branches: tuple[Schema, ...]
    exactly_one: bool
    discriminator: Discriminator | None = None
    nullable: int | None = None


@dataclass(frozen=True)
class Not:
    """`not`. `operand` is the keyword's value."""

    location: str
    schema: Schema
    operand: Any
    message: str


@dataclass(frozen=True)
class Conditional:
    """`if` with `then` and `else`."""

    location: str
    condition: Schema
    then: Schema
    otherwise: Schema


@dataclass(frozen=True)
class DependentSchema:
    """One entry of `dependentSchemas`: the schema of the whole object when the key is present."""

    location: str
    given: str
    schema: Schema


@dataclass(frozen=True)
class Call:
    """A reference: the schema stands under this key in the program's functions.

    apart  it is no reference of the author's; the schema is too deep to stand here
    """

    location: str
    target: Key
    apart: bool = False


@dataclass(frozen=True)
class EvaluatedProperties:
    """Which keys the neighbours of `unevaluatedProperties` evaluate.

    Always `names` and what matches `patterns`; every key when `everything`; and what each of `cases` adds.
    """

    names: tuple[str, ...]
    patterns: tuple[str, ...]
    everything: bool
    cases: tuple[EvaluatedCase, ...]


@dataclass(frozen=True)
class EvaluatedItems:
    """Which items the neighbours of `unevaluatedItems` evaluate: a prefix, all of them, those that fit `contains`."""

    prefix: int
    everything: bool
    containing: tuple[Schema, ...]
    cases: tuple[EvaluatedCase, ...]


Evaluated = EvaluatedProperties | EvaluatedItems


@dataclass(frozen=True)
class EvaluatedUnion:
    """What the branches of a union evaluate: those that hold, or all of them when none does."""

    branches: tuple[tuple[Schema, Evaluated], ...]


@dataclass(frozen=True)
class EvaluatedWhen:
    """What is evaluated when `schema` holds (`holds` False: does not hold)."""

    schema: Schema
    holds: bool
    evaluated: Evaluated


@dataclass(frozen=True)
class EvaluatedGiven:
    """What is evaluated when a key is present."""

    name: str
    evaluated: Evaluated


EvaluatedCase = EvaluatedUnion | EvaluatedWhen | EvaluatedGiven


@dataclass(frozen=True)
class UnevaluatedProperties:
    """`unevaluatedProperties`, or what `undeclared=REJECT` adds. `declared`: the schema's own names, for the issue."""

    location: str
    schema: Schema
    evaluated: EvaluatedProperties
    declared: tuple[str, ...]


@dataclass(frozen=True)
class UnevaluatedItems:
    """`unevaluatedItems`."""

    location: str
    schema: Schema
    evaluated: EvaluatedItems


Part = (
    TypeAssertion
    | Assertion
    | Required
    | Properties
    | PatternProperties
    | AdditionalProperties
    | PropertyNames
    | PrefixItems
    | Items
    | Contains
    | AllOf
    | Union
    | Not
    | Conditional
    | DependentSchema
    | Call
    | Never
    | UnevaluatedProperties
    | UnevaluatedItems
)


@dataclass(frozen=True)
class Conjunction:
    """One schema object: all of its parts, in walk order. `location` is the schema's own."""

    location: str
    parts: tuple[Part, ...]


Schema = Always | Never | Conjunction
ALWAYS = Always()


@dataclass(frozen=True)
class Program:
    """A whole tool: the root and the functions that its references call."""

    root: Schema
    functions: Mapping[Key, Schema]


OBJECT_PARTS = (
    Required,
    Properties,
    PatternProperties,
    AdditionalProperties,
    PropertyNames,
    DependentSchema,
    UnevaluatedProperties,
)
ARRAY_PARTS = (PrefixItems, Items, Contains, UnevaluatedItems)
