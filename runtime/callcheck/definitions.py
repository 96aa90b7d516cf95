"""Tool definitions as servers and providers write them: read into one form, and written in theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

_SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters", "parametersJsonSchema")


class Definition(NamedTuple):
    """A tool as its author declares it: name, parameter schema, and what it says about itself."""

    name: str
    schema: Any
    description: str = ""


def read_definition(tool: Any) -> Definition:
    """The definition in `tool`.

    That is a (name, schema) pair, a mapping in the shape of MCP (`inputSchema`), Anthropic (`input_schema`), OpenAI
    (`parameters`, also inside `function`) or Bedrock (`toolSpec`), or an object with these attributes, such as the
    `Tool` of the MCP SDK. Raises ValueError when no name or no schema is found.
    """
    if isinstance(tool, Definition):
        return tool
    if isinstance(tool, tuple):
        if len(tool) == 2 and isinstance(tool[0], str):
            return Definition(*tool)
        raise ValueError("a tool as a tuple must be a name and a schema")
    read = outer = _reader(tool)
    for wrapper in ("function", "toolSpec"):
        inside = read(wrapper)
        if isinstance(inside, Mapping):
            read = inside.get
    name, description = read("name"), read("description")
    if not isinstance(name, str) or not name:
        raise ValueError("a tool must have a `name` that is a string and not empty")
    for key in _SCHEMA_KEYS:
        schema = read(key)
        if schema is not None:
            # Bedrock puts one more layer around the schema.
            wrapped = isinstance(schema, Mapping) and schema.keys() == {"json"}
            return Definition(name, schema["json"] if wrapped else schema, description or "")
    if read("type") == "function" or outer("type") == "function":
        # OpenAI lets a function without parameters leave the schema out.
        return Definition(name, {"type": "object", "properties": {}}, description or "")
    raise ValueError(f"the tool {name!r} must have a schema, under one of {', '.join(_SCHEMA_KEYS)}")


def _reader(tool: Any) -> Callable[[str], Any]:
    if isinstance(tool, Mapping):
        return tool.get
    return lambda attribute: getattr(tool, attribute, None)


def written_definition(tool: Definition, provider: str | None, in_own_form: bool = False) -> dict[str, Any]:
    """The definition in the shape of a provider's request; None gives `name`, `description`, `schema`.

    in_own_form  whether the schema was rewritten for that provider alone, and is not plain JSON Schema
    Raises ValueError for a provider that is not known.
    """
    require_provider(provider)
    shape = _gemini_parameters if in_own_form and provider == "gemini" else SHAPES[provider]
    return shape(tool)


def with_untold(description: str, report: Any) -> str:
    """A tool's description, with what a report says that the schema beside it has no place for."""
    return " ".join(filter(None, (description, getattr(report, "untold", ""))))


def require_provider(provider: str | None) -> None:
    """Raises ValueError for a provider that is not known."""
    if provider not in SHAPES:
        known = ", ".join(repr(name) for name in SHAPES if name)
        raise ValueError(f"the provider {provider!r} is not known; the known ones are {known}")


def _named(tool: Definition, key: str) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **described, key: tool.schema}


def _openai_responses(tool: Definition) -> dict[str, Any]:
    # Left out, `strict` means true in this interface (OpenAI's documentation: Function calling, strict mode).
    return {"type": "function", **_named(tool, "parameters"), "strict": False}


def _gemini_parameters(tool: Definition) -> dict[str, Any]:
    """`parameters` is an object of OpenAPI, and `parametersJsonSchema` beside it JSON Schema; one of them may be given.

    An empty object is refused by some models, and stands for no parameters as well when it is left out.
    """
    written = _named(tool, "parameters")
    schema = tool.schema
    if isinstance(schema, Mapping) and schema.get("type") == "object" and not schema.get("properties"):
        del written["parameters"]
    return written


def _openai_strict(tool: Definition) -> dict[str, Any]:
    return {"type": "function", "function": {**_named(tool, "parameters"), "strict": True}}


def _bedrock(tool: Definition) -> dict[str, Any]:
    return {"toolSpec": {**_named(tool, "inputSchema"), "inputSchema": {"json": tool.schema}}}


SHAPES: dict[str | None, Callable[[Definition], dict[str, Any]]] = {
    None: lambda tool: _named(tool, "schema"),
    "anthropic": lambda tool: _named(tool, "input_schema"),
    "openai": lambda tool: {"type": "function", "function": _named(tool, "parameters")},
    "openai-responses": _openai_responses,
    "openai-strict": _openai_strict,
    "gemini": lambda tool: _named(tool, "parametersJsonSchema"),
    "bedrock": _bedrock,
    "mcp": lambda tool: _named(tool, "inputSchema"),
}
