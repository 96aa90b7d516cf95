"""A root that is a union, a reference or a condition becomes an object that shows its parameters.

The new root says what the old one implies, and keeps what the old one says: so exactly the same objects are accepted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from callcheck.issues import SchemaError
from callcheck.json_values import equal

from ..frontend.closures import read
from ..frontend.documents import Place
from ..keywords.any_type import type_names
from ..keywords.dialects import DEFAULT, Dialect, dialect_of
from ..keywords.identifiers import DEFS
from .annotations import is_annotation, split, text_of
from .forms import forms_text
from .merge import ANYTHING, Combine, Schema, conjunction, intersection, is_anything, is_never, union
from .move import Move
from .positions import below
from .references import DEFINITIONS, documents_of, is_dynamic, targets
from .shape import Both, Shape
from .survey import APPLIED, Survey
from .work import MOST_STEPS_OF_A_ROOT, TOO_LARGE, bounded_work

# More characters than a model reads of one tool, for properties that say the same of each key over and over.
_LONGEST_PROPERTIES = 1_000_000
_MOST_GROWTH = 4
_IDENTITY = ("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary")


@dataclass(frozen=True)
class Root:
    """A root as it is advertised.

    schema   the rewritten schema; the very same object when it already is an object that shows its parameters
    reason   why it cannot be an object, and what to write instead; None when it can
    covered  the keywords at the root whose meaning `type`, `properties`, `required` and `additionalProperties` tell in full
    is_rewritten  whether `schema` says more than it was written with
    only_objects  whether the schema as written plainly accepts nothing but objects
    forms    what a union at the root asks for, in words, for when it is dropped; empty when there is little to say
    """

    schema: dict[str, Any]
    reason: str | None = None
    covered: frozenset[str] = frozenset()
    is_rewritten: bool = False
    only_objects: bool = True
    forms: str = ""


def is_object_root(schema: Schema) -> bool:
    """Whether a root is an object, and nothing at the root could bring further parameters."""
    return (
        isinstance(schema, dict)
        and schema.get("type") == "object"
        and not any(map(schema.__contains__, APPLIED))
    )


def dialect_to_read(schema: Schema) -> Dialect:
    """The dialect of a schema, 2020-12 for one that is not known; with tuples under `items` and schemas under `$defs`."""
    try:
        return _extended(dialect_of(schema))
    except SchemaError:
        return _extended(DEFAULT)


def _extended(dialect: Dialect) -> Dialect:
    dialect = dialect.extended()
    return dialect if "$defs" in dialect.keywords else replace(dialect, walk=(*dialect.walk, DEFS))


def object_root(
    schema: Schema,
    text: str,
    keeps: bool = True,
    *,
    dialect: Dialect | None = None,
    combine: Combine = union,
) -> Root:
    """The root as an object.

    `schema` is as `json` reads it, and `text` is what it was read from. Without `keeps` the applied keywords are going to be
    dropped, so that what is shown need not agree with them. `dialect` is the one that the schema names where None. `combine` makes
    one schema of what several branches allow for a key. Raises nothing: a root that cannot be rewritten comes back as it is, with
    the reason.
    """
    if is_object_root(schema):
        return Root(schema)
    if not isinstance(schema, dict):
        if schema is True:
            return Root({"type": "object"}, is_rewritten=True)
        return Root(schema, 'it is not an object: write {"type": "object", "properties": {…}}')
    dialect = dialect_to_read(schema) if dialect is None else _extended(dialect)
    try:
        with bounded_work(MOST_STEPS_OF_A_ROOT):
            return _Rewrite(schema, dialect, text, combine).root(keeps)
    except SchemaError as refusal:
        where = f" (at {refusal.keyword_location})" if refusal.keyword_location else ""
        return Root(schema, refusal.reason + where)
    except RecursionError:
        return Root(schema, "it is nested too deeply: write it flatter")


class _Rewrite:
    """One root, on its way to being an object."""

    def __init__(self, schema: dict[str, Any], dialect: Dialect, text: str, combine: Combine) -> None:
        self.schema = schema
        self.dialect = dialect
        self.documents = documents_of(schema, dialect)
        self.place = self.documents.root()
        self.survey = Survey(self.documents, dialect, schema, combine)
        self.own = self.survey.own(self.place)
        self.applied = self.survey.applied(self.place)
        both = Both((self.own, self.applied), dialect)
        self.whole: Shape = self.survey.sealed(self.place, both)
        self.own_properties: dict[str, Schema] = read(self.place, "properties", {})
        self.most_characters = max(_LONGEST_PROPERTIES, _MOST_GROWTH * len(text))
        self.refers = "$ref" in text or "Ref" in text
        self.seals = "unevaluatedProperties" in text

    def root(self, keeps: bool) -> Root:
        """The rewritten root."""
        forms = "" if keeps else self._forms()
        return replace(self._root(keeps), only_objects=self.survey.only_objects(self.place), forms=forms)

    def _root(self, keeps: bool) -> Root:
        if not self.whole.possible:
            return Root(self.schema, self._why_not())
        named = list(targets(self.documents, self.dialect)) if self.refers else []
        properties = self._properties(named)
        required = list(dict.fromkeys((*self.own.required, *self.whole.required)))
        if self._shows(properties, required):
            return Root(self.schema, covered=self._covered(self.own_properties, False))
        if len(json.dumps(properties)) > self.most_characters:
            raise SchemaError(TOO_LARGE)
        shown: dict[str, Any] = {"type": "object"}
        is_union = any(keyword in self.schema for keyword in APPLIED)
        if properties or is_union or "properties" in self.schema:
            shown["properties"] = properties
        if required or (is_union and self.dialect.name != "4"):  # Draft 4 has no empty `required`.
            shown["required"] = required
        if self._closes():
            shown["additionalProperties"] = False
        made = self._around(shown)
        must_wrap = not equal(made, self.schema) and self._must_wrap(properties, named)
        if must_wrap and keeps:
            return self._wrapped(shown)
        covered = (
            frozenset[str]() if must_wrap else self._covered(properties, "additionalProperties" in shown)
        )
        if equal(made, self.schema):
            return Root(self.schema, covered=covered)
        return Root(made, covered=covered, is_rewritten=True)

    def _properties(self, named: list[Place]) -> dict[str, Schema]:
        """The properties to show: the root's own, then what the applied schemas bring."""
        locations = [target.location for target in named]
        properties: dict[str, Schema] = {}
        for key in dict.fromkeys((*self.own_properties, *self.whole.keys)):
            if key not in self.own_properties:
                allowed = self.whole.allows(key)
                if not is_never(allowed):
                    properties[key] = ANYTHING if allowed is True else allowed
                continue
            properties[key] = self.own_properties[key]
            here = below("", "properties", key)
            if not any(location == here or location.startswith(f"{here}/") for location in locations):
                properties[key] = self._refined(key) or properties[key]
        return properties

    def _refined(self, key: str) -> Schema | None:
        """A property of the root's own with what the applied schemas ask of it; None where that cannot be told flatly."""
        own, applied = self.own_properties[key], self.applied.allows(key)
        if is_anything(applied):
            return own
        if is_never(applied) or is_never(own):
            return None
        (told, asserted), (_, added) = split(own), split(applied)
        if not asserted:
            return intersection([own, applied], self.dialect)
        if text_of(asserted) == text_of(added):
            return own
        both = conjunction(asserted, added, self.dialect)
        return {**told, **both} if isinstance(both, dict) else None

    def _shows(self, properties: dict[str, Schema], required: list[str]) -> bool:
        """Whether the root is an object already and shows all of them."""
        shown = self.own_properties.keys() >= properties.keys() and set(self.own.required) >= set(required)
        return shown and read(self.place, "type") == "object"

    def _closes(self) -> bool:
        """Whether no other key can occur and nothing at the root says so yet."""
        silent = all(
            read(self.place, f"{which}Properties") is None for which in ("additional", "unevaluated")
        )
        return silent and self.whole.closed

    def _covered(self, properties: dict[str, Schema], closes: bool) -> frozenset[str]:
        """The applied keywords, when the shown properties tell all that they say."""
        if not self.applied.exact:
            return frozenset()
        for key, own in self.own_properties.items():
            refined = self._refined(key)
            if refined is None or text_of(refined) != text_of(properties.get(key, own)):
                return frozenset()
        # A pattern of the root's own lets keys through that no branch may.
        says_closed = closes or is_never(self.own.others)
        closed = says_closed and all(map(is_never, self.own.patterns.values()))
        if not closed and any(is_never(self.applied.allows(key)) for key in self.applied.keys):
            return frozenset()
        if self.applied.closed and not (closed and self.own_properties.keys() <= set(self.applied.keys)):
            return frozenset()
        return frozenset(APPLIED)

    def _must_wrap(self, properties: dict[str, Schema], named: list[Place]) -> bool:
        """Whether what is shown would change what stands beside it, or what a reference to the root means."""
        if self._overrides_siblings():
            # What stands beside the reference says nothing, but may be named.
            return any(
                target.location.startswith(("/properties", "/additionalProperties")) for target in named
            )
        others = read(self.place, "additionalProperties", True)
        judged = not is_anything(others) or read(self.place, "unevaluatedProperties") is not None
        if judged and not self.own_properties.keys() >= properties.keys():
            return True
        if not any(target.location == "" for target in named):
            return False
        return self.seals or not self.survey.only_objects(self.place)

    def _around(self, shown: dict[str, Any]) -> dict[str, Any]:
        """The root with what is shown in front of what it says itself."""
        head = {
            keyword: value
            for keyword, value in self.schema.items()
            if keyword in _IDENTITY or is_annotation(keyword)
        }
        rest = {keyword: value for keyword, value in self.schema.items() if keyword not in head | shown}
        return {**head, **shown, **rest}

    def _wrapped(self, shown: dict[str, Any]) -> Root:
        """The root with what it says in an `allOf`, apart from what is shown."""
        dynamic = is_dynamic(self.schema, self.dialect)
        if dynamic or "$dynamicAnchor" in self.schema or "$recursiveAnchor" in self.schema:
            return Root(
                self.schema, "it refers to itself through a dynamic reference: write that one as `$ref`"
            )
        moving = frozenset(filter(self._moves, self.schema))
        move = Move(self.documents, self.dialect, moving, "/allOf/0")
        schema = move.document()
        inner = {keyword: value for keyword, value in schema.items() if keyword in moving}
        staying = {keyword: value for keyword, value in schema.items() if keyword not in moving}
        head = {
            keyword: value
            for keyword, value in staying.items()
            if keyword in _IDENTITY or is_annotation(keyword)
        }
        made = {**head, **move.copy(shown), "allOf": [inner], **staying}
        covered = frozenset({"allOf"}) if self.whole.exact else frozenset()
        return Root(made, covered=covered, is_rewritten=True)

    def _moves(self, keyword: str) -> bool:
        """Whether a keyword of the root goes into the `allOf` with what the root says."""
        if keyword == "$anchor":
            return True
        if keyword == self.dialect.identifier and self._overrides_siblings():
            return True  # It says nothing there, and would without the reference beside it.
        if keyword in DEFINITIONS or keyword in _IDENTITY or is_annotation(keyword):
            return False
        return keyword in self.dialect.keywords

    def _overrides_siblings(self) -> bool:
        """Whether the root is a reference, in a draft where nothing beside one counts."""
        return self.dialect.reference_overrides_siblings and "$ref" in self.schema

    def _forms(self) -> str:
        """What the root's unions ask for, in words."""
        told = []
        for keyword in ("anyOf", "oneOf"):
            branches = self.survey.branches(self.place, keyword)
            told.append(forms_text(branches, self.whole.required, keyword == "oneOf", self.dialect))
        return " ".join(filter(None, told))

    def _why_not(self) -> str:
        """Why no object is accepted, and what to write instead."""
        types = read(self.place, "type")
        if types is not None and "object" not in type_names(types):
            listed = " | ".join(f"`{name}`" for name in type_names(types))
            return (
                f"it takes {listed}, and arguments are always an object: "
                'write {"type": "object", "properties": {"value": …}} with this schema under `value`'
            )
        for keyword in ("enum", "const"):
            if keyword in self.schema:
                return f"its `{keyword}` lists no object that fits: write the arguments as `properties` of an object"
        for keyword in ("anyOf", "oneOf", "allOf", "$ref"):
            if keyword in self.schema:
                return (
                    f"its `{keyword}` leaves no object that fits: write branches of `type` `object`, or "
                    '{"type": "object", "properties": {"value": …}} with this schema under `value`'
                )
        return "no object fits it: write an object whose `properties` can hold what it requires"
