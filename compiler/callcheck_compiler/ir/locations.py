"""Locations of the representation: which keyword a part comes from, and where it then stands."""

from __future__ import annotations

import re

from . import nodes
from .nodes import Part

# A JSON Pointer (RFC 6901), behind the URI of its document and `#` where that is not the author's.
WELL_FORMED = re.compile(r"(?:[^#]*\#)?(?:/(?:[^/~]|~[01])*)*", re.DOTALL)
FIXED: dict[type, str] = {
    nodes.TypeAssertion: "type",
    nodes.Properties: "properties",
    nodes.PatternProperties: "patternProperties",
    nodes.PropertyNames: "propertyNames",
    nodes.AllOf: "allOf",
    nodes.Not: "not",
    nodes.Conditional: "if",
    nodes.UnevaluatedProperties: "unevaluatedProperties",
    nodes.UnevaluatedItems: "unevaluatedItems",
}


def keyword_of(part: Part) -> str:
    """The name of the keyword that a part comes from."""
    if isinstance(part, nodes.Assertion):
        return part.row.name
    if isinstance(
        part, (nodes.Required, nodes.AdditionalProperties, nodes.Contains, nodes.Union, nodes.Never)
    ):
        return part.keyword
    if isinstance(part, nodes.DependentSchema):
        return part.location.split("/")[-2]
    return FIXED.get(type(part)) or part.location.rpartition("/")[2]


def location_of(part: Part, schema: str) -> str:
    """Where a part stands when it comes from a keyword of the schema at a location itself."""
    where = f"{schema}/{keyword_of(part)}"
    return f"{where}/{escape(part.given)}" if isinstance(part, nodes.DependentSchema) else where


def escape(token: str) -> str:
    """One token of a JSON Pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")
