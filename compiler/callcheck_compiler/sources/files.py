"""Tools out of files, directories and standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from .json_text import decoded, parsed, uncapitalised
from .shapes import tools_in
from .tool import SourceError, Tool

MOST_BYTES = 256 * 1024 * 1024
LINES = (".jsonl", ".ndjson")
SUFFIXES = (".json", *LINES)
STANDARD_INPUT = "standard input"


def tools_of_standard_input() -> list[Tool]:
    """The tools that standard input holds."""
    return list(
        tools_of_text(decoded(limited(sys.stdin.buffer.read(MOST_BYTES + 1), STANDARD_INPUT), STANDARD_INPUT))
    )


def tools_of_path(path: Path) -> list[Tool]:
    """The tools of a file, or of every tool file in a directory, in the order of their names."""
    if not path.is_dir():
        return tools_of_file(path, str(path))
    found = sorted(entry for entry in entries(path) if is_tool_file(entry))
    if not found:
        raise SourceError(f"{path} holds no tool files ({', '.join('*' + suffix for suffix in SUFFIXES)}).")
    return [tool for entry in found for tool in tools_of_file(entry, str(entry))]


def is_tool_file(entry: Path) -> bool:
    """Whether a file of a directory is one of tools: hidden ones are other programs' own."""
    return entry.suffix.lower() in SUFFIXES and not entry.name.startswith(".") and entry.is_file()


def entries(directory: Path) -> list[Path]:
    """What a directory holds; raises SourceError when it may not be listed."""
    try:
        return list(directory.iterdir())
    except OSError as error:
        raise SourceError(f"{directory} cannot be listed: {reason(error)}.") from None


def tools_of_file(path: Path, place: str) -> list[Tool]:
    """The tools of one file, JSON or JSON Lines."""
    try:
        with path.open("rb") as file:
            raw = limited(file.read(MOST_BYTES + 1), place)
    except (OSError, ValueError) as error:
        raise SourceError(f"{place} cannot be read: {reason(error)}.") from None
    return list(tools_of_text(decoded(raw, place), place, as_lines=path.suffix.lower() in LINES))


def reason(error: Exception) -> str:
    """Why the system refused, as the end of a sentence."""
    said = error.strerror if isinstance(error, OSError) else None
    return uncapitalised(said or str(error) or type(error).__name__)


def limited(raw: bytes, place: str) -> bytes:
    """The bytes, unless there are more than anyone's list of tools has."""
    if len(raw) > MOST_BYTES:
        raise SourceError(f"{place} is larger than {MOST_BYTES // 1024**2} MiB, which no list of tools is.")
    return raw


def tools_of_text(text: str, place: str = STANDARD_INPUT, as_lines: bool = False) -> Iterator[Tool]:
    """The tools of a JSON text, or of JSON Lines: told apart by whether the first line is a JSON value by itself."""
    if not text.strip():
        raise SourceError(f"{place} is empty, and tools are expected in it.")
    if as_lines or is_lines(text):
        yield from tools_of_lines(text, place)
    else:
        yield from tools_in(parsed(text, place), place)


def is_lines(text: str) -> bool:
    """Whether a text is several lines of which the first is a JSON value: one JSON document is never that."""
    first, _, rest = text.lstrip().partition("\n")
    if not rest.strip():
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return False
    return True


def tools_of_lines(text: str, place: str) -> Iterator[Tool]:
    """The tools of JSON Lines: each line holds one tool, or any other form."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield from tools_in(parsed(line, place, number), f"{place}, line {number}")
