"""Applicators at the instance itself (Core 2020-12, section 10.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from callcheck.issues import Issue, Kind
from callcheck.unions import several_message

from . import shapes
from .any_type import type_names
from .arrays import only_keyword
from .keyword import Keyword, Role, Walk
from .wording import listing, members_text, name_text, types_text, value_text


def _all_of(value: list[Any], instance: Any, walk: Walk) -> Iterable[Issue]:
    for index, subschema in enumerate(value):
        outcome = walk.beside(subschema, index)
        walk.evaluated.update(outcome.evaluated)
        yield from outcome.issues


def _union(value: list[Any], instance: Any, walk: Walk) -> Iterable[Issue]:
    outcomes = [walk.beside(subschema, index) for index, subschema in enumerate(value)]
    holding = [outcome for outcome in outcomes if not outcome.issues]
    # Where no branch holds, the keys that any of them knows are not also told as unexpected.
    for outcome in holding or outcomes:
        walk.evaluated.update(outcome.evaluated)
    return () if holding else walk.union(value, outcomes)


def _one_of(value: list[Any], instance: Any, walk: Walk) -> Iterable[Issue]:
    outcomes = [walk.beside(subschema, index) for index, subschema in enumerate(value)]
    holding = [index + 1 for index, outcome in enumerate(outcomes) if not outcome.issues]
    for outcome in [outcomes[number - 1] for number in holding] or outcomes:
        walk.evaluated.update(outcome.evaluated)
    if not holding:
        return walk.union(value, outcomes)
    if len(holding) == 1:
        return ()
    return [walk.issue(Kind.VALUE, tuple(holding), several_message(holding, len(value)))]


def not_message(schema: Any) -> str:
    """The reason where the schema under `not` holds."""
    keyword = only_keyword(schema, "const", "enum", "type", "required")
    if keyword == "const":
        return f"must not be {value_text(schema['const'], 300)}"
    if keyword == "enum":
        return f"must not be one of {members_text(schema['enum'])}"
    if keyword == "type":
        return f"must not be of type {types_text(type_names(schema['type']))}"
    if keyword == "required" and schema["required"]:
        names = [name_text(name) for name in schema["required"]]
        return f"must not have {listing(names)}" + (" together" if len(names) > 1 else "")
    if schema is True or schema == {}:
        return "is not allowed"
    return "must not match the schema under `not`"


def _not(value: Any, instance: Any, walk: Walk) -> Iterable[Issue]:
    if not walk.test(value).issues:
        yield walk.issue(Kind.VALUE, value, not_message(value))


def _if(value: Any, instance: Any, walk: Walk) -> Iterable[Issue]:
    condition = walk.test(value)
    if not condition.issues:
        walk.evaluated.update(condition.evaluated)
    branch = "else" if condition.issues else "then"
    if walk.sibling(branch, None) is None:
        return ()
    outcome = walk.beside_sibling(branch)
    walk.evaluated.update(outcome.evaluated)
    return outcome.issues


def _dependent_schemas(value: dict[str, Any], instance: dict[str, Any], walk: Walk) -> Iterable[Issue]:
    for other, subschema in value.items():
        if other in instance and not isinstance(subschema, list):
            outcome = walk.beside(subschema, other)
            walk.evaluated.update(outcome.evaluated)
            yield from outcome.issues


def _applicator(
    name: str, parse: Any, subschemas: Any, reference: Any, types: tuple[str, ...] = ()
) -> Keyword:
    return Keyword(
        name, "applicator", Role.APPLICATOR, types, parse=parse, subschemas=subschemas, reference=reference
    )


ALL_OF = _applicator("allOf", shapes.schema_list, shapes.each_item, _all_of)
ANY_OF = _applicator("anyOf", shapes.schema_list, shapes.each_item, _union)
ONE_OF = _applicator("oneOf", shapes.schema_list, shapes.each_item, _one_of)
NOT = _applicator("not", shapes.schema, shapes.itself, _not)
IF = _applicator("if", shapes.schema, shapes.itself, _if)
# `if` reads them; alone they do nothing (Core 2020-12, sections 10.2.2.2 and 10.2.2.3).
THEN = _applicator("then", shapes.schema, shapes.itself, None)
ELSE = _applicator("else", shapes.schema, shapes.itself, None)
DEPENDENT_SCHEMAS = _applicator(
    "dependentSchemas", shapes.schemas_by_name, shapes.each_value, _dependent_schemas, ("object",)
)
DEPENDENCIES_SCHEMAS = _applicator(
    "dependencies", shapes.dependencies, shapes.each_schema_value, _dependent_schemas, ("object",)
)
