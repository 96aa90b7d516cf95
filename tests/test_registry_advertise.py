"""Definitions of tools: the shapes that are read and written, and what providers are shown."""

from __future__ import annotations

import json
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.definitions import Definition, read_definition, written_definition
from callcheck.registry import ToolRegistry
from callcheck_compiler.advertise import advertise
from callcheck_compiler.advertise.tools import listed_tool

from tests.engines import ENGINES, engines
from tests.registering import GREP, REFUSED, TASK, registry

DEFINITIONS: list[tuple[str, Any]] = [
    ("pair", ("t", TASK)),
    ("MCP", {"name": "t", "inputSchema": TASK}),
    ("Anthropic", {"name": "t", "input_schema": TASK, "description": ""}),
    ("OpenAI chat", {"type": "function", "function": {"name": "t", "parameters": TASK}}),
    ("OpenAI Responses", {"type": "function", "name": "t", "parameters": TASK}),
    ("Bedrock", {"toolSpec": {"name": "t", "inputSchema": {"json": TASK}}}),
    ("Gemini", {"name": "t", "parametersJsonSchema": TASK}),
    ("object of SDK 1", SimpleNamespace(name="t", inputSchema=TASK, description=None)),
    ("object of SDK 2", SimpleNamespace(name="t", input_schema=TASK)),
    ("definition", Definition("t", TASK)),
]


@pytest.mark.parametrize("tool", [case[1] for case in DEFINITIONS], ids=[case[0] for case in DEFINITIONS])
def test_definitions_are_read_in_every_shape(tool: Any) -> None:
    assert read_definition(tool) == Definition("t", TASK, "")


def test_an_openai_function_without_parameters_takes_none() -> None:
    for tool in ({"type": "function", "function": {"name": "t"}}, {"type": "function", "name": "t"}):
        assert read_definition(tool).schema == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    "tool", [("t",), {"name": "t"}, {"inputSchema": {}}, {"name": "", "parameters": {}}, 3, None]
)
def test_what_is_no_definition_is_refused(tool: Any) -> None:
    with pytest.raises(ValueError, match="tool"):
        read_definition(tool)


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-responses", "gemini", "bedrock", "mcp"])
def test_what_is_written_for_a_provider_can_be_read_again(provider: str) -> None:
    tool = Definition("t", TASK, "does things")
    assert read_definition(written_definition(tool, provider)) == tool


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'acme' is not known; the known ones are 'anthropic', 'openai'"):
        registry(("Grep", GREP)).advertised("acme")


def test_a_union_root_is_advertised_with_parameters() -> None:
    union = {"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}
    tools = registry()
    tools.add(("Union", union), description="one or the other")
    tools.add(("Grep", GREP))
    first, second = tools.advertised("anthropic")
    assert first["name"] == "Union"
    assert first["description"] == "one or the other"
    assert first["input_schema"]["type"] == "object"
    assert "a" in first["input_schema"]["properties"]
    assert second == {"name": "Grep", "input_schema": GREP}
    assert tools.lookup("Union").schema == union  # type: ignore[union-attr]


def test_a_root_that_cannot_be_an_object_is_warned_about_once() -> None:
    tools = registry()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        tools.add(("Text", {"type": "string"}))
        tools.refresh([("Text", {"type": "string", "minLength": 1}), ("Grep", GREP)])
        tools.refresh([("Number", {"type": "number"})])
    assert [str(warning.message)[:41] for warning in warned] == [
        "the tool 'Text' is shown to providers as ",
        "the tool 'Number' is shown to providers a",
    ]
    assert {warning.filename for warning in warned} == {__file__}
    assert tools.advertised()[0]["schema"] == {"type": "number"}


UNADVERTISABLE: list[tuple[Any, str]] = [
    (
        {"type": "string"},
        r'it takes `string`, and arguments are always an object: write \{"type": "object", .* under `value`$',
    ),
    (
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "its `anyOf` leaves no object that fits: write branches",
    ),
    ({"enum": ["a", 1]}, "its `enum` lists no object that fits: write the arguments as `properties`"),
]
OBJECTS_THAT_ARE_UNADVERTISABLE: dict[str, tuple[Any, str]] = {
    "too many branches and keys": (
        {"type": "object", "allOf": [{"properties": {f"k{n}": {}}} for n in range(600)]},
        "it is too large to be shown as one object",
    ),
    "no object fits its union": (
        {"type": "object", "anyOf": [{"type": "string"}]},
        "its `anyOf` leaves no object that fits",
    ),
    "a dynamic reference to itself": (
        {
            "type": "object",
            "$dynamicAnchor": "n",
            "unevaluatedProperties": False,
            "anyOf": [{"properties": {"a": {"$dynamicRef": "#n"}}}, {"properties": {"b": {}}}],
        },
        "it refers to itself through a dynamic reference",
    ),
}


@engines
@pytest.mark.parametrize(("schema", "reason"), UNADVERTISABLE)
def test_the_warning_tells_why_and_what_to_write_instead(engine: str, schema: Any, reason: str) -> None:
    tools = ToolRegistry()
    with pytest.warns(UserWarning, match=f"the tool 'T' .* rewritten into one: {reason}") as warned:
        tools.refresh([ENGINES[engine]("T", schema)])
    assert len(warned) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tools.add(ENGINES[engine]("T", {**schema, "title": "the same name again"}))


@pytest.mark.parametrize("advertising", [None, advertise])
@pytest.mark.parametrize(
    ("schema", "reason"), OBJECTS_THAT_ARE_UNADVERTISABLE.values(), ids=OBJECTS_THAT_ARE_UNADVERTISABLE
)
def test_an_object_that_cannot_show_its_parameters_is_warned_about(
    schema: Any, reason: str, advertising: Any
) -> None:
    tools = registry(advertise=advertising)
    with pytest.warns(UserWarning, match=f"'T' .* that root cannot be rewritten: {reason}") as warned:
        tools.refresh([("T", schema)])
    assert len(warned) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tools.add(("T", {**schema, "title": "the same name again"}))


@pytest.mark.filterwarnings("error")
def test_who_shows_such_a_root_otherwise_is_not_warned() -> None:
    tools = registry(advertise=lambda schema, provider: {"type": "object", "properties": {"value": schema}})
    tools.add(("T", {"type": "string"}))


@pytest.mark.parametrize("advertising", [None, advertise])
def test_the_warning_for_what_is_not_checked_says_what_to_write(advertising: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None}, advertise=advertising)
    with pytest.warns(UserWarning, match='rewritten into one: write .*"properties".* at its root$'):
        tools.add(("T", {"type": "string"}), origin="mcp")


