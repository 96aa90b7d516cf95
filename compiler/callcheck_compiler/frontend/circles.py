"""Schemas that apply themselves again to the same instance, so that a check would never end, are refused by name."""

from __future__ import annotations

from collections.abc import Mapping

from callcheck.issues import SchemaError
from callcheck.location import quoted

from ..ir.graph import circles
from ..ir.nodes import Key


def refuse_circles(in_place: Mapping[Key, list[Key]]) -> None:
    """Raises SchemaError where references and in-place applicators lead from a schema back to itself.

    in_place  what each schema, told by its location and its dynamic scope, applies to the same instance, whether its outcome
              matters or not
    """
    for circle in circles(in_place):
        location = min(str(key[0]) for key in circle if isinstance(key, tuple))
        raise SchemaError(
            f"applying it leads back to {quoted(location or '#')} without going into the instance, so that it would "
            "never end; let the reference stand below `properties` or `items`",
            location,
        )
