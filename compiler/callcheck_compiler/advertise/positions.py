"""Where the subschemas of a schema stand, and how to rebuild a schema with other ones in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..frontend.documents import escape
from ..keywords.dialects import Dialect
from ..keywords.keyword import Role

Schema = Any
Tokens = tuple[str | int, ...]

# Keywords without subschemas that the rewrite of a root reads.
_READ_HERE = frozenset({"type", "required", "enum"})


def subschemas(schema: Schema, dialect: Dialect) -> Iterator[tuple[Tokens, Schema]]:
    """Each subschema of `schema`, with its tokens from there, keyword first."""
    if not isinstance(schema, dict):
        return
    for name, value in schema.items():
        row = dialect.keywords.get(name)
        if row is not None:
            for tokens, subschema in row.subschemas(value):
                yield (name, *tokens), subschema


def everywhere(schema: Schema, dialect: Dialect, location: str = "") -> Iterator[tuple[str, Schema]]:
    """The schema and every subschema below it, each with its location."""
    waiting = [(location, schema)]
    while waiting:
        location, schema = waiting.pop()
        yield location, schema
        for tokens, subschema in subschemas(schema, dialect):
            waiting.append((below(location, *tokens), subschema))


def below(location: str, *tokens: str | int) -> str:
    """The location of something below a location."""
    return location + "".join(f"/{escape(str(token))}" for token in tokens)


def rebuilt(
    schema: dict[str, Any], dialect: Dialect, change: Callable[[Tokens, Schema], Schema]
) -> dict[str, Any]:
    """The schema with `change(tokens, subschema)` for each subschema; the same object when none changed."""
    made: dict[str, Any] | None = None
    for tokens, subschema in subschemas(schema, dialect):
        changed = change(tokens, subschema)
        if changed is subschema:
            continue
        if made is None:
            made = dict(schema)
        if len(tokens) == 1:
            made[tokens[0]] = changed  # type: ignore[index]
            continue
        keyword, key = tokens
        if made[keyword] is schema[keyword]:  # type: ignore[index]
            made[keyword] = schema[keyword].copy()  # type: ignore[index]
        made[keyword][key] = changed  # type: ignore[index]
    return schema if made is None else made


def check_form(schema: Schema, dialect: Dialect) -> None:
    """Raises SchemaError where a keyword that is read here does not have the form that the specification asks for."""
    waiting: list[tuple[str, Schema]] = [("", schema)]
    while waiting:
        location, schema = waiting.pop()
        if not isinstance(schema, dict):
            continue
        for name, value in schema.items():
            row = dialect.keywords.get(name)
            if row is None:
                continue
            holds_schemas = row.role in (Role.APPLICATOR, Role.IDENTIFIER, Role.REFERENCE)
            if holds_schemas or name in _READ_HERE:
                row.parse(value, below(location, name))
            for tokens, subschema in row.subschemas(value):
                waiting.append((below(location, name, *tokens), subschema))
