"""Random schemas full of names: resources in resources, anchors, copies, unknown keywords, and references of every kind to them."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

_DRAFTS = {
    "http://json-schema.org/draft-04/schema#": ("id", ("$ref",), ()),
    "http://json-schema.org/draft-07/schema#": ("$id", ("$ref",), ()),
    "https://json-schema.org/draft/2019-09/schema": ("$id", ("$ref", "$recursiveRef"), ("$anchor",)),
    "https://json-schema.org/draft/2020-12/schema": (
        "$id",
        ("$ref", "$dynamicRef"),
        ("$anchor", "$dynamicAnchor", "$dynamicAnchor"),
    ),
}
_URIS = ("a", "b", "http://x/a")
_ANCHORS = ("n", "m")
_MAPS = ("properties", "$defs", "definitions")
_LISTS = ("allOf", "x")
_PROPERTIES = ("p", "q")
_MOST_LEVELS = 5
# What is nested as the schemas may be; no schema of a document takes all of them.
INSTANCES: tuple[Any, ...] = (
    3,
    {},
    {"p": 3, "q": {}},
    {"p": {"p": 3, "q": 2}, "q": {"p": 2, "q": 3}},
    {"p": {"p": {"p": {"q": 3}, "q": {}}}, "q": {"q": {"p": {}}}},
)


class Naming:
    """Makes documents, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def document(self) -> Any:
        """A whole schema, which says its dialect."""
        self._draft = self._random.choice(list(_DRAFTS))
        self._identifier, self._references, self._anchors = _DRAFTS[self._draft]
        self._made: list[Any] = []
        self._left = self._random.randint(3, 12)
        schema = self._schema(0)
        if self._chance(0.7):
            schema[self._identifier] = self._random.choice(("http://x/", "http://x/", "http://x/a"))
        pointers = list(_pointers(schema, ""))
        chosen: dict[str, str] = {}
        for _, inner in pointers:
            for keyword in ("$ref", "$dynamicRef"):
                if keyword in inner:
                    blank = inner[keyword]
                    # Copies refer to the same.
                    inner[keyword] = chosen.setdefault(blank, self._reference(pointers))
        return {"$schema": self._draft, **schema}

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _schema(self, level: int) -> Any:
        if self._made and level and self._chance(0.35):
            return self._copy()
        self._left -= 1
        schema: dict[str, Any] = {}
        if level and self._chance(0.4):
            self._identify(schema)
        for keyword in self._random.sample(self._anchors, min(len(self._anchors), 1)):
            if self._chance(0.4):
                schema[keyword] = self._random.choice(_ANCHORS)
        if "$recursiveRef" in self._references and self._chance(0.5):
            schema["$recursiveAnchor"] = True
        if level and self._chance(0.5):
            self._refer(schema)
        else:
            schema["maximum"] = self._random.choice((1, 2))
            schema["required"] = [self._random.choice(_PROPERTIES)]
        if level < _MOST_LEVELS:
            self._hold(schema, level)
        self._made.append(schema)
        return schema

    def _copy(self) -> Any:
        """Another one of what is there already, perhaps a little different."""
        made = copy.deepcopy(self._random.choice(self._made))
        if self._chance(0.25):
            made[self._random.choice(("title", "x-title"))] = "another"
        return made

    def _identify(self, schema: Any) -> None:
        plain = not self._anchors and self._chance(0.4)
        schema[self._identifier] = (
            "#" + self._random.choice(_ANCHORS) if plain else self._random.choice(_URIS)
        )
        if not plain and self._chance(0.1):
            schema["$schema"] = self._random.choice(list(_DRAFTS))

    def _refer(self, schema: Any) -> None:
        keyword = self._random.choice(self._references)
        schema[keyword] = "#" if keyword == "$recursiveRef" else f"blank {self._random.random()}"

    def _hold(self, schema: Any, level: int) -> None:
        for keyword in self._random.sample((*_MAPS, *_LISTS, "properties", "x"), 3):
            count = min(self._random.randint(1, 2), self._left)
            if count > 0 and keyword in _MAPS:
                names = self._random.sample(_PROPERTIES, count)
                schema[keyword] = {name: self._schema(level + 1) for name in names}
            elif count > 0:
                schema[keyword] = [self._schema(level + 1) for _ in range(count)]

    def _reference(self, pointers: list[tuple[str, Any]]) -> str:
        """A reference to something that is there, or at least may be."""
        if self._chance(0.4):
            names = [
                inner[keyword]
                for _, inner in pointers
                for keyword in ("id", "$id")
                if isinstance(inner.get(keyword), str)
            ]
            uri: str = self._random.choice(names or ["b"])
            return uri if "#" in uri or self._chance(0.4) else f"{uri}#{self._random.choice(_ANCHORS)}"
        if self._chance(0.2):
            return f"#{self._random.choice((*_ANCHORS, ''))}"
        pointer, _ = self._random.choice(pointers)
        around = [
            (outer, inner)
            for outer, inner in pointers
            if pointer.startswith(outer) and self._identifier in inner
        ]
        if not around or self._chance(0.5):
            return f"{self._random.choice(('', 'http://x/'))}#{pointer}"
        outer, inner = self._random.choice(around)
        uri = inner[self._identifier]
        return f"{'' if '#' in uri or self._chance(0.5) else uri}#{pointer[len(outer):]}"


def _pointers(schema: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    """Every schema with the JSON Pointer to it, those under unknown keywords too."""
    yield pointer, schema
    for keyword in _MAPS:
        for name, inner in schema.get(keyword, {}).items():
            yield from _pointers(inner, f"{pointer}/{keyword}/{name}")
    for keyword in _LISTS:
        for index, inner in enumerate(schema.get(keyword, ())):
            yield from _pointers(inner, f"{pointer}/{keyword}/{index}")
