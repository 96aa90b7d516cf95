"""The schema of one tool, laid out for the rules: its subschemas, and which of them speak of the same instance."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from callcheck.issues import SchemaError
from callcheck.policy import TOOL_INPUT

from ..frontend.closures import REFERENCES, references
from ..frontend.documents import Documents, Place
from ..frontend.freeze import freeze
from ..frontend.limits import DEFAULT_LIMITS
from ..keywords.dialects import DEFAULT, dialect_of
from ..sources import Tool

IN_PLACE = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies"})
ONLY_ASKED = frozenset({"not", "if", "contains", "propertyNames"})  # subschemas that no argument has to fit
SHELVES = frozenset({"$defs", "definitions"})  # subschemas that apply where a reference leads to them
MOST_STEPS = 200_000


class Subject:
    """One tool under the eyes of the rules. Raises SchemaError when the schema is not JSON or too large."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.schema, _ = freeze(tool.parameters, DEFAULT_LIMITS)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                self.dialect = dialect_of(self.schema, extensions=True).extended()
            except SchemaError:
                self.dialect = DEFAULT.extended()
        self.documents = self._documents()
        self.steps_left = MOST_STEPS
        self.is_cut = False  # whether a rule gave up before it had looked at everything

    def _documents(self) -> Documents | None:
        """What resolves references; None for a malformed schema, of which the compiler says where."""
        try:
            return Documents(self.schema, self.dialect, {}, TOOL_INPUT)
        except SchemaError:
            return None

    @cached_property
    def refusal(self) -> SchemaError | None:
        """Why the compiler refuses the schema, if it does."""
        from .. import compile_tool

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile_tool(self.tool.name, self.schema)
        except SchemaError as refusal:
            return refusal
        except RecursionError:
            return SchemaError("it is nested too deeply to be compiled; write it flatter, or use $ref")
        return None

    @property
    def is_exhausted(self) -> bool:
        """Whether the schema has so many subschemas that the rules did not see all of them."""
        return self.steps_left <= 0

    def spend(self, steps: int) -> bool:
        """Whether so many more steps may be made; they are counted."""
        self.steps_left -= steps
        return not self.is_exhausted

    @cached_property
    def root(self) -> Place:
        """The place of the whole schema."""
        return Place(self.schema, "", "", self.dialect) if self.documents is None else self.documents.root()

    @cached_property
    def places(self) -> list[Place]:
        """Every subschema that is an object, the root first, in the order of the text."""
        return list(self._walked([self.root]))

    @cached_property
    def _by_location(self) -> dict[str, Place]:
        return {place.location: place for place in self.places}

    @cached_property
    def positions(self) -> list[list[Place]]:
        """For the arguments and every value in them: the subschemas that speak of it, in place or by reference.

        In a malformed schema, those with a reference that is not followed are left out: it may declare anything.
        """
        positions: list[list[Place]] = []
        waiting = [self.root]
        seen: set[str] = set()
        while waiting:
            start = waiting.pop()
            if start.location not in seen:
                position = list(self._together(start))
                seen.update(place.location for place in position)
                if self.documents is not None or all(self._is_followed(place) for place in position):
                    positions.append(position)
                waiting.extend(
                    child for place in reversed(position) for child in reversed(self._children(place))
                )
        return positions

    def below(self, place: Place) -> Iterator[tuple[str, Place]]:
        """(keyword, subschema) of each subschema that a place holds; what is no schema is passed over."""
        for keyword, value in place.contents.items():
            row = place.dialect.keywords.get(keyword)
            try:
                found = list(row.subschemas(value)) if row is not None else []
            except (AttributeError, TypeError):
                continue
            for tokens, subschema in found:
                if not isinstance(subschema, dict):
                    continue
                if self.documents is None:
                    yield keyword, Place(subschema, place.at(keyword, *tokens), place.base, place.dialect)
                else:
                    yield keyword, self.documents.below(place, keyword, *tokens)

    def targets(self, place: Place) -> list[Place]:
        """What a place refers to; a reference that leads nowhere is told by the compiler."""
        if self.documents is None:
            return [] if (target := self._pointed(place)) is None else [target]
        try:
            targets = references(self.documents, place)
        except SchemaError:
            return []
        return [target for target in targets if isinstance(target.contents, dict)]

    def _is_followed(self, place: Place) -> bool:
        """Whether a malformed schema's place refers to nothing, or to what was found."""
        refers = any(keyword in place.contents for keyword in REFERENCES)
        return not refers or self._pointed(place) is not None

    def _pointed(self, place: Place) -> Place | None:
        """What a JSON Pointer of `$ref` leads to in a malformed schema, of which nothing else is resolved."""
        pointer = place.contents.get("$ref")
        if not isinstance(pointer, str) or not pointer.startswith("#"):
            return None
        return self._by_location.get(unquote(pointer[1:]))

    def _walked(self, waiting: list[Place]) -> Iterator[Place]:
        seen: set[str] = set()
        while waiting and not self.is_exhausted:
            place = waiting.pop()
            if not isinstance(place.contents, dict) or place.location in seen:
                continue
            seen.add(place.location)
            self.steps_left -= 1
            yield place
            waiting.extend(reversed([subschema for _, subschema in self.below(place)]))

    def _together(self, start: Place) -> Iterator[Place]:
        """A subschema and what it applies to the same instance."""
        waiting = [start]
        seen: set[str] = set()
        while waiting and not self.is_exhausted:
            place = waiting.pop()
            if not isinstance(place.contents, dict) or place.location in seen:
                continue
            seen.add(place.location)
            self.steps_left -= 1
            yield place
            beside = [subschema for keyword, subschema in self.below(place) if keyword in IN_PLACE]
            waiting.extend(reversed(beside + self.targets(place)))

    def _children(self, place: Place) -> list[Place]:
        passed_over = IN_PLACE | ONLY_ASKED | SHELVES
        return [subschema for keyword, subschema in self.below(place) if keyword not in passed_over]

    def value(self, place: Place, keyword: str, expected: type) -> Any:
        """The value of a keyword if it has the type that the specification asks for, else an empty one."""
        found = place.contents.get(keyword)
        return found if isinstance(found, expected) else expected()
