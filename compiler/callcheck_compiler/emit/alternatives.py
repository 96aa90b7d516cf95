"""Emits the coercion of arguments by the one branch of a union that they can still fit."""

from __future__ import annotations

from callcheck.policy import Coercion

from ..ir.positions import INERT, Alternative, Alternatives, Plan
from .code import Block, Code, literal, template
from .coerce import Coercer
from .scope import Queue, Scope


class Chooser:
    """Emits one function for each union, and for each of its branches the one that tells whether it is ruled out."""

    def __init__(self, found: Alternatives, scope: Scope, coercion: Coercion, hint: str) -> None:
        self._found = found
        self._scope = scope
        self._hint = hint
        self._coercer = Coercer(Plan(INERT, found.positions), scope, coercion, hint)
        self._functions: dict[str, Code] = {}
        self._queue = Queue()

    def functions(self) -> list[Code]:
        """The functions `object -> object` for the root's own unions."""
        return [self._function(location) for location in self._found.first]

    def _function(self, location: str) -> Code:
        function = self._functions.get(location)
        if function is None:
            function = self._scope.allocate("choose", f"{self._hint}_{_hint(location)}")
            self._functions[location] = allocated = function
            self._queue.add(lambda: self._write(allocated, location))
        return function

    def _write(self, function: Code, location: str) -> None:
        alternatives = self._found.unions[location]
        block = Block()
        block.line(template("def {f}(value):", f=function))
        block.indent()
        block.comment(location)
        block.line(template("left = []"))
        for index, alternative in enumerate(alternatives):
            self._count(alternative, index, block)
        for index, alternative in enumerate(alternatives):
            if alternative.position == INERT and not alternative.unions:
                continue
            block.line(template("if left == [{i}]:", i=literal(index)))
            block.indent()
            if alternative.position != INERT:
                block.line(template("value = {f}(value)", f=self._coercer.function(alternative.position)))
            for inner in alternative.unions:
                block.line(template("value = {f}(value)", f=self._function(inner)))
            block.line(template("return value"))
            block.dedent()
        block.line(template("return value"))
        self._scope.add_function(block)

    def _count(self, alternative: Alternative, index: int, block: Block) -> None:
        """Write that a branch is left, unless something rules it out."""
        ruling_out = self._ruling_out(alternative)
        if not ruling_out and not alternative.declared:
            block.line(template("left.append({i})", i=literal(index)))
            return
        function = self._scope.allocate("fails", f"{self._hint}_{_hint(alternative.location)}")
        self._write_ruling_out(function, alternative, ruling_out)
        block.line(template("if not {f}(value):", f=function))
        block.indent()
        block.line(template("left.append({i})", i=literal(index)))
        block.dedent()

    def _ruling_out(self, alternative: Alternative) -> list[Code]:
        """The conditions of which one is enough, but for keys that are not declared."""
        tests = [template("{k} not in value", k=literal(key)) for key in alternative.required]
        for key, strings in alternative.strings:
            tests.append(
                template(
                    "{k} in value and (not isinstance(value[{k}], str) or value[{k}] not in {s})",
                    k=literal(key),
                    s=self._scope.set_of(strings),
                )
            )
        return tests

    def _write_ruling_out(self, function: Code, alternative: Alternative, tests: list[Code]) -> None:
        block = Block()
        block.line(template("def {f}(value):", f=function))
        block.indent()
        block.comment(alternative.location)
        for condition in tests:
            block.line(template("if {c}:", c=condition))
            block.indent()
            block.line(template("return True"))
            block.dedent()
        for declared in alternative.declared:
            block.line(template("for key in value:"))
            block.indent()
            if declared:
                block.line(template("if key not in {d}:", d=self._scope.set_of(declared)))
                block.indent()
            block.line(template("return True"))
            block.dedent()
            if declared:
                block.dedent()
        block.line(template("return False"))
        self._scope.add_function(block)


def write_whole(function: Code, own: Code | None, steps: list[Code], scope: Scope) -> None:
    """Write the function `arguments -> arguments` that takes all steps until none changes anything.

    own    the step for arguments of any type, where there is one
    steps  those for objects
    """
    block = Block()
    block.line(template("def {f}(value):", f=function))
    block.indent()
    block.line(template("while True:"))
    block.indent()
    block.line(template("old = value"))
    if own is not None:
        block.line(template("value = {f}(value)", f=own))
    block.line(template("if isinstance(value, dict):"))
    block.indent()
    for step in steps:
        block.line(template("value = {f}(value)", f=step))
    block.dedent()
    block.line(template("if value is old:"))
    block.indent()
    block.line(template("return value"))
    scope.add_function(block)


def _hint(location: str) -> str:
    return "_".join(location.rsplit("/", 2)[-2:])
