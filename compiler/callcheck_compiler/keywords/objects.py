"""Keywords about objects (Core 2020-12, section 10.3.2; Validation 2020-12, section 6.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from callcheck.issues import Issue, Kind
from callcheck.names import name_message

from . import conditions, shapes
from .keyword import Keyword, Role, Walk
from .strings import matches
from .wording import count_text, name_text

MIN_PROPERTIES = Keyword(
    "minProperties",
    "validation",
    Role.ASSERTION,
    ("object",),
    parse=shapes.count,
    emit=conditions.shortest,
    holds=lambda operand, instance: len(instance) >= operand,
    message=lambda operand: f"must have at least {count_text(operand, 'property', 'properties')}",
)
MAX_PROPERTIES = Keyword(
    "maxProperties",
    "validation",
    Role.ASSERTION,
    ("object",),
    parse=shapes.count,
    emit=conditions.longest,
    holds=lambda operand, instance: len(instance) <= operand,
    message=lambda operand: f"must have at most {count_text(operand, 'property', 'properties')}",
)


def _required(value: list[str], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name in value:
        if name not in instance:
            yield walk.issue(Kind.MISSING, (), "is required", key=name)


def dependent_message(other: str) -> str:
    """The reason where a property is missing because another one is given."""
    return f"is required when {name_text(other)} is given"


def _dependent_required(value: dict[str, Any], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for other, names in value.items():
        if other in instance and isinstance(names, list):
            for name in names:
                if name not in instance:
                    yield walk.issue(Kind.MISSING, (), dependent_message(other), key=name)


def _property_names(value: Any, instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name in instance:
        if value is False:
            yield walk.issue(Kind.VALUE, (), "is not allowed", name, key=name)
            continue
        reasons = walk.test_name(name, value)
        if reasons:
            yield walk.issue(Kind.VALUE, value, name_message(reasons), name, key=name)


def _properties(value: dict[str, Any], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name, subschema in value.items():
        if name in instance:
            yield from walk.under(name, subschema, name)


def _pattern_properties(value: dict[str, Any], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name in instance:
        for pattern, subschema in value.items():
            if matches(pattern, name):
                yield from walk.under(name, subschema, pattern)


def _declare_matching(value: dict[str, Any], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    walk.evaluated.update(name for name in instance if any(matches(pattern, name) for pattern in value))
    return ()


def _is_declared(name: str, walk: Walk) -> bool:
    """Whether `properties` or `patternProperties` of this very schema speak of the key."""
    patterns = walk.sibling("patternProperties", ())
    return name in walk.sibling("properties", ()) or any(matches(pattern, name) for pattern in patterns)


def _additional_properties(value: Any, instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for name in instance:
        if _is_declared(name, walk):
            continue
        yield from beyond_declared(value, name, instance, walk)


def beyond_declared(value: Any, name: str, instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    """The issues of a key for which `additionalProperties` or `unevaluatedProperties` speaks."""
    if value is False:
        walk.evaluated.add(name)
        declared = tuple(walk.sibling("properties", ()))
        return [walk.issue(Kind.UNEXPECTED, declared, "is not expected", instance[name], key=name)]
    return walk.under(name, value)


REQUIRED = Keyword(
    "required", "validation", Role.ASSERTION, ("object",), parse=shapes.names, reference=_required
)
DEPENDENT_REQUIRED = Keyword(
    "dependentRequired",
    "validation",
    Role.ASSERTION,
    ("object",),
    parse=shapes.names_by_name,
    reference=_dependent_required,
)
PROPERTY_NAMES = Keyword(
    "propertyNames",
    "applicator",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.schema,
    subschemas=shapes.itself,
    reference=_property_names,
)
PROPERTIES = Keyword(
    "properties",
    "applicator",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.schemas_by_name,
    subschemas=shapes.each_value,
    reference=_properties,
)
PATTERN_PROPERTIES = Keyword(
    "patternProperties",
    "applicator",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.schemas_by_name,
    subschemas=shapes.each_value,
    reference=_pattern_properties,
)
# Under `keywords=CORE` it only says which keys are declared.
PATTERN_PROPERTIES_CORE = replace(PATTERN_PROPERTIES, reference=_declare_matching)
ADDITIONAL_PROPERTIES = Keyword(
    "additionalProperties",
    "applicator",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.schema,
    subschemas=shapes.itself,
    reference=_additional_properties,
)

# `dependencies` is both of its successors in one, and so stands in the walk twice (Validation draft 7, section 6.5.7).
DEPENDENCIES_REQUIRED = Keyword(
    "dependencies",
    "applicator",
    Role.APPLICATOR,
    ("object",),
    parse=shapes.dependencies,
    subschemas=shapes.each_schema_value,
    reference=_dependent_required,
)
