"""Identifiers and the places for definitions (Core 2020-12, sections 8.1, 8.2.1, 8.2.2, 8.2.4)."""

from __future__ import annotations

import re
from typing import Any

from callcheck.issues import SchemaError

from . import shapes
from .keyword import Keyword, Role

_ANCHOR = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")


def _anchor(value: Any, location: str) -> str:
    if _ANCHOR.fullmatch(shapes.text(value, location)) is None:
        raise SchemaError(
            f"`{shapes.keyword_at(location)}` must be a plain name: a letter or `_`, then letters, digits, `-`, `.` and `_`",
            location,
        )
    return value  # type: ignore[no-any-return]


def _identifier(name: str, parse: Any = shapes.text) -> Keyword:
    return Keyword(name, "core", Role.IDENTIFIER, parse=parse)


SCHEMA = _identifier("$schema")
ID = _identifier("$id")
ID_DRAFT4 = _identifier("id")
ANCHOR = _identifier("$anchor", _anchor)
DYNAMIC_ANCHOR = _identifier("$dynamicAnchor", _anchor)
RECURSIVE_ANCHOR = _identifier("$recursiveAnchor", shapes.truth)
VOCABULARY = _identifier("$vocabulary", shapes.truths_by_name)
DEFS = Keyword("$defs", "core", Role.IDENTIFIER, parse=shapes.schemas_by_name, subschemas=shapes.each_value)
DEFINITIONS = Keyword(
    "definitions", "core", Role.IDENTIFIER, parse=shapes.schemas_by_name, subschemas=shapes.each_value
)
