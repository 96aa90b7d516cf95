"""The fast path: the function that a caller calls."""

from __future__ import annotations

from collections.abc import Mapping

from callcheck.policy import Coercion

from ..ir.nodes import AdditionalProperties as Additional
from ..ir.nodes import Conjunction, Program, Properties, Required
from .checks import Body, Checks, Exits, Repair
from .code import Block, Code, name, template
from .scope import Locals, Scope
from .shapes import EVERY_TYPE, sort_parts


def write_validate(
    program: Program,
    scalars: Mapping[str, frozenset[str]],
    coercion: Coercion,
    scope: Scope,
    hint: str,
    function: Code,
    settle: Code,
) -> None:
    """Write `arguments -> arguments`, which ends in success or in one call of `settle`.

    scalars  the effective types of the root's properties that are scalars to repair
    """
    checks = Checks(program, scope, hint, True, Coercion.INTEGRAL_FLOAT in coercion)
    repairs = _repairs(program, scalars, coercion)
    arguments = name("arguments")
    result = name("result") if repairs else arguments
    # A value deep in a loop cannot leave the outermost one, and raises from `settle` instead of here.
    exits = Exits(
        template("break"),
        template("return {r}", r=result),
        template("return {s}(arguments)", s=settle),
    )
    done = template("return {r}", r=result)
    body = Body(checks, Locals("arguments", "result", "memo", "settled"), Block(3), may_raise=True)
    if checks.remembers:
        body.line(template("memo = {}"))
    if repairs:
        body.line(template("result = arguments"))
    body.schema(program.root, arguments, EVERY_TYPE, exits, repairs)
    body.close(done)
    block = Block()
    block.line(template("def {f}(arguments):", f=function))
    block.indent()
    block.line(template("try:"))
    block.indent()
    block.line(template("while True:"))
    block.extend(body.block)
    block.dedent()
    block.line(template("except Exception:"))
    block.indent()
    block.line(template("pass"))
    block.dedent()
    _write_settling(block, scope, settle)
    scope.add_function(block)


def _write_settling(block: Block, scope: Scope, settle: Code) -> None:
    """Raise from the function itself, outside of every handler: each further frame would cost a rejection a tenth of its time."""
    block.comment("not valid as it stands")
    block.line(template("settled = {s}.judge(arguments)", s=settle))
    block.line(template("if type(settled) is {r}:", r=scope.runtime("InvalidArguments")))
    block.indent()
    block.line(template("raise settled"))
    block.dedent()
    block.line(template("return settled"))


def _repairs(
    program: Program, scalars: Mapping[str, frozenset[str]], coercion: Coercion
) -> dict[str, Repair]:
    """The root's own scalars that the fast path repairs itself.

    Only where nothing else looks at the values: a repaired value is checked once, after its repair.
    """
    if not scalars or not isinstance(program.root, Conjunction):
        return {}
    found = sort_parts(program.root)
    plain = all(isinstance(part, (Required, Properties, Additional)) for part in found.objects)
    if found.types != frozenset({"object"}) or found.in_place or found.anywhere or found.never or not plain:
        return {}
    if any(isinstance(part, Additional) and part.patterns for part in found.objects):
        return {}
    repairs: dict[str, Repair] = {}
    for child, types in scalars.items():
        functions = _functions(types, coercion)
        if functions:
            repairs[child] = Repair(types, functions)
    return repairs


def _functions(types: frozenset[str], coercion: Coercion) -> tuple[str, ...]:
    """The rules that repair a scalar of these types, innermost first; none where the fast path does not."""
    if types <= {"boolean", "null"}:
        return ("quoted_boolean",) if "boolean" in types and Coercion.QUOTED_BOOLEAN in coercion else ()
    if not types <= {"integer", "number", "null"} or "integer" not in types:
        return ()
    quoted = Coercion.QUOTED_NUMBER in coercion
    if Coercion.INTEGRAL_FLOAT in coercion and "number" not in types:
        return ("quoted_integer",) if quoted else ("integral_float",)
    return ("quoted_number",) if quoted else ()
