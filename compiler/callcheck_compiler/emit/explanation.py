"""The statements that find every issue of a schema, in walk order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby, takewhile
from typing import Any

from ..ir import nodes
from ..ir.nodes import Always, Never, Schema
from ..keywords.any_type import expected_members
from .code import Block, Code, join, literal, name, template
from .conditions import ALWAYS, Condition, Test, every, fails, holds, test
from .enums import enum_condition
from .explain_structure import StructureExplanation
from .shapes import EVERY_TYPE, widened
from .types import type_condition
from .where import Where

DEEPEST = 10
STRUCTURE = {"object": nodes.OBJECT_PARTS, "array": nodes.ARRAY_PARTS}
FALSE_PROPERTIES = frozenset({"properties", "patternProperties"})
FALSE_OTHERS = frozenset({"additionalProperties", "unevaluatedProperties"})
CONSTANTS = frozenset({"enum", "const"})
# The Python types of members that values of a type alone can equal.
MEMBERS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}


class Explanation(StructureExplanation):
    """Writes the statements of one function."""

    def schema(self, schema: Schema, value: Code, where: Where, declared: tuple[str, ...]) -> None:
        """Add the issues of a schema. `declared`: the names beside a `false`, for its issue."""
        if isinstance(schema, Always):
            return
        if isinstance(schema, Never):
            self._never(schema, value, where, declared)
            return
        if self.block.depth > DEEPEST:
            function = self.explainer.function(schema, schema.location)
            self.block.line(self.explainer.called(function, value, where.code, name("issues")))
            return
        self._parts(schema.parts, value, where)

    def _parts(self, parts: Sequence[nodes.Part], value: Code, where: Where) -> None:
        """Neighbours about values of one type stand under one test of it."""
        index = 0
        while index < len(parts):
            part = parts[index]
            word = next((word for word in STRUCTURE if isinstance(part, STRUCTURE[word])), None)
            if isinstance(part, nodes.TypeAssertion) and len(part.types) == 1:
                following = tuple(takewhile(partial(_is_about, part), parts[index + 1 :]))
                self._typed(part, following, value, where)
                index += 1 + len(following)
            elif word is not None:
                following = tuple(takewhile(partial(_looks_into, word), parts[index:]))
                is_one = type_condition(value, frozenset({word}), False, True)
                self._open(template("if {t}:", t=holds(is_one)))
                before = len(self.block)
                self._structures(following, value, where)
                self._pass_if_empty(before)
                self.block.dedent()
                index += len(following)
            else:
                self._part(part, value, where)
                index += 1

    def _typed(
        self, part: nodes.TypeAssertion, following: Sequence[nodes.Part], value: Code, where: Where
    ) -> None:
        """One type, and under its `else` what is said about the values that have it."""
        condition = type_condition(value, widened(part.types), False, part.integral_floats)
        self._open(template("if {t}:", t=fails(condition)))
        self._add_made("type", where, value, part.location, tuple(part.types))
        for constant in following:
            # A value of another type is none of the members.
            if isinstance(constant, nodes.Assertion) and not constant.row.instance_types:
                self._add_assertion(constant, value, where)
        self.block.dedent()
        if len(following) == 1 and isinstance(following[0], nodes.Assertion):
            condition = self._asserted(following[0], value, widened(part.types))
            self._unless(condition, following[0], value, where, after_a_test=True)
            return
        around, self.block = self.block, Block(self.block.depth + 1)
        self._among(widened(part.types), following, value, where)
        inside, self.block = self.block, around
        if len(inside):
            self.block.line(template("else:"))
            self.block.extend(inside)

    def _among(self, types: frozenset[str], parts: Sequence[nodes.Part], value: Code, where: Where) -> None:
        """What is said about values that are known to have one of the types."""
        for simple, run in groupby(parts, lambda part: isinstance(part, nodes.Assertion)):
            if not simple:
                self._structures(tuple(run), value, where)
                continue
            for part in run:
                assert isinstance(part, nodes.Assertion)
                self._unless(self._asserted(part, value, types), part, value, where)

    def _unless(
        self,
        condition: Condition,
        part: nodes.Assertion,
        value: Code,
        where: Where,
        after_a_test: bool = False,
    ) -> None:
        """The issue of a keyword where its condition does not hold."""
        if condition == ALWAYS:
            return
        failed = fails(condition)
        self._open(template("elif {t}:", t=failed) if after_a_test else template("if {t}:", t=failed))
        self._add_assertion(part, value, where)
        self.block.dedent()

    def _add_assertion(self, part: nodes.Assertion, value: Code, where: Where) -> None:
        expected = tuple(part.operand) if part.row.name == "enum" else part.operand
        self._add_value(where, value, part.row.name, part.location, expected, part.message)

    # Parts about any instance

    def _part(self, part: nodes.Part, value: Code, where: Where) -> None:
        if isinstance(part, nodes.TypeAssertion):
            self._type(part, value, where)
        elif isinstance(part, nodes.Assertion):
            self._assertion(part, value, where)
        elif isinstance(part, nodes.Never):
            self._never(part, value, where, ())
        elif isinstance(part, nodes.Call):
            function = self.explainer.target(part)
            self.block.line(self.explainer.called(function, value, where.code, name("issues")))
        elif isinstance(part, nodes.AllOf):
            for branch in part.branches:
                self.schema(branch, value, where, ())
        elif isinstance(part, nodes.Union):
            self._union(part, value, where)
        elif isinstance(part, nodes.Not):
            self._not(part, value, where)
        elif isinstance(part, nodes.Conditional):
            self._conditional(part, value, where)
        else:
            raise TypeError(type(part).__name__)

    def _type(self, part: nodes.TypeAssertion, value: Code, where: Where) -> None:
        condition = type_condition(value, widened(part.types), False, part.integral_floats)
        self._open(template("if {t}:", t=fails(condition)))
        self._add_made("type", where, value, part.location, tuple(part.types))
        self.block.dedent()

    def _assertion(self, part: nodes.Assertion, value: Code, where: Where) -> None:
        condition = self._asserted(part, value, EVERY_TYPE)
        if condition == ALWAYS:
            return
        if part.row.instance_types == ("number",):
            finite = test("{v} - {v} == 0", "{v} - {v} != 0", v=value)
            condition = every([finite, condition])
        guards = [self.checks.guard(word, value) for word in part.row.instance_types]
        for guard in guards:
            self._open(template("if {t}:", t=holds(guard)))
        self._unless(condition, part, value, where)
        for _ in guards:
            self.block.dedent()

    def _asserted(self, part: nodes.Assertion, value: Code, known: frozenset[str]) -> Condition:
        """The condition of a keyword for a value that has one of the known types, its own guard by type left out."""
        if part.row.name in CONSTANTS:
            return enum_condition(_members(part), value, known, False, self.explainer.scope)
        return self.checks.assertion(part, value)

    def _never(self, schema: Never, value: Code, where: Where, declared: tuple[str, ...]) -> None:
        keyword, location = schema.keyword, schema.location
        if keyword not in FALSE_OTHERS and keyword not in FALSE_PROPERTIES:
            self._add_value(where, value, keyword, location, (), "is not allowed")
            return
        facts = (declared, "is not expected") if keyword in FALSE_OTHERS else ((), "is not allowed")
        maker = self.explainer.maker("unexpected_issue", "", keyword, location, *facts)
        self._add(template("{m}({w}, {v})", m=maker, w=where.code, v=value))

    def _not(self, part: nodes.Not, value: Code, where: Where) -> None:
        self._open(template("if {t}:", t=holds(self.checks.condition(part.schema, value))))
        self._add_value(where, value, "not", part.location, part.operand, part.message)
        self.block.dedent()

    def _conditional(self, part: nodes.Conditional, value: Code, where: Where) -> None:
        condition = self.checks.condition(part.condition, value)
        for held, branch in ((holds(condition), part.then), (None, part.otherwise)):
            self._open(template("if {t}:", t=held) if held is not None else template("else:"))
            before = len(self.block)
            self.schema(branch, value, where, ())
            if len(self.block) == before:
                self.block.line(template("pass"))
            self.block.dedent()

    def _union(self, part: nodes.Union, value: Code, where: Where) -> None:
        conditions = [self.checks.condition(branch, value) for branch in part.branches]
        if not part.exactly_one:
            self._open(
                template("if {t}:", t=join(" and ", [_negated(condition) for condition in conditions]))
            )
            self._explain_branches(part, value, where)
            self.block.dedent()
            return
        holding = self.locals.allocate("holding")
        self.block.line(template("{h} = []", h=holding))
        for number, condition in enumerate(conditions, 1):
            self._open(template("if {t}:", t=holds(condition)))
            self.block.line(template("{h}.append({n})", h=holding, n=literal(number)))
            self.block.dedent()
        self._open(template("if not {h}:", h=holding))
        self._explain_branches(part, value, where)
        self.block.dedent()
        self._open(template("elif len({h}) > 1:", h=holding))
        maker = self.explainer.maker("several_issue", "", part.location, len(part.branches))
        self._add(template("{m}({w}, {v}, {h})", m=maker, w=where.code, v=value, h=holding))
        self.block.dedent()

    def _explain_branches(self, part: nodes.Union, value: Code, where: Where) -> None:
        scope = self.explainer.scope
        told_apart = part.discriminator
        values = told_apart.values if told_apart else ()
        union = self.explainer.maker(
            "Union",
            "",
            part.keyword,
            part.location,
            len(part.branches),
            told_apart.name if told_apart else None,
            values,
            told_apart.required if told_apart else False,
            expected_members([value for value, _ in values]) if told_apart else "",
            part.nullable,
        )
        functions = [
            self.explainer.function(branch, f"{part.location}/{index}")
            for index, branch in enumerate(part.branches)
        ]
        self.block.line(
            template(
                "issues.extend({e}({u}, {v}, {w}, ({fs},){m}))",
                e=scope.runtime("explain_branches"),
                u=union,
                v=value,
                w=where.code,
                fs=join(", ", functions),
                m=template(", memo") if self.checks.remembers else template(""),
            )
        )


def _negated(condition: Condition) -> Code:
    return fails(condition) if isinstance(condition, Test) else template("({t})", t=fails(condition))


def _members(part: nodes.Assertion) -> Sequence[Any]:
    return part.operand if part.row.name == "enum" else (part.operand,)


def _is_about(asserted: nodes.TypeAssertion, part: nodes.Part) -> bool:
    """Whether a part says nothing of values without the asserted type but that they are not among its members."""
    (word,) = asserted.types
    if not isinstance(part, nodes.Assertion):
        return word in STRUCTURE and isinstance(part, STRUCTURE[word])
    if part.row.instance_types:
        # Numbers are told of their bounds too where they are no integers, or not finite.
        return part.row.instance_types == (word,) and word != "number"
    return asserted.integral_floats and all(
        type(member) in MEMBERS.get(word, ()) for member in _members(part)
    )


def _looks_into(word: str, part: nodes.Part) -> bool:
    return isinstance(part, STRUCTURE[word])
