"""The command as a program of its own: pipes, signals, terminals, and schemas that are bombs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import RIGHT, WRONG, Command, lines, written
from tests.shared import REPOSITORY


def program(*words: object, **options: Any) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(REPOSITORY / root) for root in ("runtime", "compiler")),
        **options.pop("env", {}),
    }
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "callcheck_compiler.cli", *map(str, words)],
        env=environment,
        **{"stdin": pipe, "stdout": pipe, "stderr": pipe, **options},
    )


def test_a_reader_that_goes_away_is_no_fault(tools: Path) -> None:
    running = program("check", tools, "-", "--json")
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdin.write(json.dumps(RIGHT).encode() + b"\n")
    running.stdout.close()
    try:
        running.stdin.write((json.dumps(RIGHT).encode() + b"\n") * 20_000)
        running.stdin.close()
    except BrokenPipeError:
        pass
    assert running.wait(60) == 2
    assert running.stderr.read() == b""
    running.stderr.close()


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_an_interrupt_is_told_in_one_sentence(tools: Path) -> None:
    running = program("check", tools, "-", "--json")
    assert running.stdin is not None
    assert running.stdout is not None
    # More output than is buffered, and less than fills a pipe: the first byte shows that the run has begun.
    running.stdin.write((json.dumps(RIGHT).encode() + b"\n") * 400)
    running.stdin.flush()
    assert running.stdout.read(1) == b"{"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (2, b"callcheck: Interrupted.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux's")
def test_a_full_disk_is_told_in_one_sentence(tools: Path) -> None:
    with open("/dev/full", "wb") as full:
        running = program("explain", tools, "Grep", stdout=full)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (2, b"callcheck: No space left on device.\n")


def test_output_that_cannot_be_encoded_is_escaped(tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {"tööl": {"type": "object", "properties": {"ü": {}}}})
    running = program("lint", tools, env={"PYTHONIOENCODING": "ascii"})
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, b"")
    assert b"t\\xf6\\xf6l" in out


def on_terminal(*words: object, **variables: str) -> str:
    """What a command writes on a terminal."""
    import pty

    parent, child = pty.openpty()
    running = program(
        *words, env={"TERM": "xterm-256color", "COLUMNS": "100", **variables}, stdout=child, stderr=child
    )
    os.close(child)
    written_bytes = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        written_bytes += piece
    running.communicate(timeout=60)
    os.close(parent)
    return written_bytes.decode()


@pytest.mark.skipif(os.name != "posix", reason="pseudo terminals are POSIX")
def test_colours_are_for_terminals_that_want_them(tools: Path, tmp_path: Path) -> None:
    arguments = ("explain", tools, "Grep", '{"pattern": 3}')
    assert "\x1b[" in on_terminal(*arguments)
    assert "\x1b[3" not in on_terminal(*arguments, NO_COLOR="1")
    assert "\x1b[" in on_terminal("check", tools, lines(tmp_path, WRONG))


def bomb() -> dict[str, Any]:
    """A small schema of references that double at each level."""
    definitions: dict[str, Any] = {"d0": {"type": "string"}}
    for level in range(1, 60):
        branch = {"$ref": f"#/$defs/d{level - 1}"}
        definitions[f"d{level}"] = {
            "type": "object",
            "properties": {"a": branch, "b": branch},
            "allOf": [branch, branch],
        }
    return {"$ref": "#/$defs/d59", "$defs": definitions}


def nested(levels: int) -> str:
    return '{"a": ' + '{"properties": {"a": ' * levels + "{}" + "}}" * levels + "}"


@pytest.mark.parametrize(
    "content",
    [json.dumps({"bomb": bomb()}), nested(190), nested(3000), nested(100_000)],
    ids=["doubling", "deep", "deeper", "deepest"],
)
@pytest.mark.parametrize("name", ["lint", "build", "check", "advertise"])
def test_a_schema_bomb_ends_in_an_answer(tmp_path: Path, name: str, content: str) -> None:
    tools = written(tmp_path, "tools.json", content)
    calls = lines(tmp_path, {"tool": "bomb", "arguments": {}}, {"tool": "a", "arguments": {}})
    more: dict[str, list[Any]] = {"check": [calls], "advertise": ["--provider", "openai"]}
    words: list[Any] = more.get(name, [])
    running = program(name, tools, *words)
    try:
        _, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode in (0, 1, 2)
    assert b"Traceback" not in err


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_libraries_the_command_says_what_to_install(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from callcheck_compiler.cli import main; main(['lint', '-'])"
    paths = os.pathsep.join(str(REPOSITORY / root) for root in ("runtime", "compiler"))
    finished = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        input="[]",
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert finished.returncode == 2
    assert finished.stderr == (
        f"callcheck: this needs {missing}, which comes with: pip install 'callcheck[compiler]'.\n"
    )


def test_a_choice_that_is_missing_is_told_in_one_line(command: Command) -> None:
    finished = command("advertise", "tools.json")
    assert finished.status == 2
    assert "Choose from: anthropic, openai," in finished.err
