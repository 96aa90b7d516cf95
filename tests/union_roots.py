"""Strategies for what `advertise` is about: roots that are unions, references or conditions, and arguments for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callcheck.json_values import canonical_key
from hypothesis import strategies as st

from tests.strategies import Draw, Schema

KEYS = ("kind", "a", "b", "ab", "x-y")
VALUES: tuple[Any, ...] = (
    "a",
    "b",
    "",
    "ab",
    0,
    1,
    1.0,
    2.5,
    True,
    False,
    None,
    [],
    ["a"],
    [1],
    {},
    {"a": 1},
    {"kind": "a"},
    {"b": "b"},
)
PATTERNS = ("^a", "b$", "^a$", "a", "^[a-b]+$", "-", "")
DEFINITIONS = ("A", "B", "C")
DIALECTS = (
    None,
    None,
    None,
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
)
OBJECT_CLOSERS: tuple[Any, ...] = (False, False, True, {"type": "string"}, {"type": ["integer", "null"]})

keys = st.sampled_from(KEYS)
values = st.sampled_from(VALUES)
arguments = st.dictionaries(keys, values, max_size=4)


class Roots:
    """Draws one document, in which anything at the root, or anywhere in place below it, may bring properties."""

    def __init__(self, draw: Draw, dialect: str | None) -> None:
        self.draw = draw
        self.dialect = dialect
        self.is_old = dialect is not None and "draft-0" in dialect
        self.is_oldest = dialect is not None and "draft-04" in dialect
        self.targets = ["#", "#/$defs/A", "#/$defs/B", "#/$defs/C"]

    def some(self, chance: int) -> bool:
        """True once in `chance` draws."""
        return bool(self.draw(st.integers(0, chance - 1)) == 0)

    def of(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def value(self, depth: int) -> Schema:
        """The schema of a property."""
        form = self.draw(st.integers(0, 15))
        if form == 0:
            return {} if self.is_oldest else self.of(True, True, False)
        if form == 1:
            return {"$ref": self.draw(st.sampled_from(self.targets))}
        if form == 2:
            return {"description": self.of("one", "two"), "default": 1}
        if form in (3, 4):
            return {"enum": self.draw(st.lists(values, min_size=1, max_size=3, unique_by=canonical_key))}
        if form in (5, 10):
            return {"const": self.draw(values)}
        if form == 6 and depth:
            return {"anyOf": [self.value(depth - 1), self.of({"type": "null"}, {"type": "string"})]}
        if form == 7:
            return {"not": self.of({}, {"type": "string"}, {"const": "a"})}
        if form in (8, 9) and depth:
            return self.branch(depth - 1, ())
        made: dict[str, Any] = {
            "type": self.of("string", "integer", "number", "boolean", "object", ["string", "null"])
        }
        extra = self.of(
            {},
            {},
            {"description": "told"},
            {"title": "Told"},
            {"minLength": 2},
            {"minimum": 1},
            {"maximum": 1},
            {"enum": ["a", "b", 1]},
        )
        return {**made, **extra}

    def branch(self, depth: int, in_place: Sequence[str]) -> Schema:
        """A schema of an object, or of nearly one."""
        form = self.draw(st.integers(0, 29))
        if form == 0 and not self.is_oldest:
            return self.of(True, True, False)
        if form == 1 and in_place:
            return {"$ref": f"#/$defs/{self.draw(st.sampled_from(list(in_place)))}"}
        if form == 2:
            return {"type": self.of("string", "null", "array")}
        if form == 3:
            return {"enum": [{"kind": "a", "a": 1}, {"kind": "b"}, "a"]}
        if form in (4, 5):
            return {"required": self.draw(st.lists(keys, min_size=1, max_size=2, unique=True))}
        made: dict[str, Any] = {}
        if not self.some(3):
            made["type"] = self.of("object", "object", "object", ["object", "null"], ["string", "object"])
        self.object_keywords(made, depth)
        if depth:
            self.in_place_keywords(made, depth - 1, in_place)
        return made

    def object_keywords(self, made: dict[str, Any], depth: int) -> None:
        named: list[str] = []
        if not self.some(6):
            named = self.draw(st.lists(keys, max_size=3, unique=True))
            made["properties"] = {name: self.value(depth) for name in named}
            if "kind" in named and self.some(2):
                made["properties"]["kind"] = self.of({"const": "a"}, {"const": "b"}, {"enum": ["a", "b"]})
        if self.some(2):
            # Mostly what is declared, for a closed object can have nothing else.
            wanted = st.sampled_from(named) if named and not self.some(5) else keys
            made["required"] = self.draw(st.lists(wanted, min_size=1, max_size=2, unique=True))
        if self.some(3):
            made["additionalProperties"] = self.of(*OBJECT_CLOSERS)
        if self.some(4):
            made["patternProperties"] = {self.of(*PATTERNS): self.value(0)}
        if self.some(8):
            made[self.of("minProperties", "maxProperties")] = self.draw(st.integers(0, 2))
        if self.some(10):
            made["dependentRequired"] = {self.draw(keys): [self.draw(keys)]}
        if not self.is_old and self.some(8):
            made["unevaluatedProperties"] = self.of(False, False, True, {"type": "string"})
        if self.some(12):
            made["description"] = self.of("an object", "a form")

    def in_place_keywords(self, made: dict[str, Any], depth: int, in_place: Sequence[str]) -> None:
        for keyword, chance in (("anyOf", 4), ("oneOf", 5), ("allOf", 5)):
            if self.some(chance):
                made[keyword] = [self.branch(depth, in_place) for _ in range(self.draw(st.integers(1, 3)))]
        if self.some(8):
            made["if"] = self.branch(depth, in_place)
            made[self.of("then", "else")] = self.branch(depth, in_place)
            if self.some(2):
                made["then"] = self.branch(depth, in_place)
        if self.some(12):
            made["not"] = self.of(
                {"required": ["a", "b"]}, {"required": ["kind"]}, {"properties": {"a": {"type": "string"}}}
            )
        if self.some(12):
            made["dependencies" if self.is_old else "dependentSchemas"] = {
                self.draw(keys): self.branch(depth, in_place)
            }
        if in_place and self.some(6):
            made["$ref"] = f"#/$defs/{self.draw(st.sampled_from(list(in_place)))}"

    def document(self) -> Schema:
        """A whole schema; references in place lead only to later definitions, so none leads back to itself."""
        made: dict[str, Any] = {"type": "object"} if self.some(3) else {}
        if self.some(2):
            self.object_keywords(made, 1)
        for name in made.get("properties", {}):
            self.targets += [f"#/properties/{name}"] * 2
        self.in_place_keywords(made, 2, DEFINITIONS)
        if not {"anyOf", "oneOf", "allOf", "$ref", "if"} & made.keys():
            made[self.of("anyOf", "oneOf")] = [
                self.branch(1, DEFINITIONS) for _ in range(self.draw(st.integers(1, 3)))
            ]
        if self.dialect is not None:
            made["$schema"] = self.dialect
        made["$defs"] = {
            name: self.branch(1, DEFINITIONS[place + 1 :]) for place, name in enumerate(DEFINITIONS)
        }
        return made


@st.composite
def union_roots(draw: Draw) -> Schema:
    """A schema whose root is or may be a union, a reference, a conjunction or a condition."""
    return Roots(draw, draw(st.sampled_from(DIALECTS))).document()
