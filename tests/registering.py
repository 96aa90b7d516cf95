"""What the tests of the registry share: tools, and a registry of them."""

from __future__ import annotations

from typing import Any

from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

GREP = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "output_mode": {"enum": ["content", "files_with_matches", "count"]},
        "-n": {"type": "boolean"},
        "limit": {"type": "integer"},
    },
    "required": ["pattern"],
    "additionalProperties": False,
}
TASK = {
    "type": "object",
    "properties": {"taskId": {"type": "string"}, "status": {"type": "string"}},
    "required": ["taskId"],
}
REFUSED = {"type": "object", "properties": {"a": {"type": "strin"}}}
DEEP = "[" * 100_000 + "]" * 100_000


def registry(*tools: Any, **settings: Any) -> ToolRegistry:
    made = ToolRegistry(compile=compile_tool, **settings)
    for tool in tools:
        made.add(tool)
    return made
