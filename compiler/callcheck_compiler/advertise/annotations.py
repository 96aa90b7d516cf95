"""What a schema tells a reader, apart from what it asserts; and how that survives when schemas become one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .work import spend

Annotations = dict[str, Any]
Assertions = dict[str, Any]

_NAMES = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "example",
        "$comment",
        "deprecated",
        "readOnly",
        "writeOnly",
    }
)
_CHARACTERS_OF_A_STEP = 100
# True of a merged schema only when it is true of every part.
_OF_ALL = frozenset({"default", "deprecated", "readOnly", "writeOnly"})


def is_annotation(keyword: str) -> bool:
    """Whether a keyword only tells and never asserts."""
    return keyword in _NAMES or keyword.startswith("x-")


def split(schema: Any) -> tuple[Annotations, Assertions]:
    """What `schema` tells and what it asserts."""
    if not isinstance(schema, dict):
        return {}, {}
    told = {keyword: value for keyword, value in schema.items() if is_annotation(keyword)}
    return told, {keyword: value for keyword, value in schema.items() if keyword not in told}


def joined(parts: Iterable[Annotations]) -> Annotations:
    """One set of annotations for several schemas: every description, every example, and what they agree on."""
    parts = list(parts)
    told: Annotations = {}
    for keyword in dict.fromkeys(keyword for part in parts for keyword in part):
        values = _distinct(part[keyword] for part in parts if keyword in part)
        if keyword == "description":
            told[keyword] = "\n".join(text for text in values if isinstance(text, str) and text)
        elif keyword == "examples":
            told[keyword] = _distinct(
                example for value in values if isinstance(value, list) for example in value
            )
        elif len(values) == 1 and (keyword not in _OF_ALL or all(keyword in part for part in parts)):
            told[keyword] = values[0]
    return told


def common(parts: list[Annotations]) -> Annotations:
    """What all the parts tell in the same words."""
    first, *others = parts
    return {
        keyword: value
        for keyword, value in first.items()
        if all(keyword in other and text_of(other[keyword]) == text_of(value) for other in others)
    }


def text_of(value: Any) -> str:
    """A text that two values share exactly when they are the same JSON; the order of keys aside."""
    text = json.dumps(value, sort_keys=True)
    spend(len(text) // _CHARACTERS_OF_A_STEP)
    return text


def _distinct(values: Iterable[Any]) -> list[Any]:
    """The values in their order, each once."""
    return list({text_of(value): value for value in reversed(list(values))}.values())[::-1]
