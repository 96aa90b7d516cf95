"""Conditions on an instance: what one expression can say of a schema. Structure is left to functions.

In `exact` mode only the builtin types themselves pass, so a failed check means no more than "let explain decide"; it is for
the fast path, whose answers flow towards acceptance alone. Without it the check is right in both directions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ..ir import nodes
from ..ir.nodes import Always, Conjunction, Never, Program, Schema
from ..ir.repeats import repeats
from ..keywords.conditions import search
from ..keywords.keyword import Keyword
from .code import Block, Code, literal
from .conditions import ALWAYS, NEVER, Condition, Test, every, fails, holds, negate, some, test
from .enums import enum_condition
from .scope import Scope
from .shapes import EVERY_TYPE, Sorted, Sorter, sort_parts
from .types import type_condition

NUMERIC = frozenset({"number", "integer"})

Collect = Callable[["Expressions", nodes.Evaluated, Block], None]


class Expressions(ABC):
    """Writes conditions in one mode; the functions for structure come from a subclass."""

    def __init__(self, program: Program, scope: Scope, exact: bool, strict_integers: bool) -> None:
        """`strict_integers`: 3.0 fails in exact mode, because it would have to be repaired."""
        self.program = program
        self.scope = scope
        self.exact = exact
        self.strict_integers = strict_integers and exact
        self.remembers = repeats(program)
        self.sort = Sorter()

    @property
    @abstractmethod
    def loose(self) -> Expressions:
        """The same without exact mode, for where a failed check decides something."""

    @abstractmethod
    def function(self, schema: Schema, known: frozenset[str], location: str) -> Code:
        """The function `value -> bool` that checks a schema."""

    @abstractmethod
    def exactly_one(self, part: nodes.Union) -> Code:
        """The function `value -> bool` that is true when exactly one branch holds."""

    @abstractmethod
    def collector(self, evaluated: nodes.Evaluated, write: Collect) -> Code:
        """The function `value -> set` that collects what is evaluated."""

    def called(self, function: Code, value: Code) -> Condition:
        """The call of a function that checks; `memo` holds the answers of this one validation."""
        if self.remembers:
            return test("{f}({v}, memo)", "not {f}({v}, memo)", f=function, v=value)
        return test("{f}({v})", "not {f}({v})", f=function, v=value)

    def matches(self, pattern: str, key: Code) -> Condition:
        """Whether a key matches a pattern of `patternProperties`."""
        return search(pattern, key, self.scope)

    def implies_type(self, found: Sorted) -> bool:
        """Whether an `enum` of strings stands for the type: an unhashable value raises TypeError, which ends as a failure."""
        if not self.exact or len(found.anywhere) != 1 or found.types is None:
            return False
        part = found.anywhere[0]
        members = part.operand if part.row.name == "enum" else (part.operand,)
        return "string" in found.types and bool(members) and all(type(member) is str for member in members)

    def is_listed_text(self, found: Sorted) -> bool:
        """Whether the one look at an `enum` of strings is the whole check."""
        return not (found.never or found.scalars or found.in_place) and self.implies_type(found)

    def condition(self, schema: Schema, value: Code, known: frozenset[str] = EVERY_TYPE) -> Condition:
        """Whether the value satisfies the schema; structure becomes the call of a function."""
        if isinstance(schema, Always):
            return ALWAYS
        if isinstance(schema, Never):
            return NEVER
        found = self.sort(schema)
        if found.never:
            return NEVER
        if found.objects and not self._is_presence_only(found):
            return self._call(schema, value, known)
        if found.arrays:
            return self._call(schema, value, known)
        if self.is_listed_text(found):
            return self.literals(found.anywhere[0], value, frozenset({"string"}))
        return every([*self.typed_parts(found, value, known), *self.after(found, value, known)])

    def target(self, call: nodes.Call) -> Code:
        """The function of a reference's target."""
        return self.function(self.program.functions[call.target], EVERY_TYPE, call.location)

    def _call(self, schema: Conjunction, value: Code, known: frozenset[str]) -> Condition:
        return self.called(self.function(schema, known, schema.location), value)

    def _is_presence_only(self, found: Sorted) -> bool:
        return all(isinstance(part, nodes.Required) and part.given is None for part in found.objects)

    def typed_parts(self, found: Sorted, value: Code, known: frozenset[str]) -> list[Condition]:
        """The type, and what is asserted about each type."""
        admitted = known if found.types is None else known & found.types
        asserted = {word: self._about(found, word, value) for word in ("string", "number", "array", "object")}
        if found.types is not None and not known <= found.types:
            return self._by_type(found, value, known, admitted, asserted)
        conditions: list[Condition] = []
        for word, tests in asserted.items():
            words = NUMERIC if word == "number" else frozenset({word})
            if not tests or not words & admitted:
                continue
            if admitted <= words:
                conditions.extend(tests)
            else:
                conditions.append(
                    some([negate(self.guard(word, value)), every(self._finite(word, value, tests))])
                )
        return conditions

    def guard(self, word: str, value: Code) -> Condition:
        """Whether the value is of a type, as far as an assertion cares: NaN is a number here."""
        if word == "number":
            return test(
                "isinstance({v}, (int, float)) and type({v}) is not bool",
                "(not isinstance({v}, (int, float)) or type({v}) is bool)",
                v=value,
            )
        return type_condition(value, frozenset({word}), False, True)

    def _finite(self, word: str, value: Code, tests: list[Condition]) -> list[Condition]:
        if word != "number":
            return tests
        finite = test("{v} - {v} == 0", "{v} - {v} != 0", v=value)
        return [finite, *tests]

    def _by_type(
        self,
        found: Sorted,
        value: Code,
        known: frozenset[str],
        admitted: frozenset[str],
        asserted: dict[str, list[Condition]],
    ) -> list[Condition]:
        """One alternative for each type that has assertions of its own, one for all the others together."""
        alternatives: list[Condition] = []
        plain = set(admitted)
        for word, tests in asserted.items():
            words = NUMERIC & admitted if word == "number" else frozenset({word}) & admitted
            if tests and words:
                plain -= words
                alternatives.append(every([self.typed(value, words, found.integral_floats), *tests]))
        if plain:
            alternatives.append(self.typed(value, frozenset(plain), found.integral_floats))
        return [some(alternatives)]

    def typed(self, value: Code, types: frozenset[str], integral_floats: bool) -> Condition:
        """Whether the value has one of the types, in this mode."""
        return type_condition(value, types, self.exact, integral_floats and not self.strict_integers)

    def _about(self, found: Sorted, word: str, value: Code) -> list[Condition]:
        """What is asserted about instances of one type."""
        tests: list[Condition] = []
        tests.extend(self.assertion(part, value) for part in found.scalars.get(word, ()))
        if word == "object":
            for part in found.objects:
                if isinstance(part, nodes.Required) and part.given is None:
                    tests.extend(_present(key, value) for key in part.names)
        return tests

    def assertion(self, part: nodes.Assertion, value: Code) -> Condition:
        """One assertion about an instance of its own type."""
        row = part.row
        if not isinstance(row, Keyword) or row.emit is None:
            raise TypeError(f"{part.row.name} has no emit")
        return row.emit(part.operand, value, self.scope)

    def after(self, found: Sorted, value: Code, known: frozenset[str]) -> list[Condition]:
        """`enum`, `const` and the in-place applicators."""
        admitted = known if found.types is None else known & found.types
        conditions = [self.literals(part, value, admitted) for part in found.anywhere]
        conditions.extend(self.in_place(part, value, admitted) for part in found.in_place)
        return conditions

    def literals(self, part: nodes.Assertion, value: Code, known: frozenset[str]) -> Condition:
        """`enum` and `const`."""
        members = part.operand if part.row.name == "enum" else (part.operand,)
        return enum_condition(members, value, known, self.exact, self.scope)

    def in_place(self, part: nodes.Part, value: Code, known: frozenset[str]) -> Condition:
        """An in-place applicator or a reference."""
        if isinstance(part, nodes.Call):
            return self.called(self.target(part), value)
        if isinstance(part, nodes.AllOf):
            return every([self.condition(branch, value, known) for branch in part.branches])
        if isinstance(part, nodes.Not):
            return negate(self.loose.condition(part.schema, value, known))
        if isinstance(part, nodes.Conditional):
            return self._conditional(part, value, known)
        if isinstance(part, nodes.Union):
            return self._union(part, value, known)
        raise TypeError(type(part).__name__)

    def _conditional(self, part: nodes.Conditional, value: Code, known: frozenset[str]) -> Condition:
        condition = self.loose.condition(part.condition, value, known)
        then = self.condition(part.then, value, known)
        otherwise = self.condition(part.otherwise, value, known)
        if then == ALWAYS:
            return some([condition, otherwise])
        if otherwise == ALWAYS:
            return some([negate(condition), then])
        # Written once, for a condition may be long, and hold conditions of this kind itself.
        return test(
            "({t} if {c} else {e})",
            "({ft} if {c} else {fe})",
            c=holds(condition),
            t=holds(then),
            e=holds(otherwise),
            ft=fails(then),
            fe=fails(otherwise),
        )

    def _union(self, part: nodes.Union, value: Code, known: frozenset[str]) -> Condition:
        if not part.exactly_one or len(part.branches) == 1 or self.are_disjoint(part, known):
            return some([self.condition(branch, value, known) for branch in part.branches])
        exactly_one = self.called(self.exactly_one(part), value)
        if self.strict_integers and part.nullable is not None:
            # What NULLABLE_UNION would repair inside the other branch must not pass as it is.
            branches = [self.condition(branch, value, known) for branch in part.branches]
            return every([some(branches), exactly_one])
        return exactly_one

    def are_disjoint(self, part: nodes.Union, known: frozenset[str]) -> bool:
        """Whether no instance can satisfy two of the branches."""
        types = [own_types(branch) & known for branch in part.branches]
        if part.discriminator is not None and part.discriminator.required:
            named = {branch for _, branch in part.discriminator.values}
            if len(named) == len(part.branches) and all(own == {"object"} for own in types):
                return True
        return sum(map(len, types)) == len(frozenset().union(*types))


def own_types(schema: Schema) -> frozenset[str]:
    """The types that a schema's own `type` admits."""
    types = sort_parts(schema).types if isinstance(schema, Conjunction) else None
    return EVERY_TYPE if types is None else types


def _present(key: str, value: Code) -> Test:
    k = literal(key)
    return test("{k} in {v}", "{k} not in {v}", k=k, v=value)
