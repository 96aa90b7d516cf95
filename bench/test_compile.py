"""How long does it take from a schema to a validator, and how long when the cache already knows it?"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from callcheck_compiler import compile_tool

from bench.cases import Case, every_schema, spread
from bench.contestants import COMPILE
from bench.models import pydantic_check


@pytest.mark.parametrize("contestant", [name for name in COMPILE if name not in ("pydantic", "msgspec")])
def test_compile_real_tools(benchmark: Any, contestant: str) -> None:
    benchmark.group = "compiling 20 real tools"
    schemas = [schema for _, schema in spread(tuple(every_schema()), 20)]
    benchmark(lambda: [COMPILE[contestant](schema) for schema in schemas])


@pytest.mark.parametrize("contestant", COMPILE)
def test_compile_plain_tools(benchmark: Any, contestant: str) -> None:
    benchmark.group = "compiling 20 tools with plain types"
    plain = [Case(name, schema, {}) for name, schema in every_schema() if pydantic_check(schema) is not None]
    schemas = [case.schema for case in spread(tuple(plain), 20)]
    benchmark(lambda: [COMPILE[contestant](schema) for schema in schemas])


@pytest.mark.parametrize("equal", ["the same schema object", "an equal schema"])
def test_cache_hit(benchmark: Any, equal: str) -> None:
    benchmark.group = "20 tools that are in the cache"
    tools = [(name, schema) for name, schema in spread(tuple(every_schema()), 20)]
    for name, schema in tools:
        compile_tool(name, schema)
    if equal == "an equal schema":
        tools = copy.deepcopy(tools)
    benchmark(lambda: [compile_tool(name, schema) for name, schema in tools])
