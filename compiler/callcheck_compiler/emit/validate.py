"""The fast path: the function that a caller calls."""

from __future__ import annotations

from callcheck.policy import Coercion

from ..ir.nodes import Conjunction, Program, Properties, Required
from ..ir.nodes import AdditionalProperties as Additional
from ..ir.positions import INERT, Plan
from .checks import Body, Checks, Exits, Repair
from .code import Block, Code, name, template
from .scope import Locals, Scope
from .shapes import EVERY_TYPE, sort_parts


def write_validate(
    program: Program,
    plan: Plan,
    coercion: Coercion,
    scope: Scope,
    hint: str,
    function: Code,
    settle: Code,
) -> None:
    """Write `arguments -> arguments`, which ends in success or in one call of `settle`."""
    checks = Checks(program, scope, hint, True, Coercion.INTEGRAL_FLOAT in coercion)
    repairs = _repairs(program, plan, coercion)
    arguments = name("arguments")
    result = name("result") if repairs else arguments
    fail = template("return {s}(arguments)", s=settle)
    done = template("return {r}", r=result)
    body = Body(checks, Locals("arguments", "result", "memo"), Block(2))
    if checks.remembers:
        body.line(template("memo = {}"))
    if repairs:
        body.line(template("result = arguments"))
    body.schema(program.root, arguments, EVERY_TYPE, Exits(fail, done), repairs)
    body.close(done)
    block = Block()
    block.line(template("def {f}(arguments):", f=function))
    block.indent()
    block.line(template("try:"))
    block.extend(body.block)
    block.line(template("except (KeyError, TypeError, RecursionError):"))
    block.indent()
    block.line(fail)
    scope.add_function(block)


def _repairs(program: Program, plan: Plan, coercion: Coercion) -> dict[str, Repair]:
    """The root's own scalars that the fast path repairs itself.

    Only where nothing else looks at the values: a repaired value is checked once, after its repair.
    """
    if plan.root == INERT or not isinstance(program.root, Conjunction):
        return {}
    found = sort_parts(program.root)
    plain = all(isinstance(part, (Required, Properties, Additional)) for part in found.objects)
    if found.types != {"object"} or found.in_place or found.anywhere or found.never or not plain:
        return {}
    if any(isinstance(part, Additional) and part.patterns for part in found.objects):
        return {}
    repairs: dict[str, Repair] = {}
    for child in plan.positions[plan.root].children:
        if child.position == INERT:
            continue
        position = plan.positions[child.position]
        if position.types is None or position.children or position.others:
            continue
        functions = _functions(position.types, coercion)
        if functions:
            repairs[child.name] = Repair(position.types, functions)
    return repairs


def _functions(types: frozenset[str], coercion: Coercion) -> tuple[str, ...]:
    """The rules that repair a scalar of these types, innermost first; none where the fast path does not."""
    if types <= {"boolean", "null"} and Coercion.QUOTED_BOOLEAN in coercion:
        return ("quoted_boolean",)
    if not types <= {"integer", "number", "null"} or "integer" not in types:
        return ()
    functions = ("quoted_number",) if Coercion.QUOTED_NUMBER in coercion else ()
    if Coercion.INTEGRAL_FLOAT in coercion and "number" not in types:
        functions += ("integral_float",)
    return functions
