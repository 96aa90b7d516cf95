"""What the branches of a root's unions agree on for each key, so that a call can be repaired before a branch is found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from callcheck.json_values import type_name

from ..frontend.closures import REFERENCES
from ..keywords.any_type import type_names
from ..keywords.dialects import Dialect
from .annotations import Assertions, split, text_of
from .merge import ANYTHING, NEVER, Schema, is_anything, is_never
from .roots import is_object_root, object_root
from .shape import Plain

# What may add types to a schema, or hold for some of its values only.
_UNSETTLING = (*REFERENCES, "anyOf", "oneOf", "nullable")


def agreed_root(schema: Schema, dialect: Dialect) -> Schema | None:
    """The root as it is advertised, but with properties that say only what all branches agree on; None where nothing is new.

    It holds wherever `schema` does, so that what its `properties` do not admit cannot be part of a valid call. `schema` is
    not altered and no part of it is shared. Raises nothing.
    """
    if not isinstance(schema, dict) or is_object_root(schema):
        return None
    text = json.dumps(schema)
    root = object_root(json.loads(text), text, dialect=dialect, combine=agreement)
    return json.loads(json.dumps(root.schema)) if root.is_rewritten else None


def agreement(schemas: Iterable[Schema], dialect: Dialect) -> Schema:
    """A schema that holds wherever one of `schemas` does: what they say alike, or the types that they have in common."""
    parts = [split(schema)[1] for schema in schemas if not is_never(schema)]
    if not parts:
        return NEVER
    if len({text_of(part) for part in parts}) == 1:
        return parts[0]
    return _common(parts, dialect)


def _common(parts: list[Assertions], dialect: Dialect) -> Schema:
    types = [_types(part, dialect) for part in parts]
    if any(admitted is None for admitted in types):
        return ANYTHING
    distinct = {frozenset(admitted or ()) for admitted in types}
    if len(distinct) > 1:
        # Beside `string` no text is repaired, and null is still known to be wrong.
        return {"type": sorted(frozenset({"string"}).union(*distinct))}
    (only,) = distinct
    common: dict[str, Any] = {"type": sorted(only)}
    if only == {"object"}:
        common.update(_members(parts, dialect))
    if only == {"array"} and all(map(_has_like_items, parts)):
        common["items"] = agreement([part["items"] for part in parts], dialect)
    return common


def _types(part: Assertions, dialect: Dialect) -> set[str] | None:
    """The types of all that a schema takes; None where they are not plain to see."""
    if any(keyword in part for keyword in _UNSETTLING):
        return None
    if "type" in part:
        return set(type_names(part["type"]))
    if "const" in part and "const" in dialect.keywords:
        return {type_name(part["const"])}
    return {type_name(value) for value in part["enum"]} if "enum" in part else None


def _has_like_items(part: Assertions) -> bool:
    return isinstance(part.get("items"), dict) and "prefixItems" not in part


def _members(parts: list[Assertions], dialect: Dialect) -> Assertions:
    """What objects of any of the schemas have in common: `properties` and `required`."""
    shapes = [
        Plain(
            dialect,
            part.get("properties", {}),
            part.get("patternProperties", {}),
            part.get("additionalProperties", True),
        )
        for part in parts
    ]
    keys = dict.fromkeys(key for shape in shapes for key in shape.keys)
    allowed = {key: agreement([shape.allows(key) for shape in shapes], dialect) for key in keys}
    required = [key for key in keys if all(key in part.get("required", ()) for part in parts)]
    members: Assertions = {
        "properties": {
            key: schema for key, schema in allowed.items() if not is_anything(schema) and not is_never(schema)
        }
    }
    return {**members, "required": required} if required else members
