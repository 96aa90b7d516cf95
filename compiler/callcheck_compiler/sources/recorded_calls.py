"""Recorded calls, one JSON value a line, streamed: a line that cannot be read does not stop the others.

OpenAI Chat        {"type": "function", "function": {"name", "arguments": "text"}}
OpenAI Responses   {"type": "function_call", "name", "arguments": "text"}
Anthropic          {"type": "tool_use", "name", "input"}
MCP                {"method": "tools/call", "params": {"name", "arguments"}}, or the params alone
plain              {"tool", "arguments"}

A line may also hold a list of these, or a whole message with its `tool_calls`, `content` or `output`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from .json_text import BYTE_ORDER_MARK, told, without_advice, without_repeats
from .shapes import article

MOST_BYTES_A_LINE = 64 * 1024 * 1024
PARAMS = {"name", "arguments", "_meta"}  # of MCP's `tools/call`
INSIDE = ("messages", "choices", "message", "tool_calls", "content", "output")
FORMS = "an OpenAI tool call, an Anthropic `tool_use` block, MCP `tools/call` params, or {tool, arguments}"


@dataclass(frozen=True)
class RecordedCall:
    """One call: the line on which it stands, the tool's name, and the arguments.

    `text` is the JSON text of the arguments where the protocol sends text (OpenAI); it may be broken, and then that
    is the model's mistake. Where there is none, `arguments` is what was sent.
    """

    line: int
    tool: str
    arguments: Any = None
    text: str | None = None


@dataclass(frozen=True)
class BrokenLine:
    """A line that holds no call, and why, as the end of a sentence."""

    line: int
    reason: str


Found = tuple[str, Any, "str | None"]  # tool, arguments, text


class NoCall(ValueError):
    """What a line holds is not a call; the message ends a sentence that begins with the line."""


def read_calls(lines: Iterable[bytes | str]) -> Iterator[RecordedCall | BrokenLine]:
    """The calls of JSON Lines, in order, with each line that cannot be read in its place. Raises nothing."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            for tool, arguments, text in calls_in(value_of(line, first=number == 1), lone=True):
                yield RecordedCall(number, tool, arguments, text)
        except NoCall as error:
            yield BrokenLine(number, str(error))


def bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, each cut at a bound so that memory does not fill up; the rest of a longer line is skipped."""
    while line := file.readline(MOST_BYTES_A_LINE + 1):
        yield line
        while len(line) > MOST_BYTES_A_LINE and not line.endswith(b"\n"):
            line = file.readline(MOST_BYTES_A_LINE + 1)


def value_of(line: bytes | str, first: bool) -> Any:
    """The JSON value on a line; raises NoCall."""
    if len(line) > MOST_BYTES_A_LINE:
        raise NoCall(f"is longer than {MOST_BYTES_A_LINE // 1024**2} MiB")
    text = line if isinstance(line, str) else as_text(line, first)
    try:
        return json.loads(text.rstrip(), object_pairs_hook=without_repeats)
    except json.JSONDecodeError as error:
        raise NoCall(f"is not JSON: {told(error)}") from None
    except RecursionError:
        raise NoCall("is nested too deeply to be read") from None
    except ValueError as error:  # a repeated key, or more digits than Python turns into a number
        raise NoCall(f"cannot be read: {without_advice(str(error))}") from None


def as_text(line: bytes, first: bool) -> str:
    """UTF-8 as text, without the byte order mark that a first line may have; raises NoCall."""
    try:
        return line.removeprefix(BYTE_ORDER_MARK if first else b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoCall(
            f"is not UTF-8 text (byte 0x{line[error.start]:02x} at column {error.start + 1})"
        ) from None


def calls_in(value: Any, lone: bool) -> Iterator[Found]:
    """Every call in a value. One that stands alone must be a call; a part of a message may be anything else.

    Raises NoCall.
    """
    if isinstance(value, list):
        for item in value:
            yield from calls_in(item, lone)
        return
    call = one_call(value) if isinstance(value, dict) else None
    if call is not None:
        yield call
    elif isinstance(value, dict) and (not lone or is_message(value)):
        for key in INSIDE:
            yield from calls_in(value.get(key), lone=False)
    elif lone:
        raise NoCall(f"holds {article(value)} that is no call: {FORMS} is expected")


def is_message(value: dict[str, Any]) -> bool:
    """Whether an object is a message, a response or a request, which may hold calls."""
    return "role" in value or any(isinstance(value.get(key), (list, dict)) for key in INSIDE)


def one_call(value: dict[str, Any]) -> Found | None:
    """The call that an object is, or None when it is something else; raises NoCall for half a call."""
    if value.get("method") == "tools/call":
        return named(value.get("params"), "arguments", default={})
    if value.get("type") == "tool_use":
        return named(value, "input")
    if isinstance(value.get("function"), dict):
        return named(value["function"], "arguments")
    if isinstance(value.get("tool"), str):
        return value["tool"], required(value, "arguments"), None
    if isinstance(value.get("name"), str) and value.keys() <= PARAMS:
        return named(value, "arguments", default={})
    if isinstance(value.get("name"), str) and ("arguments" in value or value.get("type") == "function_call"):
        return named(value, "arguments")
    return None


def named(call: Any, key: str, default: Any = None) -> Found:
    """The call whose name is under `name` and whose arguments are under `key`; OpenAI's text stays text."""
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise NoCall("has no tool's name: `name` must be a string")
    arguments = required(call, key) if default is None else call.get(key, default)
    is_text = key == "arguments" and isinstance(arguments, str)
    return call["name"], None if is_text else arguments, arguments if is_text else None


def required(call: dict[str, Any], key: str) -> Any:
    """What stands under a key that every call has."""
    if key not in call:
        raise NoCall(f"has no `{key}`")
    return call[key]
