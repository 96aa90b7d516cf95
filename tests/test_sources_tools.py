"""Sources of tools: every form of a list, and one clear sentence for whatever cannot be read."""

from __future__ import annotations

import io
import json
import os
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler.sources import SourceError, Tool, read_tools
from callcheck_compiler.sources.files import tools_of_text

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}
FORMS: dict[str, Any] = {
    "MCP": {
        "tools": [{"name": "Search", "description": "Looks.", "inputSchema": SCHEMA}],
        "nextCursor": None,
    },
    "MCP response": {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"tools": [{"name": "Search", "inputSchema": SCHEMA}]},
    },
    "MCP in snake case": {"tools": [{"name": "Search", "input_schema": SCHEMA}]},
    "OpenAI Chat": [
        {"type": "function", "function": {"name": "Search", "parameters": SCHEMA, "strict": True}}
    ],
    "OpenAI Responses": [{"type": "function", "name": "Search", "parameters": SCHEMA}],
    "OpenAI request": {"model": "m", "tools": [{"type": "function", "name": "Search", "parameters": SCHEMA}]},
    "Anthropic": [{"name": "Search", "description": "Looks.", "input_schema": SCHEMA}],
    "Anthropic custom": [{"type": "custom", "name": "Search", "input_schema": SCHEMA}],
    "Bedrock": [{"toolSpec": {"name": "Search", "inputSchema": {"json": SCHEMA}}}],
    "Gemini": [{"functionDeclarations": [{"name": "Search", "parametersJsonSchema": SCHEMA}]}],
    "mapping": {"Search": SCHEMA},
    "mapping of odd names": {"Search": SCHEMA, "function": True, "name": {}},
    "one tool": {"name": "Search", "parameters": SCHEMA},
    "with hosted tools": [
        {"type": "web_search_20250305", "name": "web_search"},
        {"type": "custom", "name": "free_text", "format": {"type": "text"}},
        {"name": "Search", "input_schema": SCHEMA},
    ],
}


def of_text(text: str) -> list[Tool]:
    return list(tools_of_text(text, "tools.json"))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_recognised_by_its_shape(form: str) -> None:
    tool, *others = of_text(json.dumps(FORMS[form]))
    assert (tool.name, tool.parameters) == ("Search", SCHEMA)
    assert [other.name for other in others] == (["function", "name"] if "odd" in form else [])


@pytest.mark.parametrize(
    ("form", "description"), [("MCP", "Looks."), ("Anthropic", "Looks."), ("mapping", None)]
)
def test_descriptions_are_kept(form: str, description: str | None) -> None:
    assert of_text(json.dumps(FORMS[form]))[0].description == description


@pytest.mark.parametrize("absent", [{}, {"parameters": None}])
def test_an_openai_function_without_parameters_takes_none(absent: dict[str, Any]) -> None:
    (tool,) = of_text(json.dumps([{"type": "function", "function": {"name": "now", **absent}}]))
    assert tool.parameters == {"type": "object", "properties": {}}


@pytest.mark.parametrize("absent", [{}, {"parameters": None}])
def test_a_gemini_function_without_parameters_takes_none(absent: dict[str, Any]) -> None:
    (tool,) = of_text(json.dumps([{"functionDeclarations": [{"name": "now", **absent}]}]))
    assert tool.parameters == {"type": "object", "properties": {}}


