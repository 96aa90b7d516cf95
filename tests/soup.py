"""Hypothesis strategies for hostile schemas: any keyword with any value, and strings that would break out of a literal."""

from __future__ import annotations

from typing import Any

from callcheck_compiler.keywords.dialects import DIALECTS
from hypothesis import strategies as st

from tests.hostile import MARK, STRINGS, WORDS
from tests.strategies import PATTERNS, TYPES

KEYWORDS = sorted({row.name for dialect in DIALECTS.values() for row in dialect.walk})
LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
MAPS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
)
SCHEMAS = frozenset(
    {"not", "if", "then", "else", "contains", "items", "additionalItems", "additionalProperties"}
    | {"propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"}
)
COUNTS = frozenset(
    {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"}
)  # fmt: skip
NUMBERS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
NAMES = frozenset({"required"})

# Pieces that end literals, lines and blocks, put together in any order.
PIECES = (
    '"',
    "'",
    '"""',
    "\\",
    "\n",
    "\r",
    "#",
    "{",
    "}",
    "(",
    ")",
    "\x00",
    "\u2028",
    "\ud800",
    ":",
    ";",
    MARK,
    " ",
    "%s",
    "é",
)
texts = st.one_of(
    st.sampled_from((*STRINGS, *WORDS)),
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
    st.text(max_size=6),
)
numbers = st.one_of(
    st.sampled_from((0, 1, -1, 1.5, 0.1, 1e308, 5e-324, 10**400, -(10**400), 2**61 - 1)),
    st.integers(),
    st.floats(),
)
scalars = st.one_of(texts, numbers, st.booleans(), st.none())
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
references = st.one_of(
    st.sampled_from(("#", "#/$defs/a", "#/properties/a", "#a", "#/definitions/a", "urn:a", "")), texts
)


def _value(keyword: str, inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what the keyword asks for."""
    found = values
    if keyword in LISTS:
        found = st.lists(inner, min_size=1, max_size=3)
    elif keyword in MAPS:
        names = st.one_of(st.sampled_from(PATTERNS), texts) if keyword == "patternProperties" else texts
        found = st.dictionaries(st.one_of(st.just("a"), names), inner, max_size=3)
    elif keyword in SCHEMAS:
        found = inner
    elif keyword in COUNTS:
        found = st.integers(0, 3) | st.just(10**400)
    elif keyword in NUMBERS:
        found = numbers
    elif keyword in NAMES:
        found = st.lists(texts, max_size=3, unique=True)
    elif keyword == "dependentRequired":
        found = st.dictionaries(texts, st.lists(texts, max_size=2, unique=True), max_size=2)
    elif keyword == "type":
        found = st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True)
    elif keyword == "enum":
        found = st.lists(values, min_size=1, max_size=4)
    elif keyword == "pattern":
        found = st.sampled_from(PATTERNS) | texts
    elif keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        found = references
    elif keyword in ("$anchor", "$dynamicAnchor"):
        found = st.just("a") | texts
    elif keyword == "$schema":
        found = st.sampled_from(sorted(DIALECTS))
    elif keyword in ("$id", "id"):
        found = st.just("urn:a") | texts
    elif keyword in ("uniqueItems", "nullable", "$recursiveAnchor"):
        found = st.booleans()
    return found


@st.composite
def schemas(draw: Any, depth: int = 3, spoilt: int = 25) -> Any:
    """A schema of up to so many levels; one keyword in `spoilt` has any value at all."""
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from((True, False, {}, {"type": "string"})))
    inner = schemas(depth - 1, spoilt)
    made: dict[str, Any] = {}
    for keyword in draw(st.lists(st.sampled_from(KEYWORDS), min_size=1, max_size=4, unique=True)):
        strategy = values if draw(st.integers(1, spoilt)) == spoilt else _value(keyword, inner)
        made[keyword] = draw(strategy)
    if draw(st.integers(0, 9)) == 0:
        made[draw(texts)] = draw(values)
    return made
