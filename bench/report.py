"""The ratios that the README quotes, over all recorded calls in one run: `scripts/bench`.

Each line says how many times as long the other one takes as callcheck: the geometric mean over the cases, and the
median of each side's times. Pure Python on our side, policy TOOL_INPUT.

All of it is measured in several processes, one after the other, and each contestant's best counts: by where a process
happens to lie in memory alone the same bytecode takes up to a fifth longer, and a compiled extension up to a tenth.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
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
Tables = dict[str, list[Row]]

PROCESSES = 5
VALID = "a valid call"
MADE = "a rejected call, made from a valid one"
RECORDED = "a rejected call, as it was recorded"
COMPILED = "compiling a tool"
QUOTED = {"one scalar quoted / valid": 1, "every scalar quoted / valid": None}


def main(arguments: Sequence[str]) -> int:
    """Print every table; `--quick` measures a tenth of the cases. `--once` measures in this process, for the others."""
    share = 10 if "--quick" in arguments else 1
    if "--once" in arguments:
        json.dump(measured(share), sys.stdout)
        return 0
    valid_cases()  # says so where there are none
    print(f"Python {platform.python_version()}, {platform.machine()};", end=" ")
    packages = ("fastjsonschema", "jsonschema-rs", "jsonschema", "pydantic", "msgspec")
    print(", ".join(f"{name} {version(name)}" for name in packages))
    command = [sys.executable, "-m", "bench.report", "--once", *arguments]
    tables = best([json.loads(subprocess.check_output(command)) for _ in range(PROCESSES)])
    show(VALID, tables[VALID])
    show_repairs(tables)
    for title in (MADE, RECORDED, COMPILED):
        show(title, tables[title])
    return 0


def measured(share: int) -> Tables:
    """One row of times for each case of each table, in this process."""
    schemas = [schema for _, schema in spread(tuple(every_schema()), 600 // share)]
    repaired = {what: repairs(coerced_cases(most)[::share]) for what, most in QUOTED.items()}
    return {
        VALID: [row(VALIDATE, case, accepts) for case in valid_cases()[::share]],
        **repaired,
        MADE: rejections(rejected_cases()[:: 3 * share]),
        RECORDED: rejections(recorded_rejections()[::share]),
        COMPILED: [compilation(schema) for schema in schemas],
    }


def best(processes: Sequence[Tables]) -> Tables:
    """The same tables with each contestant's best time."""
    return {
        title: [
            {name: min(row[name] for row in rows if name in row) for name in rows[0]}
            for rows in zip(*[tables[title] for tables in processes], strict=True)
        ]
        for title in processes[0]
    }


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


def compilation(schema: dict[str, Any]) -> Row:
    """The time in which each contestant gets from a schema to a function."""
    builders = {name: build for name, build in COMPILE.items() if prepared(build, schema) is not None}
    return times(builders, dict.fromkeys(builders, schema))


def show(title: str, rows: Sequence[Row]) -> None:
    """How many times as long as callcheck each contestant takes."""
    measured = [times_ for times_ in rows if times_]
    ours = middle(times_[OURS] for times_ in measured) * 1e6
    print(f"\n{title} ({len(measured)} cases, callcheck's median {ours:.3f} µs)")
    for name in dict.fromkeys(name for times_ in measured for name in times_ if name != OURS):
        both = [times_ for times_ in measured if name in times_]
        ratio = geometric_mean(times_[name] / times_[OURS] for times_ in both)
        microseconds = middle(times_[name] for times_ in both) * 1e6
        print(f"  {name:38} {ratio:9.2f}   median {microseconds:9.3f} µs   on {len(both)}")


def show_repairs(tables: Tables) -> None:
    """How many times as long a call with one scalar quoted, and with all of them, takes as the same call with plain ones."""
    print(f"\na coerced call ({len(tables[next(iter(QUOTED))])} cases)")
    for what in QUOTED:
        ratio = geometric_mean(pair["coerced"] / pair["valid"] for pair in tables[what])
        microseconds = middle(pair["coerced"] for pair in tables[what]) * 1e6
        print(f"  {what:38} {ratio:9.2f}   median {microseconds:9.3f} µs")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
