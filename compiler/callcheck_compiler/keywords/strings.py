"""Assertions about strings (Validation 2020-12, sections 6.3, 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from callcheck.content import fits
from callcheck.formats import formats_of

from ..patterns import compile_pattern
from . import conditions, shapes
from .keyword import Keyword, Role
from .wording import count_text, printable

_searcher = lru_cache(maxsize=1024)(lambda pattern: compile_pattern(pattern, ""))


def matches(pattern: str, text: str) -> bool:
    """Whether a regular expression of ECMA-262 matches anywhere in `text`."""
    return bool(_searcher(pattern).search(text))


MIN_LENGTH = Keyword(
    "minLength",
    "validation",
    Role.ASSERTION,
    ("string",),
    parse=shapes.count,
    emit=conditions.shortest,
    holds=lambda operand, instance: len(instance) >= operand,
    message=lambda operand: f"must have at least {count_text(operand, 'character')}",
)
MAX_LENGTH = Keyword(
    "maxLength",
    "validation",
    Role.ASSERTION,
    ("string",),
    parse=shapes.count,
    emit=conditions.longest,
    holds=lambda operand, instance: len(instance) <= operand,
    message=lambda operand: f"must have at most {count_text(operand, 'character')}",
)
PATTERN = Keyword(
    "pattern",
    "validation",
    Role.ASSERTION,
    ("string",),
    parse=shapes.text,
    emit=conditions.pattern,
    holds=matches,
    message=lambda operand: f"must match the pattern {printable(operand)}",
)


def format_of(dialect: str) -> Keyword:
    """The row of `format` with the formats that the dialect of this URI defines; a format that it does not define asserts nothing."""

    def holds(operand: str, instance: str) -> bool:
        check = formats_of(dialect).get(operand)
        return check is None or check(instance)

    return Keyword(
        "format",
        "format",
        Role.ASSERTION,
        ("string",),
        parse=shapes.text,
        emit=conditions.format_of(dialect),
        holds=holds,
        message=lambda operand: f"must be a valid {printable(operand, 100)}",
        format_like=True,
    )


def _media_type_and_encoding(schema: Mapping[str, Any]) -> tuple[str, str | None]:
    return schema["contentMediaType"], schema.get("contentEncoding")


# Draft 7 lets content keywords assert (Validation draft 7, section 8.2); later drafts made them annotations.
CONTENT_ENCODING_DRAFT7 = Keyword(
    "contentEncoding",
    "content",
    Role.ASSERTION,
    ("string",),
    parse=shapes.text,
    emit=conditions.content_encoding,
    holds=lambda operand, instance: fits(instance, None, operand),
    message=lambda operand: f"must be encoded as {printable(operand, 100)}",
    format_like=True,
)
CONTENT_MEDIA_TYPE_DRAFT7 = Keyword(
    "contentMediaType",
    "content",
    Role.ASSERTION,
    ("string",),
    parse=shapes.text,
    sibling=_media_type_and_encoding,
    emit=conditions.content_media_type,
    holds=lambda operand, instance: fits(instance, *operand),
    message=lambda operand: f"must be text of the type {printable(operand[0], 100)}",
    format_like=True,
)
