"""References (Core 2020-12, section 8.2.3; Core 2019-09, section 8.2.4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from callcheck.issues import Issue

from . import shapes
from .keyword import Keyword, Role, Walk


def _refer(value: str, instance: object, walk: Walk) -> Iterable[Issue]:
    outcome = walk.refer(value)
    walk.evaluated.update(outcome.evaluated)
    return outcome.issues


def _reference(name: str) -> Keyword:
    return Keyword(name, "core", Role.REFERENCE, parse=shapes.text, reference=_refer)


REF = _reference("$ref")
RECURSIVE_REF = _reference("$recursiveRef")
DYNAMIC_REF = _reference("$dynamicRef")
