"""The fast path: the function that a caller calls."""

from __future__ import annotations

from collections.abc import Mapping

from callcheck.policy import Coercion

from ..ir.nodes import Program
from .checks import Body, Checks
from .code import Block, Code, name, template
from .exits import Exits
from .repairs import repairs_of
from .scope import Locals, Scope
from .shapes import EVERY_TYPE


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
    repairs = repairs_of(program, scalars, coercion)
    arguments = name("arguments")
    # A value deep in a loop cannot leave the outermost one, and raises from `settle` instead of here.
    exits = Exits(
        template("break"),
        template("return {r}", r=repairs.result),
        template("return {s}(arguments)", s=settle),
    )
    done = template("return {r}", r=repairs.result)
    body = Body(checks, Locals("arguments", "result", "memo", "settled"), Block(3), may_raise=True)
    if checks.remembers:
        body.line(template("memo = {}"))
    if repairs.are_several:
        body.line(template("{r} = {a}", r=repairs.result, a=arguments))
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
