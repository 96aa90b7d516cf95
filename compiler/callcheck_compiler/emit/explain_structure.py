"""What explains the structure of objects and arrays, and how any explanation writes its lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..ir import nodes
from ..ir.nodes import Always, Never, Schema
from ..ir.walk import is_scalar
from ..keywords.objects import dependent_message
from .code import Block, Code, join, literal, template
from .conditions import fails, holds, test
from .scope import Locals
from .unevaluated import evaluated_items, evaluated_keys
from .where import Where

if TYPE_CHECKING:
    from .explain import Explainer


class StructureExplanation(ABC):
    """Writes the statements of one function, as far as they look into objects and arrays."""

    def __init__(self, explainer: Explainer, local_names: Locals, block: Block) -> None:
        self.explainer = explainer
        self.checks = explainer.checks
        self.locals = local_names
        self.block = block

    @abstractmethod
    def schema(self, schema: Schema, value: Code, where: Where, declared: tuple[str, ...]) -> None:
        """Add the issues of a schema. `declared`: the names beside a `false`, for its issue."""

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
            self._add(template("{m}[type({v})]", m=maker, v=value))
        else:
            maker = self.explainer.maker(f"{kind}_issue", "", *facts)
            self._add(template("{m}({w}, {v})", m=maker, w=where.code, v=value))

    def _structures(self, parts: Sequence[nodes.Part], value: Code, where: Where) -> None:
        """What parts about objects, or about arrays, say of a value that is one."""
        index = 0
        while index < len(parts):
            part, following = parts[index], parts[index + 1] if index + 1 < len(parts) else None
            if (
                isinstance(part, nodes.Required)
                and isinstance(following, nodes.Properties)
                and _told_in_one_walk(part, following)
            ):
                self._properties(following, value, where, part)
                index += 2
            else:
                self._structure(part, value, where)
                index += 1

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
        if part.given is not None:
            self._open(template("if {k} in {v}:", k=literal(part.given), v=value))
        for key in part.names:
            self._open(template("if {k} not in {v}:", k=literal(key), v=value))
            self._add_missing(part, key, where)
            self.block.dedent()
        if part.given is not None:
            self.block.dedent()

    def _add_missing(self, part: nodes.Required, key: str, where: Where) -> None:
        message = "is required" if part.given is None else dependent_message(part.given)
        at = where.key(key)
        if at.known is not None:
            self._add(self.explainer.maker("missing_at", "", at.known, part.keyword, part.location, message))
        else:
            maker = self.explainer.maker("missing_issue", "", part.keyword, part.location, message)
            self._add(template("{m}({w})", m=maker, w=at.code))

    def _properties(
        self, part: nodes.Properties, value: Code, where: Where, required: nodes.Required | None = None
    ) -> None:
        """Each property that is there, and, where `required` is told along with them, each that is missing."""
        for entry in part.properties:
            is_required = required is not None and entry.name in required.names
            if isinstance(entry.schema, Always) and not is_required:
                continue
            key = literal(entry.name)
            self.block.comment(f"{part.location}/{entry.name}")
            if isinstance(entry.schema, Always):
                self._open(template("if {k} not in {v}:", k=key, v=value))
            else:
                self._open(template("if {k} in {v}:", k=key, v=value))
                local = self.locals.allocate(entry.name)
                self.block.line(template("{l} = {v}[{k}]", l=local, v=value, k=key))
                self.schema(entry.schema, local, where.key(entry.name), ())
                self.block.dedent()
                if not is_required:
                    continue
                self._open(template("else:"))
            assert required is not None
            self._add_missing(required, entry.name, where)
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
            unknown.append(template("{k} not in {ns}", k=key, ns=self.explainer.scope.set_of(part.declared)))
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


def _told_in_one_walk(required: nodes.Required, properties: nodes.Properties) -> bool:
    """Whether the issues come in the right order when `required` is asked at each property.

    So it is when the names stand in the order of the properties, and nothing can be missing inside of these.
    """
    declared = [entry.name for entry in properties.properties if entry.name in required.names]
    return (
        required.given is None
        and declared == list(required.names)
        and all(_misses_nothing(entry.schema) for entry in properties.properties)
    )


def _misses_nothing(schema: Schema) -> bool:
    """Whether a schema, a scalar's or that of a list of scalars, has no keys that could be missing."""
    return not isinstance(schema, nodes.Conjunction) or all(
        (
            is_scalar(part.schema)
            if isinstance(part, nodes.Items)
            else isinstance(part, (nodes.TypeAssertion, nodes.Assertion))
        )
        for part in schema.parts
    )
