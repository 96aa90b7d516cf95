"""Checks the arguments that a language model sends to a tool, before the tool runs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .coercion import SemanticError, semantic_boolean, semantic_number
from .issues import InvalidArguments, Issue, Kind, SchemaError
from .policy import (
    JSON_SCHEMA,
    LENIENT,
    STRICT,
    STRICT_CORE,
    TOOL_INPUT,
    Coercion,
    Formats,
    Keywords,
    Patterns,
    Policy,
    TextStyle,
    Undeclared,
)
from .text import tool_use_error
from .validator import Validator

if TYPE_CHECKING:
    from .dispatch import Dispatcher
    from .outcomes import Outcome, Tally, ToolCounts, Verdict
    from .registration import Changes
    from .registry import ToolRegistry
    from .stages import Call, Denied, Tool
    from .tool_result import Status, ToolResult
    from .tool_use import ToolUse, read_tool_use
    from .verdicts import Accepted, Rejected

__version__ = "0.1.0"

# What a generated module does not need is imported when it is first asked for.
_LATER = {
    "Accepted": "verdicts",
    "Call": "stages",
    "Changes": "registration",
    "Denied": "stages",
    "Dispatcher": "dispatch",
    "Outcome": "outcomes",
    "Rejected": "verdicts",
    "Status": "tool_result",
    "Tally": "outcomes",
    "Tool": "stages",
    "ToolCounts": "outcomes",
    "ToolRegistry": "registry",
    "ToolResult": "tool_result",
    "ToolUse": "tool_use",
    "Verdict": "outcomes",
    "read_tool_use": "tool_use",
}

__all__ = [
    "JSON_SCHEMA",
    "LENIENT",
    "STRICT",
    "STRICT_CORE",
    "TOOL_INPUT",
    "Accepted",
    "Call",
    "Changes",
    "Coercion",
    "Denied",
    "Dispatcher",
    "Formats",
    "InvalidArguments",
    "Issue",
    "Keywords",
    "Kind",
    "Outcome",
    "Patterns",
    "Policy",
    "Rejected",
    "SchemaError",
    "SemanticError",
    "Status",
    "Tally",
    "TextStyle",
    "Tool",
    "ToolCounts",
    "ToolRegistry",
    "ToolResult",
    "ToolUse",
    "Undeclared",
    "Validator",
    "Verdict",
    "__version__",
    "read_tool_use",
    "semantic_boolean",
    "semantic_number",
    "tool_use_error",
]


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
