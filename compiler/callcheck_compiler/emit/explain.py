"""The function that finds every issue, in walk order: the same walk as the check, and the last word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ir import nodes
from ..ir.nodes import Always, Never, Program, Schema
from ..keywords.any_type import expected_members
from ..keywords.objects import dependent_message
from .checks import Checks
from .code import Block, Code, join, literal, name, quoted, string_set, template
from .conditions import Condition, Test, every, fails, holds, test
from .enums import enum_condition
from .scope import Locals, Scope
from .shapes import EVERY_TYPE, widened
from .types import type_condition
from .unevaluated import evaluated_items, evaluated_keys
from .where import WHOLE, Where

DEEPEST = 10
STRUCTURE = {"object": nodes.OBJECT_PARTS, "array": nodes.ARRAY_PARTS}
FALSE_PROPERTIES = frozenset({"properties", "patternProperties"})
FALSE_OTHERS = frozenset({"additionalProperties", "unevaluatedProperties"})


class Explainer:
    """Emits the explanation of one program, and the functions that it calls."""

    def __init__(self, program: Program, scope: Scope, hint: str) -> None:
        self.program = program
        self.scope = scope
        self.hint = hint
        self.checks = Checks(program, scope, hint, exact=False)
        self._functions: dict[int, Code] = {}
        self._kept: list[Any] = []

    def write(self, function: Code) -> None:
        """Write the function `arguments -> list of issues` under this name."""
        body = Explanation(self, Locals("arguments", "issues", "memo"), Block(1))
        body.schema(self.program.root, name("arguments"), WHOLE, ())
        block = Block()
        block.line(template("def {f}(arguments):", f=function))
        block.indent()
        block.line(template("issues = []"))
        if self.checks.remembers:
            block.line(template("memo = {}"))
        block.extend(body.block)
        ending = self.scope.runtime("in_order_once" if self.program.functions else "in_order")
        block.line(template("if len(issues) > 1:"))
        block.indent()
        block.line(template("return {e}(issues)", e=ending))
        block.dedent()
        block.line(template("return issues"))
        self.scope.add_function(block)

    def function(self, schema: Schema, location: str, declared: tuple[str, ...] = ()) -> Code:
        """The function `(value, location, issues)` that adds the issues of a schema; written once."""
        function = self._functions.get(id(schema))
        if function is None:
            hint = "_".join(location.rsplit("/", 2)[-2:])
            function = self._functions[id(schema)] = self.scope.allocate("explain", f"{self.hint}_{hint}")
            self._kept.append(schema)
            working = self._remembering(function) if self.checks.remembers else function
            body = Explanation(self, Locals("value", "location", "issues", "memo"), Block(1))
            body.schema(schema, name("value"), Where(name("location")), declared)
            block = Block()
            block.line(self._head(working))
            block.indent()
            block.comment(location or "#")
            block.extend(body.block)
            if not len(body.block):
                block.line(template("pass"))
            self.scope.add_function(block)
        return function

    def _head(self, function: Code) -> Code:
        if self.checks.remembers:
            return template("def {f}(value, location, issues, memo):", f=function)
        return template("def {f}(value, location, issues):", f=function)

    def _remembering(self, function: Code) -> Code:
        """Write the function that asks `memo` first; gives the name of the one that does the work."""
        working = self.scope.allocate("working", f"{self.hint}_explain")
        block = Block()
        block.line(self._head(function))
        block.indent()
        block.line(template("key = ({n}, id(value), location)", n=quoted(function)))
        block.line(template("found = memo.get(key)"))
        block.line(template("if found is None:"))
        block.indent()
        block.line(template("found = []"))
        block.line(template("{w}(value, location, found, memo)", w=working))
        block.line(template("found = memo[key] = {o}(found)", o=self.scope.runtime("without_repeats")))
        block.dedent()
        block.line(template("issues.extend(found)"))
        self.scope.add_function(block)
        return working

    def called(self, function: Code, value: Code, where: Code, issues: Code) -> Code:
        """The call of a function that explains."""
        if self.checks.remembers:
            return template("{f}({v}, {w}, {i}, memo)", f=function, v=value, w=where, i=issues)
        return template("{f}({v}, {w}, {i})", f=function, v=value, w=where, i=issues)

    def target(self, call: nodes.Call) -> Code:
        """The function of a reference's target."""
        return self.function(self.program.functions[call.target], call.location)

    def maker(self, maker: str, hint: str, *arguments: Any) -> Code:
        """The constant that makes one kind of issue at one keyword."""
        written = join(", ", [literal(argument) for argument in arguments])
        made = template("{m}({a})", m=self.scope.runtime(maker), a=written)
        return self.scope.define(maker.upper(), hint, made)


