"""What each keyword becomes in the representation: one function for each group of keywords, none for a single draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..ir import nodes
from ..ir.nodes import ALWAYS, Schema
from ..keywords.arrays import contains_bounds, contains_message
from ..keywords.in_place import not_message
from ..keywords.keyword import Keyword
from ..keywords.objects import DEPENDENCIES_REQUIRED
from .closures import admits_only_null, closure
from .discriminators import discriminator_of
from .documents import Place, escape

if TYPE_CHECKING:
    from .build import Builder

# (builder, the schema's place, the keyword's operand, its location, whether undeclared keys may be rejected)
Handler = Callable[["Builder", Place, Any, str, bool], "list[nodes.Part]"]


def handler_of(row: Keyword) -> Handler | None:
    """What makes the parts of a keyword, where its row does not say all of it."""
    if row.name == "dependencies":
        return _dependencies if row is not DEPENDENCIES_REQUIRED else _dependent_lists
    return HANDLERS.get(row.name)


def declared_names(place: Place) -> tuple[str, ...]:
    """The names under a schema's own `properties`, where it counts."""
    if place.dialect.reference_overrides_siblings and "$ref" in place.contents:
        return ()
    properties = place.contents.get("properties")
    return tuple(properties) if isinstance(properties, dict) else ()


