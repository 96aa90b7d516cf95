"""Hypothesis strategies: schemas over every keyword, and instances that come close to fitting them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

Schema = Any
Draw = Callable[[st.SearchStrategy[Any]], Any]

NAMES = ("a", "b", "ab", "-n", "x.y", "")
PATTERNS = ("^a", "b$", "^[a-c]+$", "-", "^\\d+$", "")
NULLS: tuple[Schema, ...] = ({"type": "null"}, {"const": None}, {"enum": [None]})
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
FORMATS = ("date-time", "email", "uri", "unknown")
STRINGS = (
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcabcabc",
    "true",
    "false",
    "1",
    "-2.5",
    "3.0",
    "1e5",
    " 1",
    "[1]",
    '{"a": 1}',
    "é",
    "😀",
)
NUMBERS = (0, 1, 2, 3, 4, 7, -1, 10**20, 0.0, 1.0, 2.0, 0.5, 1.5, -1.5, 0.1, 0.3, 1e22)
MULTIPLES = (1, 2, 3, 0.5, 0.25, 0.1, 1.5)

names = st.sampled_from(NAMES)
counts = st.integers(0, 3)
bounds = st.sampled_from((0, 1, 2, 3, -1, 1.5, 0.5, 2.0, 10))
scalars = st.one_of(st.sampled_from(STRINGS), st.sampled_from(NUMBERS), st.booleans(), st.none())
json_values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=5,
)
type_names = st.one_of(
    st.sampled_from(TYPES), st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True)
)

# The keywords that assert something about the instance itself, by the type they speak of.
ASSERTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "any": {
        "enum": st.lists(json_values, min_size=1, max_size=4, unique_by=repr),
        "const": json_values,
        "nullable": st.booleans(),
    },
    "number": {
        "minimum": bounds,
        "maximum": bounds,
        "exclusiveMinimum": bounds,
        "exclusiveMaximum": bounds,
        "multipleOf": st.sampled_from(MULTIPLES),
    },
    "string": {
        "minLength": counts,
        "maxLength": counts,
        "pattern": st.sampled_from(PATTERNS),
        "format": st.sampled_from(FORMATS),
    },
    "array": {"minItems": counts, "maxItems": counts, "uniqueItems": st.booleans()},
    "object": {
        "required": st.lists(names, max_size=3, unique=True),
        "dependentRequired": st.dictionaries(names, st.lists(names, max_size=2, unique=True), max_size=2),
        "minProperties": counts,
        "maxProperties": counts,
    },
}


class Schemas:
    """Draws the schemas of one document, which may refer to each other.

    A reference without anything between it and its target would never end, so a definition refers in place only to
    the ones after it, and from a property or an item to any of them. `later` adds the keywords of the other vocabularies.
    """

    def __init__(self, draw: Draw, definitions: Sequence[str], later: bool) -> None:
        self.draw = draw
        self.definitions = list(definitions)
        self.later = later

    def schema(self, depth: int, in_place: Sequence[str]) -> Schema:
        """A schema that may refer in place to the definitions `in_place`."""
        form = self.draw(st.integers(0, 11))
        if form == 0:
            return self.draw(st.booleans())
        if form == 1 and in_place:
            return self.reference(in_place)
        made: dict[str, Any] = {}
        if form > 2:
            made["type"] = self.draw(type_names)
        self.assertions(made)
        if depth > 0:
            self.object_keywords(made, depth - 1)
            self.array_keywords(made, depth - 1)
            self.in_place_keywords(made, depth - 1, in_place)
        return made

    def below(self, depth: int) -> Schema:
        """A schema for a child: it may refer to every definition, and to the whole document."""
        return {"$ref": "#"} if self.some(20) else self.schema(depth, self.definitions)

    def reference(self, targets: Sequence[str]) -> dict[str, Any]:
        return {"$ref": f"#/$defs/{self.draw(st.sampled_from(list(targets)))}"}

    def some(self, chance: int) -> bool:
        """True once in `chance` draws."""
        return bool(self.draw(st.integers(0, chance - 1)) == 0)

    def types_of(self, made: dict[str, Any]) -> set[str]:
        types = made.get("type", list(TYPES))
        return {types} if isinstance(types, str) else set(types)

    def assertions(self, made: dict[str, Any]) -> None:
        """Up to two assertions, of those that speak of the schema's types."""
        types = self.types_of(made)
        fitting = dict(ASSERTIONS["any"])
        for name in ("string", "array", "object"):
            if name in types:
                fitting |= ASSERTIONS[name]
        if types & {"integer", "number"}:
            fitting |= ASSERTIONS["number"]
        for keyword in self.draw(st.lists(st.sampled_from(sorted(fitting)), max_size=2, unique=True)):
            made[keyword] = self.draw(fitting[keyword])

    def object_keywords(self, made: dict[str, Any], depth: int) -> None:
        if "object" not in self.types_of(made):
            return
        declared = self.draw(st.lists(names, max_size=3, unique=True))
        if declared:
            made["properties"] = {name: self.below(depth) for name in declared}
        if self.some(2):
            made["additionalProperties"] = False if self.some(2) else self.below(depth)
        if self.some(5):
            made["patternProperties"] = {self.draw(st.sampled_from(PATTERNS)): self.below(depth)}
        if self.some(8):
            made["propertyNames"] = self.schema(0, ())
        if self.later and self.some(6):
            made["dependentSchemas"] = {self.draw(names): self.schema(depth, ())}
        if self.later and self.some(6):
            made["unevaluatedProperties"] = False if self.some(2) else self.below(depth)

    def array_keywords(self, made: dict[str, Any], depth: int) -> None:
        if "array" not in self.types_of(made):
            return
        if self.some(2):
            made["items"] = self.below(depth)
        if self.some(5):
            made["prefixItems"] = [self.below(depth) for _ in range(self.draw(st.integers(1, 2)))]
        if self.some(5):
            made["contains"] = self.schema(depth, ())
            if self.some(2):
                made["minContains"] = self.draw(counts)
            if self.some(2):
                made["maxContains"] = self.draw(counts)
        if self.later and self.some(6):
            made["unevaluatedItems"] = False if self.some(2) else self.below(depth)

    def in_place_keywords(self, made: dict[str, Any], depth: int, in_place: Sequence[str]) -> None:
        for union in ("anyOf", "oneOf", "allOf"):
            if self.some(6):
                size = self.draw(st.integers(1, 3))
                made[union] = [self.schema(depth, in_place) for _ in range(size)]
        if self.some(8):
            union = self.draw(st.sampled_from(("anyOf", "oneOf")))
            made[union] = [self.schema(depth, in_place), self.draw(st.sampled_from(NULLS))]
        if self.some(8):
            made[self.draw(st.sampled_from(("anyOf", "oneOf")))] = self.discriminated(depth)
        if self.some(10):
            made["not"] = self.schema(depth, in_place)
        if self.some(8):
            made["if"] = self.schema(depth, in_place)
            made["then"] = self.schema(depth, in_place)
            if self.some(2):
                made["else"] = self.schema(depth, in_place)
        if in_place and self.some(6):
            made |= self.reference(in_place)

    def discriminated(self, depth: int) -> list[Schema]:
        """The branches of a union that the property `kind` tells apart."""
        branches = []
        for kind in ("a", "b", 1)[: self.draw(st.integers(2, 3))]:
            declared = {name: self.below(0) for name in self.draw(st.lists(names, max_size=2, unique=True))}
            branch: dict[str, Any] = {"properties": {"kind": {"const": kind}, **declared}}
            if self.some(2):
                branch["type"] = "object"
            if self.some(2):
                branch["required"] = ["kind", *declared]
            if self.some(2):
                branch["additionalProperties"] = False
            branches.append(branch)
        return branches


