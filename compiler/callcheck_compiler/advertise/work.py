"""How much work the rewriting of one root may make, so that no schema keeps a server busy with what is only shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from callcheck.issues import SchemaError

# Pairs of schemas that are merged, and hundreds of characters that are compared: about a second, and more than any tool needs.
MOST_STEPS_OF_A_ROOT = 300_000
# The same, schemas that a rule looks at, and some more for each entry of the report: a few seconds.
MOST_STEPS_OF_A_FORM = 600_000


@dataclass
class _Work:
    """Steps that were made, of those that may be."""

    most: int
    spent: int = 0


TOO_LARGE = "it is too large to be shown as one object: let fewer branches speak of fewer keys"

_work: ContextVar[_Work | None] = ContextVar("work", default=None)


@contextmanager
def bounded_work(most: int) -> Iterator[None]:
    """Let `spend` allow so many steps, and no more than what is left of those around it. Elsewhere it counts nothing."""
    around = _work.get()
    within = _Work(most if around is None else min(most, around.most - around.spent))
    before = _work.set(within)
    try:
        yield
    finally:
        _work.reset(before)
        if around is not None:
            around.spent += within.spent


def spend(steps: int) -> None:
    """So many small steps of work. Raises SchemaError when they are too many."""
    work = _work.get()
    if work is None:
        return
    work.spent += steps
    if work.spent > work.most:
        raise SchemaError(TOO_LARGE)
