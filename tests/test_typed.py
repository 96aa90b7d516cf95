"""What mypy and pyright make of a generated module, and of a program that uses its types."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import callcheck
import pytest
from callcheck_compiler.aot import build_module

from examples.agent_tools import TOOLS as AGENT_TOOLS
from tests.shared import REPOSITORY, needs_shared, tools

Tools = dict[str, Any]

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
AGENT: Tools = {tool["name"]: tool["input_schema"] for tool in AGENT_TOOLS}


def an_object(required: str = "", **properties: Any) -> Any:
    return {"type": "object", "properties": properties, "required": required.split()}


# A tool's schema, an expression about `arguments`, which is what its `validate` returns, and the type that is revealed.
# mypy and pyright spell types differently: both are brought into one form by `spelled`.
REVEALED: list[tuple[Any, str, str]] = [
    (an_object("a", a=TEXT), 'arguments["a"]', "str"),
    (an_object(a=TEXT), 'arguments.get("a")', "str | None"),
    (an_object("a", a=WHOLE), 'arguments["a"]', "int"),
    (an_object("a", a={"type": "number"}), 'arguments["a"]', "float"),
    (an_object("a", a={"type": "boolean"}), 'arguments["a"]', "bool"),
    (an_object("a", a={"type": "null"}), 'arguments["a"]', "None"),
    (an_object("a", a={"type": ["integer", "number"]}), 'arguments["a"]', "float"),
    (an_object("a", a={"type": ["string", "null"]}), 'arguments["a"]', "str | None"),
    (an_object("a", a={"type": "string", "nullable": True}), 'arguments["a"]', "str | None"),
    (an_object("a", a={"anyOf": [WHOLE, {"type": "null"}]}), 'arguments["a"]', "int | None"),
    (
        an_object("a", a={"enum": ["x", 'y"', 3, True, None]}),
        'arguments["a"]',
        """Literal['x', 'y"', 3, True] | None""",
    ),
    (an_object("a", a={"enum": [1.5, "x"]}), 'arguments["a"]', "Literal['x'] | float"),
    (an_object("a", a={"const": "x"}), 'arguments["a"]', "Literal['x']"),
    (an_object("a", a={"type": "string", "enum": ["x", 1]}), 'arguments["a"]', "Literal['x']"),
    (an_object("a", a={}), 'arguments["a"]', "Any"),
    (an_object("a", a={"type": "array", "items": TEXT}), 'arguments["a"]', "list[str]"),
    (an_object("a", a={"type": "array"}), 'arguments["a"]', "list[Any]"),
    (
        an_object("a", a={"type": "array", "prefixItems": [TEXT], "items": WHOLE}),
        'arguments["a"]',
        "list[str | int]",
    ),
    (an_object("a", a={"type": "object"}), 'arguments["a"]', "dict[str, Any]"),
    (an_object("a", a={"type": "object", "additionalProperties": WHOLE}), 'arguments["a"]', "dict[str, int]"),
    (an_object("a", a=an_object("b", b=TEXT)), 'arguments["a"]["b"]', "str"),
    (an_object("a", a={"type": "array", "items": an_object("b", b=TEXT)}), 'arguments["a"][0]', "ToolAItem"),
    (an_object("-a", **{"-a": TEXT}), 'arguments["-a"]', "str"),
    (an_object("class", **{"class": TEXT}), 'arguments["class"]', "str"),
    (an_object("__a", __a=TEXT), 'arguments["__a"]', "str"),
    (an_object("list b", list=TEXT, b={"type": "array", "items": TEXT}), 'arguments["b"]', "list[str]"),
    (an_object("ToolA a", ToolA=TEXT, a=an_object(b=TEXT)), 'arguments["a"]', "ToolA"),
    (an_object("a", a={"$ref": "#"}), 'arguments["a"]["a"]["a"]', "ToolArguments"),
    (
        {**an_object("-a", **{"-a": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}})},
        'arguments["-a"]',
        "ToolArguments | None",
    ),
    (
        {
            **an_object("a", a={"$ref": "#/$defs/Value"}),
            "$defs": {"Value": {"anyOf": [TEXT, {"type": "array", "items": {"$ref": "#/$defs/Value"}}]}},
        },
        'arguments["a"]',
        "str | list[...]",
    ),
    (
        {"allOf": [an_object("a", a={"type": "number"}), an_object("b", a=WHOLE, b=TEXT)]},
        'arguments["a"]',
        "int",
    ),
    (
        {"oneOf": [an_object("kind", kind={"const": "x"}), an_object("kind", kind={"const": "y"})]},
        "arguments",
        "ToolArgumentsX | ToolArgumentsY",
    ),
    (
        {"oneOf": [an_object("kind", kind={"const": "x"}), an_object("kind", kind={"const": "y"})]},
        'arguments["kind"]',
        "Literal['x'] | Literal['y']",
    ),
    (
        {**an_object("id", id=TEXT), "anyOf": [an_object("a", a=WHOLE), an_object("b", b=TEXT)]},
        'arguments["id"]',
        "str",
    ),
    (
        {**an_object("a", a=TEXT, b=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "arguments",
        "ToolArguments",
    ),
    ({"type": "object", "additionalProperties": WHOLE}, "arguments", "dict[str, int]"),
    ({"properties": {"a": TEXT}, "required": ["a"]}, 'arguments["a"]', "str"),
    ({"type": "object", "additionalProperties": False}, "arguments", "ToolArguments"),
    ({}, "arguments", "Any"),
]
REFUSED = [
    'grep.validate({})["patern"]',
    'number: int = grep.validate({})["pattern"]',
    'grep.validate({})["path"].nothing()',
    'done: Literal["done"] = todo_write.validate({})["todos"][0]["status"]',
    'terminal.validate({})["request"]["text"]',
    'wrong: GrepArguments = {"pattern": "x", "n": True}',
    'missing: GrepArguments = {"-n": True}',
    'mode: GrepArguments = {"pattern": "x", "output_mode": "all"}',
    "other: Validator[ReadArguments] = grep",
    "checks.nothing",
]
ACCEPTED = """
right: GrepArguments = {"pattern": "x", "-n": True, "-A": 3}
request = terminal.validate({})["request"]
if request["action"] == "send":
    text: str = request["text"]
