"""A program and a plan as text, for people and for tests: one line a part, what stands inside it indented.

A location is written, as `@` and the location, only where it is not the one that the place in the tree says: where a pass has
moved a part, and where a reference leads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from . import nodes
from .locations import escape, keyword_of, location_of
from .nodes import Key, Program, Schema
from .positions import INERT, Child, Plan, Position, Undeclared

INDENT = "  "


def print_program(program: Program) -> str:
    """The text of a program: the root, then each function in the order of the program, called f1, f2…"""
    printer = _Printer({key: f"f{number}" for number, key in enumerate(program.functions, 1)})
    lines = printer.headed("root", program.root, "")
    for key, schema in program.functions.items():
        lines += printer.headed(printer.function(key), schema, None)
    return "\n".join(lines) + "\n"


def print_plan(plan: Plan) -> str:
    """The text of a plan: each position by its number, with where it leads."""
    if plan.root == INERT:
        return "nothing is ever repaired\n"
    lines = [f"root is {plan.root}"]
    for number in sorted(plan.positions):
        lines += _position(number, plan.positions[number])
    return "\n".join(lines) + "\n"


class _Printer:
    """Prints one program. Every method gives lines; `expected` is the location that goes without saying."""

    def __init__(self, functions: dict[Key, str]) -> None:
        self._functions = functions

    def function(self, key: Key) -> str:
        """The name of a function."""
        return self._functions.get(key, f"missing {key!r}")

    def headed(self, head: str, schema: Schema, expected: str | None) -> list[str]:
        """A schema under a head: on the head's own line when it is a single line."""
        if isinstance(schema, nodes.Always):
            return [f"{head}: always"]
        if isinstance(schema, nodes.Never):
            return [f"{head}: never{_at(schema.location, expected)}"]
        lines = [line for part in schema.parts for line in self.part(part, schema.location)]
        where = _at(schema.location, expected)
        if len(lines) == 1:
            return [f"{head}{where}: {lines[0]}"]
        return [f"{head}{where}:", *indented(lines)]

    def part(self, part: nodes.Part, schema: str) -> list[str]:
        """One part of a schema that stands at a location."""
        if isinstance(part, nodes.Never):
            return [f"never{_at(part.location, schema)}"]
        if isinstance(part, nodes.Call):
            calls = f"calls {self.function(part.target)}"
            if part.location == schema:
                return [calls]
            return [f"{keyword_of(part)} {calls}{_at(part.location, location_of(part, schema))}"]
        head = keyword_of(part) + _details(part) + _at(part.location, location_of(part, schema))
        return self._inside(part, head)

    def _inside(self, part: nodes.Part, head: str) -> list[str]:
        """A part with its subschemas, under its head."""
        at = part.location
        if isinstance(part, (nodes.TypeAssertion, nodes.Assertion, nodes.Required, nodes.Call, nodes.Never)):
            return [head]
        if isinstance(part, nodes.Properties):
            return [head, *self._named(((entry.name, entry.schema) for entry in part.properties), at)]
        if isinstance(part, nodes.PatternProperties):
            return [head, *self._named(part.patterns, at)]
        if isinstance(part, (nodes.AllOf, nodes.Union)):
            return [head, *self._numbered(part.branches, at)]
        if isinstance(part, nodes.PrefixItems):
            return [head, *self._numbered(part.schemas, at)]
        if isinstance(part, nodes.Conditional):
            beside = at.removesuffix("/if")
            return [
                *self.headed(head, part.condition, at),
                *self.headed("then", part.then, f"{beside}/then"),
                *self.headed("else", part.otherwise, f"{beside}/else"),
            ]
        lines = self.headed(head, part.schema, at)
        if isinstance(part, (nodes.UnevaluatedProperties, nodes.UnevaluatedItems)):
            lines += indented(self._evaluated(part.evaluated))
        return lines

    def _named(self, schemas: Iterable[tuple[str, Schema]], at: str) -> list[str]:
        lines = []
        for name, schema in schemas:
            lines += self.headed(_json(name), schema, f"{at}/{escape(name)}")
        return indented(lines)

    def _numbered(self, schemas: Iterable[Schema], at: str) -> list[str]:
        lines = []
        for number, schema in enumerate(schemas):
            lines += self.headed(str(number), schema, f"{at}/{number}")
        return indented(lines)

    def _evaluated(self, evaluated: nodes.Evaluated) -> list[str]:
        """What the neighbours of `unevaluated…` look at."""
        if isinstance(evaluated, nodes.EvaluatedProperties):
            said = [_listed(evaluated.names)] if evaluated.names else []
            said += [f"matching {_listed(evaluated.patterns)}"] if evaluated.patterns else []
        else:
            said = [f"the first {evaluated.prefix}"] if evaluated.prefix else []
        said += ["everything"] if evaluated.everything else []
        lines = [f"evaluated {', '.join(said) or 'nothing'}"]
        if isinstance(evaluated, nodes.EvaluatedItems):
            for schema in evaluated.containing:
                lines += indented(self.headed("those that fit", schema, None))
        for case in evaluated.cases:
            lines += indented(self._case(case))
        return lines

    def _case(self, case: nodes.EvaluatedCase) -> list[str]:
        if isinstance(case, nodes.EvaluatedGiven):
            return [f"given {_json(case.name)}", *indented(self._evaluated(case.evaluated))]
        if isinstance(case, nodes.EvaluatedWhen):
            head = "when it holds" if case.holds else "when it does not hold"
            return [*self.headed(head, case.schema, None), *indented(self._evaluated(case.evaluated))]
        lines = ["when one of these holds, or none does"]
        for schema, evaluated in case.branches:
            lines += indented(self.headed("branch", schema, None))
            lines += indented(indented(self._evaluated(evaluated)))
        return lines


