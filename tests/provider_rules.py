"""What each provider takes, checked on a finished schema. Written from the providers' documents and error messages alone:
nothing of `callcheck_compiler.advertise` is used here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

import jsonschema
import jsonschema_rs

Schema = Any


class Violation(NamedTuple):
    """One thing that the provider would refuse."""

    location: str
    what: str


MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
SINGLES = (
    *(
        "items",
        "additionalProperties",
        "additionalItems",
        "contains",
        "propertyNames",
        "not",
        "if",
        "then",
        "else",
    ),
    *("unevaluatedItems", "unevaluatedProperties"),
)


def walk(schema: Schema, location: str = "") -> Iterator[tuple[str, Schema]]:
    """The schema and everything below it that is one."""
    yield location, schema
    if not isinstance(schema, dict):
        return
    for keyword in MAPS:
        for name, inner in schema.get(keyword, {}).items():
            yield from walk(inner, f"{location}/{keyword}/{name}")
    for keyword in LISTS:
        for place, inner in enumerate(schema.get(keyword, [])):
            yield from walk(inner, f"{location}/{keyword}/{place}")
    for keyword in SINGLES:
        if isinstance(schema.get(keyword), (dict, bool)):
            yield from walk(schema[keyword], f"{location}/{keyword}")


def types(schema: Schema) -> list[str]:
    named = schema.get("type", [])
    return [named] if isinstance(named, str) else list(named)


def root_is_object(schema: Schema) -> Iterator[Violation]:
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield Violation("", "the root must have type object")


def refused_at_root(*keywords: str) -> Callable[[Schema], Iterator[Violation]]:
    def check(schema: Schema) -> Iterator[Violation]:
        yield from (Violation("", f"{keyword} at the root") for keyword in keywords if keyword in schema)

    return check


def only_at_root(*keywords: str) -> Callable[[Schema], Iterator[Violation]]:
    def check(schema: Schema) -> Iterator[Violation]:
        yield from (Violation("", f"{keyword} at the root") for keyword in schema if keyword not in keywords)

    return check


def only_below(*keywords: str) -> Callable[[Schema], Iterator[Violation]]:
    def check(schema: Schema) -> Iterator[Violation]:
        for location, inner in walk(schema):
            if not isinstance(inner, dict):
                if not location.endswith("/additionalProperties"):
                    yield Violation(location, f"{inner} is no schema")
                continue
            yield from (Violation(location, keyword) for keyword in inner if keyword not in keywords)

    return check


def named_like(pattern: str) -> Callable[[Schema], Iterator[Violation]]:
    fits = re.compile(pattern, re.ASCII)

    def check(schema: Schema) -> Iterator[Violation]:
        for name in schema.get("properties", {}):
            if fits.fullmatch(name) is None:
                yield Violation("", f"the name {name!r}")

    return check


META_SCHEMA = jsonschema_rs.validator_for(jsonschema.Draft202012Validator.META_SCHEMA)


def is_valid_2020_12(schema: Schema) -> Iterator[Violation]:
    plain = {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    for error in META_SCHEMA.iter_errors(plain):
        yield Violation("/".join(map(str, error.instance_path)), error.message)


def references_resolve(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        reference = inner.get("$ref") if isinstance(inner, dict) else None
        if not isinstance(reference, str) or reference == schema.get("$id"):
            continue
        found = schema
        for token in unquote(reference).lstrip("#").split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list):
                found = found[int(token)]
            else:
                found = found.get(token) if isinstance(found, dict) else None
        if not reference.startswith("#") or found is None:
            yield Violation(location, f"$ref {reference} leads nowhere")


def no_references(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict):
            for keyword in ("$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions"):
                if keyword in inner:
                    yield Violation(location, keyword)


def arrays_have_items(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict) and "array" in types(inner) and "items" not in inner:
            yield Violation(location, "array schema missing items")


def has_properties(schema: Schema) -> Iterator[Violation]:
    if "properties" not in schema:
        yield Violation("", "object schema missing properties")


def patterns_compile(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict) and "pattern" in inner:
            try:
                re.compile(inner["pattern"])
            except re.error as error:
                yield Violation(location, f"pattern: {error}")


def strict_objects(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict) and ("object" in types(inner) or "properties" in inner):
            if inner.get("additionalProperties") is not False:
                yield Violation(location, "additionalProperties must be false")
            if sorted(inner.get("required", [])) != sorted(inner.get("properties", {})):
                yield Violation(location, "required must list every property")


def strict_references(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict) and "$ref" in inner:
            if len(inner) > 1:
                yield Violation(location, "a sibling of $ref")
            if re.fullmatch(r"#(/\$defs/[^/]+)?", inner["$ref"]) is None:
                yield Violation(location, f"$ref {inner['$ref']}")


def strict_limits(schema: Schema) -> Iterator[Violation]:
    schemas = [inner for _, inner in walk(schema) if isinstance(inner, dict)]
    if sum(len(inner.get("properties", {})) for inner in schemas) > 5000:
        yield Violation("", "more than 5,000 properties")
    if sum(len(inner.get("enum", [])) for inner in schemas) > 1000:
        yield Violation("", "more than 1,000 enum values")
    if max(location.count("/properties/") for location, _ in walk(schema)) > 10:
        yield Violation("", "more than 10 levels")


def every_schema_has_a_type(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if isinstance(inner, dict) and not {"type", "anyOf", "$ref"} & inner.keys():
            yield Violation(location, "schema must have a type")


def gemini_schemas(schema: Schema) -> Iterator[Violation]:
    for location, inner in walk(schema):
        if not isinstance(inner, dict):
            continue
        type_ = inner.get("type")
        if "anyOf" in inner:
            if len(inner) > 1:
                yield Violation(location, f"{sorted(inner)} alongside any_of")
            continue
        if type_ not in ("string", "number", "integer", "boolean", "array", "object"):
            yield Violation(location, f"type {type_!r}")
        if "enum" in inner:
            if type_ != "string":
                yield Violation(location, "enum: only allowed for STRING type")
            if not all(isinstance(value, str) and value for value in inner["enum"]):
                yield Violation(location, "enum: cannot be empty, and only strings")
        if ("properties" in inner or "required" in inner) and type_ != "object":
            yield Violation(location, "properties: only allowed for OBJECT type")
        if "items" in inner and type_ != "array":
            yield Violation(location, "items: only allowed for ARRAY type")
        for name in inner.get("required", []):
            if name not in inner.get("properties", {}):
                yield Violation(location, f"required: property {name} is not defined")
        known = {
            "string": ("enum", "date-time"),
            "number": ("float", "double"),
            "integer": ("int32", "int64"),
        }
        if "format" in inner and inner["format"] not in known.get(str(type_), ()):
            yield Violation(location, "format")


KEYS = named_like(r"[a-zA-Z0-9_.-]{1,64}")
GEMINI_FIELDS = (
    *("type", "format", "title", "description", "nullable", "enum", "items", "minItems", "maxItems"),
    *("minLength", "maxLength", "pattern", "minimum", "maximum", "minProperties", "maxProperties"),
    *("properties", "required", "anyOf", "default", "example", "propertyOrdering"),
)
STRICT_FIELDS = (
    *(
        "type",
        "title",
        "description",
        "enum",
        "const",
        "anyOf",
        "properties",
        "required",
        "additionalProperties",
    ),
    *("items", "$ref", "$defs", "pattern", "format", "multipleOf", "minimum", "maximum"),
    *("exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"),
)

RULES: dict[str, tuple[Callable[[Schema], Iterator[Violation]], ...]] = {
    "mcp": (root_is_object, references_resolve),
    "anthropic": (
        *(
            root_is_object,
            refused_at_root("oneOf", "anyOf", "allOf"),
            KEYS,
            is_valid_2020_12,
            references_resolve,
        ),
    ),
    "openai": (
        root_is_object,
        refused_at_root("oneOf", "anyOf", "allOf", "enum", "not", "const"),
        *(has_properties, arrays_have_items, patterns_compile, is_valid_2020_12, references_resolve),
    ),
    "openai-strict": (
        *(root_is_object, refused_at_root("anyOf"), has_properties, arrays_have_items, patterns_compile),
        *(is_valid_2020_12, references_resolve, strict_objects, strict_references, strict_limits),
        *(every_schema_has_a_type, only_below(*STRICT_FIELDS)),
    ),
    "gemini": (
        *(root_is_object, no_references, arrays_have_items, gemini_schemas, only_below(*GEMINI_FIELDS)),
        named_like(r"[\s\S]{1,64}"),
    ),
    "bedrock": (
        *(
            root_is_object,
            only_at_root("type", "properties", "required"),
            KEYS,
            is_valid_2020_12,
            no_references,
        ),
    ),
}
RULES["portable"] = tuple(
    check for provider in ("anthropic", "openai", "gemini", "bedrock") for check in RULES[provider]
)


def violations(provider: str, schema: Schema) -> list[Violation]:
    """Everything that the provider would refuse in `schema`."""
    return [violation for check in RULES[provider] for violation in check(schema)]


def as_json_schema(schema: Schema) -> Schema:
    """A form with OpenAPI's `nullable` read as what it means, for a validator of plain JSON Schema."""
    if isinstance(schema, list):
        return [as_json_schema(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    made: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in MAPS:
            made[keyword] = {name: as_json_schema(inner) for name, inner in value.items()}
        elif keyword in LISTS or keyword in SINGLES:
            made[keyword] = as_json_schema(value)
        elif keyword != "nullable":
            made[keyword] = value
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made
