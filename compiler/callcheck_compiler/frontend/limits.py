"""How large a schema may be. Every bound is checked before the work that it bounds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds on one schema and on what is made of it.

    depth       levels of nested objects and lists in the schema
    values      objects, lists and scalars in the schema, all counted
    functions   schemas reached through references, counted once for each way they are compiled
    positions   places of the arguments at which coercion looks
    source      characters of generated Python
    """

    depth: int = 400
    values: int = 1_000_000
    functions: int = 20_000
    positions: int = 20_000
    source: int = 50_000_000


DEFAULT_LIMITS = Limits()
