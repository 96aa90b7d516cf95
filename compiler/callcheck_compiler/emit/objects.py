"""Statements that look into an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..ir import nodes
from ..ir.nodes import Always, Conjunction, Never, Schema
from .code import Code, join, literal, template
from .conditions import Condition, every, holds, negate, some, test
from .shapes import EVERY_TYPE
from .stand_ins import refuses_null, stand_in
from .unevaluated import evaluated_keys

if TYPE_CHECKING:
    from .checks import Body
    from .exits import Exits
    from .repairs import Repairs

STRING = frozenset({"string"})
# Up to so many optional keys are read with `dict_get`: one lookup, where something can stand in for an absent one.
FEW = 5
# Up to so many required ones are read with it, which costs less than to test the type and then to look.
FEW_REQUIRED = 1
MANY = 7  # from this many on what is left is counted, and the rest is not looked up once nothing is


class ObjectBody:
    """Checks the structure of one object, which is known to be one, unless `tell_type` says that the first look finds out.

    The order is free here, since only the verdict counts: loops over unknown keys, what must be present, then required
    properties, and last the optional ones, which may end the whole check as soon as no key is left.
    """

    def __init__(
        self,
        body: Body,
        parts: Sequence[nodes.Part],
        value: Code,
        exits: Exits,
        repairs: Repairs | None,
        exact: bool,
    ) -> None:
        """`exact`: whether the value is a dict and of no subclass, which might make up a key that is not there."""
        self.exact = exact
        self.tells_type = False
        self.body = body
        self.value = value
        self.exits = exits
        self.repairs = repairs
        self.required: dict[str, str] = {}
        self.schemas: dict[str, list[tuple[str, Schema]]] = {}
        self.others: list[nodes.Part] = []
        self.closed: nodes.AdditionalProperties | None = None
        for part in parts:
            self._sort(part)
        if self.closed is not None and set(self.closed.declared) != set(self.schemas):
            self.others.append(self.closed)
            self.closed = None
        # The required properties whose values are checked, and the optional ones that are looked up, be it to count them.
        declared = [name for name in self.schemas if self.closed is not None or not self._is_free(name)]
        self.read = [name for name in self.required if name in self.schemas and not self._is_free(name)]
        self.optional = [name for name in declared if name not in self.required]

    def _sort(self, part: nodes.Part) -> None:
        if isinstance(part, nodes.Required) and part.given is None:
            for name in part.names:
                self.required.setdefault(name, part.location)
        elif isinstance(part, nodes.Properties):
            for entry in part.properties:
                location = f"{part.location}/{entry.name}"
                self.schemas.setdefault(entry.name, []).append((location, entry.schema))
        elif (
            isinstance(part, nodes.AdditionalProperties)
            and isinstance(part.schema, Never)
            and not part.patterns
            and self.closed is None
        ):
            self.closed = part
        else:
            self.others.append(part)

    def tell_type(self) -> bool:
        """Whether to look in such a way that the first look tests the type too, which is quicker where it can be done."""
        if self.others or not (self.exact and self.body.may_raise):
            return False
        sort = self.body.checks.sort
        if self.read:
            # An absent one reads as a null.
            self.tells_type = len(self.read) <= FEW_REQUIRED and all(
                any(refuses_null(schema, sort) for schema in self._schemas(name)) for name in self.read
            )
        elif not self.required and self.closed is None and 0 < len(self.optional) <= FEW:
            self.tells_type = stand_in(self._schemas(self.optional[0]), sort) is not None
        return self.tells_type

    def write(self) -> None:
        """Write the whole check."""
        for part in self.others:
            self._other(part)
        if self.tells_type:
            self._required()
            self._presence()
        else:
            self._presence()
            self._required()
        self._optional()

    def _schemas(self, name: str) -> list[Schema]:
        return [schema for _, schema in self.schemas[name]]

    def _is_free(self, name: str) -> bool:
        return all(isinstance(schema, Always) for schema in self._schemas(name))

    def _presence(self) -> None:
        read = self.read if self.exact else ()
        for name, location in self.required.items():
            if name not in read:
                self.body.guard(self._present(name), self.exits.fail, location)

    def _required(self) -> None:
        for name in self.read:
            self._property(name, self._get(name) if self.tells_type else self._subscript(name))

    def _present(self, name: str) -> Condition:
        key = literal(name)
        return test("{k} in {v}", "{k} not in {v}", k=key, v=self.value)

    # Declared properties

    def _subscript(self, name: str) -> Code:
        return template("{v}[{k}]", v=self.value, k=literal(name))

    def _get(self, name: str, *absent: Code) -> Code:
        """One lookup, of null or what else stands in for an absent property."""
        key = join(", ", [literal(name), *absent])
        if self.exact:
            dict_get = self.body.checks.scope.runtime("dict_get")
            return template("{f}({v}, {k})", f=dict_get, v=self.value, k=key)
        return template("{v}.get({k})", v=self.value, k=key)

    def _property(self, name: str, read: Code) -> None:
        """Check the property that `read` reads: it is there, its absence raises KeyError, or something stands in for it."""
        entries = [
            (location, schema) for location, schema in self.schemas[name] if not isinstance(schema, Always)
        ]
        repair = self.repairs.get(name) if self.repairs is not None else None
        if not entries:
            return
        if repair is None and len(entries) == 1 and self._is_read_once(entries[0][1]):
            condition = self.body.checks.condition(entries[0][1], read)
            # A null for a key that might have been left out is what models send most.
            optional = name not in self.required
            self.body.guard(condition, self.exits.fail, entries[0][0], often_fails=optional)
            return
        local = self.body.locals.allocate(name)
        self.body.line(template("{l} = {r}", l=local, r=read))
        known = EVERY_TYPE
        if self.repairs is not None and repair is not None:
            integral = all(
                self.body.checks.sort(schema).integral_floats
                for _, schema in entries
                if isinstance(schema, Conjunction)
            )
            self.repairs.write(self.body, name, local, self.value, self.exits.fail, entries[0][0], integral)
            known = repair.types
        for _, schema in entries:
            self.body.schema(schema, local, known, self.exits.within)

    def _is_read_once(self, schema: Schema) -> bool:
        """Whether the check of a schema looks at the value one time, so that it needs no name."""
        if not isinstance(schema, Conjunction):
            return isinstance(schema, Never)
        found = self.body.checks.sort(schema)
        if found.objects or found.arrays or found.scalars:
            return False
        if found.types is None:
            return len(found.anywhere) + len(found.in_place) == 1 and all(
                isinstance(part, nodes.Call) for part in found.in_place
            )
        if found.in_place or found.never:
            return False
        if found.anywhere:
            return self.body.checks.implies_type(found)
        plain = found.types & {"string", "array", "object", "boolean", "null"} == found.types
        whole = found.types == {"integer"} and self.body.checks.strict_integers
        return len(found.types) == 1 and (plain or whole)

    # Optional properties: once no key is left, nothing more needs to be looked up.

    def _optional(self) -> None:
        body = self.body
        fail, done = self.exits.fail, self.exits.done
        looked = self.optional
        declared = [name for name in self.required if name in self.schemas]
        if self.closed is not None and not looked:
            count = literal(len(declared))
            body.guard(
                test("len({v}) == {n}", "len({v}) != {n}", v=self.value, n=count),
                fail,
                self.closed.location,
            )
            return
        if not looked:
            return
        if self.closed is None and (done is None or len(looked) < MANY):
            if declared or not self.tells_type:
                self._end_early(len(looked), len(declared))
            for name in looked:
                self._read_or_lookup(name, len(looked) <= FEW)
            return
        remaining = body.locals.allocate("remaining")
        present = template("len({v})", v=self.value)
        if declared:
            present = template("{p} - {n}", p=present, n=literal(len(declared)))
        body.line(template("{r} = {p}", r=remaining, p=present))
        if done is not None:
            body.open(template("if not {r}:", r=remaining))
            body.line(done)
            body.shut()
        for name in looked:
            self._lookup(name, remaining)
        if self.closed is None:
            return
        if done is not None:
            body.end(fail, self.closed.location)
        else:
            body.guard(test("not {r}", "{r}", r=remaining), fail, self.closed.location)

    def _end_early(self, optional: int, required: int) -> None:
        """Accept a value that has the required keys alone, where that saves more than one lookup."""
        if self.exits.done is None or optional == 1:
            return
        self.body.open(template("if len({v}) == {n}:", v=self.value, n=literal(required)))
        self.body.line(self.exits.done)
        self.body.shut()

    def _read_or_lookup(self, name: str, few: bool) -> None:
        absent = stand_in(self._schemas(name), self.body.checks.sort) if few else None
        if absent is None:
            self._lookup(name, None)
        else:
            self._property(name, self._get(name, literal(absent[0])))

    def _lookup(self, name: str, remaining: Code | None) -> None:
        body = self.body
        body.open(template("if {t}:", t=holds(self._present(name))))
        before = len(body.block)
        self._property(name, self._subscript(name))
        body.flush()
        if remaining is not None:
            if self.exits.done is not None:
                body.open(template("if {r} == 1:", r=remaining))
                body.line(self.exits.done)
                body.shut()
            body.line(template("{r} -= 1", r=remaining))
        body.shut_or_pass(before)

    # Everything else about an object

    def _other(self, part: nodes.Part) -> None:
        if isinstance(part, nodes.Required):
            self._dependent_required(part)
        elif isinstance(part, nodes.DependentSchema):
            condition = self.body.checks.condition(part.schema, self.value, frozenset({"object"}))
            absent = self._absent(part.given)
            self.body.guard(some([absent, condition]), self.exits.fail, part.location)
        elif isinstance(part, nodes.PropertyNames):
            self._names(part)
        elif isinstance(part, nodes.PatternProperties):
            for pattern, schema in part.patterns:
                self._matching(part, pattern, schema)
        elif isinstance(part, nodes.AdditionalProperties):
            self._additional(part)
        elif isinstance(part, nodes.UnevaluatedProperties):
            self._unevaluated(part)
        else:
            raise TypeError(type(part).__name__)

    def _absent(self, name: str) -> Condition:
        return negate(self._present(name))

    def _dependent_required(self, part: nodes.Required) -> None:
        if part.given is None:
            return
        present = every([self._present(name) for name in part.names])
        self.body.guard(some([self._absent(part.given), present]), self.exits.fail, part.location)

    def _names(self, part: nodes.PropertyNames) -> None:
        body = self.body
        key = body.locals.allocate("key")
        body.open(template("for {k} in {v}:", k=key, v=self.value))
        before = len(body.block)
        body.guard(body.checks.condition(part.schema, key, STRING), self.exits.looped().fail, part.location)
        body.shut_or_pass(before)

    def _matching(self, part: nodes.PatternProperties, pattern: str, schema: Schema) -> None:
        if isinstance(schema, Always):
            return
        body = self.body
        key, item = body.locals.allocate("key"), body.locals.allocate("item")
        body.open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=self.value))
        body.flush()
        body.block.comment(f"{part.location}/{pattern}")
        body.open(template("if {t}:", t=holds(body.checks.matches(pattern, key))))
        before = len(body.block)
        body.schema(schema, item, EVERY_TYPE, self.exits.looped())
        body.shut_or_pass(before)
        body.shut()

    def _additional(self, part: nodes.AdditionalProperties) -> None:
        body = self.body
        key, item = body.locals.allocate("key"), body.locals.allocate("item")
        body.flush()
        body.block.comment(part.location)
        if isinstance(part.schema, Never):
            body.open(template("for {k} in {v}:", k=key, v=self.value))
        else:
            body.open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=self.value))
        unknown: list[Condition] = []
        if part.declared:
            names = body.checks.scope.set_of(part.declared)
            unknown.append(test("{k} not in {ns}", "{k} in {ns}", k=key, ns=names))
        for pattern in part.patterns:
            unknown.append(negate(body.checks.matches(pattern, key)))
        if unknown:
            body.open(template("if {t}:", t=holds(every(unknown))))
        before = len(body.block)
        body.schema(part.schema, item, EVERY_TYPE, self.exits.looped())
        body.shut_or_pass(before)
        if unknown:
            body.shut()

    def _unevaluated(self, part: nodes.UnevaluatedProperties) -> None:
        body = self.body
        if part.evaluated.everything:
            return
        body.flush()
        body.block.comment(part.location)
        known = body.locals.allocate("evaluated")
        body.line(template("{n} = {e}", n=known, e=evaluated_keys(body.checks, part.evaluated, self.value)))
        key, item = body.locals.allocate("key"), body.locals.allocate("item")
        body.open(template("for {k}, {i} in {v}.items():", k=key, i=item, v=self.value))
        body.open(template("if {k} not in {n}:", k=key, n=known))
        before = len(body.block)
        body.schema(part.schema, item, EVERY_TYPE, self.exits.looped())
        body.shut_or_pass(before)
        body.shut()
