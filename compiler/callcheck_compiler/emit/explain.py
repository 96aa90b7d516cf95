"""The function that finds every issue, in walk order: the same walk as the check, and the last word."""

from __future__ import annotations

from typing import Any

from ..ir import nodes
from ..ir.nodes import Program, Schema
from ..ir.walk import is_scalar
from .checks import Checks
from .code import Block, Code, join, name, quoted, template
from .explanation import Explanation
from .scope import Locals, Queue, Scope
from .where import WHOLE, Where


class Explainer:
    """Emits the explanation of one program, and the functions that it calls."""

    def __init__(self, program: Program, scope: Scope, hint: str) -> None:
        self.program = program
        self.scope = scope
        self.hint = hint
        self.checks = Checks(program, scope, hint, exact=False)
        self._functions: dict[int, Code] = {}
        self._kept: list[Any] = []
        self._queue = Queue()

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
            allocated = function
            self._queue.add(lambda: self._write(allocated, schema, location, declared))
        return function

    def _write(self, function: Code, schema: Schema, location: str, declared: tuple[str, ...]) -> None:
        # What is quickly checked again is not worth the memory.
        remembers = self.checks.remembers and not is_scalar(schema)
        working = self._remembering(function) if remembers else function
        body = Explanation(self, Locals("value", "location", "issues", "memo"), Block(1))
        body.schema(schema, name("value"), Where(name("location")), declared)
        block = Block()
        block.line(self._head(working))
        block.indent()
        block.comment(location or "the whole schema")
        block.extend(body.block)
        if not len(body.block):
            block.line(template("pass"))
        self.scope.add_function(block)

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
        written = join(", ", [self.scope.literal(argument) for argument in arguments])
        made = template("{m}({a})", m=self.scope.runtime(maker), a=written)
        return self.scope.define(maker.upper(), hint, made)
