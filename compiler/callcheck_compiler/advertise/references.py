"""Which places of a document its own references name, and by which names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from callcheck.issues import SchemaError
from callcheck.policy import TOOL_INPUT

from ..frontend.closures import references
from ..frontend.documents import Documents, Place
from ..keywords.dialects import Dialect
from .positions import Schema, everywhere, subschemas

# What stays at the root when the rest of it moves.
DEFINITIONS = ("$defs", "definitions")


def documents_of(schema: Schema, dialect: Dialect) -> Documents:
    """The document of a schema. Raises SchemaError where a keyword's value is not what its dialect asks for."""
    return Documents(schema, dialect, {}, TOOL_INPUT)


def targets(documents: Documents, dialect: Dialect) -> Iterator[Place]:
    """Every place that a reference of the document names, each once; those that name nothing are left out."""
    for place in places(documents, dialect):
        yield from _named(documents, place)


def places(documents: Documents, dialect: Dialect) -> Iterator[Place]:
    """Every schema of the document: what keywords hold, and what only references lead to."""
    root = documents.root()
    waiting, seen = [root], {root.location}
    while waiting:
        place = waiting.pop()
        yield place
        inner = [documents.below(place, *tokens) for tokens, _ in subschemas(place.contents, dialect)]
        for found in (*inner, *_named(documents, place)):
            if found.location not in seen and isinstance(found.contents, dict):
                seen.add(found.location)
                waiting.append(found)


def _named(documents: Documents, place: Place) -> list[Place]:
    try:
        return references(documents, place)
    except SchemaError:
        return []


def is_dynamic(schema: Schema, dialect: Dialect) -> bool:
    """Whether a reference names something else by where it is reached from."""
    waiting = [schema]
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, dict) and ("$dynamicRef" in schema or "$recursiveRef" in schema):
            return True
        waiting.extend(inner for _, inner in subschemas(schema, dialect))
    return False


def named_in(schema: Schema, dialect: Dialect) -> set[str]:
    """The references in a schema, cut down to the definitions that they lead into: `#/$defs/NAME`."""
    found = [
        inner["$ref"]
        for _, inner in everywhere(schema, dialect)
        if isinstance(inner, dict) and isinstance(inner.get("$ref"), str)
    ]
    return {"/".join(reference.split("/")[:3]) for reference in found}


def without_unnamed(schema: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    """The schema without the definitions that no reference leads to from outside of them."""
    shelves = [shelf for shelf in DEFINITIONS if isinstance(schema.get(shelf), dict)]
    if not shelves:
        return schema
    waiting = [{keyword: value for keyword, value in schema.items() if keyword not in DEFINITIONS}]
    named: set[str] = set()
    while waiting:
        for reference in named_in(waiting.pop(), dialect) - named:
            named.add(reference)
            _, shelf, name = [*reference.split("/"), "", ""][:3]
            definition = schema.get(shelf, {}).get(unescape(name)) if shelf in shelves else None
            if isinstance(definition, dict):
                waiting.append(definition)
    wanted = {tuple(map(unescape, reference.split("/")[1:])) for reference in named}
    kept = {
        shelf: {name: inner for name, inner in schema[shelf].items() if (shelf, name) in wanted}
        for shelf in shelves
    }
    if all(len(kept[shelf]) == len(schema[shelf]) for shelf in shelves):
        return schema
    return {keyword: kept.get(keyword, value) for keyword, value in schema.items() if kept.get(keyword, True)}


def unescape(token: str) -> str:
    """What one token of a URI fragment that is a JSON Pointer stands for (RFC 6901, section 6)."""
    return unquote(token).replace("~1", "/").replace("~0", "~")
