"""Checks written as statements: structure is unrolled, and what one expression says becomes a guard clause."""

from __future__ import annotations

from typing import Any

from ..ir import nodes
from ..ir.nodes import Always, Never, Program, Schema
from ..ir.walk import is_scalar
from .code import Block, Code, name, quoted, template
from .conditions import ALWAYS as HOLDS
from .conditions import Condition, Every, Test, every, fails, holds
from .exits import Exits
from .expressions import Collect, Expressions
from .repairs import Repairs
from .scope import Locals, Queue, Scope
from .shapes import EVERY_TYPE, Sorted
from .stand_ins import admits

DEEPEST = 10  # levels of nested blocks in one function; CPython allows 20, and readers fewer
WIDEST = 4  # conditions in one guard clause


class Checks(Expressions):
    """Emits the checks of one program in one mode, and the functions that they call."""

    def __init__(
        self, program: Program, scope: Scope, hint: str, exact: bool, strict_integers: bool = False
    ) -> None:
        super().__init__(program, scope, exact, strict_integers)
        self._hint = hint
        self._functions: dict[tuple[str, int, frozenset[str]], Code] = {}
        self._kept: list[Any] = []  # keeps the keys' objects alive, so that no identity is used twice
        self._loose: Checks | None = None
        self._queue = Queue()

    @property
    def loose(self) -> Checks:
        """The same without exact mode."""
        if not self.exact:
            return self
        if self._loose is None:
            self._loose = Checks(self.program, self.scope, self._hint, False)
        return self._loose

    def function(self, schema: Schema, known: frozenset[str], location: str) -> Code:
        """The function `value -> bool` that checks a schema; written once."""
        return self._once("check" if self.exact else "fits", schema, known, location, self._write_check)

    def exactly_one(self, part: nodes.Union) -> Code:
        """The function `value -> bool` that is true when exactly one branch holds."""
        return self._once("one_of", part, EVERY_TYPE, part.location, self._write_exactly_one)

    def collector(self, evaluated: nodes.Evaluated, write: Collect) -> Code:
        """The function `value -> set` that collects what is evaluated; written once."""

        def write_collector(function: Code, item: Any, known: frozenset[str], location: str) -> None:
            block = Block()
            block.line(self._head(self._remembering(function) if self.remembers else function))
            block.indent()
            write(self, evaluated, block)
            self.scope.add_function(block)

        return self._once("evaluated", evaluated, EVERY_TYPE, "", write_collector)

    def _once(self, prefix: str, item: Any, known: frozenset[str], location: str, write: Any) -> Code:
        key = (prefix, id(item), known)
        function = self._functions.get(key)
        if function is None:
            hint = f"{self._hint}_{'_'.join(location.rsplit('/', 2)[-2:])}"
            function = self._functions[key] = self.scope.allocate(prefix, hint)
            self._kept.append(item)
            allocated = function
            self._queue.add(lambda: write(allocated, item, known, location))
        return function

    def _head(self, function: Code) -> Code:
        if self.remembers:
            return template("def {f}(value, memo):", f=function)
        return template("def {f}(value):", f=function)

    def _remembering(self, function: Code) -> Code:
        """Write the function that asks `memo` first; gives the name of the one that does the work."""
        working = self.scope.allocate("working", f"{self._hint}_check")
        block = Block()
        block.line(self._head(function))
        block.indent()
        block.line(template("key = ({n}, id(value))", n=quoted(function)))
        block.line(template("found = memo.get(key)"))
        block.line(template("if found is None:"))
        block.indent()
        block.line(template("found = memo[key] = {w}(value, memo)", w=working))
        block.dedent()
        block.line(template("return found"))
        self.scope.add_function(block)
        return working

    def _write_check(self, function: Code, schema: Schema, known: frozenset[str], location: str) -> None:
        body = Body(self, Locals("value", "memo"), Block(2))
        accept = template("return True")
        body.schema(schema, name("value"), known, Exits(template("return False"), accept))
        body.close(accept)
        # What is quickly checked again is not worth the memory.
        remembers = self.remembers and not is_scalar(schema)
        self._write(self._remembering(function) if remembers else function, location, body.block)

    def _write_exactly_one(
        self, function: Code, part: nodes.Union, known: frozenset[str], location: str
    ) -> None:
        body = Block(2)
        body.line(template("holding = 0"))
        for branch in part.branches:
            condition = self.loose.condition(branch, name("value"), EVERY_TYPE)
            body.line(template("if {test}:", test=holds(condition)))
            body.indent()
            body.line(template("holding += 1"))
            body.dedent()
        body.line(template("return holding == 1"))
        self._write(function, location, body)

    def _write(self, function: Code, location: str, body: Block) -> None:
        block = Block()
        block.line(self._head(function))
        block.indent()
        block.comment(location or "the whole schema")
        block.line(template("try:"))
        block.extend(body)
        block.line(template("except (KeyError, TypeError):"))
        block.indent()
        block.line(template("return False"))
        self.scope.add_function(block)


