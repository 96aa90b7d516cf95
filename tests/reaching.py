"""Random schemas of references in place of everything, some of which lead nowhere or around, and patterns that are none."""

from __future__ import annotations

from random import Random
from typing import Any

Schema = Any

DIALECTS = {
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "7": "http://json-schema.org/draft-07/schema#",
    "6": "http://json-schema.org/draft-06/schema#",
    "4": "http://json-schema.org/draft-04/schema#",
}
INSTANCES: tuple[Any, ...] = (
    {},
    {"a": 1},
    {"a": {"a": "x"}, "b": []},
    {"b": {"b": {"c": None}}},
    [],
    [1],
    ["x", [], {"a": 1}],
    "x",
    3,
    None,
)
SUBSCHEMA = (
    "if",
    "then",
    "else",
    "not",
    "contains",
    "additionalItems",
    "items",
    "additionalProperties",
    "propertyNames",
)
LATER = ("unevaluatedProperties", "unevaluatedItems", "contentSchema")
LISTS = ("allOf", "anyOf", "oneOf")
MAPS = ("properties", "patternProperties", "dependencies", "dependentSchemas")
ASSERTIONS: tuple[tuple[str, Any], ...] = (
    ("minContains", 0),
    ("maxContains", 0),
    ("maxContains", 1),
    ("pattern", None),
    ("type", "object"),
    ("enum", [1, {}]),
    ("if", {"type": "object"}),
    ("items", {}),
)
PATTERNS = ("(", r"\p{Nope}", "a", "^b")


class Reaching:
    """Draws one schema.

    spoilt  how often, in percent, a leaf is a reference that leads nowhere or a pattern that is none
    """  # fmt: skip

    def __init__(self, random: Random, spoilt: int) -> None:
        self.random = random
        self.spoilt = spoilt
        self.dialect = random.choice(("2020-12", "2020-12", "2020-12", "2019-09", "7", "6", "4"))
        self.shelf = "$defs" if self.dialect.startswith("20") else "definitions"
        self.names = ("d", "e", "f")[: random.randrange(4)]
        self.is_dynamic = random.randrange(4) == 0

    def document(self) -> Schema:
        """A whole schema, with its definitions, of which some are resources of their own."""
        root = self.schema(self.random.randint(2, 4))
        root = root if isinstance(root, dict) else {"allOf": [self.schema(2)]}
        root = self.anchored({**root, "$schema": DIALECTS[self.dialect]})
        if self.names:
            root[self.shelf] = {name: self.definition(name) for name in self.names}
        return root

    def definition(self, name: str) -> Schema:
        made = self.schema(self.random.randint(1, 3))
        if isinstance(made, dict) and self.is_dynamic and self.random.randrange(2):
            return self.anchored({"$id": f"urn:{name}", **made})
        return made

    def anchored(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema as a resource into which dynamic references may lead."""
        if self.is_dynamic and self.random.randrange(2):
            return {"$dynamicAnchor": "t", "$recursiveAnchor": True, **schema}
        return schema

    def schema(self, depth: int) -> Schema:
        choice = self.random.randrange(10)
        if depth == 0 or choice == 0:
            return self.leaf()
        if choice < 3:
            return self.reference()
        made: dict[str, Any] = {}
        for _ in range(self.random.randint(1, 3)):
            self.add(made, depth - 1)
        return made

    def leaf(self) -> Schema:
        if self.random.randrange(100) < self.spoilt:
            return (
                {"pattern": self.random.choice(PATTERNS)}
                if self.random.randrange(2)
                else {"$ref": "#/nowhere"}
            )
        leaves: tuple[Schema, ...] = (
            {},
            {"type": "object"},
            {"required": ["a"]},
            {"const": 1},
            {"type": "string"},
        )
        return self.random.choice(leaves if self.dialect == "4" else (*leaves, True, False))

    def reference(self) -> dict[str, Any]:
        targets = ["#", *(f"#/{self.shelf}/{name}" for name in self.names)]
        if self.is_dynamic and self.random.randrange(2):
            return {"$recursiveRef": "#"} if self.dialect == "2019-09" else {"$dynamicRef": "#t"}
        if self.is_dynamic and self.random.randrange(3) == 0:
            targets = [f"urn:{name}" for name in self.names] or targets
        return {"$ref": self.random.choice(targets)}

    def add(self, made: dict[str, Any], depth: int) -> None:
        """One keyword more."""
        kind = self.random.randrange(12)
        if kind < 4:
            made[self.random.choice(SUBSCHEMA)] = self.schema(depth)
        elif kind < 6:
            made[self.random.choice(LATER)] = self.schema(depth) if self.random.randrange(2) else self.leaf()
        elif kind < 8:
            made[self.random.choice(LISTS)] = [self.schema(depth) for _ in range(self.random.randint(1, 2))]
        elif kind < 10:
            names = self.random.sample(("a", "b", "("[: self.random.randrange(2)]), 2)
            made[self.random.choice(MAPS)] = {name: self.schema(depth) for name in names}
        elif kind == 10:
            made[self.random.choice(("items", "prefixItems"))] = [self.schema(depth)]
        else:
            self.assertion(made)

    def assertion(self, made: dict[str, Any]) -> None:
        keyword, value = self.random.choice(ASSERTIONS)
        if keyword != "pattern" or self.random.randrange(100) < self.spoilt:
            made[keyword] = self.random.choice(PATTERNS) if keyword == "pattern" else value
