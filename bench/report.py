"""The ratios that the README quotes, over all recorded calls in one run: `scripts/bench`.

Each line says how many times as long the other one takes as callcheck: the geometric mean over the cases, and the
median of each side's times. Pure Python on our side, policy TOOL_INPUT.

All cases are gone through several times, and each contestant's best counts: a shared machine has slow minutes, and they
slow contestants that are bound by memory more than others.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import callcheck
from callcheck_compiler import compile_tool

from bench.cases import (
    Case,
    coerced_cases,
    every_schema,
    recorded_rejections,
    rejected_cases,
    spread,
    valid_cases,
)
from bench.contestants import COMPILE, OURS, REJECT, VALIDATE, Build
from bench.measure import geometric_mean, middle, times
from bench.models import Check

Row = dict[str, float]

PASSES = 5


def main(arguments: Sequence[str]) -> int:
    """Print every table; `--quick` measures a tenth of the cases."""
    share = 10 if "--quick" in arguments else 1
    print(f"Python {platform.python_version()}, {platform.machine()};", end=" ")
    packages = ("fastjsonschema", "jsonschema-rs", "jsonschema", "pydantic", "msgspec")
    print(", ".join(f"{name} {version(name)}" for name in packages))
    calls = valid_cases()[::share]
    table("a valid call", best(lambda: [row(VALIDATE, case, accepts) for case in calls]))
    coerced(share)
    made, recorded = rejected_cases()[:: 3 * share], recorded_rejections()[::share]
    table("a rejected call, made from a valid one", best(lambda: rejections(made)))
    table("a rejected call, as it was recorded", best(lambda: rejections(recorded)))
    compiled(share)
    return 0


def best(measured: Callable[[], list[Row]]) -> list[Row]:
    """The rows, each contestant with its best time of several passes over all of them."""
    passes = [measured() for _ in range(PASSES)]
    return [
        {name: min(row[name] for row in rows if name in row) for name in rows[0]}
        for rows in zip(*passes, strict=True)
    ]


def row(builders: Mapping[str, Build], case: Case, fits: Callable[[Check, Any], bool]) -> Row:
    """The time of each contestant on one case; who cannot express the schema or judges otherwise is left out."""
    checks = {
        name: check for name, build in builders.items() if (check := prepared(build, case.schema)) is not None
    }
    checks = {name: check for name, check in checks.items() if fits(check, case.arguments)}
    return times(checks, dict.fromkeys(checks, case.arguments)) if OURS in checks else {}


def prepared(build: Build, schema: dict[str, Any]) -> Check | None:
    """A contestant's check, or None where it refuses the schema."""
    try:
        return build(schema)
    except Exception:
        return None


def accepts(check: Check, arguments: Any) -> bool:
    """Whether the check takes the arguments without raising."""
    try:
        check(arguments)
    except Exception:
        return False
    return True


def tells(check: Check, arguments: Any) -> bool:
    """Whether a check of `REJECT` says anything."""
    return bool(check(arguments))


def coerced(share: int) -> None:
    """A call with one scalar quoted, and with all of them, beside the same call with plain ones."""
    print(f"\na coerced call ({len(coerced_cases()[::share])} cases)")
    for what, most in (("one scalar quoted / valid", 1), ("every scalar quoted / valid", None)):
        rows = best(partial(repairs, coerced_cases(most)[::share]))
        ratio = geometric_mean(pair["coerced"] / pair["valid"] for pair in rows)
        microseconds = middle(pair["coerced"] for pair in rows) * 1e6
        print(f"  {what:38} {ratio:9.2f}   median {microseconds:9.3f} µs")


def repairs(cases: Sequence[tuple[Case, Case]]) -> list[Row]:
    """Times of calls as they should be, and of the same ones with scalars quoted."""
    rows = []
    for valid, quoted in cases:
        check = compile_tool("Tool", valid.schema, policy=callcheck.TOOL_INPUT).validate
        arguments = {"valid": valid.arguments, "coerced": quoted.arguments}
        rows.append(times({"valid": check, "coerced": check}, arguments))
    return rows


def rejections(cases: Sequence[Case]) -> list[Row]:
    """Times of the cases that callcheck, fastjsonschema and jsonschema-rs all reject."""
    rows = []
    for case in cases:
        checks = [
            prepared(VALIDATE[name], case.schema)
            for name in (OURS, "fastjsonschema", "jsonschema-rs validate")
        ]
        if all(check is not None and not accepts(check, case.arguments) for check in checks):
            rows.append(row(REJECT, case, tells))
    return rows


def compiled(share: int) -> None:
    """From schema to function, for a spread of all tools."""
    schemas = [schema for _, schema in spread(tuple(every_schema()), 600 // share)]
    table("compiling a tool", best(lambda: [compilation(schema) for schema in schemas]))


def compilation(schema: dict[str, Any]) -> Row:
    """The time in which each contestant gets from a schema to a function."""
    builders = {name: build for name, build in COMPILE.items() if prepared(build, schema) is not None}
    return times(builders, dict.fromkeys(builders, schema))


def table(title: str, rows: Sequence[Row]) -> None:
    """How many times as long as callcheck each contestant takes."""
    measured = [times_ for times_ in rows if times_]
    ours = middle(times_[OURS] for times_ in measured) * 1e6
    print(f"\n{title} ({len(measured)} cases, callcheck's median {ours:.3f} µs)")
    for name in dict.fromkeys(name for times_ in measured for name in times_ if name != OURS):
        both = [times_ for times_ in measured if name in times_]
        ratio = geometric_mean(times_[name] / times_[OURS] for times_ in both)
        microseconds = middle(times_[name] for times_ in both) * 1e6
        print(f"  {name:38} {ratio:9.2f}   median {microseconds:9.3f} µs   on {len(both)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
