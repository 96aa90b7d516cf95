"""What a tool returned, as JSON that any encoder takes: without NaN, lone surrogates, or keys that are no strings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# Encoders give up on values nested more deeply than about 250 levels, and the shapes add some.
_DEEPEST = 200


def snapshot(value: Any) -> Any:
    """What a tool returned, as JSON values of its own, which nothing that happens to it later changes: what is no JSON as text.

    Raises ValueError when it cannot be written as JSON.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return encodable(str.__str__(value))
    if isinstance(value, (bytes, bytearray)):
        return _plain(value)
    return json.loads(_json_text(value))


def result_text(value: Any) -> str:
    """What a tool returned, as text that encodes as UTF-8: "" for None, a text as it is, JSON for anything else.

    Raises ValueError when it cannot be written as JSON.
    """
    if value is None:
        return ""
    if isinstance(value, (str, bytes, bytearray)):
        return snapshot(value)  # type: ignore[no-any-return]
    text = _json_text(value)
    # The text of what is no JSON, such as a date.
    return json.loads(text) if text.startswith('"') else text


def encodable(text: str) -> str:
    """The text with `?` for each lone surrogate, one of which would make a whole request fail to encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _json_text(value: Any) -> str:
    """Valid JSON that encodes as UTF-8: NaN and infinities, which have no number there, are the strings that name them."""
    try:
        text = encodable(json.dumps(value, ensure_ascii=False, default=_plain))
        if "NaN" in text or "Infinity" in text:
            text = json.dumps(json.loads(text, parse_constant=str), ensure_ascii=False)
        # Most have so few brackets that they alone tell.
        too_deep = text.count("[") + text.count("{") > _DEEPEST and _is_deep(json.loads(text))
    except RecursionError:
        too_deep = True
    except Exception as error:
        raise ValueError(
            f"it returned what cannot be written as JSON: {str(error) or type(error).__name__}"
        ) from error
    if too_deep:
        raise ValueError("it returned what cannot be written as JSON: values nested too deeply")
    return text


def _plain(value: Any) -> Any:
    """A JSON value for what is none: the text in bytes, a mapping as a dict, the fields of an object of pydantic, such as the
    content of MCP's SDK, under their names on the wire, and the `str()` of anything else.

    Raises TypeError for an object that has no text but its address.
    """
    if isinstance(value, (bytes, bytearray)):
        return value.decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return dict(value)
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return dump(by_alias=True, exclude_none=True, mode="json")
    text, kind = str(value), type(value)
    # Python writes in angle brackets what has no text to show.
    if getattr(kind, "__str__", None) is object.__str__ and text.startswith("<"):
        raise TypeError(f"an object of type {kind.__name__}")
    return text


def _is_deep(value: Any) -> bool:
    level = _containers_in([value])
    for _ in range(_DEEPEST):
        level = [member for container in level for member in _containers_in(container)]
        if not level:
            return False
    return True


def _containers_in(container: Any) -> list[Any]:
    members = container.values() if isinstance(container, dict) else container
    return [member for member in members if isinstance(member, (dict, list))]