class Explanation:
    """Writes the statements of one function."""

    def __init__(self, explainer: Explainer, local_names: Locals, block: Block) -> None:
        self.explainer = explainer
        self.checks = explainer.checks
        self.locals = local_names
        self.block = block

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

    def _open(self, code: Code) -> None:
        self.block.line(code)
        self.block.indent()

    def _add(self, issue: Code) -> None:
        self.block.line(template("issues.append({i})", i=issue))

    def _add_value(self, where: Where, value: Code, *facts: Any) -> None:
        """Add a VALUE issue; `facts` are the keyword, its location, what is expected, the message."""
        self._add_made("value", where, value, *facts)

    def _add_made(self, kind: str, where: Where, value: Code, *facts: Any) -> None:
        """Add an issue of the value that stands here, made beforehand as far as its location is known."""
        if where.known is not None:
            maker = self.explainer.maker(f"{kind}_at", "", where.known, *facts)
            self._add(template("{m}({v})", m=maker, v=value))
        else:
            maker = self.explainer.maker(f"{kind}_issue", "", *facts)
            self._add(template("{m}({w}, {v})", m=maker, w=where.code, v=value))

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

    # Parts about objects and arrays

    def _structure(self, part: nodes.Part, value: Code, where: Where) -> None:
        if isinstance(part, nodes.Required):
            self._required(part, value, where)
        elif isinstance(part, nodes.Properties):
            self._properties(part, value, where)
        elif isinstance(part, nodes.PatternProperties):
            self._pattern_properties(part, value, where)
        elif isinstance(part, nodes.AdditionalProperties):
            self._additional_properties(part, value, where)
        elif isinstance(part, nodes.PropertyNames):
            self._property_names(part, value, where)
        elif isinstance(part, nodes.DependentSchema):
            self._open(template("if {k} in {v}:", k=literal(part.given), v=value))
            before = len(self.block)
            self.schema(part.schema, value, where, ())
            self._pass_if_empty(before)
            self.block.dedent()
        elif isinstance(part, nodes.UnevaluatedProperties):
            self._unevaluated_properties(part, value, where)
        elif isinstance(part, nodes.PrefixItems):
            self._prefix_items(part, value, where)
        elif isinstance(part, nodes.Items):
            self._items(part, value, where)
        elif isinstance(part, nodes.Contains):
            self._contains(part, value, where)
        elif isinstance(part, nodes.UnevaluatedItems):
            self._unevaluated_items(part, value, where)
        else:
            raise TypeError(type(part).__name__)

    def _pass_if_empty(self, before: int) -> None:
        if len(self.block) == before:
            self.block.line(template("pass"))

    def _required(self, part: nodes.Required, value: Code, where: Where) -> None:
        message = "is required" if part.given is None else dependent_message(part.given)
        if part.given is not None:
            self._open(template("if {k} in {v}:", k=literal(part.given), v=value))
        for key in part.names:
            self._open(template("if {k} not in {v}:", k=literal(key), v=value))
            at = where.key(key)
            if at.known is not None:
                self._add(
                    self.explainer.maker("missing_at", "", at.known, part.keyword, part.location, message)
                )
            else:
                maker = self.explainer.maker("missing_issue", "", part.keyword, part.location, message)
                self._add(template("{m}({w})", m=maker, w=at.code))
            self.block.dedent()
        if part.given is not None:
            self.block.dedent()

    def _properties(self, part: nodes.Properties, value: Code, where: Where) -> None:
        for entry in part.properties:
            if isinstance(entry.schema, Always):
                continue
            key = literal(entry.name)
            self.block.comment(f"{part.location}/{entry.name}")
            self._open(template("if {k} in {v}:", k=key, v=value))
            local = self.locals.allocate(entry.name)
            self.block.line(template("{l} = {v}[{k}]", l=local, v=value, k=key))
            self.schema(entry.schema, local, where.key(entry.name), ())
            self.block.dedent()

    def _pattern_properties(self, part: nodes.PatternProperties, value: Code, where: Where) -> None:
        key, item = self.locals.allocate("key"), self.locals.allocate("item")
        self._open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=value))
        for pattern, schema in part.patterns:
            self._open(template("if {t}:", t=holds(self.checks.matches(pattern, key))))
            before = len(self.block)
            self.schema(schema, item, where.under(key), ())
            self._pass_if_empty(before)
            self.block.dedent()
        self.block.dedent()

    def _additional_properties(self, part: nodes.AdditionalProperties, value: Code, where: Where) -> None:
        key, item = self.locals.allocate("key"), self.locals.allocate("item")
        self.block.comment(part.location)
        if part.declared and not part.patterns:
            names = self.explainer.scope.constant("names", part.declared)
            self._open(template("if not {ns}.issuperset({v}):", v=value, ns=names))
        self._open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=value))
        unknown: list[Code] = []
        if part.declared:
            unknown.append(template("{k} not in {ns}", k=key, ns=string_set(part.declared)))
        unknown.extend(fails(self.checks.matches(pattern, key)) for pattern in part.patterns)
        if unknown:
            self._open(template("if {t}:", t=join(" and ", unknown)))
        before = len(self.block)
        self.schema(part.schema, item, where.under(key), part.declared)
        self._pass_if_empty(before)
        if unknown:
            self.block.dedent()
        self.block.dedent()
        if part.declared and not part.patterns:
            self.block.dedent()

    def _property_names(self, part: nodes.PropertyNames, value: Code, where: Where) -> None:
        key = self.locals.allocate("key")
        self._open(template("for {k} in {v}:", k=key, v=value))
        if isinstance(part.schema, Never):
            self.schema(part.schema, key, where.under(key), ())
            self.block.dedent()
            return
        reasons = self.locals.allocate("reasons")
        function = self.explainer.function(part.schema, part.location)
        self.block.line(template("{r} = []", r=reasons))
        self.block.line(self.explainer.called(function, key, template("()"), reasons))
        self._open(template("if {r}:", r=reasons))
        maker = self.explainer.maker("name_issue", "", part.location, part.operand)
        self._add(template("{m}({w}, {r})", m=maker, w=where.under(key).code, r=reasons))
        self.block.dedent()
        self.block.dedent()

    def _unevaluated_properties(self, part: nodes.UnevaluatedProperties, value: Code, where: Where) -> None:
        if part.evaluated.everything:
            return
        self.block.comment(part.location)
        evaluated = self.locals.allocate("evaluated")
        self.block.line(
            template("{e} = {s}", e=evaluated, s=evaluated_keys(self.checks, part.evaluated, value))
        )
        key, item = self.locals.allocate("key"), self.locals.allocate("item")
        self._open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=value))
        self._open(template("if {k} not in {e}:", k=key, e=evaluated))
        before = len(self.block)
        self.schema(part.schema, item, where.under(key), part.declared)
        self._pass_if_empty(before)
        self.block.dedent()
        self.block.dedent()

    def _prefix_items(self, part: nodes.PrefixItems, value: Code, where: Where) -> None:
        for index, schema in enumerate(part.schemas):
            if isinstance(schema, Always):
                continue
            self._open(template("if len({v}) > {i}:", v=value, i=literal(index)))
            item = self.locals.allocate("item")
            self.block.line(template("{l} = {v}[{i}]", l=item, v=value, i=literal(index)))
            self.schema(schema, item, where.key(index), ())
            self.block.dedent()

    def _items(self, part: nodes.Items, value: Code, where: Where) -> None:
        index, item = self.locals.allocate("index"), self.locals.allocate("item")
        items = template("enumerate({v})", v=value)
        if part.start:
            items = template("enumerate({v}[{s}:], {s})", v=value, s=literal(part.start))
        self._open(template("for {n}, {i} in {s}:", n=index, i=item, s=items))
        before = len(self.block)
        self.schema(part.schema, item, where.under(index), ())
        self._pass_if_empty(before)
        self.block.dedent()

    def _contains(self, part: nodes.Contains, value: Code, where: Where) -> None:
        count, item = self.locals.allocate("count"), self.locals.allocate("item")
        self.block.line(template("{c} = 0", c=count))
        self._open(template("for {i} in {v}:", i=item, v=value))
        self._open(template("if {t}:", t=holds(self.checks.condition(part.schema, item))))
        self.block.line(template("{c} += 1", c=count))
        self.block.dedent()
        self.block.dedent()
        expected = (part.minimum, part.maximum)
        if part.maximum is not None:
            self._open(template("if {c} > {n}:", c=count, n=literal(part.maximum)))
            self._add_value(where, value, part.keyword, part.location, expected, part.too_many)
            self.block.dedent()
        head = test("elif {c} < {n}:", "if {c} < {n}:", c=count, n=literal(part.minimum))
        self._open(head.holds if part.maximum is not None else head.fails)
        self._add_value(where, value, part.keyword, part.location, expected, part.too_few)
        self.block.dedent()

    def _unevaluated_items(self, part: nodes.UnevaluatedItems, value: Code, where: Where) -> None:
        if part.evaluated.everything:
            return
        evaluated = self.locals.allocate("evaluated")
        self.block.line(
            template("{e} = {s}", e=evaluated, s=evaluated_items(self.checks, part.evaluated, value))
        )
        index, item = self.locals.allocate("index"), self.locals.allocate("item")
        self._open(template("for {n}, {i} in enumerate({v}):", n=index, i=item, v=value))
        self._open(template("if {n} not in {e}:", n=index, e=evaluated))
        before = len(self.block)
        self.schema(part.schema, item, where.under(index), ())
        self._pass_if_empty(before)
        self.block.dedent()
        self.block.dedent()


def _negated(condition: Condition) -> Code:
    return fails(condition) if isinstance(condition, Test) else template("({t})", t=fails(condition))
