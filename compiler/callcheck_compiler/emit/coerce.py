"""The function that makes every repair and nothing else: copy on write, one function for each position with something below."""

from __future__ import annotations

from callcheck.coercion import may_repair
from callcheck.policy import Coercion

from ..ir.positions import INERT, Child, Plan, Position
from ..keywords.conditions import search
from .code import Block, Code, join, literal, name, template
from .conditions import Condition, Test, fails, holds, test
from .scope import Queue, Scope
from .types import type_condition


class Coercer:
    """Emits the coercion of one plan."""

    def __init__(self, plan: Plan, scope: Scope, coercion: Coercion, hint: str) -> None:
        self._plan = plan
        self._scope = scope
        self._coercion = coercion
        self._hint = hint
        self._functions: dict[int, Code] = {}
        self._queue = Queue()

    def write(self, function: Code) -> None:
        """Write the function `arguments -> arguments` under this name."""
        root = self._plan.root
        block = Block()
        block.line(template("def {f}(value):", f=function))
        block.indent()
        if root == INERT:
            block.line(template("return value"))
        else:
            if not self._empty_as_object(self._plan.positions[root], block):
                self._functions[root] = function  # what refers to the root may call it
            self._body(root, block)
        self._scope.add_function(block)

    def _empty_as_object(self, position: Position, block: Block) -> bool:
        """Write the rule that is about the whole arguments alone, where it acts; whether it does."""
        types = position.types
        if Coercion.EMPTY_AS_OBJECT not in self._coercion or types is None:
            return False
        if "object" not in types or "null" in types:
            return False
        test = template("value is None")
        if "string" not in types:
            test = template('value is None or value == ""')
        block.line(template("if {t}:", t=test))
        block.indent()
        block.line(template("return {}"))
        block.dedent()
        return True

    def function(self, number: int) -> Code:
        """The function `value -> value` for a position."""
        function = self._functions.get(number)
        if function is None:
            hint = "_".join(self._plan.positions[number].location.rsplit("/", 2)[-2:])
            function = self._functions[number] = self._scope.allocate("coerce", f"{self._hint}_{hint}")
            allocated = function
            self._queue.add(lambda: self._write(allocated, number))
        return function

    def _write(self, function: Code, number: int) -> None:
        block = Block()
        block.line(template("def {f}(value):", f=function))
        block.indent()
        self._body(number, block)
        self._scope.add_function(block)

    def _body(self, number: int, block: Block) -> None:
        position = self._plan.positions[number]
        block.comment(position.location or "the whole schema")
        self._value(position, block)
        self._object(position, block)
        self._array(position, block)
        block.line(template("return value"))

    def _is_scalar(self, position: Position) -> bool:
        """Whether there is nothing below a position, so that its rules are written where it is used."""
        inert = all(number == INERT for number in (*position.prefix, position.rest))
        return inert and not position.children and position.others is None

    def _repair(self, number: int, block: Block) -> None:
        """Write what makes `new` of `old` at a position."""
        position = self._plan.positions[number]
        if not self._is_scalar(position):
            block.line(template("new = {f}(old)", f=self.function(number)))
            return
        self._repair_with(self._rules(position), block)

    def _rules(self, position: Position) -> list[Test]:
        """The rules for a position's own value (docs/semantics.md, "Coercion", rules 1 and 2), on `old` and on `new`."""
        types = position.types
        if types is None or not may_repair(types, self._coercion):
            return []
        rules: list[Test] = []
        whole = Coercion.INTEGRAL_FLOAT in self._coercion and "integer" in types and "number" not in types
        number = Coercion.QUOTED_NUMBER in self._coercion and "integer" in types and "string" not in types
        if "string" not in types:
            if Coercion.QUOTED_BOOLEAN in self._coercion and "boolean" in types:
                rules.append(self._rule("quoted_boolean"))
            if number:
                rules.append(self._rule("quoted_integer" if whole else "quoted_number"))
            if Coercion.JSON_TEXT in self._coercion and types & {"array", "object"}:
                rules.append(
                    test(
                        "{f}(old, {a}, {o})",
                        "{f}(new, {a}, {o})",
                        f=self._scope.runtime("json_text"),
                        a=literal("array" in types),
                        o=literal("object" in types),
                    )
                )
        if whole and not number:
            rules.append(self._rule("integral_float"))
        return rules

    def _rule(self, word: str) -> Test:
        return test("{f}(old)", "{f}(new)", f=self._scope.runtime(word))

    def _value(self, position: Position, block: Block) -> None:
        """Apply the rules for a position's own value to `value`."""
        rules = self._rules(position)
        if rules:
            block.line(template("old = value"))
            self._repair_with(rules, block)
            block.line(template("value = new"))

    def _repair_with(self, rules: list[Test], block: Block) -> None:
        for index, rule in enumerate(rules):
            block.line(template("new = {c}", c=rule.fails if index else rule.holds))

    def _object(self, position: Position, block: Block) -> None:
        if not position.children and position.others is None:
            return
        block.line(template("if isinstance(value, dict):"))
        block.indent()
        block.line(template("result = value"))
        for child in position.children:
            key = literal(child.name)
            block.line(template("if {k} in value:", k=key))
            block.indent()
            block.line(template("old = value[{k}]", k=key))
            self._child(child, key, block)
            block.dedent()
        if position.others is not None:
            self._others(position, block)
        block.line(template("return result"))
        block.dedent()

    def _child(self, child: Child, key: Code, block: Block) -> None:
        if child.droppable:
            block.line(template("if old is None:"))
            block.indent()
            self._own_copy(block)
            block.line(template("del result[{k}]", k=key))
            block.dedent()
        if child.position != INERT:
            if child.droppable:
                block.line(template("else:"))
                block.indent()
            self._replace(child.position, key, template("result = dict(value)"), block)
            if child.droppable:
                block.dedent()

    def _own_copy(self, block: Block) -> None:
        block.line(template("if result is value:"))
        block.indent()
        block.line(template("result = dict(value)"))
        block.dedent()

    def _others(self, position: Position, block: Block) -> None:
        others = position.others
        assert others is not None
        block.line(template("for key, old in value.items():"))
        block.indent()
        if others.declared:
            block.line(template("if key in {ns}:", ns=self._scope.set_of(others.declared)))
            block.indent()
            block.line(template("continue"))
            block.dedent()
        if not others.patterns:
            self._child(others.positions[()], name("key"), block)
            block.dedent()
            return
        tests = [
            template("bool({t})", t=holds(search(pattern, name("key"), self._scope)))
            for pattern in others.patterns
        ]
        block.line(template("matches = ({ts},)", ts=join(", ", tests)))
        for matches, child in others.positions.items():
            if child.position == INERT and not child.droppable:
                continue
            block.line(template("if matches == {m}:", m=literal(matches)))
            block.indent()
            self._child(child, name("key"), block)
            block.dedent()
        block.dedent()

    def _array(self, position: Position, block: Block) -> None:
        if all(number == INERT for number in position.prefix) and position.rest == INERT:
            return
        block.line(template("if isinstance(value, list):"))
        block.indent()
        block.line(template("result = value"))
        for index, number in enumerate(position.prefix):
            if number == INERT:
                continue
            block.line(template("if len(value) > {i}:", i=literal(index)))
            block.indent()
            block.line(template("old = value[{i}]", i=literal(index)))
            self._item(number, literal(index), block)
            block.dedent()
        if position.rest != INERT:
            start = len(position.prefix)
            items = template("enumerate(value)")
            if start:
                items = template("enumerate(value[{s}:], {s})", s=literal(start))
            block.line(template("for index, old in {i}:", i=items))
            block.indent()
            self._item(position.rest, name("index"), block)
            block.dedent()
        block.line(template("return result"))
        block.dedent()

    def _item(self, number: int, index: Code, block: Block) -> None:
        self._replace(number, index, template("result = list(value)"), block)

    def _replace(self, number: int, key: Code, copy: Code, block: Block) -> None:
        """Put what a position makes of `old` into a copy, unless it is `old` itself."""
        fits = self._fits(self._plan.positions[number])
        if fits is not None:
            block.line(template("if {t}:", t=fails(fits)))
            block.indent()
        self._repair(number, block)
        block.line(template("if new is not old:"))
        block.indent()
        block.line(template("if result is value:"))
        block.indent()
        block.line(copy)
        block.dedent()
        block.line(template("result[{k}] = new", k=key))
        block.dedent()
        if fits is not None:
            block.dedent()

    def _fits(self, position: Position) -> Condition | None:
        """What shows at once that a scalar needs no repair; None where that is not worth asking."""
        if position.types is None or not self._is_scalar(position):
            return None
        whole = Coercion.INTEGRAL_FLOAT in self._coercion and "number" not in position.types
        # No rule acts on a null, which is what models send most where it is not admitted.
        return type_condition(name("old"), position.types | {"null"}, True, not whole)
