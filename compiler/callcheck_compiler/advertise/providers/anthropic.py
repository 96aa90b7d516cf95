"""Anthropic's Messages API, tools without `strict`."""

from __future__ import annotations

from .provider import Provider, References
from .roots import merged_root, named_like
from .rule import Rule, Where

KEYS = Rule(
    "takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`",
    "its error message; github.com/decocms/studio/pull/6874 (at the root alone)",
    named_like("[A-Za-z0-9_.-]", 64),
    Where.ROOT,
)

ANTHROPIC = Provider(
    "anthropic",
    "Anthropic",
    References.KEPT,
    "github.com/anthropics/claude-code/issues/4886 (a schema must be valid 2020-12)",
    (
        Rule(
            "takes no `oneOf`, `allOf` or `anyOf` at the root",
            "its error message; github.com/anthropics/claude-code/issues/5973, 27337, 40075",
            merged_root("oneOf", "allOf", "anyOf", "$ref", "$dynamicRef"),
            Where.ROOT,
        ),
        KEYS,
    ),
)
