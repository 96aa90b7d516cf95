"""Gemini's `parameters`: a part of OpenAPI's schema object."""

from __future__ import annotations

from .arrays import items_present, tuples_as_items
from .keywords import formats, inclusive_bounds, only_keywords
from .objects import required_declared
from .provider import Names, Provider, References
from .roots import merged_root, named_like
from .rule import Rule, Where
from .types import no_null_type, null_as_nullable, one_type, speaking, stated_types
from .unions import (
    const_as_enum,
    described_branches,
    enum_of_strings,
    flat,
    one_of_as_any_of,
    plain_schemas,
    unnested,
    without_anything,
)

_SCHEMA = "ai.google.dev/api/caching#Schema"
_ITEMS = {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "object"}]}
_ANYTHING = {"anyOf": [*_ITEMS["anyOf"], {"type": "array", "items": _ITEMS}, {"type": "null"}]}
KEYWORDS = (
    *("type", "format", "title", "description", "enum", "anyOf", "default", "example"),
    *("items", "minItems", "maxItems", "properties", "required", "minProperties", "maxProperties"),
    *("minLength", "maxLength", "pattern", "minimum", "maximum"),
)

SHAPE = (
    Rule(
        "takes an object at the root, and no union",
        f"{_SCHEMA}; github.com/diegosouzapw/OmniRoute/pull/3360",
        merged_root(
            *("oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref", "$dynamicRef"),
            *("if", "then", "else", "dependentSchemas"),
        ),
        Where.ROOT,
    ),
    Rule(
        "takes only a part of JSON Schema",
        f"{_SCHEMA}; its error message `Cannot find field`; github.com/nanbingxyz/5ire/issues/42",
        only_keywords(
            *KEYWORDS,
            *("oneOf", "allOf", "const", "prefixItems", "additionalProperties"),
            *("exclusiveMinimum", "exclusiveMaximum"),
        ),
    ),
    Rule("takes no `true` and `false` as schemas", _SCHEMA, plain_schemas),
    Rule("takes `anyOf` and no `oneOf`", f"{_SCHEMA}; pydantic-ai, profiles/google.py", one_of_as_any_of),
    Rule("takes one schema for all items of an array", _SCHEMA, tuples_as_items),
    Rule(
        "takes an `enum` of one in place of `const`",
        f"{_SCHEMA}; pydantic-ai, profiles/google.py",
        const_as_enum,
    ),
    Rule(
        "takes no `allOf`, and nothing beside `anyOf`",
        "its error message `it must be the only field set`; github.com/anomalyco/opencode/issues/14788",
        flat,
    ),
    Rule(
        "takes no union with a branch that takes anything",
        "ours, for such a branch has no type",
        without_anything,
    ),
    Rule(
        "takes a type with every schema",
        "github.com/UKGovernmentBEIS/inspect_ai/pull/3097 (none is refused since Gemini 3)",
        stated_types(_ANYTHING),
    ),
    Rule(
        "takes `items` with every array",
        "its error message `items: missing field`; github.com/kkrishnan90/gemini-desktop/pull/7",
        items_present(_ITEMS),
    ),
    Rule(
        "takes the keywords of a type beside that type alone",
        "its error message `properties: only allowed for OBJECT type`; github.com/anomalyco/opencode/pull/11888",
        speaking,
    ),
    Rule(
        "takes one type and no list of types",
        "its error message `Proto field is not repeating`; github.com/voocel/litellm/issues/9",
        one_type,
    ),
    Rule("takes unions one level deep", "ours, so that null can be told in one place", unnested),
)

VALUES = (
    Rule(
        "takes an `enum` of strings that are not empty",
        "its error message `enum: only allowed for STRING type`; github.com/diegosouzapw/OmniRoute/pull/760",
        enum_of_strings,
    ),
    Rule("takes `minimum` and `maximum` alone as bounds", _SCHEMA, inclusive_bounds),
    Rule(
        "takes the formats `date-time` and `enum` of strings, and the widths of numbers",
        "its error message; github.com/google-gemini/gemini-cli/issues/3178",
        formats(string=("date-time", "enum"), number=("float", "double"), integer=("int32", "int64")),
    ),
    Rule(
        "takes no schema for other keys",
        'its error message `Unknown name "additionalProperties"`; github.com/nanbingxyz/5ire/issues/42',
        only_keywords(*KEYWORDS, "nullable"),
    ),
    Rule(
        "takes as required what is declared",
        "its error message `property is not defined`; github.com/Kilo-Org/kilocode/pull/11955",
        required_declared,
    ),
    Rule(
        "takes nothing beside `anyOf`, not even a description",
        "its error message; github.com/patlux/pi-commandcode-provider/pull/103",
        described_branches,
    ),
)

GEMINI = Provider(
    "gemini",
    "Gemini",
    References.NONE,
    f"{_SCHEMA}; a `$ref` that is recursive is refused: pydantic-ai, profiles/google.py",
    Names(
        "names of up to 128 letters, digits, `_`, `.`, `:` and `-`, the first a letter or `_`",
        r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}",
        "google-genai, types.py: FunctionDeclaration",
    ),
    (
        *SHAPE,
        Rule(
            "takes null as `nullable`",
            f"{_SCHEMA}; github.com/taylorwilsdon/google_workspace_mcp/issues/1099",
            null_as_nullable,
        ),
        Rule("takes no type `null`", _SCHEMA, no_null_type),
        *VALUES,
        Rule(
            "takes names of parameters of at most 64 characters",
            "google-genai, types.py: FunctionDeclaration",
            named_like(r"[\s\S]", 64),
            Where.ROOT,
        ),
    ),
)