tools: Mapping[str, Validator] = checks.TOOLS
name: str = tools["Grep"].name
bare: Validator = grep
def run(arguments: GrepArguments) -> str:
    return arguments["pattern"] + arguments.get("path", ".")
run(grep.validate({}))
run(grep.validate_json("{}"))
"""
PROGRAM = """
from collections.abc import Mapping
from typing import Literal
import checks
from callcheck import Validator
from checks import GrepArguments, ReadArguments, grep, terminal, todo_write
"""


def spelled(revealed: str) -> str:
    """One form for both: unqualified names, literals one by one, members sorted, what a TypedDict holds left out."""
    inner = None
    while revealed != inner:
        inner, revealed = revealed, re.sub(r"TypedDict\((?:\w+\.)?(\w+), \{[^{}]*\}\)", r"\1", revealed)
    revealed = revealed.replace("list[str | list[...]]", "list[...]").replace("list[ToolValue]", "list[...]")
    revealed = re.sub(r"\bbuiltins\.|\btyping\.|\bchecks_?\w*\.", "", revealed)
    revealed = re.sub(r"Literal\[(.*?)\](?= \||$)", lambda found: " | ".join(literals(found[1])), revealed)
    return (
        " | ".join(sorted(revealed.split(" | "))) if "[" not in revealed.replace("Literal[", "") else revealed
    )


def literals(members: str) -> list[str]:
    return [f"Literal[{member.strip()}]" for member in members.split(", ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the agent's tools as a module, one module for each of REVEALED, and programs that use them."""
    path = tmp_path_factory.mktemp("typed")
    (path / "checks.py").write_text(build_module(AGENT), encoding="ascii")
    lines = []
    for number, (schema, expression, _) in enumerate(REVEALED):
        (path / f"checks_{number}.py").write_text(build_module({"tool": schema}), encoding="ascii")
        lines += [
            f"from checks_{number} import tool as tool_{number}",
            f"def about_{number}() -> None:",
            f"    arguments = tool_{number}.validate(None)",
            f"    reveal_type({expression})",
        ]
    (path / "revealing.py").write_text("\n".join(lines) + "\n", encoding="ascii")
    (path / "right.py").write_text(PROGRAM + ACCEPTED, encoding="ascii")
    for number, wrong in enumerate(REFUSED):
        (path / f"wrong_{number}.py").write_text(f"{PROGRAM}{wrong}\n", encoding="ascii")
    (path / "pyrightconfig.json").write_text(
        json.dumps({"extraPaths": [str(REPOSITORY / "runtime")], "pythonVersion": "3.10"})
    )
    return path