def indented(lines: Iterable[str]) -> list[str]:
    """The lines, one level deeper."""
    return [INDENT + line for line in lines]


def _at(location: str, expected: str | None) -> str:
    return "" if location == expected else f" @{location or 'root'}"


def _json(value: Any) -> str:
    """An operand as JSON, in ASCII."""
    return json.dumps(value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_json, names))


def _details(part: nodes.Part) -> str:
    """What a part says besides its keyword and its subschemas."""
    if isinstance(part, nodes.TypeAssertion):
        exact = "" if part.integral_floats or "integer" not in part.types else ", 3.0 is no integer"
        return f" {' | '.join(part.types)}{exact}"
    if isinstance(part, nodes.Assertion):
        return f" {_json(part.operand)}"
    if isinstance(part, nodes.Required):
        given = "" if part.given is None else f" given {_json(part.given)}:"
        return f"{given} {_listed(part.names)}"
    if isinstance(part, nodes.AdditionalProperties):
        beside = f" beside {_listed(part.declared)}" if part.declared else ""
        return beside + (f" matching {_listed(part.patterns)}" if part.patterns else "")
    if isinstance(part, nodes.UnevaluatedProperties):
        return f" declared {_listed(part.declared)}" if part.declared else ""
    if isinstance(part, nodes.Items):
        return f" from {part.start}" if part.start else ""
    if isinstance(part, nodes.Contains):
        return f" {part.minimum}..{'' if part.maximum is None else part.maximum}"
    if isinstance(part, nodes.DependentSchema):
        return f" given {_json(part.given)}"
    return _known(part) if isinstance(part, nodes.Union) else ""


def _known(part: nodes.Union) -> str:
    """What is known of a union beside its branches."""
    nullable = "" if part.nullable is None else f" nullable {part.nullable}"
    by = part.discriminator
    if by is None:
        return nullable
    values = ", ".join(f"{_json(value)} is {branch}" for value, branch in by.values)
    return f"{nullable} by {'required ' if by.required else ''}{_json(by.name)}: {values}"


def _position(number: int, position: Position) -> list[str]:
    types = "left alone" if position.types is None else " | ".join(sorted(position.types))
    lines = [f"{number} {position.location or 'root'}: {types}"]
    below = [_child(_json(child.name), child) for child in position.children]
    if position.others is not None:
        below += _others(position.others)
    below += [f"{index} is {item}" for index, item in enumerate(position.prefix) if item != INERT]
    if position.rest != INERT:
        below.append(f"{'the other items are' if position.prefix else 'each item is'} {position.rest}")
    return [*lines, *indented(below)]


def _others(others: Undeclared) -> list[str]:
    """Where the keys lead that are not declared, by the patterns that they match."""
    lines = []
    for matches, child in others.positions.items():
        matching = [pattern for pattern, match in zip(others.patterns, matches, strict=True) if match]
        which = f"other keys matching {_listed(matching)}" if matching else "other keys"
        if child.position != INERT or child.droppable:
            lines.append(_child(which, child))
    return lines


def _child(which: str, child: Child) -> str:
    leads = "left alone" if child.position == INERT else f"is {child.position}"
    return f"{which} {leads}{', dropped when null' if child.droppable else ''}"
