"""Whether each keyword's value is what its dialect asks for, whatever the policy interprets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from callcheck.issues import SchemaError

from ..keywords.keyword import Keyword, Role, Tokens
from .limits import Meter

if TYPE_CHECKING:
    from .documents import Place

# Where a draft without boolean schemas takes booleans all the same.
ALWAYS_BOOLEAN = frozenset({"additionalProperties", "additionalItems"})
# Keywords whose issues tell their value, whatever is in it.
TOLD_WHOLE = frozenset({"const", "enum", "not", "propertyNames"})


def check_keyword(row: Keyword, value: Any, place: Place, meter: Meter) -> Iterator[Tokens]:
    """Where the subschemas of a keyword stand below it. Raises SchemaError when its value is not what it must be."""
    location = place.at(row.name)
    row.parse(value, location)
    if row.role is Role.ASSERTION:
        meter.constants(value if row.name == "enum" else (value,))
    if row.name == "enum":
        meter.enum(len(value), location)
    elif row.role is Role.REFERENCE:
        meter.reference(location)
    # Every entry of a keyword may have to tell its location, and some of them what they are.
    meter.foresee(len(location) * _entries(value), location)
    if row.name in TOLD_WHOLE:
        meter.foresee_value(value, location)
    for tokens, subschema in row.subschemas(value):
        if (
            isinstance(subschema, bool)
            and not place.dialect.boolean_schemas
            and row.name not in ALWAYS_BOOLEAN
        ):
            raise SchemaError(
                "a boolean is a schema from draft 6 on; here it must be an object",
                place.at(row.name, *tokens),
            )
        yield tokens


def _entries(value: Any) -> int:
    """How many things a keyword asserts, at most: in each of the lists of `dependentRequired` one for each name."""
    if not isinstance(value, (dict, list)):
        return 1
    if isinstance(value, list):
        return len(value)
    return sum(len(entry) if isinstance(entry, list) else 1 for entry in value.values())
