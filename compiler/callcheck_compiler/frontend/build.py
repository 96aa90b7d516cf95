"""From the frozen schema to the program."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from callcheck.formats import formats_of
from callcheck.issues import SchemaError
from callcheck.policy import Formats, Keywords, Policy, Undeclared

from ..ir import nodes
from ..ir.nodes import ALWAYS, Conjunction, Key, Never, Program, Schema
from ..ir.walk import without_uncalled
from ..keywords.keyword import ABSENT, Keyword, Role
from .circles import refuse_circles
from .closures import declares_properties
from .documents import Documents, Place
from .evaluated import Evaluations
from .expressions import check_expressions, check_uninterpreted
from .keyword_parts import READ_BY_OTHERS, declared_names, handler_of
from .limits import Limits

CORE_KEYWORDS = frozenset(
    {"type", "required", "enum", "properties", "additionalProperties", "items", "patternProperties"}
)
IN_PLACE = (
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
)

RANK = itemgetter(0)
# Levels of schemas in one piece; what is deeper is compiled apart, so that no stage recurses far.
DEEPEST = 12
_STEPS_OF_A_SCHEMA = 4


class Builder:
    """Builds the program of one schema under one policy."""

    def __init__(self, documents: Documents, policy: Policy, limits: Limits) -> None:
        self.documents = documents
        self.policy = policy
        self.core = policy.keywords is Keywords.CORE
        self.closing = policy.undeclared is Undeclared.REJECT
        self._limits = limits
        self._functions: dict[Key, Schema] = {}
        self._waiting: list[tuple[Key, Place, bool, bool]] = []
        self._built: dict[Key, Schema] = {}
        self._in_place: dict[Key, list[Key]] = {}
        self._idle = False  # whether something was built that no check looks at
        self._depth = 0
        self.evaluations = Evaluations(self)

    def program(self) -> Program:
        """The root and every function that is called. Raises SchemaError."""
        root = self.schema(self.documents.root(), "", closes=True, position=True)
        while self._waiting:
            key, place, closes, position = self._waiting.pop()
            self._functions[key] = self.schema(place, "$ref", closes, position)
        if self.core:
            check_uninterpreted(self.documents, self.policy)
        if self._functions:
            refuse_circles(self._in_place)
        program = Program(root, self._functions)
        return without_uncalled(program) if self._idle else program

    def schema(self, place: Place, keyword: str, closes: bool, position: bool) -> Schema:
        """The schema at a place.

        keyword   the keyword that holds it, for a `false`
        closes    whether undeclared keys may be rejected here and below
        position  whether it is a position of its own, and no branch of its parent
        """
        contents = place.contents
        if contents is True:
            return ALWAYS
        if contents is False:
            return Never(place.location, keyword)
        if not isinstance(contents, dict):
            raise SchemaError(
                f"a schema must be an object or a boolean, not {_article(contents)}", place.location
            )
        key = (place.location, place.scope, closes, closes and position)
        if self._depth >= DEEPEST and _is_deep(contents):
            return Conjunction(place.location, (self._call(key, place, place.location, apart=True),))
        built = self._built.get(key)
        if built is None:
            self._depth += 1
            parts = self._all_parts(place, closes, position)
            self._depth -= 1
            built = self._built[key] = Conjunction(place.location, tuple(parts)) if parts else ALWAYS
        return built

    def _all_parts(self, place: Place, closes: bool, position: bool) -> list[nodes.Part]:
        parts: list[nodes.Part] = []
        rows = self._rows(place)
        self.documents.meter.step(_STEPS_OF_A_SCHEMA + len(rows))
        for row in rows:
            parts.extend(self._parts(row, place, closes))
        if position and closes and self._is_closed(place):
            parts.append(self._closing(place))
        return parts

    def child(self, place: Place, closes: bool, *tokens: str | int, position: bool = True) -> Schema:
        """The schema of a subschema below a place."""
        below = self.documents.below(place, *tokens)
        if not position:
            self._lead(place, below)
        return self.schema(below, str(tokens[0]), closes, position)

    def idle_child(self, place: Place, keyword: str, position: bool = True) -> None:
        """A subschema that no verdict depends on: refused for what every other is refused for, and left out."""
        self._idle = True
        self.child(place, False, keyword, position=position)

    def refer(self, place: Place, target: Place, location: str, closes: bool) -> nodes.Call:
        """A reference from a place."""
        self._lead(place, target)
        return self.call(target, location, closes)

    def call(self, place: Place, location: str, closes: bool) -> nodes.Call:
        """Another use of a place, which is built once for each way it is used."""
        return self._call((place.location, place.scope, closes, False), place, location)

    def _lead(self, place: Place, target: Place) -> None:
        """Remember that a schema applies another one to the same instance."""
        self._in_place.setdefault((place.location, place.scope), []).append((target.location, target.scope))

    def _call(
        self, key: tuple[str, tuple[str, ...], bool, bool], place: Place, location: str, apart: bool = False
    ) -> nodes.Call:
        if key not in self._functions:
            if len(self._functions) >= self._limits.functions:
                raise SchemaError(
                    f"more than {self._limits.functions:,} schemas of it are compiled apart; let fewer references "
                    "lead to fewer schemas, or raise Limits.functions",
                    location,
                )
            self._functions[key] = ALWAYS
            self._waiting.append((key, place, key[2], key[3]))
        return nodes.Call(location, key, apart)

    def _rows(self, place: Place) -> list[Keyword]:
        """The keywords of a schema that are interpreted, in walk order."""
        contents = place.contents
        dialect = place.dialect
        if dialect.reference_overrides_siblings and "$ref" in contents:
            return [] if self.core else [dialect.keywords["$ref"]]
        ranked = dialect.ranked
        rows = [row for name in contents if name in ranked for row in ranked[name]]
        rows.sort(key=RANK)
        if self.core:
            rows = [row for row in rows if row[1].name in CORE_KEYWORDS]
        return [row for _, row in rows]

    def _parts(self, row: Keyword, place: Place, closes: bool) -> list[nodes.Part]:
        location = place.at(row.name)
        operand = row.parse(place.contents[row.name], location)
        check_expressions(row, operand, place, self.policy, self.documents.meter)
        if row.sibling is not None:
            operand = row.operand(place.contents)
            if operand is ABSENT:
                return []
        handler = handler_of(row)
        if handler is not None:
            return handler(self, place, operand, location, closes)
        if row.role is Role.ASSERTION:
            if row.format_like and not self._asserts(place, row, operand):
                return []
            return [nodes.Assertion(location, row, operand, row.message(operand))]
        if row.role in (Role.APPLICATOR, Role.REFERENCE) and row.name not in READ_BY_OTHERS:
            raise SchemaError(f"the keyword `{row.name}` is not supported", location)
        return []

    def _asserts(self, place: Place, row: Keyword, operand: Any) -> bool:
        """Whether `format` or a content keyword asserts here."""
        if self.policy.formats is not Formats.ASSERT and not place.dialect.asserts_formats:
            return False
        return row.name != "format" or operand in formats_of(place.dialect.uri)

    def _is_closed(self, place: Place) -> bool:
        """Whether undeclared keys are rejected although the schema does not say so (docs/semantics.md)."""
        contents = place.contents
        if not self.closing:
            return False
        counts = not (place.dialect.reference_overrides_siblings and "$ref" in contents)
        if counts and "additionalProperties" in contents:
            return False
        if "unevaluatedProperties" in contents and "unevaluatedProperties" in place.dialect.keywords:
            return False
        if self.core:
            return "properties" in contents and not any(name in contents for name in IN_PLACE)
        return declares_properties(self.documents, place)

    def _closing(self, place: Place) -> nodes.Part:
        location = place.at("unevaluatedProperties")
        declared = declared_names(place)
        if self.core:
            patterns = tuple(place.contents.get("patternProperties", ()))
            evaluated = nodes.EvaluatedProperties(declared, patterns, False, ())
        else:
            evaluated = self.evaluations.properties(place, True)
        return nodes.UnevaluatedProperties(
            location, Never(location, "unevaluatedProperties"), evaluated, declared
        )


def _is_deep(contents: dict[str, Any]) -> bool:
    """Whether a schema may have schemas inside."""
    return any(isinstance(value, (dict, list)) for value in contents.values())


def _article(value: Any) -> str:
    from callcheck.json_values import json_type_name

    word = json_type_name(value)
    return f"an {word}" if word[0] in "aeio" else f"a {word}"