class Body:
    """Writes the statements of one function.

    may_raise  whether an invalid instance may end in a TypeError: what is valid gets by quicker, and what is not, slower
    """

    def __init__(self, checks: Checks, local_names: Locals, block: Block, may_raise: bool = False) -> None:
        self.may_raise = may_raise
        self.checks = checks
        self.locals = local_names
        self.block = block
        self._pending: list[tuple[str, Condition, bool]] = []
        self._pending_fail: Code | None = None
        self._ended_at = -1  # the depth at which nothing more is reached

    # Guard clauses: neighbours with the same exit are written as one.

    def guard(self, condition: Condition, fail: Code, location: str, often_fails: bool = False) -> None:
        """Fail unless the condition holds. `often_fails`: that it does not is one of the usual mistakes."""
        if condition == HOLDS:
            return
        if self._pending_fail is not fail or len(self._pending) >= WIDEST:
            self.flush()
        self._pending_fail = fail
        self._pending.append((location, condition, self.may_raise and not often_fails))

    def flush(self) -> None:
        """Write the guard clause that is still open."""
        if not self._pending or self._pending_fail is None:
            return
        pending, fail = self._pending, self._pending_fail
        self._pending = []
        self.block.comment(
            ", ".join(dict.fromkeys(location or "the whole schema" for location, _, _ in pending))
        )
        together: list[Condition] = []
        for _, condition, may_raise in pending:
            for part in condition.parts if isinstance(condition, Every) else (condition,):
                statement = part.raises if may_raise and isinstance(part, Test) else None
                if statement is None:
                    together.append(part)
                else:
                    self._fail_unless(together, fail)
                    together = []
                    self.block.line(statement)
        self._fail_unless(together, fail)

    def _fail_unless(self, conditions: list[Condition], fail: Code) -> None:
        if conditions:
            self._if(fails(every(conditions)), fail)

    def _if(self, test: Code, statement: Code) -> None:
        self.block.line(template("if {test}:", test=test))
        self.block.indent()
        self.block.line(statement)
        self.block.dedent()

    def line(self, code: Code) -> None:
        """Write one statement."""
        self.flush()
        self.block.line(code)

    def open(self, code: Code) -> None:
        """Write the head of a compound statement and go into it."""
        self.line(code)
        self.block.indent()

    def shut(self) -> None:
        """Leave a compound statement."""
        self.flush()
        self.block.dedent()

    def close(self, last: Code) -> None:
        """Write the last statement, unless control cannot get there."""
        self.flush()
        if self._ended_at != self.block.depth:
            self.block.line(last)

    def end(self, last: Code, location: str) -> None:
        """Write a statement after which nothing at this depth is reached."""
        self.flush()
        self.block.comment(location)
        self.block.line(last)
        self._ended_at = self.block.depth

    def shut_or_pass(self, before: int) -> None:
        """Leave a compound statement that has grown from `before` lines, and must not be empty."""
        self.flush()
        if len(self.block) == before:
            self.block.line(template("pass"))
        self.block.dedent()

    # Schemas

    def schema(
        self,
        schema: Schema,
        value: Code,
        known: frozenset[str],
        exits: Exits,
        repairs: Repairs | None = None,
    ) -> None:
        """Check a schema. `value` is a local name; `known` are the types it can still have."""
        if isinstance(schema, Always):
            return
        if isinstance(schema, Never):
            self.line(exits.fail)
            return
        found = self.checks.sort(schema)
        structure = self._structure(found, known)
        if not structure or self.block.depth > DEEPEST:
            self._plain(schema, found, value, known, exits, structure)
        elif found.types is not None and known & found.types == structure:
            untested: Condition = HOLDS
            if known != structure and len(structure) == 1:
                untested = self.checks.typed(value, structure, True)
            if found.anywhere or found.in_place:
                self.guard(untested, exits.fail, f"{schema.location}/type")
                self._beside(found, value, structure, exits, schema.location)
                untested = HOLDS
            if len(structure) == 1:
                self._one(
                    next(iter(structure)), found, value, exits, schema.location, repairs, untested=untested
                )
            else:
                self._several(found, value, known, exits, schema.location, structure)
        else:
            self._beside(found, value, known, exits, schema.location)
            self._several(found, value, known, exits, schema.location, structure)

    def _structure(self, found: Sorted, known: frozenset[str]) -> frozenset[str]:
        """The types for which there is structure to look into."""
        admitted = known if found.types is None else known & found.types
        words: tuple[str, ...] = ("object",) if found.objects else ()
        words += ("array",) if found.arrays else ()
        return admitted & frozenset(words) if not found.never else frozenset()

    def _plain(
        self,
        schema: nodes.Conjunction,
        found: Sorted,
        value: Code,
        known: frozenset[str],
        exits: Exits,
        structure: frozenset[str],
    ) -> None:
        nullable = None if structure else self._nullable(found, known)
        if nullable is not None:
            self.open(template("if {v} is not None:", v=value))
            before = len(self.block)
            self.schema(nullable, value, known - {"null"}, exits.within)
            self.shut_or_pass(before)
            return
        if structure or self.checks.is_listed_text(found):
            condition = self.checks.condition(schema, value, known)
        else:
            parts = self.checks.typed_parts(found, value, known) if not found.never else []
            condition = every([*parts, *self.checks.after(found, value, known)])
            if found.never:
                self.line(exits.fail)
                return
        for part in condition.parts if isinstance(condition, Every) else (condition,):
            self.guard(part, exits.fail, schema.location)

    def _nullable(self, found: Sorted, known: frozenset[str]) -> Schema | None:
        """The branch of a nullable union that is worth unrolling: the only part, and with structure inside."""
        beside = found.never or found.types is not None or found.scalars or found.anywhere
        if beside or len(found.in_place) != 1:
            return None
        part = found.in_place[0]
        if not isinstance(part, nodes.Union) or part.nullable is None:
            return None
        if part.exactly_one and not self.checks.are_disjoint(part, known):
            return None
        branch, other = part.branches[part.nullable], part.branches[1 - part.nullable]
        # What admits nothing but null may still not admit null.
        if not isinstance(branch, nodes.Conjunction) or not admits(other, None, self.checks.sort):
            return None
        inner = self.checks.sort(branch)
        return branch if inner.objects or inner.arrays else None

    def _beside(self, found: Sorted, value: Code, known: frozenset[str], exits: Exits, location: str) -> None:
        for part in found.anywhere:
            self.guard(self.checks.literals(part, value, known), exits.fail, part.location)
        for applied in found.in_place:
            self.guard(self.checks.in_place(applied, value, known), exits.fail, applied.location)

    def _several(
        self,
        found: Sorted,
        value: Code,
        known: frozenset[str],
        exits: Exits,
        location: str,
        structure: frozenset[str],
    ) -> None:
        """Structure beside other types: one arm for each."""
        typed = found.types is not None
        rest = (known & found.types if found.types is not None else known) - structure
        first = True
        for word in ("object", "array"):
            if word not in structure:
                continue
            checks = self.checks if typed else self.checks.loose
            test = holds(checks.typed(value, frozenset({word}), True))
            self.open(template("if {t}:", t=test) if first else template("elif {t}:", t=test))
            before = len(self.block)
            self._one(word, found, value, exits.within, location, None, typed)
            self.shut_or_pass(before)
            first = False
        others = Sorted(rest if typed else None, found.integral_floats, found.scalars)
        conditions = self.checks.typed_parts(others, value, known - structure if not typed else known)
        if typed and not rest:
            self.open(template("else:"))
            self.line(exits.fail)
            self.shut()
        elif conditions:
            self.open(template("elif {t}:", t=fails(every(conditions))))
            self.line(exits.fail)
            self.shut()

    def _one(
        self,
        word: str,
        found: Sorted,
        value: Code,
        exits: Exits,
        location: str,
        repairs: Repairs | None,
        typed: bool = True,
        untested: Condition = HOLDS,
    ) -> None:
        """Assertions and structure of one type.

        typed     whether the type is tested as everywhere in this mode, and not more loosely
        untested  what is still to be asked of the type
        """
        from .arrays import ArrayBody
        from .objects import ObjectBody

        assertions = found.scalars.get(word, ())
        if word == "object":
            exact = typed and self.checks.exact
            objects = ObjectBody(self, found.objects, value, exits, repairs, exact)
            write, tells_type = objects.write, not assertions and untested != HOLDS and objects.tell_type()
        else:
            write, tells_type = ArrayBody(self, found.arrays, value, exits).write, False
        if not tells_type:
            self.guard(untested, exits.fail, f"{location}/type")
        for part in assertions:
            self.guard(self.checks.assertion(part, value), exits.fail, part.location)
        write()
