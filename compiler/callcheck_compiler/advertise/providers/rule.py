"""A rule of a provider, and what a rule is told of the place where it is applied."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ..annotations import is_annotation
from ..modern import LATEST
from ..positions import Schema, Tokens, below, rebuilt
from ..recursion import Definitions
from ..report import Narrowing, Refusal, Widening
from ..work import spend

_STEPS_OF_AN_ENTRY = 30


@dataclass
class Record:
    """What has been said differently so far."""

    widened: list[Widening] = field(default_factory=list)
    narrowed: list[Narrowing] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    """What dropped root unions ask for, in words."""

    def __bool__(self) -> bool:
        return bool(self.widened or self.narrowed)

    def extend(self, other: Record) -> None:
        """Add what another record holds."""
        self.widened += other.widened
        self.narrowed += other.narrowed
        self.refused += other.refused
        self.forms += other.forms


@dataclass(frozen=True)
class Here:
    """Where a rule is applied.

    location     JSON Pointer of the schema
    rule         the sentence that says what the provider takes
    definitions  what stands under `$defs` at the root
    inside       the recursive references that what stands here is merged from
    """

    location: str
    rule: str
    record: Record
    definitions: Definitions = field(default_factory=Definitions)
    inside: frozenset[str] = frozenset()

    @property
    def is_root(self) -> bool:
        """Whether this is the whole schema."""
        return self.location == ""

    def below(self, *tokens: str | int) -> Here:
        """The same of something below."""
        return replace(self, location=below(self.location, *tokens))

    def widened(self, keyword: str, reason: str = "") -> None:
        """The schema here lets more through than `keyword` does."""
        self.record.widened.append(Widening(self.location, keyword, self._reason(reason)))

    def narrowed(self, keyword: str, reason: str = "") -> None:
        """The schema here lets less through than `keyword` does."""
        self.record.narrowed.append(Narrowing(self.location, keyword, self._reason(reason)))

    def refused(self, keyword: str, reason: str = "") -> None:
        """The provider will refuse `keyword` here."""
        self.record.refused.append(Refusal(self.location, keyword, self._reason(reason)))

    def _reason(self, reason: str) -> str:
        spend(_STEPS_OF_AN_ENTRY)
        return f"{self.rule}; {reason}" if reason else self.rule


Rewrite = Callable[[dict[str, Any], Here], dict[str, Any]]


class Where(enum.Enum):
    """Which schemas a rule is about."""

    ROOT = "the root"
    BELOW = "what is below the root"
    EVERYWHERE = "every schema"


@dataclass(frozen=True)
class Rule:
    """What a provider takes, where that is written, and how a schema is made to fit.

    says     the rule, as a sentence that goes after the provider's name
    source   where the rule is documented or was seen
    rewrite  (schema, here) -> schema; the same object when it fits already; subschemas have been rewritten before
    where    which schemas it is about
    """

    says: str
    source: str
    rewrite: Rewrite
    where: Where = Where.EVERYWHERE

    def applied(self, schema: dict[str, Any], title: str, record: Record) -> dict[str, Any]:
        """The whole schema with this rule applied wherever it is about."""
        here = Here("", f"{title} {self.says}", record, Definitions(schema.get("$defs", {})))
        if self.where is Where.ROOT:
            return self.rewrite(schema, here)
        made = self._applied(schema, here)
        return made if isinstance(made, dict) else {}

    def _applied(self, schema: Schema, here: Here) -> Schema:
        if not isinstance(schema, dict):
            return schema
        spend(1)
        disturbed: dict[str, None] = {}

        def change(tokens: Tokens, inner: Schema) -> Schema:
            keyword = str(tokens[0])
            where = below(here.location, *tokens)
            if not _turns_around(schema, keyword):
                return self._applied(inner, Here(where, here.rule, here.record, here.definitions))
            tried = Record()
            made = self._applied(inner, Here(where, here.rule, tried, here.definitions))
            if not tried:
                return made
            disturbed[keyword] = None
            if keyword in ("oneOf", "contains"):
                here.record.extend(tried)
                return made
            return inner

        made = rebuilt(schema, LATEST, change)
        if disturbed:
            made = _settled(made, disturbed, here)
        if here.is_root and self.where is Where.BELOW:
            return made
        return self.rewrite(made, here)


def _turns_around(schema: dict[str, Any], keyword: str) -> bool:
    """Whether letting more through in a subschema of `keyword` may let less through in the schema."""
    return keyword in ("not", "if", "oneOf") or (keyword == "contains" and "maxContains" in schema)


def _settled(schema: dict[str, Any], disturbed: Iterable[str], here: Here) -> dict[str, Any]:
    """The schema without what must not stand beside a subschema that says less or more than it did."""
    for keyword in disturbed:
        if keyword == "oneOf" and "anyOf" not in schema:
            here.widened("oneOf", "what its branches say changes, so that more than one may hold")
            schema = {("anyOf" if key == "oneOf" else key): value for key, value in schema.items()}
        elif keyword == "contains":
            schema = without(schema, ["maxContains"], here, "what it counts changes")
        else:
            schema = without(schema, [keyword], here, "what it asks changes")
    return schema


# Keywords whose meaning depends on one that is dropped: they go with it, or they would ask for more than before.
_DEPENDENTS: dict[str, tuple[str, ...]] = {
    "properties": ("additionalProperties", "unevaluatedProperties"),
    "patternProperties": ("additionalProperties", "unevaluatedProperties"),
    "additionalProperties": ("unevaluatedProperties",),
    "prefixItems": ("items", "unevaluatedItems"),
    "items": ("unevaluatedItems",),
    "contains": ("minContains", "maxContains", "unevaluatedItems"),
    "if": ("then", "else"),
    **dict.fromkeys(
        ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"),
        ("unevaluatedProperties", "unevaluatedItems"),
    ),
}
_DEPENDENTS["if"] = ("then", "else", "unevaluatedProperties", "unevaluatedItems")


def without(
    schema: dict[str, Any],
    keywords: Iterable[str],
    here: Here,
    reason: str = "",
    silently: Callable[[str], bool] = is_annotation,
) -> dict[str, Any]:
    """The schema without these keywords and those that depend on them; `silently` tells which need not be reported."""
    dropped: dict[str, None] = {}
    waiting = [keyword for keyword in keywords if keyword in schema]
    while waiting:
        keyword = waiting.pop(0)
        if keyword not in dropped:
            dropped[keyword] = None
            waiting.extend(other for other in _DEPENDENTS.get(keyword, ()) if other in schema)
    if not dropped:
        return schema
    for keyword in dropped:
        if not silently(keyword):
            here.widened(keyword, reason)
    return {keyword: value for keyword, value in schema.items() if keyword not in dropped}