@pytest.mark.filterwarnings("error")
def test_a_warning_made_an_error_takes_no_other_tool_down(caplog: pytest.LogCaptureFixture) -> None:
    tools = registry()
    with pytest.raises(UserWarning, match="the tool 'Text' is shown"):
        tools.add(("Text", {"type": "string"}))
    assert "Text" not in tools
    changes = tools.refresh([("Text", {"type": "string"}), ("Bad", REFUSED), ("Grep", GREP)])
    assert (changes.added, list(changes.refused)) == (("Text", "Grep"), ["Bad"])
    assert list(tools) == ["Text", "Grep"]
    assert caplog.messages[0].startswith("the tool 'Text': ")


@pytest.mark.parametrize("provider", [None, "mcp", "anthropic", "openai", "openai-responses"])
def test_the_compiler_advertises_for_each_provider(provider: str | None) -> None:
    tools = registry(("Grep", GREP), advertise=advertise)
    (shown,) = tools.advertised(provider)
    assert read_definition(shown).schema == GREP if provider else shown["schema"] == GREP


@pytest.mark.parametrize("schema", [GREP, {"anyOf": [TASK, {"type": "null"}]}, {"type": "object"}])
def test_gemini_is_sent_each_dialect_under_its_own_key(schema: Any) -> None:
    """`parameters` is OpenAPI's and `parametersJsonSchema` JSON Schema; only one of them may be given."""
    (plain,) = registry(("T", schema)).advertised("gemini")
    assert plain == {"name": "T", "parametersJsonSchema": advertise(schema)}
    (rewritten,) = registry(("T", schema), advertise=lambda schema, provider: advertise(schema)).advertised(
        "gemini"
    )
    assert rewritten == plain
    (own_form,) = registry(("T", schema), advertise=advertise).advertised("gemini")
    form = advertise(schema, provider="gemini").schema
    assert own_form == ({"name": "T", "parameters": form} if form.get("properties") else {"name": "T"})
    assert own_form == listed_tool("T", schema, "gemini").definition


def test_openai_is_told_which_tools_are_strict() -> None:
    """The Responses interface takes a function for a strict one where nothing is said."""
    tools = registry(("T", TASK), advertise=advertise)
    assert tools.advertised("openai-responses")[0]["strict"] is False
    assert "strict" not in tools.advertised("openai")[0]["function"]
    assert tools.advertised("openai-strict")[0]["function"]["strict"] is True


def test_advertising_can_be_left_to_a_rewriter() -> None:
    asked: list[Any] = []

    def rewrite(schema: Any, provider: str | None) -> Any:
        asked.append(provider)
        return {"type": "object"}

    tools = registry(("Grep", GREP), advertise=rewrite)
    assert tools.advertised("mcp") == [{"name": "Grep", "inputSchema": {"type": "object"}}]
    assert asked == [None, "mcp"]


PROVIDERS = ["anthropic", "openai", "openai-responses", "openai-strict", "gemini", "bedrock", "mcp"]


def cannot_show_tasks(schema: Any, provider: str | None) -> Any:
    """Shows what lists a `taskId` to no provider."""
    if provider is not None and "taskId" in schema["properties"]:
        raise ValueError("no such form")
    return {**advertise(schema), "title": "shown"}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_tool_for_which_advertise_fails_takes_no_other_tool_down(
    provider: str, caplog: pytest.LogCaptureFixture
) -> None:
    tools = registry(("Grep", GREP), ("Task", TASK), advertise=cannot_show_tasks)
    grep, task = tools.advertised(provider)
    assert '"title": "shown"' in json.dumps(grep)
    # Strict forms are the provider's to refuse, with the whole request.
    plain = "openai" if provider == "openai-strict" else provider
    assert task == registry(("Task", TASK)).advertised(plain)[0]
    assert caplog.messages == ["the tool 'Task': 'no such form'"]


def test_an_unknown_provider_is_refused_with_advertise_too() -> None:
    with pytest.raises(ValueError, match="'acme' is not known"):
        registry(("Grep", GREP), advertise=cannot_show_tasks).advertised("acme")
