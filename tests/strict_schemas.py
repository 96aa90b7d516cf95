"""Strategies for what OpenAI's strict mode is about: schemas of closed objects, and calls of them as a model sends them there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from hypothesis import strategies as st

from tests.strategies import Draw, Schema

KEYS = ("kind", "a", "b", "c")
SCALARS: tuple[Schema, ...] = (
    {"type": "string"},
    {"type": "integer"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "integer", "minimum": 1},
    {"type": "number", "maximum": 2},
    {"type": "string", "pattern": "^a"},
    {"type": "string", "enum": ["a", "b"]},
    {"type": "integer", "enum": [1, 2]},
    {"type": ["string", "null"]},
    {"type": ["integer", "boolean"]},
    {"type": "string", "minLength": 2},
    {"type": "string", "const": "a"},
    {"const": "b"},
    {"enum": ["a", 1, None]},
    {"type": "null"},
)
VALUES: tuple[Any, ...] = (
    "a",
    "b",
    "ab",
    "",
    0,
    1,
    2,
    2.5,
    True,
    None,
    [],
    ["a"],
    [1, 2],
    {},
    {"a": "a"},
    {"kind": "a"},
)


class Strict:
    """Draws one document, and calls that mostly fit it."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.definitions: dict[str, Schema] = {}

    def some(self, chance: int) -> bool:
        """True once in `chance` draws."""
        return bool(self.draw(st.integers(0, chance - 1)) == 0)

    def schema(self, depth: int) -> Schema:
        """The schema of a property."""
        form = self.draw(st.integers(0, 9)) if depth else 0
        if form < 5:
            return dict(self.draw(st.sampled_from(SCALARS)))
        if form == 5:
            return {"type": "array", "items": self.schema(depth - 1)}
        if form == 6:
            return {"anyOf": [self.object(depth - 1), self.draw(st.sampled_from(SCALARS))]}
        if form == 7:
            return self.union(depth - 1)
        if form == 8 and self.definitions:
            return {"$ref": f"#/$defs/{self.draw(st.sampled_from(sorted(self.definitions)))}"}
        return self.object(depth - 1)

    def object(self, depth: int, kind: str | None = None) -> Schema:
        """A closed object; `kind` is its literal."""
        names = self.draw(st.lists(st.sampled_from(KEYS[1:]), min_size=1, max_size=3, unique=True))
        properties = {name: self.schema(depth) for name in names}
        if kind is not None:
            properties["kind"] = {"type": "string", "const": kind}
        required = [name for name in properties if name == "kind" or self.some(2)]
        made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**made, "required": required} if required else made

    def union(self, depth: int) -> Schema:
        """Closed objects, which a literal tells apart or not."""
        kinds = self.draw(st.sampled_from([("one", "two"), ("one", "two", "three"), (None, None)]))
        return {self.draw(st.sampled_from(["anyOf", "oneOf"])): [self.object(depth, kind) for kind in kinds]}

    def document(self) -> Schema:
        for name in ("A", "B"):
            self.definitions[name] = self.object(1)
        root = self.union(2) if self.some(2) else self.object(2)
        return {**root, "$defs": self.definitions}

    def value(self, schema: Schema) -> Any:
        """What may fit a schema; now and then anything."""
        if self.some(16):
            return self.draw(st.sampled_from(VALUES))
        if "$ref" in schema:
            return self.value(self.definitions[schema["$ref"].rpartition("/")[2]])
        branches = branches_of(schema)
        if branches:
            return self.value(self.draw(st.sampled_from(branches)))
        if "properties" in schema:
            return {
                name: self.value(inner)
                for name, inner in schema["properties"].items()
                if name in schema.get("required", ()) or self.some(2)
            }
        if "items" in schema:
            return [self.value(schema["items"]) for _ in range(self.draw(st.integers(0, 2)))]
        fitting = jsonschema_rs.validator_for(schema)
        return self.draw(st.sampled_from([value for value in VALUES if fitting.is_valid(value)] or VALUES))


@st.composite
def strict_schemas_and_calls(draw: Draw, most: int) -> tuple[Schema, list[dict[str, Any]]]:
    """A schema, and calls of it before they are written as strict mode has them."""
    drawing = Strict(draw)
    schema = drawing.document()
    values = [drawing.value(schema) for _ in range(most)]
    return schema, [value for value in values if isinstance(value, dict)]


def branches_of(schema: Schema) -> list[Schema]:
    """The branches of a union."""
    branches: list[Schema] = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return branches


def fits(schema: Schema, document: Schema, value: Any) -> bool:
    """Whether a value fits a schema of a document."""
    return bool(jsonschema_rs.validator_for({**schema, "$defs": document.get("$defs", {})}).is_valid(value))


def as_sent(form: Schema, document: Schema, value: Any) -> Any:
    """A call as strict mode has the model send it: null for what is left out."""
    for schema in _alternatives(form, document):
        sent = value
        if isinstance(value, dict) and "properties" in schema:
            named = schema["properties"]
            sent = value | {
                key: as_sent(inner, document, value[key]) if key in value else None
                for key, inner in named.items()
            }
        elif isinstance(value, list) and "items" in schema:
            sent = [as_sent(schema["items"], document, item) for item in value]
        if fits(schema, document, sent):
            return sent
    return value


def as_meant(schema: Schema, document: Schema, sent: Any) -> Any:
    """A call as it was meant: without the nulls under optional keys that do not take null."""
    for alternative in _alternatives(schema, document):
        meant = sent
        if isinstance(sent, dict):
            properties, required = alternative.get("properties", {}), alternative.get("required", ())
            meant = {
                key: as_meant(properties.get(key, {}), document, value)
                for key, value in sent.items()
                if value is not None
                or key in required
                or (key in properties and fits(properties[key], document, None))
            }
        elif isinstance(sent, list):
            meant = [as_meant(alternative.get("items", {}), document, item) for item in sent]
        if fits(alternative, document, meant):
            return meant
    return sent


def _alternatives(schema: Schema, document: Schema) -> Iterator[Schema]:
    """The schemas of which a value may fit one: what a reference names, the branches of a union, the schema itself."""
    if "$ref" in schema:
        target = document["$defs"][schema["$ref"].rpartition("/")[2]] if "/" in schema["$ref"] else document
        yield from _alternatives(target, document)
        return
    branches = branches_of(schema)
    for branch in branches:
        yield from _alternatives(branch, document)
    if not branches:
        yield schema


def has_union(schema: Any) -> bool:
    """Whether there is a union in a schema."""
    if isinstance(schema, list):
        return any(map(has_union, schema))
    return isinstance(schema, dict) and (
        "anyOf" in schema or "oneOf" in schema or any(map(has_union, schema.values()))
    )


def has_untyped_literal(schema: Any) -> bool:
    """Whether a value is told by `const` or `enum` alone."""
    if isinstance(schema, list):
        return any(map(has_untyped_literal, schema))
    if not isinstance(schema, dict):
        return False
    untyped = "type" not in schema and ("const" in schema or "enum" in schema)
    return untyped or any(map(has_untyped_literal, schema.values()))
