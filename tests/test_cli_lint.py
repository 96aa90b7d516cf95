"""`callcheck lint`: its table, its lines for machines, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command import BAD, Command, Run, written


def test_lint_prints_a_table(command: Command, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer", "default": None}}, "required": ["m"]}
    tools = written(tmp_path, "tools.json", {"Count": schema, **BAD})
    run = command("lint", tools)
    assert (run.status, run.err) == (1, "")
    assert run.out.split()[:3] == ["Severity", "Tool", "Location"]
    assert "/properties/n/default" in run.out
    assert run.out.endswith("2 tools: 1 error, 2 warnings, 1 note\n")
    shorter = command("lint", tools, "--level", "error")
    assert (shorter.status, shorter.out.count("Bad")) == (1, 1)
    assert shorter.out.endswith("1 note (3 not shown)\n")
    machine = [json.loads(line) for line in command("lint", tools, "--json").out.splitlines()]
    assert [finding["rule"] for finding in machine] == ["required", "default", "open", "refused"]
    assert {"tool", "place", "severity", "rule", "location", "reason", "instead"} == set(machine[0])


def test_lint_passes_what_is_sound_or_only_open(command: Command, tools: Path, tmp_path: Path) -> None:
    assert command("lint", tools) == Run(0, "2 tools: 0 errors, 0 warnings, 0 notes\n", "")
    open_tool = written(tmp_path, "open.json", {"a": {"type": "object", "properties": {"x": {}}}})
    assert command("lint", open_tool).status == 0
