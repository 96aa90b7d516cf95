"""What every source yields: a `Tool`, or a `SourceError` that says which place cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class SourceError(ValueError):
    """A source cannot be read: one sentence that names the place, the fault, and what would be right."""


@dataclass(frozen=True)
class Tool:
    """One tool as its author wrote it.

    name         what a model calls it by
    parameters   the JSON Schema of its arguments, unchecked
    place        where it was read, for messages: `tools.json, tool 3`
    description  what it is for, when its author says so
    """

    name: str
    parameters: Any
    place: str = ""
    description: str | None = None
