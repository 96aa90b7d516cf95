"""Many tools at once: what is refused takes nothing else down."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from callcheck import SchemaError
from callcheck_compiler import compile_tools

from tests.shared import REPOSITORY

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


@pytest.mark.parametrize(
    ("missing", "schema"),
    [
        ("referencing", {"$ref": "#here", "$defs": {"a": {"$anchor": "here"}}}),
        ("jsonschema_specifications", {"$ref": "http://json-schema.org/draft-07/schema#"}),
    ],
)
def test_without_a_library_of_the_extra_it_says_what_to_install(missing: str, schema: Any) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from callcheck_compiler import compile_tool\n"
        "compile_tool('plain', {'type': 'object'})\n"
        "try:\n"
        f"    compile_tool('tool', {schema!r})\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)"
    )
    paths = os.pathsep.join(str(REPOSITORY / root) for root in ("runtime", "compiler"))
    environment = {**os.environ, "PYTHONPATH": paths}
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )
    assert (
        finished.stdout == f"this needs {missing}, which comes with: pip install 'callcheck[compiler]'\n"
    ), finished.stderr
