"""Schemas of one property become one: their union, and their intersection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from callcheck.json_values import Members, canonical_key

from ..keywords.any_type import has_type, type_names
from ..keywords.dialects import Dialect
from .annotations import Annotations, Assertions, common, joined, split, text_of

Schema = Any
Combine = Callable[[Iterable[Schema], Dialect], Schema]
NEVER: Schema = False
ANYTHING: Schema = {}


def is_never(schema: Schema) -> bool:
    """Whether nothing can hold: `false`, or `not` with a schema that always holds."""
    if schema is False:
        return True
    return isinstance(schema, dict) and schema.get("not") in (True, {}) and "$ref" not in schema


def is_anything(schema: Schema) -> bool:
    """Whether everything holds, by the look of it."""
    return schema is True or (isinstance(schema, dict) and not split(schema)[1])


class _Part(NamedTuple):
    told: Annotations
    asserted: Assertions


def union(schemas: Iterable[Schema], dialect: Dialect) -> Schema:
    """A schema that holds exactly where one of `schemas` does; `false` when none can.

    Literals become one `enum` in their order; equal schemas are said once; the rest becomes one `anyOf`. Where one of them takes
    anything the result does too: it keeps the annotations, and `anyOf` with `{}` last, so that a reader still sees what the others ask for.
    """
    possible = [schema for schema in schemas if not is_never(schema)]
    if not possible:
        return NEVER
    if len({text_of(schema) for schema in possible}) == 1:
        return ANYTHING if possible[0] is True else possible[0]
    outer, parts = _flattened(possible)
    distinct: dict[str, list[_Part]] = {}
    for part in parts:
        distinct.setdefault(text_of(part.asserted), []).append(part)
    free = distinct.pop("{}", [])
    outer.extend(part.told for part in free)
    asserting = [_Part(joined(part.told for part in same), same[0].asserted) for same in distinct.values()]
    asserting = _with_one_enum(asserting, dialect)
    if not asserting:
        return joined(outer)
    lifted = asserting[0].told if len(asserting) == 1 else common([part.told for part in asserting])
    told = joined([*outer, lifted]) if outer else lifted
    branches = [
        {keyword: value for keyword, value in part.told.items() if keyword not in lifted} | part.asserted
        for part in asserting
    ]
    if free:
        branches.append({})
    return {**told, **branches[0]} if len(branches) == 1 else {**told, "anyOf": branches}


def _flattened(schemas: list[Schema]) -> tuple[list[Annotations], list[_Part]]:
    """The parts of a union, nested unions taken apart; and what those told as a whole."""
    outer: list[Annotations] = []
    parts: list[_Part] = []
    for schema in schemas:
        told, asserted = split(schema)
        if list(asserted) != ["anyOf"]:
            parts.append(_Part(told, asserted))
            continue
        inner_outer, inner = _flattened([branch for branch in asserted["anyOf"] if not is_never(branch)])
        outer.extend([*([told] if told else []), *inner_outer])
        parts.extend(inner)
    return outer, parts


def literals(asserted: Assertions, dialect: Dialect) -> list[Any] | None:
    """The values of a schema that is only a list of them; None for any other schema."""
    keywords = set(asserted)
    named = keywords & ({"enum", "const"} if "const" in dialect.keywords else {"enum"})
    if len(named) != 1 or not keywords <= named | {"type"}:
        return None
    values = list(asserted["enum"]) if "enum" in named else [asserted["const"]]
    if "type" in asserted and not all(fits_type(value, asserted["type"], dialect) for value in values):
        return None
    return values


def fits_type(value: Any, types: str | list[str], dialect: Dialect) -> bool:
    """Whether `value` is an instance of one of `types`."""
    return any(has_type(value, name, dialect.integer_accepts_integral_float) for name in type_names(types))


def _with_one_enum(parts: list[_Part], dialect: Dialect) -> list[_Part]:
    """The parts with all that are lists of values made one, at the place of the first."""
    listed = [part for part in parts if literals(part.asserted, dialect) is not None]
    if len(listed) < 2:
        return parts
    values = [value for part in listed for value in literals(part.asserted, dialect) or ()]
    asserted: Assertions = {}
    if all("type" in part.asserted for part in listed):
        types = list(dict.fromkeys(name for part in listed for name in type_names(part.asserted["type"])))
        asserted["type"] = types[0] if len(types) == 1 else types
    asserted["enum"] = list({canonical_key(value): value for value in reversed(values)}.values())[::-1]
    made = _Part(joined(part.told for part in listed), asserted)
    merged = {id(part) for part in listed[1:]}
    return [made if part is listed[0] else part for part in parts if id(part) not in merged]


def intersection(schemas: Iterable[Schema], dialect: Dialect) -> Schema:
    """A schema that holds exactly where all of `schemas` do; `false` where that is plainly nowhere."""
    result: Schema = ANYTHING
    for schema in schemas:
        result = _both(result, schema, dialect)
    return result


def _both(first: Schema, second: Schema, dialect: Dialect) -> Schema:
    if is_never(first) or is_never(second):
        return NEVER
    (first_told, first_asserted), (second_told, second_asserted) = split(first), split(second)
    told = {**second_told, **first_told}
    told.update(
        {key: value for key, value in joined([first_told, second_told]).items() if key == "description"}
    )
    if not first_asserted or not second_asserted or text_of(first_asserted) == text_of(second_asserted):
        return {**told, **(first_asserted or second_asserted)}
    asserted = conjunction(first_asserted, second_asserted, dialect)
    if asserted is False:
        return NEVER
    if asserted is not None:
        return {**told, **asserted}
    branches = [branch for asserted in (first_asserted, second_asserted) for branch in _conjuncts(asserted)]
    return {**told, "allOf": list({text_of(branch): branch for branch in branches}.values())}


def _conjuncts(asserted: Assertions) -> list[Schema]:
    return asserted["allOf"] if list(asserted) == ["allOf"] else [asserted]


def _equal_or_nothing(first: Any, second: Any) -> Any:
    return first if text_of(first) == text_of(second) else None


def _stricter(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """How two bounds become one; None where one of them is no number."""

    def combine(first: Any, second: Any) -> Any:
        numbers = all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in (first, second)
        )
        return choose(first, second) if numbers else None

    return combine


def _all_names(first: list[str], second: list[str]) -> list[str]:
    return list(dict.fromkeys([*first, *second]))


# How the values of one keyword in two schemas become one; None where they cannot.
_COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(
        ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), _stricter(max)
    ),
    **dict.fromkeys(
        ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), _stricter(min)
    ),
    **dict.fromkeys(("pattern", "format", "multipleOf", "uniqueItems", "const"), _equal_or_nothing),
    "required": _all_names,
    "enum": lambda first, second: [value for value in first if Members(second).holds(value)],
    "type": lambda first, second: _common_types(type_names(first), type_names(second)),
}


def conjunction(
    first: Assertions, second: Assertions, dialect: Dialect
) -> Assertions | Literal[False] | None:
    """Both as one flat set of keywords; False when nothing can fit both, None when they cannot be told flatly."""
    keywords = set(first) | set(second)
    # What the dialect does not know says nothing, and two of it are no contradiction.
    if not keywords <= set(_COMBINE) & set(dialect.keywords):
        return None
    if _has_boolean_bound(first) or _has_boolean_bound(second):
        return None
    made = dict(first)
    for keyword, value in second.items():
        if keyword not in made:
            made[keyword] = value
            continue
        combined = _COMBINE[keyword](made[keyword], value)
        if keyword == "const" and combined is None:
            return False if canonical_key(made[keyword]) != canonical_key(value) else None
        if combined is None:
            return None
        if combined == [] and keyword in ("enum", "type"):
            return False
        made[keyword] = combined
    return _without_misfits(made, dialect)


def _has_boolean_bound(asserted: Assertions) -> bool:
    """Whether a bound says only how its neighbour is meant, as in draft 4."""
    return any(
        isinstance(asserted.get(keyword), bool) for keyword in ("exclusiveMinimum", "exclusiveMaximum")
    )


def _without_misfits(asserted: Assertions, dialect: Dialect) -> Assertions | Literal[False]:
    """The values of `enum` that `const` and `type` beside it admit; False when they admit none."""
    if "enum" in asserted and "const" in asserted:
        if not Members(asserted["enum"]).holds(asserted["const"]):
            return False
        asserted = {keyword: value for keyword, value in asserted.items() if keyword != "enum"}
    if "enum" in asserted and "type" in asserted:
        fitting = [value for value in asserted["enum"] if fits_type(value, asserted["type"], dialect)]
        return {**asserted, "enum": fitting} if fitting else False
    return asserted


def _common_types(first: tuple[str, ...], second: tuple[str, ...]) -> str | list[str]:
    """The types that both lists admit; `number` admits `integer`."""
    found = [name for name in first if name in second or (name == "integer" and "number" in second)]
    found += [name for name in second if name == "integer" and "number" in first and name not in found]
    return found[0] if len(found) == 1 else found
