"""What the compiler makes of small schemas, kept as text: program, passes, plan and source.

To review a change of what is emitted is to review a difference of these files; `pytest --update-goldens` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from callcheck_compiler import compile_schema
from callcheck_compiler.compilation import build_unit, choose_dialect
from callcheck_compiler.frontend.freeze import freeze
from callcheck_compiler.frontend.limits import DEFAULT_LIMITS
from callcheck_compiler.ir.printer import print_plan, print_program
from callcheck_compiler.optimise.pipeline import optimise

from tests.golden_cases import GOLDENS, POLICIES, Golden

DIRECTORY = Path(__file__).resolve().parent / "goldens"


def text_of(golden: Golden) -> str:
    """Every stage of a schema."""
    policy = POLICIES[golden.policy]
    schema, _ = freeze(golden.schema, DEFAULT_LIMITS)
    dialect = choose_dialect(schema, policy, None, {})
    unit = build_unit("tool", schema, policy, dialect, {}, DEFAULT_LIMITS)
    program = print_program(unit.program)
    rewritten = print_program(optimise(unit.program, verified=True))
    sections = {
        f"schema, under {golden.policy}": json.dumps(schema, indent=2) + "\n",
        "program": program,
        "after the passes": rewritten if rewritten != program else "the same\n",
        "plan": print_plan(unit.plan),
        "source": compile_schema(schema, "tool", policy).source,
    }
    return "\n".join(f"== {heading}\n\n{section}" for heading, section in sections.items())


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str, request: pytest.FixtureRequest) -> None:
    path = DIRECTORY / f"{name}.txt"
    text = text_of(GOLDENS[name])
    if request.config.getoption("--update-goldens"):
        path.write_text(text, encoding="ascii", newline="\n")
    assert path.exists(), f"there is no golden {path.name}; write it with --update-goldens"
    assert text == path.read_text(encoding="ascii"), "review the difference, then run pytest --update-goldens"


def test_every_golden_has_its_schema() -> None:
    assert sorted(path.stem for path in DIRECTORY.iterdir()) == sorted(GOLDENS)
