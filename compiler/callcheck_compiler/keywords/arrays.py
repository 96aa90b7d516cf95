"""Keywords about arrays (Core 2020-12, section 10.3.1; Validation 2020-12, section 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from callcheck.issues import Issue, Kind, SchemaError
from callcheck.json_values import unique

from . import conditions, shapes
from .any_type import type_names
from .keyword import Keyword, Role, Walk
from .wording import count_text, members_text, types_text, value_text

ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"}
)

MIN_ITEMS = Keyword(
    "minItems",
    "validation",
    Role.ASSERTION,
    ("array",),
    parse=shapes.count,
    emit=conditions.shortest,
    holds=lambda operand, instance: len(instance) >= operand,
    message=lambda operand: f"must have at least {count_text(operand, 'item')}",
)
MAX_ITEMS = Keyword(
    "maxItems",
    "validation",
    Role.ASSERTION,
    ("array",),
    parse=shapes.count,
    emit=conditions.longest,
    holds=lambda operand, instance: len(instance) <= operand,
    message=lambda operand: f"must have at most {count_text(operand, 'item')}",
)
UNIQUE_ITEMS = Keyword(
    "uniqueItems",
    "validation",
    Role.ASSERTION,
    ("array",),
    parse=shapes.truth,
    emit=conditions.unique_items,
    holds=lambda operand, instance: not operand or unique(instance),
    message=lambda operand: "must not contain the same item twice",
)


def _prefix(value: list[Any], instance: list[Any], walk: Walk) -> Iterable[Issue]:
    for index, subschema in enumerate(value[: len(instance)]):
        yield from walk.under(index, subschema, index)


def _rest(value: Any, instance: list[Any], walk: Walk, start: int) -> Iterable[Issue]:
    for index in range(start, len(instance)):
        yield from walk.under(index, value)


def _items(value: Any, instance: list[Any], walk: Walk) -> Iterable[Issue]:
    return _rest(value, instance, walk, len(walk.sibling("prefixItems", ())))


def _items_or_tuple(value: Any, instance: list[Any], walk: Walk) -> Iterable[Issue]:
    return _prefix(value, instance, walk) if isinstance(value, list) else _items(value, instance, walk)


def _additional_items(value: Any, instance: list[Any], walk: Walk) -> Iterable[Issue]:
    items = walk.sibling("items", None)
    return _rest(value, instance, walk, len(items)) if isinstance(items, list) else ()


def _one_schema(value: Any, location: str) -> Any:
    if isinstance(value, list):
        raise SchemaError(
            "`items` must be a schema, not an array: a list of schemas belongs under `prefixItems`", location
        )
    return shapes.schema(value, location)


PREFIX_ITEMS = Keyword(
    "prefixItems",
    "applicator",
    Role.APPLICATOR,
    ("array",),
    parse=shapes.schema_list,
    subschemas=shapes.each_item,
    reference=_prefix,
)
ITEMS = Keyword(
    "items",
    "applicator",
    Role.APPLICATOR,
    ("array",),
    parse=_one_schema,
    subschemas=shapes.itself,
    reference=_items,
)
# Until 2019-09, `items` may be a list, and `additionalItems` then stands for the rest (Core 2019-09, section 9.3.1).
ITEMS_OR_TUPLE = Keyword(
    "items",
    "applicator",
    Role.APPLICATOR,
    ("array",),
    parse=shapes.schema_or_list,
    subschemas=shapes.itself_or_each_item,
    reference=_items_or_tuple,
)
ADDITIONAL_ITEMS = Keyword(
    "additionalItems",
    "applicator",
    Role.APPLICATOR,
    ("array",),
    parse=shapes.schema,
    subschemas=shapes.itself,
    reference=_additional_items,
)


def only_keyword(schema: Any, *names: str) -> str | None:
    """The one of `names` that is the only thing which `schema` asserts; None when it is not so simple."""
    if not isinstance(schema, dict):
        return None
    stated = [name for name in schema if name not in ANNOTATIONS]
    return stated[0] if len(stated) == 1 and stated[0] in names else None


def contains_message(schema: Any, bound: int, too_many: bool) -> str:
    """The reason where too few or too many items fit the schema under `contains`."""
    count = f"must contain at {'most' if too_many else 'least'} {count_text(bound, 'item')}"
    keyword = only_keyword(schema, "const", "enum", "type")
    if keyword == "const":
        return f"{count} equal to {value_text(schema['const'], 300)}"
    if keyword == "enum":
        return f"{count} out of {members_text(schema['enum'])}"
    if keyword == "type":
        return f"{count} of type {types_text(type_names(schema['type']))}"
    if schema is True or schema == {}:
        return count
    return f"{count} that {'fits' if bound == 1 else 'fit'} the schema under `contains`"


def contains_bounds(schema: Mapping[str, Any], counted: bool = True) -> tuple[int, int | None]:
    """How many items must fit, at least and at most; before 2019-09 (not `counted`) at least one, without a limit."""
    if not counted:
        return 1, None
    maximum = schema.get("maxContains")
    return int(schema.get("minContains", 1)), None if maximum is None else int(maximum)


def _contains(counted: bool, evaluates: bool) -> Keyword:
    def reference(value: Any, instance: list[Any], walk: Walk) -> Iterable[Issue]:
        minimum, maximum = contains_bounds(walk.schema, counted)
        fitting = [index for index in range(len(instance)) if walk.test_item(index, value)]
        if evaluates:
            walk.evaluated.update(fitting)
        too_many = maximum is not None and len(fitting) > maximum
        if len(fitting) >= minimum and not too_many:
            return
        bound = maximum if too_many and maximum is not None else minimum
        yield walk.issue(Kind.VALUE, (minimum, maximum), contains_message(value, bound, too_many))

    return Keyword(
        "contains",
        "applicator",
        Role.APPLICATOR,
        ("array",),
        parse=shapes.schema,
        subschemas=shapes.itself,
        reference=reference,
    )


CONTAINS_DRAFT6 = _contains(counted=False, evaluates=False)
CONTAINS_2019_09 = _contains(counted=True, evaluates=False)
CONTAINS = _contains(counted=True, evaluates=True)

# They only qualify `contains`, which reads them.
MIN_CONTAINS = Keyword("minContains", "validation", Role.ANNOTATION, parse=shapes.count)
MAX_CONTAINS = Keyword("maxContains", "validation", Role.ANNOTATION, parse=shapes.count)
