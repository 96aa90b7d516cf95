"""Tools out of a JSON value, whatever protocol wrote it; the form is recognised by its shape.

MCP `tools/list`       {"tools": [{"name", "inputSchema"}]}, also inside a JSON-RPC response
OpenAI Chat            [{"type": "function", "function": {"name", "parameters"}}]
OpenAI Responses       [{"type": "function", "name", "parameters"}]
Anthropic              [{"name", "input_schema"}]
Bedrock                [{"toolSpec": {"name", "inputSchema": {"json"}}}]
Gemini                 [{"functionDeclarations": [{"name", "parametersJsonSchema"}]}], or the declarations alone
plain                  {"name", "parameters"}, alone or in a list
a mapping              {name: schema}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .tool import SourceError, Tool

SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters", "parametersJsonSchema")
WRAPPERS = ("function", "toolSpec")
NO_PARAMETERS = {"type": "object", "properties": {}}
FORMS = (
    "an MCP tools/list result, an OpenAI or Anthropic tools array, a {name: schema} object, "
    "or objects with `name` and `parameters`"
)


def tools_in(document: Any, place: str) -> Iterator[Tool]:
    """Every tool of a JSON value. Raises SourceError when it has none of the known shapes."""
    if isinstance(document, list):
        yield from tools_of_list(document, place)
    elif not isinstance(document, dict):
        raise SourceError(f"{place} holds {article(document)} where tools are expected: {FORMS}.")
    elif isinstance(document.get("result"), dict) and "tools" in document["result"]:
        yield from tools_in(document["result"], place)
    elif isinstance(document.get("tools"), list):
        yield from tools_of_list(document["tools"], place)
    elif is_declaration(document):
        yield from one_tool(document, place)
    else:
        yield from tools_of_mapping(document, place)


def tools_of_list(items: list[Any], place: str, of_gemini: bool = False) -> Iterator[Tool]:
    """The tools of an array, of one protocol or several; `of_gemini` for the declarations inside one of its tools."""
    for number, item in enumerate(items, 1):
        where = f"{place}, tool {number}"
        if isinstance(item, dict) and isinstance(item.get("functionDeclarations"), list):
            yield from tools_of_list(item["functionDeclarations"], where, of_gemini=True)
        else:
            yield from one_tool(item, where, of_gemini)


def one_tool(item: Any, place: str, of_gemini: bool = False) -> Iterator[Tool]:
    """The tool that one object declares; nothing for a tool that the provider runs itself."""
    if not isinstance(item, dict):
        raise SourceError(
            f"{place} is {article(item)} where an object with `name` and `parameters` is expected."
        )
    if is_hosted(item):
        return
    declaration = unwrapped(item)
    name = declaration.get("name")
    if not isinstance(name, str):
        raise SourceError(f"{place} has no name: `name` must be a string.")
    takes_none = (of_gemini or item.get("type") == "function") and says_nothing(declaration)
    schema = NO_PARAMETERS if takes_none else schema_of(declaration, f"{place} (`{name}`)")
    yield Tool(name, schema, place, description_of(declaration))


def unwrapped(item: dict[str, Any]) -> dict[str, Any]:
    """The declaration itself, which some protocols put one level deeper."""
    return next((item[key] for key in WRAPPERS if isinstance(item.get(key), dict)), item)


def is_declaration(item: dict[str, Any]) -> bool:
    """Whether an object declares one tool rather than mapping names to schemas."""
    return isinstance(unwrapped(item).get("name"), str)


def is_hosted(item: dict[str, Any]) -> bool:
    """Whether a provider runs the tool itself (`web_search`, `bash_20250124`), so that it has no schema here."""
    kind = item.get("type")
    return isinstance(kind, str) and kind != "function" and not any(key in item for key in SCHEMA_KEYS)


def says_nothing(declaration: dict[str, Any]) -> bool:
    """Whether a declaration has no schema, by which OpenAI and Gemini say that a function takes no arguments."""
    return all(declaration.get(key) is None for key in SCHEMA_KEYS)


def schema_of(declaration: dict[str, Any], place: str) -> Any:
    """The parameter schema that a declaration holds, under one of the known keys."""
    present = [key for key in SCHEMA_KEYS if key in declaration]
    if not present:
        raise SourceError(
            f"{place} has no schema: `inputSchema`, `input_schema` or `parameters` must hold one."
        )
    if len(present) > 1:
        raise SourceError(
            f"{place} has both `{present[0]}` and `{present[1]}`, and only one can be its schema."
        )
    schema = declaration[present[0]]
    is_wrapped = isinstance(schema, dict) and schema.keys() == {"json"}
    return schema["json"] if is_wrapped else schema


def tools_of_mapping(document: dict[str, Any], place: str) -> Iterator[Tool]:
    """The tools of {name: schema}."""
    if "$schema" in document or isinstance(document.get("type"), (str, list)):
        raise SourceError(
            f'{place} is a JSON Schema, not a list of tools; name the tool it belongs to: {{"name": schema}}.'
        )
    for name, schema in document.items():
        if not isinstance(schema, (dict, bool)):
            raise SourceError(
                f"{place} holds {article(schema)} under {name!r} where tools are expected: {FORMS}."
            )
        yield Tool(name, schema, f"{place}, key {name!r}", description_of(schema))


def description_of(schema: Any) -> str | None:
    """A schema's own description, which stands for the tool's where there is no other."""
    description = schema.get("description") if isinstance(schema, dict) else None
    return description if isinstance(description, str) else None


def article(value: Any) -> str:
    """What a JSON value is, with its article."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    names: dict[type, str] = {
        dict: "an object",
        list: "an array",
        str: "a string",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), f"a {type(value).__name__}")
