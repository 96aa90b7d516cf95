"""Schemas that apply themselves again to the same instance, so that a check would never end, are refused by name."""

from __future__ import annotations

from callcheck.issues import SchemaError
from callcheck.location import quoted

from ..ir.graph import circles
from ..ir.nodes import Key, Program
from ..ir.walk import calls_in_place


def refuse_circles(program: Program) -> None:
    """Raises SchemaError where references and in-place applicators lead from a schema back to itself."""
    if not program.functions:
        return
    reached: dict[Key, list[Key]] = {
        key: list(calls_in_place(schema)) for key, schema in program.functions.items()
    }
    for circle in circles(reached):
        location = min(str(key[0]) for key in circle if isinstance(key, tuple))
        raise SchemaError(
            f"applying it leads back to {quoted(location or '#')} without going into the instance, so that it would "
            "never end; let the reference stand below `properties` or `items`",
            location,
        )
