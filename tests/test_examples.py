"""The examples run, and show what they say they show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples import agent_loop

REPOSITORY = Path(__file__).resolve().parent.parent
EXAMPLES = REPOSITORY / "examples"


def test_the_model_recovers_from_each_mistake_with_the_text_it_got() -> None:
    for intention in agent_loop.intentions():
        first = dict(intention.input)
        results = agent_loop.agent_loop(agent_loop.ScriptedModel([intention]), agent_loop.make_dispatcher())
        assert [result.status.value for result in results] == ["rejected", "succeeded"], intention.mistake
        assert results[0].use.arguments == first
        assert (results[1].use.name, results[1].use.arguments) != (results[0].use.name, first)


def test_the_mistakes_are_the_five_commonest() -> None:
    model = agent_loop.ScriptedModel(agent_loop.intentions())
    results = agent_loop.agent_loop(model, agent_loop.make_dispatcher())
    kinds = [(result.issues[0].kind.name, result.issues[0].keyword) for result in results if result.is_error]
    assert kinds == [
        ("VALUE", ""),
        ("MISSING", "required"),
        ("TYPE", "type"),
        ("TYPE", "type"),
        ("VALUE", "enum"),
    ]
    assert len(results) == 10


def test_a_quoted_scalar_costs_no_turn_under_the_default_policy() -> None:
    import callcheck

    quoted = next(one for one in agent_loop.intentions() if one.mistake == "a quoted scalar")
    dispatcher = agent_loop.make_dispatcher(callcheck.TOOL_INPUT)
    (result,) = agent_loop.agent_loop(agent_loop.ScriptedModel([quoted]), dispatcher)
    assert result.arguments == {"pattern": "TODO", "head_limit": 30}
    assert result.use.arguments == {"pattern": "TODO", "head_limit": "30"}


def test_a_text_without_help_leaves_the_model_at_a_loss() -> None:
    with pytest.raises(ValueError, match="at a loss"):
        agent_loop.correct(agent_loop.intentions()[0], "Input validation error")


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_runs(program: Path) -> None:
    roots = [str(REPOSITORY / "runtime"), str(REPOSITORY / "compiler")]
    finished = subprocess.run(
        [sys.executable, "-m", f"examples.{program.stem}"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr == ""
