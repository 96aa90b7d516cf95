"""An untrusted schema becomes a private copy of exact builtin types, bounded in size."""

from __future__ import annotations

import json
from typing import Any

from callcheck.issues import SchemaError

from .limits import Limits

SCALARS = (str, int, float, bool, type(None))


def freeze(schema: Any, limits: Limits) -> tuple[Any, str]:
    """The schema as `json` would read it back, and its text, which is what is hashed.

    Takes what `json.dumps` takes, subclasses and tuples too. Raises SchemaError for anything else, for keys that are
    not strings, for cycles, and for a schema beyond the limits.
    """
    _measure(schema, limits)
    text = json.dumps(schema, separators=(",", ":"))
    return json.loads(text), text


def _measure(schema: Any, limits: Limits) -> None:
    """Walk level by level, so that neither depth nor shared or cyclic containers cost more than the limits."""
    level: list[tuple[str, Any]] = [("", schema)]
    values = 0
    depth = 0
    while level:
        values += len(level)
        if values > limits.values:
            raise SchemaError(f"it has more than {limits.values:,} values; split it or raise Limits.values")
        if depth > limits.depth:
            raise SchemaError(
                f"it is nested more than {limits.depth} levels deep, or contains itself; use $ref for recursion",
                level[0][0][:200],
            )
        below: list[tuple[str, Any]] = []
        for location, value in level:
            if isinstance(value, dict):
                for key, item in value.items():
                    if not isinstance(key, str):
                        raise SchemaError(f"the key {key!r:.80} is not a string", location)
                    if isinstance(item, (dict, list, tuple)) or not isinstance(item, SCALARS):
                        below.append((f"{location}/{key}", item))
            elif isinstance(value, (list, tuple)):
                values += len(value)
                for index, item in enumerate(value):
                    if isinstance(item, (dict, list, tuple)) or not isinstance(item, SCALARS):
                        below.append((f"{location}/{index}", item))
            elif not isinstance(value, SCALARS):
                raise SchemaError(f"a {type(value).__name__} is not JSON", location)
        level = below
        depth += 1
