"""Statements that look into an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..ir import nodes
from ..ir.nodes import Always, Conjunction, Never, Schema
from .code import Code, literal, template
from .conditions import holds, test
from .shapes import EVERY_TYPE
from .unevaluated import evaluated_items

if TYPE_CHECKING:
    from .checks import Body
    from .exits import Exits

STRING = frozenset({"string"})


class ArrayBody:
    """Checks the structure of one array, which is known to be one."""

    def __init__(self, body: Body, parts: Sequence[nodes.Part], value: Code, exits: Exits) -> None:
        self.body = body
        self.parts = parts
        self.value = value
        self.exits = exits

    def write(self) -> None:
        """Write the whole check."""
        for part in self.parts:
            if isinstance(part, nodes.PrefixItems):
                self._prefix(part)
            elif isinstance(part, nodes.Items):
                self._items(part)
            elif isinstance(part, nodes.Contains):
                self._contains(part)
            elif isinstance(part, nodes.UnevaluatedItems):
                self._unevaluated(part)
            else:
                raise TypeError(type(part).__name__)

    def _prefix(self, part: nodes.PrefixItems) -> None:
        body = self.body
        for index, schema in enumerate(part.schemas):
            if isinstance(schema, Always):
                continue
            body.open(template("if len({v}) > {i}:", v=self.value, i=literal(index)))
            item = body.locals.allocate("item")
            body.line(template("{l} = {v}[{i}]", l=item, v=self.value, i=literal(index)))
            body.schema(schema, item, EVERY_TYPE, self.exits.within)
            body.shut()

    def _items(self, part: nodes.Items) -> None:
        body = self.body
        if isinstance(part.schema, Never):
            most = literal(part.start)
            condition = test("len({v}) <= {n}", "len({v}) > {n}", v=self.value, n=most)
            body.guard(condition, self.exits.fail, part.location)
            return
        if not part.start and self._may_join(part.schema):
            body.flush()
            body.block.comment(part.location)
            join_strings = body.checks.scope.runtime("join_strings")
            body.line(template("{j}({v})", j=join_strings, v=self.value))
            return
        item = body.locals.allocate("item")
        items = self.value
        if part.start:
            items = template("{v}[{n}:]", v=self.value, n=literal(part.start))
        body.open(template("for {i} in {v}:", i=item, v=items))
        before = len(body.block)
        body.schema(part.schema, item, EVERY_TYPE, self.exits.looped(template("continue")))
        body.shut_or_pass(before)

    def _may_join(self, schema: Schema) -> bool:
        """Whether the schema asks for strings and nothing else: they can be joined, which is quicker than a loop over them.

        It copies their text, which costs no more than a twentieth of what reading it from JSON has cost.
        """
        if not (self.body.may_raise and self.body.checks.exact and isinstance(schema, Conjunction)):
            return False
        found = self.body.checks.sort(schema)
        more = found.never or found.scalars or found.anywhere or found.in_place
        return found.types == STRING and not more

    def _contains(self, part: nodes.Contains) -> None:
        body = self.body
        count, item = body.locals.allocate("count"), body.locals.allocate("item")
        body.line(template("{c} = 0", c=count))
        body.open(template("for {i} in {v}:", i=item, v=self.value))
        condition = body.checks.loose.condition(part.schema, item)
        body.open(template("if {t}:", t=holds(condition)))
        body.line(template("{c} += 1", c=count))
        body.shut()
        body.shut()
        least = literal(part.minimum)
        enough = test("{c} >= {n}", "{c} < {n}", c=count, n=least)
        body.guard(enough, self.exits.fail, part.location)
        if part.maximum is not None:
            most = literal(part.maximum)
            body.guard(
                test("{c} <= {n}", "{c} > {n}", c=count, n=most),
                self.exits.fail,
                part.location,
            )

    def _unevaluated(self, part: nodes.UnevaluatedItems) -> None:
        body = self.body
        if part.evaluated.everything:
            return
        body.flush()
        body.block.comment(part.location)
        known = body.locals.allocate("evaluated")
        body.line(template("{n} = {e}", n=known, e=evaluated_items(body.checks, part.evaluated, self.value)))
        index, item = body.locals.allocate("index"), body.locals.allocate("item")
        body.open(template("for {n}, {i} in enumerate({v}):", n=index, i=item, v=self.value))
        body.open(template("if {n} not in {e}:", n=index, e=known))
        before = len(body.block)
        body.schema(part.schema, item, EVERY_TYPE, self.exits.looped())
        body.shut_or_pass(before)
        body.shut()
