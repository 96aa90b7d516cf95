"""What the tests of the `callcheck` command share: a run of it, and tools and calls to run it on."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler.cli import main

GREP = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "-n": {"type": "boolean"},
        "limit": {"type": "integer", "minimum": 1},
    },
    "required": ["pattern"],
    "additionalProperties": False,
}
READ = {
    "type": "object",
    "properties": {"path": {"type": "string"}},
    "required": ["path"],
    "additionalProperties": False,
}
TOOLS = {"Grep": GREP, "Read": READ}
BAD = {"Bad": {"type": "strin"}}

RIGHT = {"tool": "Grep", "arguments": {"pattern": "x"}}
QUOTED = {"tool": "Grep", "arguments": {"pattern": "x", "-n": "true"}}
WRONG = {"tool": "Grep", "arguments": {"n": 1, "-n": 3}}


@dataclass
class Run:
    """What a command came to."""

    status: int
    out: str
    err: str


Command = Callable[..., Run]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in this process, by its words: `command("lint", path, stdin="")`."""

    def run(*words: object, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, captured.out, captured.err)

    return run


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A file of two tools, Grep and Read."""
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    return path


def written(directory: Path, name: str, content: Any) -> Path:
    """A file of this text, or of this value as JSON."""
    path = directory / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def lines(directory: Path, *values: Any) -> Path:
    """A file of recorded calls, one a line; text stands as it is."""
    text = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)
    return written(directory, "calls.jsonl", text + "\n")


def one_sentence(run: Run) -> str:
    """The sentence of a failed command."""
    assert run.status == 2
    assert run.err.startswith("callcheck: ")
    assert run.err.count("\n") == 1
    assert run.err.endswith(".\n")
    assert "Traceback" not in run.err
    return run.err
