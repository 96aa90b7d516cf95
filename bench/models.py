"""The same tools as pydantic models and msgspec structs, where their properties have plain types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

Check = Callable[[Any], Any]

PLAIN: dict[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool}
ANNOTATIONS = {"type", "title", "description", "default", "examples", "items", "enum", "format", "optional"}


def pydantic_check(schema: dict[str, Any]) -> Check | None:
    """`model_validate` of a model for the schema; None where the schema is not plain."""
    import pydantic

    fields = _fields(schema)
    if fields is None:
        return None
    config = pydantic.ConfigDict(extra="forbid" if schema.get("additionalProperties") is False else "ignore")
    made: dict[str, Any] = {
        f"field_{index}": (
            type_,
            pydantic.Field(alias=name) if required else pydantic.Field(None, alias=name),
        )
        for index, (name, type_, required) in enumerate(fields)
    }
    check: Check = pydantic.create_model("Arguments", __config__=config, **made).model_validate
    return check


def msgspec_check(schema: dict[str, Any]) -> Check | None:
    """`msgspec.convert` to a struct for the schema; None where the schema is not plain."""
    import msgspec

    fields = _fields(schema)
    if fields is None:
        return None
    closed = schema.get("additionalProperties") is False
    struct = msgspec.defstruct(
        "Arguments",
        [
            (f"field_{index}", type_) if required else (f"field_{index}", type_, None)
            for index, (_, type_, required) in enumerate(fields)
        ],
        rename={f"field_{index}": name for index, (name, _, _) in enumerate(fields)},
        kw_only=True,
        forbid_unknown_fields=closed,
    )
    convert = msgspec.convert
    return lambda arguments: convert(arguments, struct)


def _fields(schema: dict[str, Any]) -> list[tuple[str, Any, bool]] | None:
    """(name, type, required) of each property, or None where a keyword has no plain Python type."""
    if set(schema) - {
        "type",
        "properties",
        "required",
        "additionalProperties",
        "title",
        "description",
        "$schema",
    }:
        return None
    if schema.get("additionalProperties", True) not in (True, False):
        return None
    properties = schema.get("properties", {})
    required = set(schema.get("required", ()))
    if required - set(properties):
        return None
    fields = [(name, _type(member), name in required) for name, member in properties.items()]
    return None if any(type_ is None for _, type_, _ in fields) else fields


def _type(schema: Any) -> Any:
    if not isinstance(schema, dict) or set(schema) - ANNOTATIONS:
        return None
    type_ = schema.get("type")
    if "enum" in schema:
        texts = type_ == "string" and all(isinstance(member, str) for member in schema["enum"])
        return Literal[tuple(schema["enum"])] if texts else None
    if type_ == "array":
        item = _type(schema.get("items", {"type": "object"}))
        return None if item is None else list[item]  # type: ignore[valid-type]
    if type_ == "object":
        return dict[str, Any]
    return PLAIN.get(type_) if isinstance(type_, str) else None
