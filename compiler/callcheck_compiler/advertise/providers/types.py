"""Rewrites about `type`: that it is stated, that it is one, and how null is said."""

from __future__ import annotations

from typing import Any

from callcheck.json_values import type_name

from ...keywords.any_type import has_type, type_names
from ..annotations import split
from ..modern import LATEST
from .rule import Here, Rewrite


def stated_types(anything: dict[str, Any]) -> Rewrite:
    """Every schema states its type. `anything` is what stands for a schema that takes anything."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        if any(keyword in schema for keyword in ("type", "anyOf", "allOf", "$ref")):
            return schema
        if "enum" in schema:
            return {"type": _single(list(dict.fromkeys(map(type_name, schema["enum"])))), **schema}
        if "const" in schema:
            return {"type": type_name(schema["const"]), **schema}
        types = _spoken_of(schema)
        if types:
            here.narrowed(
                "type", f"without one it is read as {' or '.join(types)}, of which its keywords speak"
            )
            return {"type": _single(types), **schema}
        here.narrowed("type", "what takes anything is said as a list of types, which goes one level deep")
        return {**schema, **anything}

    return rewrite


def _spoken_of(schema: dict[str, Any]) -> list[str]:
    """The types that a schema's keywords speak of."""
    types: dict[str, None] = {}
    for keyword in schema:
        row = LATEST.keywords.get(keyword)
        if row is not None:
            types.update(dict.fromkeys(row.instance_types))
    return list(types)


def _single(types: list[str]) -> str | list[str]:
    return types[0] if len(types) == 1 else types


def speaking(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """What speaks of another type than the schema's is left out, for it says nothing."""
    if "type" not in schema:
        return schema
    types = type_names(schema["type"])
    silent = [keyword for keyword in schema if not any(_speaks_of(keyword, name) for name in types)]
    return (
        {keyword: value for keyword, value in schema.items() if keyword not in silent} if silent else schema
    )


def _speaks_of(keyword: str, name: str) -> bool:
    row = LATEST.keywords.get(keyword)
    types = row.instance_types if row is not None else ()
    return not types or name in types or (name == "integer" and "number" in types)


def one_type(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A type is one name, and several are a union."""
    if not isinstance(schema.get("type"), list):
        return schema
    told, asserted = split(schema)
    branches = [speaking({**asserted, "type": name}, here) for name in schema["type"]]
    if "enum" in asserted:
        branches = [
            {**branch, "enum": values}
            for branch in branches
            if (values := [value for value in asserted["enum"] if has_type(value, branch["type"])])
        ]
    if not branches:
        here.widened("enum", "what nothing fits is left open")
        return {**told, "type": "string"}
    return _union_of(told, branches)


def _union_of(told: dict[str, Any], branches: list[dict[str, Any]]) -> dict[str, Any]:
    """A union, or its one branch, with what was told of it as a whole."""
    if len(branches) == 1:
        return {**branches[0], **told}
    return {**told, "anyOf": branches}


def null_as_nullable(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Null is no branch of a union: `nullable` stands in the first of the others."""
    branches = [branch for branch in schema.get("anyOf", ()) if not _is_null(branch)]
    if not branches or len(branches) == len(schema["anyOf"]):
        return schema
    branches[0] = {**branches[0], "nullable": True}
    return _union_of(split(schema)[0], branches)


def _is_null(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def no_null_type(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Null is no type either."""
    if not _is_null(schema):
        return schema
    here.widened("type", "null alone is said as a string that may be null")
    made = {keyword: value for keyword, value in schema.items() if keyword != "enum"}
    return {**made, "type": "string", "nullable": True}


def without_null(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Null is not said."""
    branches = [branch for branch in schema.get("anyOf", ()) if not _is_null(branch)]
    if not branches or len(branches) == len(schema["anyOf"]):
        return schema
    here.narrowed("anyOf", "null cannot be sent")
    return _union_of(split(schema)[0], branches)


def no_null(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Null alone is not said either."""
    if not _is_null(schema):
        return schema
    here.narrowed("type", "null alone cannot be sent, and is said as a string")
    here.widened("type", "null alone is said as a string")
    return {**{keyword: value for keyword, value in schema.items() if keyword != "enum"}, "type": "string"}


def with_null(schema: Any) -> dict[str, Any]:
    """The schema, and null."""
    if not isinstance(schema, dict):
        return {"type": "null"}
    if "$ref" in schema or "allOf" in schema:
        told, asserted = split(schema)
        return {**told, "anyOf": [asserted, {"type": "null"}]}
    if "anyOf" in schema:
        if any(admits_null(branch) for branch in schema["anyOf"]):
            return schema
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    if admits_null(schema):
        return schema
    made = dict(schema)
    if "type" in made:
        made["type"] = list(dict.fromkeys((*type_names(made["type"]), "null")))
    if "const" in made:
        made["enum"] = [made.pop("const"), None]
    elif "enum" in made and None not in made["enum"]:
        made["enum"] = [*made["enum"], None]
    return made


def admits_null(schema: Any) -> bool:
    """Whether null fits, as far as `type` and the listed values tell."""
    if not isinstance(schema, dict):
        return schema is True
    if "anyOf" in schema:
        return any(map(admits_null, schema["anyOf"]))
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [None])
    return "null" in type_names(schema.get("type", "null")) and None in listed and "$ref" not in schema
