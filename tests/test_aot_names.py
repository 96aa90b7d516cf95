"""Names: of tools, of variables for them, and of properties that could be anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import callcheck
import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.aot import build_module

from tests.agreement import assert_agree

NAMES = {
    "class": "class_",
    "list": "list_",
    "../x": "x",
    "__init__": "init",
    "": "tool",
    "😀": "tool_2",
    "grep": "grep",
    "Grep": "grep_2",
    "GREP": "grep_3",
    "grep 2": "grep_2_2",
    "a\nb": "a_b",
    "a\"b'c`": "a_b_c",
    "TodoWrite": "todo_write",
    "mcp__github__createIssue": "mcp_github_create_issue",
    "3d": "tool_3d",
    "TOOLS": "tools",
    "POLICY": "policy",
    "pattern": "pattern_2",
    "members": "members_2",
    "settle": "settle",
    "validate grep": "validate_grep",
    "annotations": "annotations_2",
    "\ud800": "tool_3",
    "a\x00b": "a_b_2",
    "# fmt: on": "fmt_on",
    "x" * 500: "x" * 100,
}


def test_names_of_tools(build: Callable[..., Any]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    module = build(dict.fromkeys(NAMES, schema))
    assert list(module.TOOLS) == list(NAMES)
    for name, variable in NAMES.items():
        validator = getattr(module, variable)
        assert validator is module.TOOLS[name]
        assert validator.name == name
        assert validator.validate({"a": "b"}) == {"a": "b"}
        with pytest.raises(callcheck.InvalidArguments) as rejection:
            validator.validate({})
        assert rejection.value.tool == name


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match='two tools are called "a"; rename one'):
        build_module([("a", {}), ("b", {}), ("a", {"type": "object"})])


def test_a_name_must_be_a_string() -> None:
    with pytest.raises(ValueError, match="must be a string, not int"):
        build_module([(1, {})])  # type: ignore[list-item]


def test_a_refused_schema_is_named() -> None:
    with pytest.raises(callcheck.SchemaError, match="`b`") as refusal:
        build_module({"a": {}, "b": {"properties": {"x": {"type": "strin"}}}})
    assert refusal.value.tool == "b"
    assert refusal.value.keyword_location == "/properties/x/type"


def test_no_tools_make_a_module_without_tools(build: Callable[..., Any]) -> None:
    assert dict(build({}).TOOLS) == {}


LOCALS = [
    "settle",
    "_settle",
    "_settle_tool",
    "validate_tool",
    "arguments",
    "result",
    "memo",
    "issues",
    "remaining",
    "value",
    "TYPE_AT",
    "in_order",
    "pattern",
    "tool",
    "TOOLS",
    "dict",
    "KeyError",
    "check_tool_properties_a",
    "fits_tool_properties_a",
]


@pytest.mark.parametrize("name", LOCALS)
def test_properties_may_have_any_name(name: str, build: Callable[..., Any]) -> None:
    """No local name takes away a name of the module."""
    inner = {"type": "object", "properties": {name: {"type": "integer", "minimum": 3}}, "required": [name]}
    schema = {
        "type": "object",
        "properties": {
            name: {"type": "integer", "minimum": 3},
            "a": {"anyOf": [inner, {"type": "array", "items": inner}]},
        },
        "required": [name],
        "additionalProperties": False,
    }
    compiled = compile_tool("tool", schema)
    generated = build({"tool": schema}, pretty=False).tool
    for arguments in ({name: 3}, {name: 2}, {}, {name: "4", "a": {name: 3}}, {name: 4, "a": [{name: 1}]}):
        assert_agree(compiled, generated, arguments)
