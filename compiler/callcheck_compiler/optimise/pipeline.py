"""The ordered list of passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..ir import nodes
from ..ir.nodes import Program
from ..ir.verify import verify
from ..ir.walk import kinds
from .inline_calls import inline_calls
from .merge_all_of import merge_all_of
from .settle_unevaluated import settle_unevaluated

# Each pass, and the parts without which it has nothing to do.
PASSES: tuple[tuple[Callable[[Program], Program], frozenset[type]], ...] = (
    (inline_calls, frozenset({nodes.Call})),
    (merge_all_of, frozenset({nodes.AllOf})),
    (settle_unevaluated, frozenset({nodes.UnevaluatedProperties, nodes.UnevaluatedItems})),
)
# The parts that a pass takes away altogether.
TAKEN_AWAY: Mapping[Callable[[Program], Program], frozenset[type]] = {
    merge_all_of: frozenset({nodes.AllOf}),
}


def optimise(program: Program, verified: bool = False) -> Program:
    """The program for the fast path: the same verdicts, in fewer steps.

    verified  whether the program is held against its invariants, before the passes and after each; raises InvariantError
    """
    absent: frozenset[type] = frozenset()
    if verified:
        verify(program)
    present = kinds(program)
    for rewrite, needed in PASSES:
        if needed & present:
            program = rewrite(program)
        if verified:
            absent |= TAKEN_AWAY.get(rewrite, frozenset())
            verify(program, absent)
    return program
