"""A schema of any draft in the words of 2020-12, which is what providers read. The meaning stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..keywords.any_type import type_names
from ..keywords.dialects import DRAFT_2020_12, Dialect
from ..keywords.keyword import Role
from .positions import Schema, rebuilt

LATEST = DRAFT_2020_12.extended()

_Spelling = Callable[[dict[str, Any]], dict[str, Any]]


def modern(schema: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    """The schema in 2020-12, without `$schema`; the same object when it reads the same in both.

    `$recursiveRef` (2019-09) is read as a reference to the root, which it is in a document of one resource.
    """
    made = _modern(schema, dialect)
    if made is schema or not isinstance(made, dict):
        return schema
    return {keyword: value for keyword, value in made.items() if keyword != "$schema"}


def _modern(schema: Schema, dialect: Dialect) -> Schema:
    if not isinstance(schema, dict):
        return schema
    made = rebuilt(schema, dialect, lambda tokens, inner: _modern(inner, dialect))
    made = _only_what_counts(made, dialect)
    if dialect.identifier == "id" and isinstance(made.get("id"), str) and "$ref" not in made:
        made = {"$id" if keyword == "id" else keyword: value for keyword, value in made.items()}
    for spelling in _SPELLINGS:
        made = spelling(made)
    return made


def _only_what_counts(schema: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    """Without what the schema's own draft overlooks and 2020-12 would not."""
    overridden = dialect.reference_overrides_siblings and "$ref" in schema
    dropped = {
        keyword
        for keyword in schema
        if (row := LATEST.keywords.get(keyword)) is not None
        and keyword != "$defs"
        and (
            (overridden and row.role in (Role.ASSERTION, Role.APPLICATOR))
            or (overridden and keyword == "$id")
            or (keyword not in dialect.keywords and row.role is not Role.ANNOTATION)
        )
    }
    return {key: value for key, value in schema.items() if key not in dropped} if dropped else schema


def _bounds(schema: dict[str, Any]) -> dict[str, Any]:
    """`exclusiveMinimum: true` beside `minimum` (draft 4) becomes the bound itself."""
    for exclusive, inclusive in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if not isinstance(schema.get(exclusive), bool):
            continue
        made = {keyword: value for keyword, value in schema.items() if keyword != exclusive}
        if schema[exclusive] and inclusive in made:
            made[exclusive] = made.pop(inclusive)
        schema = made
    return schema


def _tuples(schema: dict[str, Any]) -> dict[str, Any]:
    """A list under `items` becomes `prefixItems`, and `additionalItems` the schema of the rest."""
    if not isinstance(schema.get("items"), list):
        if "additionalItems" not in schema:
            return schema
        return {keyword: value for keyword, value in schema.items() if keyword != "additionalItems"}
    made: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword == "items":
            made["prefixItems"] = value
        elif keyword == "additionalItems":
            made["items"] = value
        elif keyword != "prefixItems":
            made[keyword] = value
    return made


def _dependencies(schema: dict[str, Any]) -> dict[str, Any]:
    """`dependencies` becomes `dependentRequired` and `dependentSchemas`."""
    if not isinstance(schema.get("dependencies"), dict):
        return schema
    made = {keyword: value for keyword, value in schema.items() if keyword != "dependencies"}
    for key, value in schema["dependencies"].items():
        if isinstance(value, list):
            named = made.get("dependentRequired", {})
            made["dependentRequired"] = {**named, key: [*dict.fromkeys([*named.get(key, ()), *value])]}
        else:
            dependent = made.get("dependentSchemas", {})
            both = {"allOf": [dependent[key], value]} if key in dependent else value
            made["dependentSchemas"] = {**dependent, key: both}
    return made


def _anchor(schema: dict[str, Any]) -> dict[str, Any]:
    """A fragment as an identifier is an anchor since 2019-09."""
    identifier = schema.get("$id")
    if not isinstance(identifier, str) or not identifier.startswith("#") or len(identifier) == 1:
        return schema
    made = {keyword: value for keyword, value in schema.items() if keyword != "$id"}
    return {**made, "$anchor": identifier[1:]}


def _recursion(schema: dict[str, Any]) -> dict[str, Any]:
    """`$recursiveRef` becomes `$ref`."""
    if "$recursiveRef" not in schema:
        return schema
    made = {keyword: value for keyword, value in schema.items() if keyword != "$recursiveRef"}
    if "$ref" in made:
        return {**made, "allOf": [*made.get("allOf", ()), {"$ref": "#"}]}
    return {**made, "$ref": "#"}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI's `nullable` beside a type becomes one more type."""
    if "nullable" not in schema or "type" not in schema:
        return schema
    made = {keyword: value for keyword, value in schema.items() if keyword != "nullable"}
    if schema["nullable"] is True:
        made["type"] = list(dict.fromkeys((*type_names(schema["type"]), "null")))
    return made


_SPELLINGS: tuple[_Spelling, ...] = (_bounds, _tuples, _dependencies, _anchor, _recursion, _nullable)
