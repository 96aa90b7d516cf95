"""Rewrites that leave out what a provider does not take."""

from __future__ import annotations

import math
import re
from typing import Any

from ...keywords.any_type import type_names
from ...keywords.keyword import Role
from ..annotations import is_annotation
from ..modern import LATEST
from .rule import Here, Rewrite, without
from .telling import told


def only_keywords(*taken: str) -> Rewrite:
    """No other keyword stands anywhere. What asserted something is told in the description."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        other = [keyword for keyword in schema if keyword not in taken]
        if not other:
            return schema
        made = without(schema, other, here, silently=_says_nothing)
        dropped = {
            keyword: value for keyword, value in schema.items() if keyword not in made and _asserts(keyword)
        }
        return told(made, dropped)

    return rewrite


def _asserts(keyword: str) -> bool:
    row = LATEST.keywords.get(keyword)
    return row is not None and row.role is Role.ASSERTION


def _says_nothing(keyword: str) -> bool:
    row = LATEST.keywords.get(keyword)
    return row is None or row.role in (Role.ANNOTATION, Role.IDENTIFIER) or is_annotation(keyword)


def patterns_of_python(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A pattern is one that Python's `re` compiles."""
    dropped = {}
    if "pattern" in schema and not _compiles(schema["pattern"]):
        dropped["pattern"] = schema["pattern"]
    if not all(map(_compiles, schema.get("patternProperties", ()))):
        dropped["patternProperties"] = schema["patternProperties"]
    return told(without(schema, dropped, here), dropped) if dropped else schema


def _compiles(pattern: object) -> bool:
    try:
        re.compile(pattern if isinstance(pattern, str) else "(")
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def without_lookaround(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A pattern looks neither ahead nor back."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or re.search(r"\(\?<?[=!]", pattern) is None:
        return schema
    return told(without(schema, ["pattern"], here), {"pattern": pattern})


def formats(**by_type: tuple[str, ...]) -> Rewrite:
    """A `format` is one of those that are known for the type."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        if "format" not in schema:
            return schema
        known = [name for type_ in type_names(schema.get("type", ())) for name in by_type.get(type_, ())]
        if schema["format"] in known:
            return schema
        return told(without(schema, ["format"], here), {"format": schema["format"]})

    return rewrite


def inclusive_bounds(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A bound belongs to what it bounds: `minimum` and `maximum` alone."""
    for exclusive, inclusive, step, strictest in (
        ("exclusiveMinimum", "minimum", 1, max),
        ("exclusiveMaximum", "maximum", -1, min),
    ):
        bound = schema.get(exclusive)
        if not isinstance(bound, int | float):
            continue
        made = {keyword: value for keyword, value in schema.items() if keyword != exclusive}
        if schema.get("type") == "integer":
            limit: int | float = math.floor(bound) + 1 if step > 0 else math.ceil(bound) - 1
        else:
            here.widened(exclusive)
            made = told(made, {exclusive: bound})
            limit = bound
        made[inclusive] = strictest(limit, made.get(inclusive, limit))
        schema = made
    return schema
