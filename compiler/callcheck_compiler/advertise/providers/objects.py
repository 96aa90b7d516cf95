"""Rewrites about objects."""

from __future__ import annotations

from typing import Any

from .rule import Here


def required_declared(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """What is required is declared."""
    required = schema.get("required")
    if required is None:
        return schema
    declared = schema.get("properties", {})
    known = [key for key in required if key in declared]
    if known == required and known:
        return schema
    if known != required:
        here.widened("required", "what is required but not declared is not asked for")
    made = {keyword: value for keyword, value in schema.items() if keyword != "required"}
    return {**made, "required": known} if known else made
