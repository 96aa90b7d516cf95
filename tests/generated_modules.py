"""What the tests of generated modules share: tools, policies, and a module that is built, written and imported."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import callcheck
import pytest
from callcheck_compiler.aot import build_module

from examples.agent_tools import TOOLS as AGENT_TOOLS
from tests.agreement import PRESETS
from tests.engines import imported
from tests.shared import tools

Count = Callable[..., None]
Tools = dict[str, Any]

AGENT: Tools = {tool["name"]: tool["input_schema"] for tool in AGENT_TOOLS}
SHAPES: Tools = {
    "tree": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
    },
    "json": {
        "type": "object",
        "properties": {"value": {"$ref": "#/$defs/Value"}},
        "$defs": {
            "Value": {
                "anyOf": [
                    {"type": "array", "items": {"$ref": "#/$defs/Value"}},
                    {"type": "object", "additionalProperties": {"$ref": "#/$defs/Value"}},
                    {"type": ["string", "number", "boolean", "null"]},
                ]
            }
        },
    },
    "no root": {},
    "nothing fits": False,
    "long": {
        "type": "object",
        "properties": {
            "mode": {"enum": [f"a value that is long enough to fill a line, number {i}" for i in range(9)]},
            "x" * 120: {"type": "integer", "minimum": 10**400, "maximum": 1e300},
            "small": {"const": -1e-7},
            "é'\"\\": {"type": "string", "pattern": "^[\"'\\\\]+$"},
        },
        "minProperties": 1,
        "propertyNames": {"maxLength": 200},
    },
    "t" * 120: {"type": "array", "prefixItems": [{"type": "integer"}], "items": False},
}
SETTINGS = [
    *PRESETS.values(),
    callcheck.Policy(coercion=callcheck.Coercion.JSON_TEXT | callcheck.Coercion.QUOTED_NUMBER),
    callcheck.Policy(
        undeclared=callcheck.Undeclared.REJECT,
        formats=callcheck.Formats.ASSERT,
        text=callcheck.TextStyle.PATHS,
        hints=True,
        extensions=False,
        patterns=callcheck.Patterns.LINEAR,
        root='in"put',
    ),
]


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Any]:
    """Builds, writes and imports a module; gives the module."""
    count = iter(range(1000))

    def built(what: Any, *more: Any, **others: Any) -> Any:
        path = tmp_path / f"built_{abs(hash(tmp_path))}_{next(count)}.py"
        path.write_text(build_module(what, *more, **others), encoding="ascii")
        imported(path)
        return sys.modules[path.stem]

    return built


def sampled(each: int, first: int = 0) -> Tools:
    """One in `each` of the real tools, under names that differ."""
    found: Tools = {}
    for index in numbered()[first::each]:
        tool = tools()[index]
        found[f"{tool['name']} {index}"] = tool["parameters"]
    return found


def numbered() -> list[int]:
    """The lines of the real tools whose schemas are valid."""
    return [index for index, tool in enumerate(tools()) if "schema_error" not in tool]
