"""Rewrites of the root: what a provider refuses there, and what it wants to find."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from ..annotations import is_annotation
from ..modern import LATEST
from ..references import without_unnamed
from ..roots import Root, object_root
from ..survey import APPLIED
from .rule import Here, Rewrite, without
from .telling import with_note

_SILENT = frozenset(
    {"$schema", "$id", "$anchor", "$comment", "$vocabulary", "$defs", "definitions", "discriminator"}
)


def merged_root(*refused: str) -> Rewrite:
    """The root is an object that shows what its branches bring; the refused keywords are dropped."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        root = _merged(schema, here)

        def says_nothing(keyword: str) -> bool:
            return keyword in root.covered or is_annotation(keyword)

        made = without(
            root.schema, [keyword for keyword in root.schema if keyword in refused], here, "", says_nothing
        )
        if made is schema:
            return schema
        made = without_unnamed(made, LATEST)
        if not root.forms or root.covered:
            return made
        here.record.forms.append(root.forms)
        return with_note(made, root.forms)

    return rewrite


def only_at_root(*taken: str) -> Rewrite:
    """The root has these keywords alone. Definitions go too, so references are written out before."""

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        root = _merged(schema, here)

        def says_nothing(keyword: str) -> bool:
            if keyword in _SILENT or is_annotation(keyword) or keyword not in LATEST.keywords:
                return True
            return keyword in root.covered and keyword in APPLIED

        other = [keyword for keyword in root.schema if keyword not in taken]
        if root.forms and not root.covered:
            here.record.forms.append(root.forms)
        return without(root.schema, other, here, "", says_nothing)

    return rewrite


def _merged(schema: dict[str, Any], here: Here) -> Root:
    """The root as an object, be it one that nothing fits."""
    root = object_root(schema, json.dumps(schema), keeps=False)
    if root.reason is None:
        return root
    here.refused("type", root.reason)
    return Root({"type": "object"})


def object_type(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """The root is an object that shows its parameters, and keeps what it says."""
    return object_root(schema, json.dumps(schema)).schema


def shown_properties(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """The root has `properties`, be they none."""
    return schema if "properties" in schema else {**schema, "properties": {}}


def named_like(pattern: str, most: int) -> Rewrite:
    """The names of parameters fit a pattern; an optional one that does not is left out, a required one is a refusal."""
    fits = re.compile(f"(?:{pattern}){{1,{most}}}", re.ASCII).fullmatch

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        required = schema.get("required", ())
        odd = [name for name in schema.get("properties", {}) if not fits(name)]
        if not odd:
            return schema
        for name in odd:
            if name in required:
                here.refused("properties", f"{_shown(name)} is required: give it another name")
            else:
                here.narrowed("properties", f"{_shown(name)} is left out, for it does not fit")
        kept: Collection[str] = {*required}
        properties = {
            name: inner for name, inner in schema["properties"].items() if name in kept or fits(name)
        }
        return {**schema, "properties": properties}

    return rewrite


def _shown(name: str) -> str:
    return json.dumps(name if len(name) <= 80 else name[:80] + "…", ensure_ascii=False)
