"""The dialects: which rows each draft has, in walk order, and how else the drafts differ."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from callcheck.issues import SchemaError

from . import (
    any_type,
    arrays,
    identifiers,
    in_place,
    meta_data,
    numbers,
    objects,
    references,
    strings,
    unevaluated,
)
from .keyword import Keyword
from .wording import string_text


@dataclass(frozen=True)
class Dialect:
    """One draft of JSON Schema.

    name                          `2020-12`, `7`…
    uri                           the URI of its meta-schema, as `$schema` names it
    walk                          its rows, in the order in which a schema's keywords are walked
    identifier                    the keyword that gives a schema its URI
    reference_overrides_siblings  whether nothing beside `$ref` counts
    integer_accepts_integral_float  whether 3.0 is an `integer`
    boolean_schemas               whether `true` and `false` are schemas everywhere, not only under `additional…`
    asserts_formats               whether `format` asserts whatever the policy says
    """

    name: str
    uri: str
    walk: tuple[Keyword, ...]
    identifier: str = "$id"
    reference_overrides_siblings: bool = False
    integer_accepts_integral_float: bool = True
    boolean_schemas: bool = True
    asserts_formats: bool = False

    @cached_property
    def keywords(self) -> Mapping[str, Keyword]:
        """The rows by name, in walk order; `dependencies`, which is in the walk twice, at its first place."""
        rows: dict[str, Keyword] = {}
        for row in self.walk:
            rows.setdefault(row.name, row)
        return MappingProxyType(rows)

    @cached_property
    def ranked(self) -> Mapping[str, tuple[tuple[int, Keyword], ...]]:
        """The rows of each keyword with their places in the walk."""
        ranked: dict[str, tuple[tuple[int, Keyword], ...]] = {}
        for rank, row in enumerate(self.walk):
            ranked[row.name] = (*ranked.get(row.name, ()), (rank, row))
        return MappingProxyType(ranked)

    def with_vocabularies(self, names: Set[str]) -> Dialect:
        """The same with the rows of these vocabularies alone; `format-assertion` lets `format` assert."""
        known = names | {"core"} | ({"format"} if names & _FORMAT_VOCABULARIES else set())
        walk = tuple(row for row in self.walk if row.vocabulary in known)
        return replace(self, walk=walk, asserts_formats="format-assertion" in names)

    @cached_property
    def extended_form(self) -> Dialect:
        """The same as read under `extensions`; made once."""
        return self.extended()

    def extended(self) -> Dialect:
        """The same, and a list under `items` is a tuple, as it was until 2019-09, with `additionalItems` for the rest."""
        if self.keywords.get("items") is not arrays.ITEMS:
            return self
        place = self.walk.index(arrays.ITEMS)
        tuples = (arrays.ITEMS_OR_TUPLE, arrays.ADDITIONAL_ITEMS)
        return replace(self, walk=self.walk[:place] + tuples + self.walk[place + 1 :])


_FORMAT_VOCABULARIES = frozenset({"format-annotation", "format-assertion"})


def _walk(**families: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
    """The rows of the families, in walk order (docs/semantics.md, "Order of issues")."""
    order = ("identifiers", "references", "any_type", "numbers", "strings", "objects", "arrays", "in_place")
    return tuple(row for family in (*order, "unevaluated", "meta_data") for row in families.get(family, ()))


def _strings(uri: str) -> tuple[Keyword, ...]:
    return (strings.MIN_LENGTH, strings.MAX_LENGTH, strings.PATTERN, strings.format_of(uri))


_DRAFT_4 = "http://json-schema.org/draft-04/schema#"
_DRAFT_6 = "http://json-schema.org/draft-06/schema#"
_DRAFT_7 = "http://json-schema.org/draft-07/schema#"
_2019_09 = "https://json-schema.org/draft/2019-09/schema"
_2020_12 = "https://json-schema.org/draft/2020-12/schema"

_NUMBERS = (
    numbers.MULTIPLE_OF,
    numbers.MINIMUM,
    numbers.EXCLUSIVE_MINIMUM,
    numbers.MAXIMUM,
    numbers.EXCLUSIVE_MAXIMUM,
)
_NUMBERS_DRAFT4 = (
    numbers.MULTIPLE_OF,
    numbers.MINIMUM_DRAFT4,
    numbers.EXCLUSIVE_MINIMUM_DRAFT4,
    numbers.MAXIMUM_DRAFT4,
    numbers.EXCLUSIVE_MAXIMUM_DRAFT4,
)
_CHILDREN = (objects.PROPERTIES, objects.PATTERN_PROPERTIES, objects.ADDITIONAL_PROPERTIES)
_COUNTS = (objects.MIN_PROPERTIES, objects.MAX_PROPERTIES)
_OBJECTS_DRAFT4 = (objects.REQUIRED, objects.DEPENDENCIES_REQUIRED, *_COUNTS, *_CHILDREN)
_OBJECTS_DRAFT6 = (
    objects.REQUIRED,
    objects.DEPENDENCIES_REQUIRED,
    *_COUNTS,
    objects.PROPERTY_NAMES,
    *_CHILDREN,
)
# `dependencies` is still read, as the later drafts recommend (Validation 2019-09, appendix A).
_OBJECTS = (
    objects.REQUIRED,
    objects.DEPENDENT_REQUIRED,
    objects.DEPENDENCIES_REQUIRED,
    *_COUNTS,
    objects.PROPERTY_NAMES,
    *_CHILDREN,
)
_ARRAY_SIZES = (arrays.MIN_ITEMS, arrays.MAX_ITEMS, arrays.UNIQUE_ITEMS)
_ARRAYS_DRAFT4 = (*_ARRAY_SIZES, arrays.ITEMS_OR_TUPLE, arrays.ADDITIONAL_ITEMS)
_CONTAINS_BOUNDS = (arrays.MIN_CONTAINS, arrays.MAX_CONTAINS)
_UNIONS = (in_place.ALL_OF, in_place.ANY_OF, in_place.ONE_OF, in_place.NOT)
_CONDITIONALS = (in_place.IF, in_place.THEN, in_place.ELSE)
_META = (meta_data.TITLE, meta_data.DESCRIPTION, meta_data.DEFAULT)
_META_DRAFT6 = (*_META, meta_data.EXAMPLES)
_META_DRAFT7 = (*_META_DRAFT6, meta_data.COMMENT, meta_data.READ_ONLY, meta_data.WRITE_ONLY)
_META_2019_09 = (
    *_META_DRAFT7,
    meta_data.DEPRECATED,
    meta_data.CONTENT_ENCODING,
    meta_data.CONTENT_MEDIA_TYPE,
    meta_data.CONTENT_SCHEMA,
)

DRAFT_4 = Dialect(
    "4",
    _DRAFT_4,
    _walk(
        identifiers=(identifiers.SCHEMA, identifiers.ID_DRAFT4, identifiers.DEFINITIONS),
        references=(references.REF,),
        any_type=(any_type.TYPE_DRAFT4, any_type.ENUM),
        numbers=_NUMBERS_DRAFT4,
        strings=_strings(_DRAFT_4),
        objects=_OBJECTS_DRAFT4,
        arrays=_ARRAYS_DRAFT4,
        in_place=(*_UNIONS, in_place.DEPENDENCIES_SCHEMAS),
        meta_data=_META,
    ),
    identifier="id",
    reference_overrides_siblings=True,
    integer_accepts_integral_float=False,
    boolean_schemas=False,
)
DRAFT_6 = Dialect(
    "6",
    _DRAFT_6,
    _walk(
        identifiers=(identifiers.SCHEMA, identifiers.ID, identifiers.DEFINITIONS),
        references=(references.REF,),
        any_type=(any_type.TYPE, any_type.ENUM, any_type.CONST),
        numbers=_NUMBERS,
        strings=_strings(_DRAFT_6),
        objects=_OBJECTS_DRAFT6,
        arrays=(*_ARRAYS_DRAFT4, arrays.CONTAINS_DRAFT6),
        in_place=(*_UNIONS, in_place.DEPENDENCIES_SCHEMAS),
        meta_data=_META_DRAFT6,
    ),
    reference_overrides_siblings=True,
)
DRAFT_7 = Dialect(
    "7",
    _DRAFT_7,
    _walk(
        identifiers=(identifiers.SCHEMA, identifiers.ID, identifiers.DEFINITIONS),
        references=(references.REF,),
        any_type=(any_type.TYPE, any_type.ENUM, any_type.CONST),
        numbers=_NUMBERS,
        strings=(*_strings(_DRAFT_7), strings.CONTENT_ENCODING_DRAFT7, strings.CONTENT_MEDIA_TYPE_DRAFT7),
        objects=_OBJECTS_DRAFT6,
        arrays=(*_ARRAYS_DRAFT4, arrays.CONTAINS_DRAFT6),
        in_place=(*_UNIONS, *_CONDITIONALS, in_place.DEPENDENCIES_SCHEMAS),
        meta_data=_META_DRAFT7,
    ),
    reference_overrides_siblings=True,
)
DRAFT_2019_09 = Dialect(
    "2019-09",
    _2019_09,
    _walk(
        identifiers=(
            identifiers.SCHEMA,
            identifiers.VOCABULARY,
            identifiers.ID,
            identifiers.ANCHOR,
            identifiers.RECURSIVE_ANCHOR,
            identifiers.DEFS,
            identifiers.DEFINITIONS,
        ),
        references=(references.REF, references.RECURSIVE_REF),
        any_type=(any_type.TYPE, any_type.ENUM, any_type.CONST),
        numbers=_NUMBERS,
        strings=_strings(_2019_09),
        objects=_OBJECTS,
        arrays=(*_ARRAYS_DRAFT4, arrays.CONTAINS_2019_09, *_CONTAINS_BOUNDS),
        in_place=(*_UNIONS, *_CONDITIONALS, in_place.DEPENDENT_SCHEMAS, in_place.DEPENDENCIES_SCHEMAS),
        unevaluated=(unevaluated.UNEVALUATED_ITEMS, unevaluated.UNEVALUATED_PROPERTIES),
        meta_data=_META_2019_09,
    ),
)
DRAFT_2020_12 = Dialect(
    "2020-12",
    _2020_12,
    _walk(
        identifiers=(
            identifiers.SCHEMA,
            identifiers.VOCABULARY,
            identifiers.ID,
            identifiers.ANCHOR,
            identifiers.DYNAMIC_ANCHOR,
            identifiers.DEFS,
            identifiers.DEFINITIONS,
        ),
        references=(references.REF, references.DYNAMIC_REF),
        any_type=(any_type.TYPE, any_type.ENUM, any_type.CONST),
        numbers=_NUMBERS,
        strings=_strings(_2020_12),
        objects=_OBJECTS,
        arrays=(*_ARRAY_SIZES, arrays.PREFIX_ITEMS, arrays.ITEMS, arrays.CONTAINS, *_CONTAINS_BOUNDS),
        in_place=(*_UNIONS, *_CONDITIONALS, in_place.DEPENDENT_SCHEMAS, in_place.DEPENDENCIES_SCHEMAS),
        unevaluated=(unevaluated.UNEVALUATED_ITEMS, unevaluated.UNEVALUATED_PROPERTIES),
        meta_data=_META_2019_09,
    ),
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {dialect.uri: dialect for dialect in (DRAFT_4, DRAFT_6, DRAFT_7, DRAFT_2019_09, DRAFT_2020_12)}
)
DEFAULT = DRAFT_2020_12

_VOCABULARY = "https://json-schema.org/draft/{}/vocab/"
# What the vocabularies of 2019-09 are called since.
_RENAMED = {"format": {"format-annotation"}, "applicator": {"applicator", "unevaluated"}}


def dialect_of(
    schema: Any,
    default: Dialect = DEFAULT,
    *,
    extensions: bool = False,
    resources: Mapping[str, Any] | None = None,
    warn: bool = True,
) -> Dialect:
    """The dialect that `schema` names by `$schema`, or `default`.

    A meta-schema among `resources` (URI to schema) may be named too; its `$vocabulary` chooses the rows (Core 2020-12, section
    8.1.2). Any other URI is read as 2020-12 under `extensions`, with a warning unless `warn` is false, else refused: raises SchemaError.
    """
    uri = schema.get("$schema") if isinstance(schema, dict) else None
    if uri is None:
        return default
    if isinstance(uri, str):
        known = _known(uri)
        if known is not None:
            return known
        meta_schema = _resource(uri, resources or {})
        if isinstance(meta_schema, dict):
            return _described(meta_schema, default, extensions, resources)
    shown = string_text(uri) if isinstance(uri, str) else "something that is no string"
    reason = f'`$schema` names {shown}, which is no dialect known here; right would be e.g. "{DEFAULT.uri}"'
    if not extensions:
        raise SchemaError(reason, "/$schema")
    if warn:
        warnings.warn(f"{reason}. The schema is read as JSON Schema 2020-12.", stacklevel=2)
    return DEFAULT


def dialect_named(uri: str) -> Dialect:
    """The draft whose meta-schema has this URI. Raises SchemaError when there is none."""
    dialect = _known(uri)
    if dialect is None:
        raise SchemaError(f"{string_text(uri)} is no dialect known here; there are {', '.join(DIALECTS)}")
    return dialect


def _known(uri: str) -> Dialect | None:
    """The draft of a meta-schema's URI, an empty fragment and the scheme's `s` aside."""
    bare = uri.removesuffix("#")
    bare = bare.partition("://")[2]
    for known, dialect in DIALECTS.items():
        if known.removesuffix("#").partition("://")[2] == bare:
            return dialect
    return None


def _resource(uri: str, resources: Mapping[str, Any]) -> Any:
    return resources.get(uri, resources.get(uri.removesuffix("#")))


def _described(
    meta_schema: dict[str, Any], default: Dialect, extensions: bool, resources: Mapping[str, Any] | None
) -> Dialect:
    """The dialect that a meta-schema of someone else describes."""
    named = meta_schema.get("$schema")
    base = (_known(named) if isinstance(named, str) else None) or default
    vocabularies = meta_schema.get("$vocabulary")
    if not isinstance(vocabularies, dict):
        return base
    names: set[str] = set()
    prefix = _VOCABULARY.format(base.name)
    for uri, is_required in vocabularies.items():
        name = uri.removeprefix(prefix)
        if name != uri:
            names |= _RENAMED.get(name, {name}) if base is DRAFT_2019_09 else {name}
        elif is_required is True:
            raise SchemaError(f"the vocabulary {string_text(uri)} is required and not known here", "/$schema")
    return base.with_vocabularies(names)
