"""Tools as the request of each provider lists them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from callcheck.definitions import Definition
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool
from callcheck_compiler.advertise import advertise
from callcheck_compiler.advertise.tools import listed_tool

from tests.advertising import NAMES, parameters


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("anthropic", {"name": "t", "description": "d", "input_schema": parameters(a={"type": "string"})}),
        (
            "openai",
            {
                "type": "function",
                "function": {"name": "t", "description": "d", "parameters": parameters(a={"type": "string"})},
            },
        ),
        (
            "openai-strict",
            {
                "type": "function",
                "function": {
                    "name": "t",
                    "description": "d",
                    "parameters": {**parameters(a={"type": "string"}), "additionalProperties": False},
                    "strict": True,
                },
            },
        ),
        ("gemini", {"name": "t", "description": "d", "parameters": parameters(a={"type": "string"})}),
        (
            "bedrock",
            {
                "toolSpec": {
                    "name": "t",
                    "description": "d",
                    "inputSchema": {"json": parameters(a={"type": "string"})},
                }
            },
        ),
        ("mcp", {"name": "t", "description": "d", "inputSchema": parameters(a={"type": "string"})}),
        ("portable", {"name": "t", "description": "d", "inputSchema": parameters(a={"type": "string"})}),
    ],
)
def test_a_tool_as_a_request_lists_it(provider: str, expected: dict[str, Any]) -> None:
    assert listed_tool("t", parameters(a={"type": "string"}), provider, "d").definition == expected


def test_gemini_is_sent_no_parameters_where_there_are_none() -> None:
    assert listed_tool("t", {"type": "object", "properties": {}}, "gemini").definition == {"name": "t"}
    # What is no object is shown as it is, and refused.
    text = listed_tool("t", {"type": "string"}, "gemini")
    assert text.definition == {"name": "t", "parameters": {"type": "string"}}
    assert text.report.refused


@pytest.mark.parametrize(
    ("name", "refusing"),
    [
        ("good_name-1", ()),
        ("a.b", ("anthropic", "openai", "openai-strict", "bedrock", "portable")),
        ("1a", ("gemini", "portable")),
        ("x" * 65, ("openai", "openai-strict", "bedrock", "portable")),
        ("é", NAMES),
        ("", NAMES),
    ],
)
def test_names_of_tools(name: str, refusing: tuple[str, ...]) -> None:
    for provider in NAMES:
        report = listed_tool(name, {"type": "object"}, provider).report
        assert ([entry.keyword for entry in report.refused] == ["name"]) is (provider in refusing), provider


@pytest.mark.parametrize("described", ["", "Moves it."])
@pytest.mark.parametrize("provider", NAMES)
def test_what_a_union_asks_for_is_told_somewhere(provider: str, described: str) -> None:
    schema = {
        "type": "object",
        "properties": {"x": {"type": "string"}, "y": {"type": "string"}},
        "anyOf": [{"required": ["x"]}, {"required": ["y"]}],
    }
    definition, report = listed_tool("t", schema, provider, described)
    advertising: Any = advertise
    shown = ToolRegistry(compile=compile_tool, advertise=advertising)
    shown.add(Definition("t", schema, described))
    assert provider == "portable" or shown.advertised(provider) == [definition]
    text = json.dumps(definition)
    assert text.count("Give one of: `x`; `y`.") == (0 if provider == "mcp" else 1)
    assert (report.untold != "") == (provider in ("bedrock", "portable"))
    assert described in text