@st.composite
def documents(draw: Draw, later: bool = False, root_object: bool = False) -> Schema:
    """A whole schema with its definitions; `root_object` makes it a tool's, with `type: object` at the root."""
    definitions = ("A", "B", "C")[: draw(st.integers(0, 2))]
    schemas = Schemas(draw, definitions, later)
    root = schemas.schema(draw(st.integers(1, 3)), definitions)
    if root_object:
        root = {**root, "type": "object"} if isinstance(root, dict) else {"type": "object"}
    if isinstance(root, dict) and definitions:
        in_definitions = {name: schemas.schema(1, definitions[i + 1 :]) for i, name in enumerate(definitions)}
        root = {**root, "$defs": in_definitions}
    return root


class Instances:
    """Draws instances of a schema that mostly follow it and now and then do not."""

    def __init__(self, draw: Draw, document: Schema) -> None:
        self.draw = draw
        self.document = document

    def instance(self, schema: Schema, depth: int = 4) -> Any:
        """An instance that probably fits `schema`, looking at one of its keywords at a time."""
        stray = self.draw(st.integers(0, 11))
        if stray == 0 or depth == 0 or not isinstance(schema, dict):
            return self.draw(json_values)
        if stray == 1:
            return self.draw(st.sampled_from(STRINGS))
        leads = [
            key for key in ("const", "enum", "$ref", "anyOf", "oneOf", "allOf", "if", "then") if key in schema
        ]
        lead = self.draw(st.sampled_from([*leads, "type", "type"])) if leads else "type"
        if lead == "const":
            return schema["const"]
        if lead == "enum":
            return self.draw(st.sampled_from(schema["enum"]))
        if lead == "$ref":
            name = schema["$ref"].removeprefix("#").rpartition("/")[2]
            return self.instance(self.document["$defs"][name] if name else self.document, depth - 1)
        if lead in ("anyOf", "oneOf", "allOf"):
            return self.instance(self.draw(st.sampled_from(schema[lead])), depth - 1)
        if lead in ("if", "then"):
            return self.instance(schema[lead], depth - 1)
        return self.typed(schema, depth)

    def typed(self, schema: dict[str, Any], depth: int) -> Any:
        types = schema.get("type", "object" if "properties" in schema else list(TYPES))
        type_ = self.draw(st.sampled_from([types] if isinstance(types, str) else types))
        if type_ == "object":
            return self.object(schema, depth)
        if type_ == "array":
            return self.array(schema, depth)
        if type_ in ("integer", "number"):
            return self.number(schema, type_)
        if type_ == "string":
            return self.draw(st.sampled_from(STRINGS))
        return self.draw(st.booleans()) if type_ == "boolean" else None

    def object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        properties = schema.get("properties", {})
        wanted = [name for name in (*schema.get("required", ()), *properties) if self.draw(st.integers(0, 3))]
        if self.draw(st.integers(0, 2)) == 0:
            wanted.append(self.draw(names))
        other = schema.get("additionalProperties", True)
        return {
            name: self.instance(properties.get(name, other), depth - 1)
            for name in self.draw(st.permutations(list(dict.fromkeys(wanted))))
        }

    def array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        prefix = schema.get("prefixItems", [])
        items = schema.get("items", schema.get("contains", True))
        size = self.draw(st.integers(0, 3)) + len(prefix)
        made = [self.instance(prefix[i] if i < len(prefix) else items, depth - 1) for i in range(size)]
        return made + made[:1] if self.draw(st.integers(0, 5)) == 0 else made

    def number(self, schema: dict[str, Any], type_: str) -> Any:
        pool = [3 if type_ == "integer" else 2.5, *NUMBERS]
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            if keyword in schema:
                pool += [schema[keyword], schema[keyword] + 1, schema[keyword] - 1, schema[keyword] * 3]
        return self.draw(st.sampled_from(pool))


@st.composite
def documents_and_instances(
    draw: Draw, later: bool = False, root_object: bool = False, most: int = 10
) -> tuple[Schema, list[Any]]:
    """A schema and up to `most` instances for it."""
    document = draw(documents(later=later, root_object=root_object))
    instances = Instances(draw, document)
    return document, [instances.instance(document) for _ in range(draw(st.integers(1, most)))]
