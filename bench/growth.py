"""How compile time and generated text grow with the schema: `scripts/bench --growth`.

For each kind of part (properties, members of an enum, branches, levels …), what one part costs in a schema of some and in one
of many. Where both are the same, growth is linear. Then the largest schemas of maskbench, beside fastjsonschema.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, NamedTuple

from callcheck import JSON_SCHEMA, LENIENT
from callcheck_compiler import compile_schema, compile_tool

from bench.contestants import COMPILE, OURS
from bench.measure import geometric_mean, times
from tests.bombs import BOMBS, INTEGER, LARGE, NESTED, nested
from tests.shared import maskbench

SOME, MANY = 250, 1000
FEW_LEVELS, MORE_LEVELS = 20, 80
LARGEST = 30
REPEATS = 3

Make = Callable[[int], Any]


class Cost(NamedTuple):
    """What compiling a schema costs: seconds until it can be called, until it has explained too, characters of Python."""

    compiled: float
    explained: float
    source: int


def growing() -> Mapping[str, tuple[Make, int, int]]:
    """Every kind of schema, with two numbers of parts."""
    wide = {name: (make, SOME, MANY) for name, make in LARGE.items()}
    deep = {
        f"levels of {name}": (lambda n, around=around: nested(n, INTEGER, around), FEW_LEVELS, MORE_LEVELS)
        for name, (around, _) in NESTED.items()
    }
    bombs = {f"doubling {name}": (make, SOME // 5, MANY // 5) for name, make in BOMBS.items()}
    return {**wide, **deep, **bombs}


def cost(schema: Any) -> Cost:
    """The best of a few compilations; the cache knows none of them."""
    best = Cost(float("inf"), float("inf"), 0)
    for repeat in range(REPEATS):
        fresh = {**schema, "$comment": f"compiled for the {repeat}th time"}
        gc.collect()
        start = perf_counter()
        validator = compile_tool("Tool", fresh, LENIENT)
        compiled = perf_counter() - start
        validator.explain({})
        explained = perf_counter() - start
        best = Cost(min(best.compiled, compiled), min(best.explained, explained), len(validator.source))
        forget()
    return best


def forget() -> None:
    """Make the next compilation of the same schema a first one."""
    from callcheck_compiler import api

    api._cache.clear()


def growth() -> None:
    """One line for each kind: what a part costs where there are many, and how many times as much as where there are some."""
    print("\ngrowth: what one part costs among many, and how many times as much as among a quarter of them")
    print(f"  {'':32} {'parts':>6} {'µs to compile':>16} {'µs to explain':>16} {'characters':>16}")
    for name, (make, some, many) in growing().items():
        small, large = cost(make(some)), cost(make(many))
        shown = [
            f"{after / many * scale:9.1f} x{after * some / (before * many):5.2f}"
            for before, after, scale in (
                (small.compiled, large.compiled, 1e6),
                (small.explained, large.explained, 1e6),
                (small.source, large.source, 1),
            )
        ]
        print(f"  {name:32} {many:6} {shown[0]:>16} {shown[1]:>16} {shown[2]:>16}")


def largest() -> None:
    """The largest schemas of maskbench: compile time, beside fastjsonschema's where it takes the schema."""
    schemas = sorted((entry["schema"] for entry in maskbench()), key=lambda schema: -len(json.dumps(schema)))
    ratios, ours, characters = [], [], 0
    for schema in schemas[:LARGEST]:
        builders = {name: COMPILE[name] for name in (OURS, "fastjsonschema") if _compiles(name, schema)}
        taken = times(builders, dict.fromkeys(builders, schema))
        ours.append(taken[OURS])
        characters += len(compile_schema(schema, "input", JSON_SCHEMA).source)
        if "fastjsonschema" in taken:
            ratios.append(taken["fastjsonschema"] / taken[OURS])
    if not ours:
        print("\nthe schemas of maskbench are not here")
        return
    print(f"\nthe {len(ours)} largest schemas of maskbench, compiled")
    print(
        f"  callcheck: the slowest {max(ours) * 1e3:.0f} ms, {characters // len(ours):,} characters on average"
    )
    print(f"  fastjsonschema / callcheck {geometric_mean(ratios):9.2f}   on {len(ratios)}")


def _compiles(name: str, schema: Any) -> bool:
    try:
        return COMPILE[name](schema) is not None
    except Exception:
        return False


if __name__ == "__main__":
    growth()
    largest()
    sys.exit(0)
