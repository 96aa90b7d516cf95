"""Many tools at once: what is refused takes nothing else down."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck import SchemaError
from callcheck_compiler import compile_tools

GOOD = {"type": "object", "properties": {"a": {"type": "integer"}}}
BAD = {"type": "objekt"}

# tools, the names that are compiled, the names that are refused and words of the reason
LISTS: list[tuple[Any, list[str], dict[str, str]]] = [
    ({}, [], {}),
    ({"a": GOOD, "b": BAD, "c": True}, ["a", "c"], {"b": "objekt"}),
    ([("a", GOOD), ("b", GOOD), ("a", BAD)], ["b"], {"a": "another tool in the list has the same name"}),
    ([("a", GOOD), ("a", GOOD)], [], {"a": "another tool in the list has the same name"}),
    ([("a", GOOD), ("A", GOOD)], ["a", "A"], {}),
]


@pytest.mark.parametrize(("tools", "compiled", "refused"), LISTS)
def test_compile_tools(tools: Any, compiled: list[str], refused: dict[str, str]) -> None:
    found = compile_tools(tools)
    assert list(found.validators) == compiled
    assert list(found.refused) == list(refused)
    for name, words in refused.items():
        assert isinstance(found.refused[name], SchemaError)
        assert words in str(found.refused[name])
        assert f"`{name}`" in str(found.refused[name])
