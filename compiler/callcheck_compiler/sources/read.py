"""`read_tools`: from what a person writes on the command line to a list of tools."""

from __future__ import annotations

from pathlib import Path

from .attributes import is_attribute, tools_of_attribute
from .files import tools_of_path, tools_of_standard_input
from .tool import SourceError, Tool


def read_tools(spec: str) -> list[Tool]:
    """Every tool of a source, in its order; names may occur twice.

    `spec` is a file, a directory of files, `module:attribute`, or `-` for standard input. The form inside is
    recognised by its shape: an MCP `tools/list` result, an OpenAI tools array (Chat or Responses), an Anthropic one,
    `{name: schema}`, or JSON Lines. Tools that a provider runs itself have no schema and are left out.
    Raises SourceError.
    """
    tools = tools_of_spec(spec)
    if not tools:
        raise SourceError(f"{'standard input' if spec == '-' else spec} holds no tools.")
    return tools


def tools_of_spec(spec: str) -> list[Tool]:
    """The tools of a source, of which there may be none."""
    if not spec:
        raise SourceError(
            "The place of the tools is empty: give a file, a directory, `module:attribute`, or -."
        )
    if spec == "-":
        return tools_of_standard_input()
    if exists(spec):
        return tools_of_path(Path(spec))
    if is_attribute(spec):
        return tools_of_attribute(spec)
    raise SourceError(
        f"{spec} does not exist: give a file, a directory, `module:attribute`, or - for standard input."
    )


def exists(spec: str) -> bool:
    """Whether there is a file or directory of that name."""
    try:
        return Path(spec).exists()
    except (
        OSError,
        ValueError,
    ):  # a null character, a name that is too long, a directory that may not be searched
        return False