def _type(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    types = (operand,) if isinstance(operand, str) else tuple(operand)
    if builder.policy.extensions and place.contents.get("nullable") is True and "null" not in types:
        types = (*types, "null")
    return [nodes.TypeAssertion(location, types, place.dialect.integer_accepts_integral_float)]


def _reference(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    target = builder.documents.resolve(place, operand, location)
    return [builder.refer(place, target, location, closes)]


def _dynamic(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    target = builder.documents.resolve_dynamic(place, operand, location)
    return [builder.refer(place, target, location, closes)]


def _recursive(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    target = builder.documents.resolve_recursive(place, location)
    return [builder.refer(place, target, location, closes)]


def _required(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    return [nodes.Required(location, tuple(operand))] if operand else []


def _dependent_required(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    return [
        nodes.Required(location, tuple(names), "dependentRequired", given)
        for given, names in operand.items()
        if names
    ]


def _dependent_lists(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    return [
        nodes.Required(location, tuple(names), "dependencies", given)
        for given, names in operand.items()
        if isinstance(names, list) and names
    ]


def _dependencies(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    return [
        nodes.DependentSchema(
            f"{location}/{escape(given)}",
            given,
            builder.child(place, closes, "dependencies", given, position=False),
        )
        for given, value in operand.items()
        if not isinstance(value, list)
    ]


def _dependent_schemas(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    return [
        nodes.DependentSchema(
            f"{location}/{escape(given)}",
            given,
            builder.child(place, closes, "dependentSchemas", given, position=False),
        )
        for given in operand
    ]


def _properties(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    properties = tuple(
        nodes.Property(name, builder.child(place, closes, "properties", name)) for name in operand
    )
    return [nodes.Properties(location, properties)] if properties else []


def _pattern_properties(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    if builder.core:
        return []
    patterns = tuple(
        (pattern, builder.child(place, closes, "patternProperties", pattern)) for pattern in operand
    )
    return [nodes.PatternProperties(location, patterns)] if patterns else []


def _additional_properties(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    schema = builder.child(place, closes, "additionalProperties")
    if schema == ALWAYS:
        return []
    patterns = tuple(place.contents.get("patternProperties", ()))
    return [
        nodes.AdditionalProperties(location, "additionalProperties", schema, declared_names(place), patterns)
    ]


def _property_names(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    schema = builder.child(place, False, "propertyNames")
    return [] if schema == ALWAYS else [nodes.PropertyNames(location, schema, operand)]


def _prefix_items(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    keyword = location.rpartition("/")[2]
    schemas = tuple(builder.child(place, closes, keyword, index) for index in range(len(operand)))
    return [nodes.PrefixItems(location, schemas)] if schemas else []


def _items(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    if isinstance(operand, list):
        if builder.core:
            return []
        return _prefix_items(builder, place, operand, location, closes)
    prefix = place.contents.get("prefixItems", ()) if "prefixItems" in place.dialect.keywords else ()
    schema = builder.child(place, closes, "items")
    return [] if schema == ALWAYS else [nodes.Items(location, schema, 0 if builder.core else len(prefix))]


def _additional_items(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    prefix = place.contents.get("items")
    if not isinstance(prefix, list):
        return []
    schema = builder.child(place, closes, "additionalItems")
    return [] if schema == ALWAYS else [nodes.Items(location, schema, len(prefix))]


def _contains(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    minimum, maximum = contains_bounds(place.contents, "minContains" in place.dialect.keywords)
    if minimum == 0 and maximum is None:
        builder.idle_child(place, "contains")
        return []
    schema = builder.child(place, False, "contains")
    too_few = contains_message(operand, minimum, False)
    too_many = contains_message(operand, maximum, True) if maximum is not None else ""
    return [nodes.Contains(location, "contains", schema, minimum, maximum, too_few, too_many)]


def _all_of(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    branches = _branches(builder, place, "allOf", closes)
    return [nodes.AllOf(location, branches)]


def _any_of(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    return [_union(builder, place, "anyOf", closes)]


def _one_of(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    return [_union(builder, place, "oneOf", closes)]


def _branches(builder: Builder, place: Place, keyword: str, closes: bool) -> tuple[Schema, ...]:
    count = len(place.contents[keyword])
    return tuple(builder.child(place, closes, keyword, index, position=False) for index in range(count))


def _union(builder: Builder, place: Place, keyword: str, closes: bool) -> nodes.Union:
    branches = _branches(builder, place, keyword, closes)
    starts = [builder.documents.below(place, keyword, index) for index in range(len(branches))]
    closures = [closure(builder.documents, start) for start in starts]
    extensions = builder.policy.extensions
    others = [index for index, places in enumerate(closures) if not admits_only_null(places, extensions)]
    nullable = others[0] if len(branches) == 2 and len(others) == 1 else None
    discriminator = discriminator_of(closures, builder.documents, extensions)
    return nodes.Union(place.at(keyword), keyword, branches, keyword == "oneOf", discriminator, nullable)


def _not(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    schema = builder.child(place, False, "not", position=False)
    return [nodes.Not(location, schema, operand, not_message(operand))]


def _if(builder: Builder, place: Place, operand: Any, location: str, closes: bool) -> list[nodes.Part]:
    contents = place.contents
    if "then" not in contents and "else" not in contents:
        builder.idle_child(place, "if", position=False)
        return []
    condition = builder.child(place, False, "if", position=False)
    then = builder.child(place, closes, "then", position=False) if "then" in contents else ALWAYS
    otherwise = builder.child(place, closes, "else", position=False) if "else" in contents else ALWAYS
    return [nodes.Conditional(location, condition, then, otherwise)]


def _unevaluated_properties(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    schema = builder.child(place, closes, "unevaluatedProperties")
    if schema == ALWAYS:
        return []
    evaluated = builder.evaluations.properties(place, closes)
    return [nodes.UnevaluatedProperties(location, schema, evaluated, declared_names(place))]


def _unevaluated_items(
    builder: Builder, place: Place, operand: Any, location: str, closes: bool
) -> list[nodes.Part]:
    schema = builder.child(place, closes, "unevaluatedItems")
    if schema == ALWAYS:
        return []
    return [nodes.UnevaluatedItems(location, schema, builder.evaluations.items(place, closes))]


HANDLERS: Mapping[str, Handler] = {
    "$ref": _reference,
    "$dynamicRef": _dynamic,
    "$recursiveRef": _recursive,
    "type": _type,
    "required": _required,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "prefixItems": _prefix_items,
    "items": _items,
    "additionalItems": _additional_items,
    "contains": _contains,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "unevaluatedProperties": _unevaluated_properties,
    "unevaluatedItems": _unevaluated_items,
}

# Keywords whose meaning is part of a neighbour's, or that only hold schemas for others to refer to.
READ_BY_OTHERS = frozenset({"then", "else", "$defs", "definitions", "minContains", "maxContains"})
