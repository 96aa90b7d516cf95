"""Amazon Bedrock's Converse API, for the models of every vendor behind it."""

from __future__ import annotations

from .anthropic import KEYS
from .provider import Names, Provider, References
from .roots import only_at_root, shown_properties
from .rule import Rule, Where

BEDROCK = Provider(
    "bedrock",
    "Bedrock",
    References.NONE,
    "github.com/zed-industries/zed/issues/28521 (no definitions at the root)",
    Names(
        "names of 1 to 64 letters, digits, `_` and `-`",
        r"[A-Za-z0-9_-]{1,64}",
        "AWS documentation: ToolSpecification",
    ),
    (
        Rule(
            "takes `type`, `properties` and `required` at the root, and nothing else",
            "Amazon Nova's error message, github.com/zed-industries/zed/issues/28521; "
            "github.com/pydantic/pydantic-ai/issues/1623; combinators: github.com/earendil-works/pi/issues/8279",
            only_at_root("type", "properties", "required"),
            Where.ROOT,
        ),
        Rule(
            "takes `properties` at the root, be they none",
            "AWS documentation: ToolInputSchema, an object at the top level",
            shown_properties,
            Where.ROOT,
        ),
        KEYS,
    ),
)
