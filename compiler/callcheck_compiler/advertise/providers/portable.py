"""What every provider here takes, but for the strict modes, which ask for something else of the model."""

from __future__ import annotations

from .anthropic import KEYS
from .gemini import SHAPE, VALUES
from .keywords import patterns_of_python
from .provider import Names, Provider, References
from .roots import only_at_root, shown_properties
from .rule import Rule, Where
from .types import no_null, without_null

PORTABLE = Provider(
    "portable",
    "A portable schema",
    References.NONE,
    "Gemini and Amazon Nova follow none; Anthropic's managed agents refuse `$ref` (platform.claude.com/docs/en/managed-agents)",
    Names(
        "names of 1 to 64 letters, digits, `_` and `-`, the first a letter or `_`",
        r"[A-Za-z_][A-Za-z0-9_-]{0,63}",
        "OpenAI and Bedrock; the first character: Gemini",
    ),
    (
        *SHAPE,
        Rule("takes no null, which Gemini says in a word of its own", "Gemini: `nullable`", without_null),
        Rule("takes no type `null`", "Gemini: `nullable`", no_null),
        *VALUES,
        Rule(
            "takes patterns that Python's `re` compiles",
            "OpenAI: litellm, json_schema_utils.py",
            patterns_of_python,
        ),
        Rule(
            "takes `type`, `properties` and `required` at the root, and nothing else",
            "Amazon Nova's error message, github.com/zed-industries/zed/issues/28521",
            only_at_root("type", "properties", "required"),
            Where.ROOT,
        ),
        Rule(
            "takes `properties` at the root, be they none",
            "OpenAI's error message",
            shown_properties,
            Where.ROOT,
        ),
        KEYS,
    ),
)
