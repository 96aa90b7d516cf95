"""Anthropic's Messages API, tools without `strict`."""

from __future__ import annotations

from .provider import Names, Provider, References
from .roots import merged_root, named_like
from .rule import Rule, Where

KEYS = Rule(
    "takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`",
    "its error message, github.com/decocms/studio/pull/6874 (at the root alone)",
    named_like("[A-Za-z0-9_.-]", 64),
    Where.ROOT,
)

ANTHROPIC = Provider(
    "anthropic",
    "Anthropic",
    References.KEPT,
    "its error message `It must match JSON Schema draft 2020-12`",
    Names(
        "names of 1 to 128 letters, digits, `_` and `-`",
        r"[A-Za-z0-9_-]{1,128}",
        "its error message `tools.0.custom.name: String should match pattern`",
    ),
    (
        Rule(
            "takes no `oneOf`, `allOf` or `anyOf` at the root",
            "its error message, github.com/anthropics/claude-code/issues/5973",
            merged_root("oneOf", "allOf", "anyOf", "$ref", "$dynamicRef"),
            Where.ROOT,
        ),
        KEYS,
    ),
)
