"""How does the time of a valid call grow with its arguments?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.contestants import VALIDATE
from examples.agent_tools import EDIT, TODO_WRITE

NUMBERS = {"type": "object", "properties": {"numbers": {"type": "array", "items": {"type": "number"}}}}
TREE = {
    "type": "object",
    "properties": {"tree": {"$ref": "#/$defs/Tree"}},
    "$defs": {
        "Tree": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            },
            "required": ["name"],
        }
    },
}


def tree(depth: int) -> dict[str, Any]:
    children = [tree(depth - 1) for _ in range(3)] if depth else []
    return {"name": f"level {depth}", "children": children}


PAYLOADS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a text of 1 MB": (
        EDIT["input_schema"],
        {"file_path": "/a", "old_string": "x" * 1_000_000, "new_string": ""},
    ),
    "1,000 objects": (
        TODO_WRITE["input_schema"],
        {
            "todos": [
                {"content": f"task {i}", "status": "pending", "priority": i % 5 + 1} for i in range(1000)
            ]
        },
    ),
    "10,000 numbers": (NUMBERS, {"numbers": [i / 2 for i in range(10_000)]}),
    "a tree of 1,093 objects": (TREE, {"tree": tree(6)}),
}


@pytest.mark.parametrize("contestant", [name for name in VALIDATE if name not in ("pydantic", "msgspec")])
@pytest.mark.parametrize("payload", PAYLOADS)
def test_large_payload(benchmark: Any, contestant: str, payload: str) -> None:
    benchmark.group = payload
    schema, arguments = PAYLOADS[payload]
    check = VALIDATE[contestant](schema)
    assert check is not None
    benchmark(check, json.loads(json.dumps(arguments)))
