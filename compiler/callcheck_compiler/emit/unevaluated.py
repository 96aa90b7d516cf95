"""Functions that collect which keys or items the neighbours of `unevaluated…` evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import nodes
from .code import Block, Code, is_bulky, literal, name, set_display, template
from .conditions import Condition, every, fails, holds, some
from .shapes import EVERY_TYPE

if TYPE_CHECKING:
    from .expressions import Expressions

OBJECT = frozenset({"object"})
ARRAY = frozenset({"array"})


def evaluated_keys(checks: Expressions, evaluated: nodes.EvaluatedProperties, value: Code) -> Code:
    """An expression for the set of keys of an object that are evaluated."""
    if not evaluated.patterns and not evaluated.cases:
        return _set(checks, evaluated.names)
    return holds(checks.called(checks.collector(evaluated, _write_keys), value))


def evaluated_items(checks: Expressions, evaluated: nodes.EvaluatedItems, value: Code) -> Code:
    """An expression for the set, or range, of indexes of an array that are evaluated."""
    if not evaluated.containing and not evaluated.cases:
        return template("range({n})", n=literal(evaluated.prefix))
    return holds(checks.called(checks.collector(evaluated, _write_items), value))


def _set(checks: Expressions, members: tuple[str, ...]) -> Code:
    """An expression for a new set."""
    if not members:
        return template("set()")
    return (
        template("set({ms})", ms=checks.scope.set_of(members)) if is_bulky(members) else set_display(members)
    )


def _write_keys(checks: Expressions, evaluated: nodes.Evaluated, block: Block) -> None:
    assert isinstance(evaluated, nodes.EvaluatedProperties)
    value, found, key = name("value"), name("found"), name("key")
    if evaluated.everything:
        block.line(template("return set(value)"))
        return
    block.line(template("{f} = {s}", f=found, s=_set(checks, evaluated.names)))
    if evaluated.patterns:
        block.line(template("for key in value:"))
        block.indent()
        matching = some([checks.matches(pattern, key) for pattern in evaluated.patterns])
        _when(block, holds(matching), template("found.add(key)"))
        block.dedent()
    for case in evaluated.cases:
        _case(checks, case, value, OBJECT, block)
    block.line(template("return found"))


def _write_items(checks: Expressions, evaluated: nodes.Evaluated, block: Block) -> None:
    assert isinstance(evaluated, nodes.EvaluatedItems)
    value = name("value")
    if evaluated.everything:
        block.line(template("return set(range(len(value)))"))
        return
    block.line(template("found = set(range({n}))", n=literal(evaluated.prefix)))
    if evaluated.containing:
        block.line(template("for index, item in enumerate(value):"))
        block.indent()
        fitting = some([checks.loose.condition(schema, name("item")) for schema in evaluated.containing])
        _when(block, holds(fitting), template("found.add(index)"))
        block.dedent()
    for case in evaluated.cases:
        _case(checks, case, value, ARRAY, block)
    block.line(template("return found"))


def _when(block: Block, test: Code, statement: Code) -> None:
    block.line(template("if {t}:", t=test))
    block.indent()
    block.line(statement)
    block.dedent()


def _case(
    checks: Expressions, case: nodes.EvaluatedCase, value: Code, known: frozenset[str], block: Block
) -> None:
    if isinstance(case, nodes.EvaluatedWhen):
        condition = checks.loose.condition(case.schema, value, known)
        test = holds(condition) if case.holds else fails(condition)
        _when(block, test, _update(checks, case.evaluated, value))
    elif isinstance(case, nodes.EvaluatedGiven):
        _when(
            block,
            template("{k} in {v}", k=literal(case.name), v=value),
            _update(checks, case.evaluated, value),
        )
    else:
        _union(checks, case, value, known, block)


def _union(
    checks: Expressions, case: nodes.EvaluatedUnion, value: Code, known: frozenset[str], block: Block
) -> None:
    block.line(template("none = True"))
    for schema, evaluated in case.branches:
        condition: Condition = every([checks.loose.condition(schema, value, known)])
        block.line(template("if {t}:", t=holds(condition)))
        block.indent()
        block.line(template("none = False"))
        block.line(_update(checks, evaluated, value))
        block.dedent()
    block.line(template("if none:"))
    block.indent()
    for _, evaluated in case.branches:
        block.line(_update(checks, evaluated, value))
    block.dedent()


def _update(checks: Expressions, evaluated: nodes.Evaluated, value: Code) -> Code:
    if isinstance(evaluated, nodes.EvaluatedProperties):
        if evaluated.everything:
            return template("found.update({v})", v=value)
        return template("found.update({e})", e=evaluated_keys(checks, evaluated, value))
    if evaluated.everything:
        return template("found.update(range(len({v})))", v=value)
    return template("found.update({e})", e=evaluated_items(checks, evaluated, value))


__all__ = ["EVERY_TYPE", "evaluated_items", "evaluated_keys"]