Checker = Callable[..., dict[str, list[str]]]
SEVERITY = re.compile(
    r"^(?P<file>[^:\s]+):\d+(?::\d+)?(?: -)?:? (?P<kind>error|note|information|warning): (?P<text>.*)$"
)


def mypy(folder: Path, *files: str) -> dict[str, list[str]]:
    """What mypy --strict says of each file."""
    finished = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", "--no-error-summary", *files],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(REPOSITORY / "runtime")},
        capture_output=True,
        text=True,
        check=False,
    )
    return said(finished.stdout, folder)


def pyright(folder: Path, *files: str) -> dict[str, list[str]]:
    """What pyright says of each file."""
    # Beside this Python first: its directory need not be on PATH.
    beside = str(Path(sys.executable).parent)
    command = shutil.which("pyright", path=os.pathsep.join([beside, os.environ.get("PATH", "")]))
    if command is None:
        pytest.skip("pyright is not installed")
    finished = subprocess.run([command, *files], cwd=folder, capture_output=True, text=True, check=False)
    if finished.returncode not in (0, 1):
        pytest.skip(f"pyright does not run here: {finished.stderr.strip()[-200:]}")
    return said(finished.stdout, folder)


def said(output: str, folder: Path) -> dict[str, list[str]]:
    """`kind: text` of every message, by the name of the file."""
    found: dict[str, list[str]] = {}
    for line in output.splitlines():
        message = SEVERITY.match(line.strip())
        if message is not None:
            found.setdefault(Path(message["file"]).name, []).append(f"{message['kind']}: {message['text']}")
    return found


checkers = pytest.mark.parametrize("checker", [mypy, pyright], ids=lambda checker: checker.__name__)


@checkers
def test_types_are_revealed(checker: Checker, folder: Path) -> None:
    messages = checker(folder, "revealing.py")["revealing.py"]
    types = [found[1] for message in messages if (found := re.search(r'(?:type is|" is) "(.*)"$', message))]
    assert len(types) == len(REVEALED), messages
    wrong = [
        (expression, found)
        for (_, expression, wanted), found in zip(REVEALED, types, strict=True)
        if spelled(found) != spelled(wanted)
    ]
    assert wrong == []


@checkers
def test_a_module_and_its_right_use_are_accepted(checker: Checker, folder: Path) -> None:
    modules = ["checks.py", *(f"checks_{number}.py" for number in range(len(REVEALED)))]
    assert checker(folder, "right.py", *modules) == {}


@checkers
def test_a_wrong_use_is_an_error(checker: Checker, folder: Path) -> None:
    files = [f"wrong_{number}.py" for number in range(len(REFUSED))]
    messages = checker(folder, *files)
    for file, wrong in zip(files, REFUSED, strict=True):
        assert [text for text in messages.get(file, []) if text.startswith("error")], wrong


@checkers
def test_wide_tools_are_accepted(checker: Checker, tmp_path: Path) -> None:
    """pyright gives up on a function that branches so often, unless it is told not to look into it."""
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(REPOSITORY / "runtime")]}))
    scalars = {f"{word} {number}": {"type": word} for word in ("number", "boolean") for number in range(60)}
    module = build_module({"Wide": {"type": "object", "properties": scalars}}, callcheck.TOOL_INPUT)
    (tmp_path / "checks.py").write_text(module, encoding="ascii")
    assert checker(tmp_path, "checks.py") == {}


@checkers
@needs_shared
def test_real_tools_are_accepted(checker: Checker, tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(REPOSITORY / "runtime")]}))
    valid = [tool for tool in tools() if "schema_error" not in tool][5::80]
    pairs = [(f"{tool['name']} {number}", tool["parameters"]) for number, tool in enumerate(valid)]
    (tmp_path / "checks.py").write_text(build_module(pairs, callcheck.STRICT), encoding="ascii")
    assert checker(tmp_path, "checks.py") == {}
