"""Rewrites for strict modes: closed objects, every key required, a null for what is left out."""

from __future__ import annotations

from typing import Any

from ...keywords.any_type import type_names
from ..annotations import split
from .rule import Here
from .telling import told
from .types import admits_null, with_null


def _is_object(schema: dict[str, Any]) -> bool:
    return "object" in type_names(schema.get("type", ()))


def closed(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """An object has the declared keys and no others."""
    if not _is_object(schema) or (schema.get("additionalProperties") is False and "properties" in schema):
        return schema
    others = schema.get("additionalProperties", {})
    if others is not False:
        here.narrowed("additionalProperties", "keys that are not declared cannot be sent")
    return {**schema, "properties": schema.get("properties", {}), "additionalProperties": False}


def all_required(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Every key is required; an optional one is sent as null when there is nothing to say."""
    if not _is_object(schema) or "properties" not in schema:
        return schema
    properties = dict(schema["properties"])
    required = schema.get("required", [])
    unknown = [key for key in required if key not in properties]
    if unknown:
        here.widened("required", "what is required but not declared cannot be sent")
    optional = [key for key in properties if key not in required]
    if optional:
        here.narrowed("required", "an optional key is not left out but sent as null")
    for key in optional:
        if not admits_null(properties[key]):
            here.widened(
                "properties", "null stands for a key that is left out; coerce with NULL_AS_ABSENT to drop it"
            )
            properties[key] = with_null(properties[key])
    return {**schema, "properties": properties, "required": list(properties)}


def alone(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Nothing stands beside `$ref`."""
    if "$ref" not in schema or len(schema) == 1:
        return schema
    annotations, asserted = split(schema)
    others = {keyword: value for keyword, value in asserted.items() if keyword != "$ref"}
    for keyword in others:
        here.widened(keyword, "it cannot stand beside `$ref`")
    return told({**annotations, "anyOf": [{"$ref": schema["$ref"]}]}, others)