def test_lines_are_told_from_a_document() -> None:
    line = json.dumps({"source": "x", "name": "a", "parameters": SCHEMA})
    assert [tool.place for tool in of_text(f"{line}\n\n{line}\n")] == [
        "tools.json, line 1",
        "tools.json, line 3",
    ]
    assert [tool.name for tool in of_text(json.dumps({"a": SCHEMA, "b": True}, indent=2))] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "tools.json is empty, and tools are expected in it."),
        ("[\n  1,\n  }", "tools.json, line 3, is not JSON: expecting value at column 3."),
        ('{"name": "a", "parameters": {}}\n{"name"}', "tools.json, line 2, is not JSON"),
        ("[" * 100_000, "tools.json is nested too deeply to be read."),
        ('{"a": {}, "a": {}}', 'the key "a" occurs twice in one object'),
        ("[" + "9" * 5000 + "]", "tools.json cannot be read: exceeds the limit"),
        ("3", "tools.json holds a number where tools are expected"),
        ("[true]", "tools.json, tool 1 is true where an object"),
        ('[{"parameters": {}}]', "tools.json, tool 1 has no name"),
        ('[{"name": "a"}]', "tools.json, tool 1 (`a`) has no schema"),
        ('[{"name": "a", "parameters": {}, "inputSchema": {}}]', "has both `inputSchema` and `parameters`"),
        ('{"type": "object", "properties": {}}', "is a JSON Schema, not a list of tools"),
        ('{"a": 3}', "holds a number under 'a' where tools are expected"),
        ('{"openapi": "3.1.0", "paths": {}}', "holds a string under 'openapi'"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(SourceError) as caught:
        of_text(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_and_directories(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(FORMS["MCP"]))
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + json.dumps(FORMS["one tool"]).encode() + b"\r\n")
    (tmp_path / "notes.txt").write_text("not a tool")
    (tmp_path / "._b.json").write_bytes(b"\x00\x05\x16\x07")
    assert [tool.place for tool in read_tools(str(tmp_path))] == [
        f"{tmp_path / 'a.jsonl'}, line 1",
        f"{tmp_path / 'b.json'}, tool 1",
    ]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("bad.json", b'{\n"a": "\xff"}', "line 2, is not UTF-8 text (byte 0xff)."),
        ("wide.json", "{}".encode("utf-16"), "is UTF-16 text, and JSON is read as UTF-8."),
        ("none.json", b"[]", "holds no tools."),
        ("hosted.json", b'[{"type": "web_search"}]', "holds no tools."),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_tools(str(path))
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(says)


def test_places_that_do_not_exist(tmp_path: Path) -> None:
    for spec, says in (
        (str(tmp_path), "holds no tool files"),
        (str(tmp_path / "x.json"), "does not exist"),
        ("\0", "does not exist"),
    ):
        with pytest.raises(SourceError, match=says):
            read_tools(spec)


@pytest.mark.skipif(not hasattr(os, "mkfifo") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text("{}")
    path.chmod(0)
    with pytest.raises(SourceError, match="permission denied"):
        read_tools(str(path))


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    with path.open("wb") as file:
        file.truncate(256 * 1024**2 + 1)
    with pytest.raises(SourceError, match="is larger than 256 MiB"):
        read_tools(str(path))


def test_no_place_at_all() -> None:
    with pytest.raises(SourceError, match="The place of the tools is empty"):
        read_tools("")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(FORMS["Anthropic"]).encode())))
    assert read_tools("-")[0].name == "Search"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path / "some_tools.py"
    sys.modules.pop("some_tools", None)


def test_an_attribute_of_a_module(module: Path) -> None:
    module.write_text(textwrap.dedent("""
            import types
            class Model:
                def model_dump(self, **options):
                    return {"name": "Search", "inputSchema": {"type": "object"}}
            TOOLS = ({"name": "a", "parameters": types.MappingProxyType({"type": "object"})}, Model())
            class Holder:
                tools = {"b": {}}
            cyclic = {}
            cyclic["a"] = cyclic
            strange = [{"name": "a", "parameters": {"enum": {1, 2}}}]
            """))
    assert [(tool.name, tool.parameters) for tool in read_tools("some_tools:TOOLS")] == [
        ("a", {"type": "object"}),
        ("Search", {"type": "object"}),
    ]
    assert read_tools("some_tools:Holder.tools")[0].name == "b"
    for attribute, says in (
        ("nothing", "module `some_tools` has no `nothing`"),
        ("cyclic", "is not made of JSON values"),
        ("strange", "it holds an object of type set"),
        ("Model", "it holds an object of type"),
    ):
        with pytest.raises(SourceError, match=says):
            read_tools(f"some_tools:{attribute}")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("1 / 0", "cannot be imported: ZeroDivisionError"),
        ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError"),
        ("raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
        ("def", "cannot be imported: SyntaxError"),
    ],
)
def test_a_module_that_cannot_be_imported(module: Path, source: str, says: str) -> None:
    module.write_text(source)
    with pytest.raises(SourceError, match=says):
        read_tools("some_tools:TOOLS")
    assert "" not in sys.path[:1]
