"""`callcheck check`: what it tells of each recorded call, and the sum."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command import BAD, QUOTED, RIGHT, TOOLS, WRONG, Command, Run, lines, one_sentence, written


def test_check_passes_when_every_call_does(command: Command, tools: Path, tmp_path: Path) -> None:
    run = command("check", tools, lines(tmp_path, RIGHT, QUOTED, {"role": "user", "content": "hi"}))
    assert (run.status, run.err) == (0, "")
    assert run.out.splitlines()[0] == "line 2: Grep coerced at /-n"
    assert run.out.splitlines()[-1].split() == ["all", "2", "1", "1", *"······"]


def test_check_tells_each_call_and_sums_up(command: Command, tools: Path, tmp_path: Path) -> None:
    broken_text = {"type": "function", "function": {"name": "Grep", "arguments": '{"pattern"'}}
    calls = lines(tmp_path, RIGHT, WRONG, "{broken", {"tool": "Nope", "arguments": {}}, broken_text)
    run = command("check", tools, calls)
    assert run.status == 1
    assert "line 2: Grep rejected\n    Grep failed due to the following issues:\n" in run.out
    assert "    The required parameter `pattern` is missing\n" in run.out
    assert "line 3: broken line\n    The line is not JSON" in run.out
    assert 'line 4: Nope unknown tool\n    There is no tool "Nope".\n' in run.out
    assert "line 5: Grep rejected\n" in run.out
    assert "line 1:" not in run.out
    assert "line 1: Grep valid\n" in command("check", tools, calls, "--all").out
    table = [line.split() for line in run.out.splitlines()[-5:]]
    assert table[0][:5] == ["Tool", "Lines", "Valid", "Coerced", "Rejected"]
    assert ["Grep", "3", "1", "·", "2", "·", "1", "1", "1", "1"] in table
    assert table[-1] == ["all", "5", "1", "·", "2", "2", "1", "1", "1", "1"]


def test_check_for_machines(command: Command, tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {**TOOLS, **BAD})
    calls = lines(
        tmp_path,
        RIGHT,
        QUOTED,
        WRONG,
        {"tool": "Bad", "arguments": {}},
        "[",
        {"tool": "Nope", "arguments": {}},
    )
    run = command("check", tools, calls, "--json")
    assert (run.status, run.err) == (1, "")
    told = [json.loads(line) for line in run.out.splitlines()]
    outcomes = ["valid", "coerced", "rejected", "refused schema", "broken line", "unknown tool"]
    assert [line.get("outcome") for line in told] == [*outcomes, None]
    assert told[1]["coerced"] == ["/-n"]
    assert [issue["kind"] for issue in told[2]["issues"]] == ["missing", "unexpected", "type"]
    assert told[2]["issues"][2]["keyword_location"] == "/properties/-n/type"
    assert told[6]["summary"]["results"] == dict.fromkeys(outcomes, 1)
    assert told[6]["summary"]["tools"]["Grep"]["issues"] == {"missing": 1, "unexpected": 1, "type": 1}


def test_check_follows_the_policy(command: Command, tools: Path, tmp_path: Path) -> None:
    calls = lines(tmp_path, QUOTED)
    assert command("check", tools, calls).status == 0
    assert command("check", tools, calls, "--policy", "strict").status == 1


def test_check_refuses_a_key_that_stands_twice(command: Command, tools: Path, tmp_path: Path) -> None:
    line = '{"tool": "Grep", "arguments": {"pattern": "a", "pattern": "b"}}'
    text = {"type": "function", "function": {"name": "Grep", "arguments": '{"pattern": "a", "pattern": "b"}'}}
    run = command("check", tools, lines(tmp_path, line, text, RIGHT), "--json")
    assert run.status == 1
    broken, rejected, summary = map(json.loads, run.out.splitlines()[:2] + run.out.splitlines()[-1:])
    assert broken["outcome"] == "broken line"
    assert 'the key "pattern" occurs twice in one object' in broken["text"]
    assert rejected["outcome"] == "rejected"
    assert "twice" in rejected["text"]
    assert summary["summary"]["results"]["valid"] == 1


def test_check_of_nothing(command: Command, tools: Path, tmp_path: Path) -> None:
    assert command("check", tools, written(tmp_path, "calls.jsonl", "")) == Run(
        0, "There are no calls.\n", ""
    )


def test_check_reads_standard_input_once(command: Command, tools: Path) -> None:
    assert command("check", tools, "-", stdin=json.dumps(RIGHT)).status == 0
    assert "cannot both be read from standard input" in one_sentence(command("check", "-", "-"))


def test_check_of_files_that_cannot_be_read(command: Command, tools: Path, tmp_path: Path) -> None:
    assert "no such file or directory" in one_sentence(command("check", tools, tmp_path / "absent.jsonl"))
    assert "is a directory" in one_sentence(command("check", tools, tmp_path))
    assert "does not exist" in one_sentence(command("check", tmp_path / "absent.json", tools))
