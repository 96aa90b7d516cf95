"""JSON text, taken strictly: what is wrong with it is said in one sentence that names the line."""

from __future__ import annotations

import json
from typing import Any

from .tool import SourceError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def decoded(raw: bytes, place: str) -> str:
    """UTF-8 bytes as text, without a byte order mark; raises SourceError naming the line of the first wrong byte."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SourceError(f"{place} is UTF-16 text, and JSON is read as UTF-8.")
    try:
        return raw.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SourceError(
            f"{place}, line {line}, is not UTF-8 text (byte 0x{raw[error.start]:02x})."
        ) from None


def parsed(text: str, place: str, line: int | None = None) -> Any:
    """The value of a JSON text (RFC 8259) in which no object has a key twice.

    `line` is the number of the line that the text is, when it is one line of a file. Raises SourceError.
    """
    where = place if line is None else f"{place}, line {line},"
    try:
        return json.loads(text, object_pairs_hook=without_repeats)
    except json.JSONDecodeError as error:
        raise SourceError(f"{place}, line {line or error.lineno}, is not JSON: {told(error)}.") from None
    except RecursionError:
        raise SourceError(f"{where} is nested too deeply to be read.") from None
    except ValueError as error:  # a repeated key, or more digits than Python turns into a number
        raise SourceError(f"{where} cannot be read: {without_advice(str(error))}.") from None


def told(error: json.JSONDecodeError) -> str:
    """What the parser says, with the column, as the end of a sentence."""
    return f"{uncapitalised(error.msg.removesuffix(' at'))} at column {error.colno}"


def without_advice(message: str) -> str:
    """A message of Python's without what it advises the programmer to do."""
    return uncapitalised(message.partition(";")[0].rstrip("."))


def uncapitalised(message: str) -> str:
    """A message of Python's as the end of a sentence."""
    return message[:1].lower() + message[1:]


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, unless a key occurs twice: then which value counts would be a guess."""
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for index, key in enumerate(keys) if key in keys[:index])
        raise ValueError(f"the key {json.dumps(repeated)} occurs twice in one object")
    return mapping
