"""How does compile time grow with the schema? `bench.growth` prints the same as a table, with the size of the generated text."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck import LENIENT
from callcheck_compiler import compile_tool

from bench.growth import forget, growing

GROWING = growing()


@pytest.mark.parametrize("which", ["some", "many"])
@pytest.mark.parametrize("name", GROWING)
def test_growth(benchmark: Any, name: str, which: str) -> None:
    make, some, many = GROWING[name]
    benchmark.group = f"compiling: {name}"
    schema = make(some if which == "some" else many)
    made = benchmark.pedantic(
        lambda: compile_tool("Tool", schema, LENIENT), setup=forget, rounds=3, iterations=1
    )
    benchmark.extra_info["parts"] = some if which == "some" else many
    benchmark.extra_info["characters"] = len(made.source)


@pytest.mark.parametrize("name", GROWING)
def test_growth_of_the_explanation(benchmark: Any, name: str) -> None:
    make, _, many = GROWING[name]
    benchmark.group = f"compiling, and explaining for the first time: {name}"
    schema = make(many)
    benchmark.pedantic(
        lambda: compile_tool("Tool", schema, LENIENT).explain({}), setup=forget, rounds=3, iterations=1
    )
