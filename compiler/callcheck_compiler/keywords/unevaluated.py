"""What is left over when everything else was looked at (Core 2020-12, section 11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from callcheck.issues import Issue

from . import shapes
from .keyword import Keyword, Role, Walk
from .objects import beyond_declared


def _unevaluated_items(value: Any, instance: list[Any], walk: Walk) -> Iterable[Issue]:
    for index in range(len(instance)):
        if index not in walk.evaluated:
            yield from walk.under(index, value)


def _unevaluated_properties(value: Any, instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name in instance:
        if name not in walk.evaluated:
            yield from beyond_declared(value, name, instance, walk)


UNEVALUATED_ITEMS = Keyword(
    "unevaluatedItems",
    "unevaluated",
    Role.APPLICATOR,
    ("array",),
    parse=shapes.schema,
    subschemas=shapes.itself,
    reference=_unevaluated_items,
)
UNEVALUATED_PROPERTIES = Keyword(
    "unevaluatedProperties",
    "unevaluated",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.schema,
    subschemas=shapes.itself,
    reference=_unevaluated_properties,
)
