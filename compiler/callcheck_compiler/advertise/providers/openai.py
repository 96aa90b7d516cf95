"""OpenAI's function tools, without and with `strict`."""

from __future__ import annotations

from . import limits
from .arrays import items_present, tuples_as_items
from .closed import all_required, alone, closed
from .keywords import formats, only_keywords, patterns_of_python, without_lookaround
from .provider import Names, Provider, References
from .roots import merged_root, shown_properties
from .rule import Rule, Where
from .types import speaking, stated_types
from .unions import flat, one_of_as_any_of, plain_schemas, unnested, without_anything

NAMES = Names(
    "names of 1 to 64 letters, digits, `_` and `-`",
    r"[A-Za-z0-9_-]{1,64}",
    "OpenAI's API reference: the name of a function",
)

OPENAI = Provider(
    "openai",
    "OpenAI",
    References.KEPT,
    "references are in its documented subset, developers.openai.com: Structured Outputs",
    NAMES,
    (
        Rule(
            "takes no `oneOf`, `anyOf`, `allOf`, `enum`, `const` or `not` at the root",
            "its error message; github.com/nspady/google-calendar-mcp/issues/39, "
            "github.com/langchain-ai/langchainjs/issues/9804; `const`: litellm, gpt_transformation.py",
            merged_root("oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref", "$dynamicRef"),
            Where.ROOT,
        ),
        Rule(
            "takes `properties` at the root, be they none",
            "its error message `object schema missing properties`; litellm, gpt_transformation.py",
            shown_properties,
            Where.ROOT,
        ),
        Rule(
            "takes `items` with every array",
            "its error message `array schema missing items`; github.com/digitalocean-labs/mcp-digitalocean/issues/265",
            items_present({}),
        ),
        Rule(
            "takes patterns that Python's `re` compiles",
            "litellm, json_schema_utils.py",
            patterns_of_python,
        ),
    ),
)

_STRICT_SUBSET = "developers.openai.com: Structured Outputs, supported schemas"
_SCALARS = {"type": ["string", "number", "boolean", "null"]}
_ANYTHING = {"anyOf": [_SCALARS, {"type": "array", "items": _SCALARS}]}
_STRICT_KEYWORDS = (
    *("type", "title", "description", "enum", "const", "anyOf", "$ref", "$defs"),
    *("properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
    *("pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
)
_STRICT_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid")

STRICT = Provider(
    "openai-strict",
    "OpenAI strict",
    References.DEFINITIONS,
    _STRICT_SUBSET,
    NAMES,
    (
        Rule(
            "takes an object at the root, and no union",
            _STRICT_SUBSET,
            merged_root(
                *("oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref", "$dynamicRef"),
                *("if", "then", "else", "dependentSchemas"),
            ),
            Where.ROOT,
        ),
        Rule(
            "takes only a part of JSON Schema",
            f"{_STRICT_SUBSET}; pydantic-ai, profiles/openai.py",
            only_keywords(*_STRICT_KEYWORDS, "oneOf", "allOf", "prefixItems"),
        ),
        Rule("takes no `true` and `false` as schemas", _STRICT_SUBSET, plain_schemas),
        Rule("takes `anyOf` and no `oneOf`", "pydantic-ai, profiles/openai.py", one_of_as_any_of),
        Rule("takes no `prefixItems`", _STRICT_SUBSET, tuples_as_items),
        Rule(
            "takes no `allOf`", f"{_STRICT_SUBSET}; github.com/makenotion/notion-mcp-server/issues/102", flat
        ),
        Rule("takes unions one level deep", "ours, so that every branch states its type", unnested),
        Rule(
            "takes no union with a branch that takes anything",
            "ours, for such a branch has no type",
            without_anything,
        ),
        Rule("takes a type with every schema", _STRICT_SUBSET, stated_types(_ANYTHING)),
        Rule("takes the keywords of a type beside that type alone", _STRICT_SUBSET, speaking),
        Rule("takes `items` with every array", _STRICT_SUBSET, items_present(_SCALARS)),
        Rule(
            f"takes the formats {', '.join(_STRICT_FORMATS)}", _STRICT_SUBSET, formats(string=_STRICT_FORMATS)
        ),
        Rule(
            "takes patterns that Python's `re` compiles", "litellm, json_schema_utils.py", patterns_of_python
        ),
        Rule("takes no lookaround in patterns", "pydantic-ai, profiles/openai.py", without_lookaround),
        Rule("takes closed objects", _STRICT_SUBSET, closed),
        Rule("takes every key as required", _STRICT_SUBSET, all_required),
        Rule("takes nothing beside `$ref`", "pydantic-ai, profiles/openai.py", alone),
        Rule(
            "takes 5,000 properties",
            _STRICT_SUBSET,
            limits.at_most(5_000, "properties", "properties", limits.properties),
            Where.ROOT,
        ),
        Rule(
            "takes 10 levels of objects",
            _STRICT_SUBSET,
            limits.at_most(10, "properties", "levels of objects", limits.object_depth),
            Where.ROOT,
        ),
        Rule(
            "takes 1,000 listed values",
            _STRICT_SUBSET,
            limits.at_most(1_000, "enum", "listed values", limits.listed_values),
            Where.ROOT,
        ),
        Rule(
            "takes 15,000 characters in an `enum` of more than 250 strings",
            _STRICT_SUBSET,
            limits.at_most(15_000, "enum", "characters in one", limits.characters_of_a_long_enum),
            Where.ROOT,
        ),
        Rule(
            "takes 120,000 characters in names and listed strings",
            _STRICT_SUBSET,
            limits.at_most(120_000, "properties", "characters in names", limits.name_characters),
            Where.ROOT,
        ),
    ),
)
