"""Rewrites about arrays."""

from __future__ import annotations

from typing import Any

from ...keywords.any_type import type_names
from ..merge import union
from ..modern import LATEST
from .rule import Here, Rewrite
from .telling import told


def items_present(items: dict[str, Any]) -> Rewrite:
    """An array says what its items are. `items` is what they are where the author says nothing."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        if "array" not in type_names(schema.get("type", ())) or "items" in schema:
            return schema
        if items:
            here.narrowed("items", "any items are said as a list of types, which goes one level deep")
        return {**schema, "items": items}

    return rewrite


def tuples_as_items(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """All items have one schema."""
    if "prefixItems" not in schema:
        return schema
    prefix = schema["prefixItems"]
    is_whole = schema.get("maxItems", len(prefix) + 1) <= len(prefix)
    rest = [] if is_whole else [schema.get("items", {})]
    made = {
        keyword: value
        for keyword, value in schema.items()
        if keyword not in ("prefixItems", "unevaluatedItems")
    }
    here.widened("prefixItems", "an item may be at any place")
    items = union([*prefix, *rest], LATEST)
    made["items"] = {} if isinstance(items, bool) else items
    return told(made, {"items in order": len(prefix)}) if is_whole else made
