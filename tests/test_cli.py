"""The `callcheck` command: what it prints, its exit statuses, and one sentence for every clear failure."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler.cli import advertise as advertising
from callcheck_compiler.cli import main
from callcheck_compiler.sources.files import tools_of_text

REPOSITORY = Path(__file__).resolve().parent.parent
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


@dataclass
class Run:
    status: int
    out: str
    err: str


Command = Callable[..., Run]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
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
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    return path


def written(directory: Path, name: str, content: Any) -> Path:
    path = directory / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def lines(directory: Path, *values: Any) -> Path:
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


# build


def test_build_writes_a_module_that_is_imported(command: Command, tools: Path, tmp_path: Path) -> None:
    module = tmp_path / "checks.py"
    assert command("build", tools, "-o", module) == Run(0, "", "")
    program = "import checks; print(sorted(checks.TOOLS), checks.TOOLS['Grep'].validate({'pattern': 'x', '-n': 'true'}))"
    environment = {**os.environ, "PYTHONPATH": f"{REPOSITORY / 'runtime'}{os.pathsep}{tmp_path}"}
    imported = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert imported.stdout == "['Grep', 'Read'] {'pattern': 'x', '-n': True}\n", imported.stderr
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.endswith(".tmp")] == []


def test_build_without_a_file_prints_the_module(command: Command, tools: Path, tmp_path: Path) -> None:
    printed = command("build", tools)
    command("build", tools, "-o", tmp_path / "checks.py")
    assert printed.out == (tmp_path / "checks.py").read_text(encoding="utf-8")


def test_build_takes_a_policy(command: Command, tools: Path) -> None:
    printed = {
        policy: command("build", tools, "--policy", policy) for policy in ("strict", "STRICT", "lenient")
    }
    assert printed["strict"] == printed["STRICT"]
    assert printed["strict"].out != printed["lenient"].out
    assert "is not one of" in one_sentence(command("build", tools, "--policy", "loose"))


def test_build_check(command: Command, tools: Path, tmp_path: Path) -> None:
    module = tmp_path / "checks.py"
    absent = command("build", tools, "-o", module, "--check")
    assert (absent.status, absent.out) == (1, "")
    assert "does not exist; write it" in absent.err
    assert not module.exists()
    command("build", tools, "-o", module)
    assert command("build", tools, "-o", module, "--check") == Run(0, "", "")
    before = module.read_bytes()
    tools.write_text(json.dumps({"Read": READ}))
    stale = command("build", tools, "-o", module, "--check")
    assert stale.status == 1
    assert f"--- {module}\n" in stale.out
    assert "\n-" in stale.out
    assert "Grep" in stale.out
    assert "is not what would be written now" in stale.err
    assert module.read_bytes() == before


@pytest.mark.parametrize("damage", [b"", b"# cut", b"\xff\xfe", b"\r\n"])
def test_build_check_of_a_damaged_file(command: Command, tools: Path, tmp_path: Path, damage: bytes) -> None:
    module = tmp_path / "checks.py"
    module.write_bytes(damage)
    assert command("build", tools, "-o", module, "--check").status == 1
    assert command("build", tools, "-o", module).status == 0
    assert command("build", tools, "-o", module, "--check").status == 0


def test_build_sees_line_endings(command: Command, tools: Path, tmp_path: Path) -> None:
    module = tmp_path / "checks.py"
    command("build", tools, "-o", module)
    module.write_bytes(module.read_bytes().replace(b"\n", b"\r\n"))
    stale = command("build", tools, "-o", module, "--check")
    assert (stale.status, stale.out) == (1, "Only the line endings differ.\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            {**TOOLS, **BAD},
            "Nothing is built, for a tool is refused: The schema of `Bad` is refused at /type",
        ),
        (
            {**BAD, "Worse": {"type": 3}},
            "for a tool is refused (so is 1 more; see `callcheck lint`): The schema of `Bad`",
        ),
        ([], "holds no tools"),
        ([{"name": "a", "parameters": {}}, {"name": "a", "parameters": {}}], 'Two tools are called "a"'),
        ('{"a": {}, "a": {}}', 'the key "a" occurs twice'),
        ("{", "line 1, is not JSON"),
    ],
)
def test_build_leaves_the_old_file_when_it_fails(
    command: Command, tmp_path: Path, content: Any, says: str
) -> None:
    module = written(tmp_path, "checks.py", "old")
    assert says in one_sentence(command("build", written(tmp_path, "tools.json", content), "-o", module))
    assert module.read_text() == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["checks.py", "tools.json"]


@pytest.mark.parametrize(
    "name",
    [
        "class",
        "../x",
        "__init__",
        'a"b',
        "a\nb",
        "a'''b",
        "😀",
        "",
        " ",
        "a\\",
        "a\x00b",
        "import os",
        "TOOLS",
        "\u202e",
    ],
)
def test_build_takes_any_name(command: Command, tmp_path: Path, name: str) -> None:
    source = written(tmp_path, "tools.json", {name: GREP, "other": READ})
    module = tmp_path / "checks.py"
    assert command("build", source, "-o", module) == Run(0, "", "")
    program = "import checks, json; print(json.dumps(list(checks.TOOLS)))"
    environment = {**os.environ, "PYTHONPATH": f"{REPOSITORY / 'runtime'}{os.pathsep}{tmp_path}"}
    imported = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert imported.returncode == 0, imported.stderr
    assert sorted(json.loads(imported.stdout)) == sorted([name, "other"])


def test_build_keeps_names_apart_that_differ_in_case_only(command: Command, tmp_path: Path) -> None:
    source = written(tmp_path, "tools.json", {"grep": READ, "Grep": GREP, "GREP": READ})
    assert command("build", source, "-o", tmp_path / "checks.py") == Run(0, "", "")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        (".", "is a directory; -o names the module to write"),
        ("checks.txt", "is not the name of a Python module; it must end in .py."),
        ("tools.json", "is not the name of a Python module"),
        ("nowhere/checks.py", "cannot be written: there is no directory"),
    ],
)
def test_build_refuses_a_place_for_the_module(
    command: Command, tools: Path, monkeypatch: pytest.MonkeyPatch, output: str, says: str
) -> None:
    monkeypatch.chdir(tools.parent)
    assert says in one_sentence(command("build", tools, "-o", output))
    assert json.loads(tools.read_text()) == TOOLS


def test_build_keeps_mode_and_link(command: Command, tools: Path, tmp_path: Path) -> None:
    real = written(tmp_path, "real.py", "old")
    real.chmod(0o640)
    link = tmp_path / "checks.py"
    link.symlink_to(real)
    assert command("build", tools, "-o", link).status == 0
    assert link.is_symlink()
    assert real.read_text() != "old"
    assert real.stat().st_mode & 0o777 == 0o640


def test_build_from_standard_input(command: Command, tmp_path: Path) -> None:
    assert command("build", "-", "-o", tmp_path / "checks.py", stdin=json.dumps(TOOLS)).status == 0
    assert "Missing argument" in one_sentence(command("build"))
    assert "--check needs -o FILE" in one_sentence(command("build", "-", "--check", stdin=json.dumps(TOOLS)))


# check

RIGHT = {"tool": "Grep", "arguments": {"pattern": "x"}}
QUOTED = {"tool": "Grep", "arguments": {"pattern": "x", "-n": "true"}}
WRONG = {"tool": "Grep", "arguments": {"n": 1, "-n": 3}}


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


def test_what_strangers_write_moves_no_cursor(command: Command, tmp_path: Path) -> None:
    name = "\x1b[31mRed\r\x9b2J\u202e"
    tools = written(
        tmp_path, "tools.json", {name: {"type": "object", "properties": {name: {"type": "integer"}}}}
    )
    calls = lines(tmp_path, {"tool": name, "arguments": {name: "x"}}, {"tool": "\x1b[2J", "arguments": {}})
    for run in (
        command("check", tools, calls),
        command("check", tools, calls, "--json"),
        command("lint", tools),
        command("explain", tools, "nothing"),
        command("explain", tools, name, json.dumps({name: "x"}), "--no-source"),
    ):
        assert run.out + run.err
        assert [
            character for character in run.out + run.err if not character.isprintable() and character != "\n"
        ] == []


# explain


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


def test_explain_of_a_refused_schema(command: Command, tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {**TOOLS, **BAD})
    assert command("explain", tools, "Grep").status == 0
    assert "The schema of `Bad` is refused at /type" in one_sentence(command("explain", tools, "Bad"))


# lint


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


# advertise

UNION = {
    "anyOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]},
    ]
}


@pytest.mark.parametrize("provider", advertising.PROVIDERS)
def test_advertise_prints_a_list_that_is_read_again(command: Command, tmp_path: Path, provider: str) -> None:
    described = [
        {"name": "Pick", "description": "Picks.", "inputSchema": UNION},
        {"name": "Read", "inputSchema": READ},
    ]
    run = command("advertise", written(tmp_path, "tools.json", described), "--provider", provider)
    assert run.status == 0
    again = list(tools_of_text(run.out))
    assert [(tool.name, tool.description) for tool in again] == [("Pick", "Picks."), ("Read", None)]
    assert again[0].parameters["type"] == "object"
    assert set(again[0].parameters["properties"]) == {"a", "b"}


def test_advertise_tells_what_is_wider(command: Command, tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {"Pick": UNION, "Read": READ})
    run = command("advertise", tools, "--provider", "anthropic")
    assert run.status == 0
    assert all(line.startswith("callcheck: Pick: ") for line in run.err.splitlines())
    assert "`anyOf`" in run.err
    assert "Validation still enforces the schema as its author wrote it" in run.err
    assert command("advertise", written(tmp_path, "read.json", {"Read": READ}), "--provider", "mcp").err == ""


def test_advertise_knows_every_provider() -> None:
    from callcheck_compiler.advertise import PROVIDERS

    assert set(advertising.PROVIDERS) == set(PROVIDERS)


@pytest.mark.parametrize(
    ("options", "says"), [([], "Missing option '--provider'"), (["--provider", "x"], "'x' is not one of")]
)
def test_advertise_needs_a_provider(command: Command, tools: Path, options: list[str], says: str) -> None:
    assert says in one_sentence(command("advertise", tools, *options))


# Every command


def test_help_and_version(command: Command) -> None:
    assert command("--version").out.startswith("callcheck, version ")
    for words in ([], ["build"], ["check"], ["explain"], ["lint"], ["advertise"]):
        for option in ("--help", "-h"):
            run = command(*words, option)
            assert (run.status, run.err) == (0, "")
            assert run.out.startswith("Usage: callcheck")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Missing command; see `callcheck --help`."),
        (["nonsense"], "No such command 'nonsense'"),
        (["lint", "--nonsense"], "No such option"),
        (["lint", "a", "b"], "unexpected extra argument"),
        (["lint", "--mcp"], "requires an argument"),
        (["lint", "--mcp", "x", "tools.json"], "unexpected extra argument"),
        (["lint", "--mcp", "no-such-server", "--timeout", "0"], "timeout"),
        (["lint", "--mcp", "no-such-server"], "the MCP server `no-such-server` cannot be started"),
        (["lint", "nowhere.json"], "nowhere.json does not exist"),
        (["lint", "no_such_module:TOOLS"], "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_sentence(command: Command, words: list[str], says: str) -> None:
    assert says in one_sentence(command(*words))


SERVER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = {"tools": [{"name": "Grep", "inputSchema": %s}]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.fixture
def server(tmp_path: Path) -> str:
    path = written(tmp_path, "server.py", SERVER % repr(GREP))
    return f"'{sys.executable}' '{path}'"


def test_a_server_stands_in_for_tools(command: Command, server: str, tmp_path: Path) -> None:
    calls = lines(tmp_path, RIGHT)
    assert command("lint", "--mcp", server).status == 0
    assert command("check", "--mcp", server, calls).status == 0
    assert command("check", calls, f"--mcp={server}", "--timeout", "9").status == 0
    assert command("check", "--mcp", server, "-", stdin=json.dumps(RIGHT)).status == 0
    assert command("explain", "--mcp", server, "Grep", '{"pattern": "x"}', "--no-source").status == 0
    assert command("build", "--mcp", server, "-o", tmp_path / "checks.py").status == 0


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


# As a program of its own


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


@pytest.mark.parametrize(
    "content",
    [json.dumps({"bomb": bomb()}), nested(190), nested(3000), nested(100_000)],
    ids=["doubling", "deep", "deeper", "deepest"],
)
@pytest.mark.parametrize("name", ["lint", "build", "check", "advertise"])
def test_a_schema_bomb_ends_in_an_answer(tmp_path: Path, name: str, content: str) -> None:
    tools = written(tmp_path, "tools.json", content)
    calls = lines(tmp_path, {"tool": "bomb", "arguments": {}}, {"tool": "a", "arguments": {}})
    words = {"check": [calls], "advertise": ["--provider", "openai"]}.get(name, [])
    running = program(name, tools, *words)
    try:
        _, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode in (0, 1, 2)
    assert b"Traceback" not in err
