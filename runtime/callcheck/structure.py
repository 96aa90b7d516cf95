"""Issues as JSON-ready values, for a machine reader: the twin of the text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import Any

from .issues import InstanceLocation, Issue
from .location import path, printable, to_pointer

_MOST_ISSUES = 50
_MOST_MEMBERS = 50
_MOST_VALUES = 200
_DEEPEST = 4
_LONGEST_TEXT = 600
_LONGEST_POINTER = 1000
_LARGEST = 10**100


def structured(tool: str, issues: Sequence[Issue]) -> dict[str, Any]:
    """The issues of a call of `tool` as JSON-ready values that encode as UTF-8, of bounded size.

    Nothing that was sent is in it but the names of keys. `omitted` counts the issues beyond the first fifty, if there are any.
    """
    report: dict[str, Any] = {
        "type": "input_validation",
        "tool": _text(tool),
        "errors": [_error(issue) for issue in issues[:_MOST_ISSUES]],
    }
    if len(issues) > _MOST_ISSUES:
        report["omitted"] = len(issues) - _MOST_ISSUES
    return report


def _error(issue: Issue) -> dict[str, Any]:
    return {
        "kind": issue.kind.name.lower(),
        "location": _pointer(issue.instance_location),
        "path": path(issue.instance_location),
        "keyword": _text(issue.keyword),
        "keyword_location": _encodable(issue.keyword_location[:_LONGEST_POINTER]),
        "expected": _Values().ready(issue.expected, 0),
        "received": "number" if issue.received == "integer" else issue.received,
        "message": printable(issue.message, _LONGEST_TEXT),
    }


def _pointer(location: InstanceLocation) -> str:
    """The JSON Pointer of `location`; where it would be too long, that of the innermost value around it that is not."""
    pointer = ""
    for key in location:
        if isinstance(key, str) and len(key) > _LONGEST_POINTER:
            break
        longer = pointer + to_pointer((key,))
        if len(longer) > _LONGEST_POINTER:
            break
        pointer = longer
    return _encodable(pointer)


def _text(text: str) -> str:
    return _encodable(text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…")


def _encodable(text: str) -> str:
    """`text` with lone surrogates, which UTF-8 does not have, written out."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


class _Values:
    """Turns what a keyword expects into JSON-ready values, up to a number of values in all."""

    def __init__(self) -> None:
        self._left = _MOST_VALUES

    def ready(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if isinstance(value, str):
            return _text(value)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value if -_LARGEST < value < _LARGEST else "a very large integer"
        if isinstance(value, float):
            return value if math.isfinite(value) else str(value)
        if depth < _DEEPEST and isinstance(value, (list, tuple)):
            return [self.ready(member, depth + 1) for member in value[:_MOST_MEMBERS] if self._left > 0]
        if depth < _DEEPEST and isinstance(value, dict):
            members = islice(value.items(), _MOST_MEMBERS)
            return {
                _text(str(key)): self.ready(member, depth + 1) for key, member in members if self._left > 0
            }
        return "…"
