"""`callcheck explain`: the source of a tool, and what becomes of one call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import BAD, TOOLS, Command, one_sentence, written


def test_explain_prints_the_source(command: Command, tools: Path) -> None:
    run = command("explain", tools, "Grep")
    assert (run.status, run.err) == (0, "")
    assert "def " in run.out
    assert "\x1b" not in run.out


def test_explain_of_a_call_that_is_repaired(command: Command, tools: Path) -> None:
    run = command(
        "explain", tools, "Grep", json.dumps({"pattern": "x", "-n": "true", "limit": "3"}), "--no-source"
    )
    assert run.status == 0
    told = [line.split() for line in run.out.splitlines()]
    assert ["-n", '"true"', "true"] in told
    assert ["limit", '"3"', "3"] in told
    assert json.loads(run.out.partition("Accepted\n")[2]) == {"pattern": "x", "-n": True, "limit": 3}


def test_explain_of_a_call_that_is_rejected(command: Command, tools: Path, tmp_path: Path) -> None:
    arguments = written(tmp_path, "arguments.json", {"n": 1, "-n": "true", "limit": 0})
    for run in (
        command("explain", tools, "Grep", f"@{arguments}", "--no-source"),
        command("explain", tools, "Grep", "-", "--no-source", stdin=arguments.read_text()),
    ):
        assert (run.status, run.err) == (1, "")
        assert "/required" in run.out
        assert "/properties/limit/minimum" in run.out
        assert "must be at least 1" in run.out
        assert run.out.endswith("The parameter `limit` is invalid: must be at least 1\n")
        assert '"true"' in run.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["grep"], 'There is no tool "grep" among 2; there is "Grep".'),
        (["Grep", "{"], "ARGS, line 1, is not JSON"),
        (["Grep", "@absent.json"], "absent.json cannot be read: no such file or directory."),
        ([], "Missing argument 'NAME'; see `callcheck explain --help`."),
    ],
)
def test_explain_fails_clearly(command: Command, tools: Path, words: list[str], says: str) -> None:
    assert says in one_sentence(command("explain", tools, *words))


@pytest.mark.parametrize("arguments", ["{", "@nowhere.json", '{"a": 1, "a": 2}'])
def test_explain_reads_the_arguments_before_it_prints(command: Command, tools: Path, arguments: str) -> None:
    run = command("explain", tools, "Grep", arguments)
    one_sentence(run)
    assert run.out == ""


def test_explain_of_text_without_an_end(command: Command, tools: Path) -> None:
    sentence = one_sentence(command("explain", tools, "Grep", '{"pattern": "x'))
    assert "unterminated string starting at column 13." in sentence


def test_explain_of_a_refused_schema(command: Command, tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {**TOOLS, **BAD})
    assert command("explain", tools, "Grep").status == 0
    assert "The schema of `Bad` is refused at /type" in one_sentence(command("explain", tools, "Bad"))
