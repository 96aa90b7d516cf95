"""References (Core 2020-12, section 8.2.3; Core 2019-09, section 8.2.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from callcheck.issues import Issue, SchemaError

from . import shapes
from .keyword import Keyword, Role, Walk


def _refer(value: str, instance: object, walk: Walk) -> Iterable[Issue]:
    outcome = walk.refer(value)
    walk.evaluated.update(outcome.evaluated)
    return outcome.issues


def _the_root(value: Any, location: str) -> str:
    """The only value that is defined (Core 2019-09, section 8.2.4.2.1)."""
    if shapes.text(value, location) != "#":
        raise SchemaError('`$recursiveRef` must be "#"', location)
    return "#"


def _reference(name: str, parse: Callable[[Any, str], Any] = shapes.text) -> Keyword:
    return Keyword(name, "core", Role.REFERENCE, parse=parse, reference=_refer)


REF = _reference("$ref")
RECURSIVE_REF = _reference("$recursiveRef", _the_root)
DYNAMIC_REF = _reference("$dynamicRef")
