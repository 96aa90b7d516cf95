"""The statements that find every issue of a schema, in walk order."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import nodes
from ..ir.nodes import Always, Never, Schema
from ..keywords.any_type import expected_members
from .code import Code, join, literal, name, template
from .conditions import Condition, Test, every, fails, holds, test
from .enums import enum_condition
from .explain_structure import StructureExplanation
from .shapes import EVERY_TYPE, widened
from .types import type_condition
from .where import Where

DEEPEST = 10
STRUCTURE = {"object": nodes.OBJECT_PARTS, "array": nodes.ARRAY_PARTS}
FALSE_PROPERTIES = frozenset({"properties", "patternProperties"})
FALSE_OTHERS = frozenset({"additionalProperties", "unevaluatedProperties"})


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
        """Neighbours about objects, or about arrays, stand under one test of the type."""
        index = 0
        tested: str | None = (
            None  # the one type that the last part asserted; what is about it goes on with `else`
        )
        while index < len(parts):
            part = parts[index]
            kinds = next((kinds for kinds in STRUCTURE if isinstance(part, STRUCTURE[kinds])), None)
            if kinds is not None:
                index = self._guarded(parts, index, kinds, value, where, tested == kinds)
                tested = None
                continue
            self._part(part, value, where)
            index += 1
            only = isinstance(part, nodes.TypeAssertion) and len(part.types) == 1
            tested = part.types[0] if only and isinstance(part, nodes.TypeAssertion) else None

    def _guarded(
        self, parts: Sequence[nodes.Part], index: int, word: str, value: Code, where: Where, tested: bool
    ) -> int:
        if tested:
            self._open(template("else:"))
        else:
            self._open(template("if {t}:", t=holds(type_condition(value, frozenset({word}), False, True))))
        before = len(self.block)
        while index < len(parts) and isinstance(parts[index], STRUCTURE[word]):
            self._structure(parts[index], value, where)
            index += 1
        self._pass_if_empty(before)
        self.block.dedent()
        return index

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
        keyword = part.row.name
        if keyword in ("enum", "const"):
            members = part.operand if keyword == "enum" else (part.operand,)
            expected = tuple(part.operand) if keyword == "enum" else part.operand
            condition = enum_condition(members, value, EVERY_TYPE, False, self.explainer.scope)
        else:
            expected = part.operand
            condition = self.checks.assertion(part, value)
        if condition == every(()):
            return
        guards = [self.checks.guard(word, value) for word in part.row.instance_types]
        if part.row.instance_types == ("number",):
            finite = test("{v} - {v} == 0", "{v} - {v} != 0", v=value)
            condition = every([finite, condition])
        for guard in guards:
            self._open(template("if {t}:", t=holds(guard)))
        self._open(template("if {t}:", t=fails(condition)))
        self._add_value(where, value, keyword, part.location, expected, part.message)
        self.block.dedent()
        for _ in guards:
            self.block.dedent()

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
