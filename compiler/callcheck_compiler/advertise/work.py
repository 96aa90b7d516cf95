"""How much work the rewriting of one root may make, so that no schema keeps a server busy with what is only shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from callcheck.issues import SchemaError

# Pairs of schemas that are merged, and hundreds of characters that are compared: about a second, and more than any tool needs.
_MOST_STEPS = 300_000

_steps: ContextVar[int | None] = ContextVar("steps", default=None)


@contextmanager
def bounded_work() -> Iterator[None]:
    """Let `spend` count from the beginning. Elsewhere it counts nothing."""
    before = _steps.set(0)
    try:
        yield
    finally:
        _steps.reset(before)


def spend(steps: int) -> None:
    """So many small steps of work. Raises SchemaError when they are too many."""
    spent = _steps.get()
    if spent is None:
        return
    if spent + steps > _MOST_STEPS:
        raise SchemaError("it is too large to be shown as one object: let fewer branches speak of fewer keys")
    _steps.set(spent + steps)
