"""Generated modules as C extensions: the same outcomes, no crash on what is too deep, none that is out of date."""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import callcheck
import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.aot import build_module
from callcheck_compiler.native import NativeError, build_native, extensions_of, is_of, native_text

from examples.agent_tools import TOOLS as AGENT_TOOLS
from tests.agreement import assert_agree
from tests.mutations import mutations
from tests.samples import samples
from tests.shared import REPOSITORY

needs_mypyc = pytest.mark.skipif(
    importlib.util.find_spec("mypyc") is None
    or importlib.util.find_spec("setuptools") is None
    or shutil.which("cc") is None,
    reason="mypyc, setuptools or a C compiler is missing; the dev extra brings the first two",
)
NAME = "native_checks"
ROOTS = (REPOSITORY / "runtime", REPOSITORY / "compiler")
TOOLS: dict[str, Any] = {
    **{tool["name"]: tool["input_schema"] for tool in AGENT_TOOLS},
    "tree": {
        "type": "object",
        "properties": {"size": {"type": "integer"}, "inner": {"type": "array", "items": {"$ref": "#"}}},
        "additionalProperties": False,
    },
    "value": {
        "type": "object",
        "properties": {"value": {"$ref": "#/$defs/Value"}},
        "$defs": {
            "Value": {
                "anyOf": [
                    {"type": "array", "items": {"$ref": "#/$defs/Value"}},
                    {"type": "object", "additionalProperties": {"$ref": "#/$defs/Value"}},
                    {"type": ["string", "null"]},
                ]
            }
        },
    },
    "nothing": {
        "type": "object",
        "properties": {
            "null": {"type": "null"},
            "listed": {"type": "null", "enum": [None]},
            "constant": {"type": "null", "const": None},
            "inner": {
                "type": "object",
                "properties": {"null": {"type": "null", "enum": [None]}},
                "required": ["null"],
            },
        },
        "required": ["null", "constant"],
    },
    "more": {
        "type": "object",
        "properties": {
            "text": {"type": "string", "pattern": "^a+$", "minLength": 2},
            "number": {"type": "number", "multipleOf": 0.5, "exclusiveMaximum": 10**30},
            "set": {"type": "array", "uniqueItems": True, "contains": {"const": 1}, "maxContains": 2},
            "either": {"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]},
        },
        "patternProperties": {"^x-": {"type": "boolean"}},
        "unevaluatedProperties": False,
        "if": {"required": ["text"]},
        "then": {"required": ["number"]},
    },
    "t" * 120: {"type": "array", "prefixItems": [{"type": "integer"}], "items": False},
}
TEXT = build_module(TOOLS)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The module, as Python imports it where the extension lies beside the file."""
    folder = tmp_path_factory.mktemp("native")
    module = folder / f"{NAME}.py"
    module.write_text(TEXT, encoding="ascii")
    assert extensions_of(module) == []
    extension = build_native(module)
    assert extensions_of(module) == [extension]
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(NAME)
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(NAME, None)


@needs_mypyc
def test_it_is_the_extension(compiled: ModuleType) -> None:
    assert not str(compiled.__file__).endswith(".py")
    assert list(compiled.TOOLS) == list(TOOLS)
    assert type(compiled.grep.validate).__name__ == "builtin_function_or_method"


@needs_mypyc
@pytest.mark.parametrize("name", TOOLS)
def test_outcomes_are_the_same(compiled: ModuleType, name: str) -> None:
    in_memory, native = compile_tool(name, TOOLS[name]), compiled.TOOLS[name]
    for arguments in samples(TOOLS[name]):
        assert_agree(in_memory, native, arguments)
        for _, mutated in mutations(arguments):
            assert_agree(in_memory, native, mutated)


MORE = [
    {"text": "aaa"},
    {"text": "a", "number": 1.25, "set": [1, 1.0, True], "either": 6, "x-a": 1, "y": 2},
    {"number": float("nan")},
    {"number": 10**400},
    {"number": "1e5"},
    {"set": [1, 1, 1], "either": 5},
    {"text": "\ud800", "x-b": "true"},
    [],
    None,
]


@needs_mypyc
@pytest.mark.parametrize("arguments", MORE)
def test_more_outcomes_are_the_same(compiled: ModuleType, arguments: Any) -> None:
    assert_agree(compile_tool("more", TOOLS["more"]), compiled.more, arguments)


def nested(levels: int, wrap: Any, inner: Any) -> Any:
    for _ in range(levels):
        inner = wrap(inner)
    return inner


DEEP = [
    ("tree", nested(200_000, lambda inner: {"inner": [inner]}, {})),
    ("tree", nested(200_000, lambda inner: {"inner": [inner], "size": "1"}, {})),
    ("value", {"value": nested(200_000, lambda inner: [inner], "x")}),
    ("value", {"value": nested(200_000, lambda inner: {"a": inner}, 1)}),
]


@needs_mypyc
@pytest.mark.parametrize(("name", "arguments"), DEEP)
def test_what_is_too_deep_is_told(compiled: ModuleType, name: str, arguments: Any) -> None:
    """Compiled functions do not count how deep they call each other; the process must not end by that."""
    with pytest.raises(callcheck.InvalidArguments) as rejection:
        compiled.TOOLS[name].validate(arguments)
    assert [issue.message for issue in rejection.value.issues] == ["nested too deeply to be checked"]


@needs_mypyc
def test_it_pickles_and_has_its_source(compiled: ModuleType) -> None:
    assert pickle.loads(pickle.dumps(compiled.grep)) is compiled.grep
    assert "def _validate_grep(arguments):" in compiled.grep.source
    assert compiled.grep.schema == TOOLS["Grep"]


@needs_mypyc
def test_an_extension_knows_its_text(compiled: ModuleType) -> None:
    extension = Path(str(compiled.__file__))
    assert is_of(extension, TEXT)
    assert not is_of(extension, TEXT.replace("Grep", "Grap"))


@needs_mypyc
def test_what_cannot_be_compiled_is_said(tmp_path: Path) -> None:
    plain = tmp_path / "plain.py"
    plain.write_text("x = 1\n")
    with pytest.raises(NativeError, match="is not a generated module"):
        build_native(plain)
    named = tmp_path / "my-checks.py"
    named.write_text(TEXT, encoding="ascii")
    with pytest.raises(NativeError, match="is no name of a module"):
        build_native(named)
    broken = tmp_path / "broken.py"
    broken.write_text(TEXT.replace("break\n", "brake(\n", 1), encoding="ascii")
    with pytest.raises((NativeError, SyntaxError)):
        build_native(broken)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.py", "my-checks.py", "plain.py"]


def test_without_mypyc_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callcheck_compiler.native.find_spec", lambda name: None)
    with pytest.raises(NativeError, match=r"pip install 'callcheck\[native\]'"):
        build_native(tmp_path / "checks.py")


def test_the_text_for_mypyc_has_the_same_lines() -> None:
    """Tracebacks of the extension name lines of the module."""
    lines, native = TEXT.splitlines(), native_text(TEXT).splitlines()
    assert len(lines) == len(native)
    for number, line in enumerate(lines):
        if line.startswith(("def ", "from ")) or line.strip().startswith(("#", "return ")):
            assert native[number][:20] == line[:20]
    assert "TypedDict" not in "".join(native)
    finished = subprocess.run(
        [sys.executable, "-c", "import ast, sys; ast.parse(sys.stdin.read())"],
        input=native_text(TEXT),
        text=True,
        check=False,
    )
    assert finished.returncode == 0


@needs_mypyc
def test_the_command_builds_an_extension_and_sees_a_stale_one(tmp_path: Path) -> None:
    def command(*words: str) -> subprocess.CompletedProcess[str]:
        program = [
            sys.executable,
            "-m",
            "callcheck_compiler.cli",
            "build",
            str(tools),
            "-o",
            str(module),
            *words,
        ]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, ROOTS))}
        return subprocess.run(program, env=environment, capture_output=True, text=True, check=False)

    tools, module = tmp_path / "tools.json", tmp_path / "checks_by_command.py"
    tools.write_text(json.dumps({"a": {"type": "object", "properties": {"x": {"type": "string"}}}}))
    built = command("--native")
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    assert len(extensions_of(module)) == 1
    assert command("--native", "--check").returncode == command("--check").returncode == 0
    tools.write_text(json.dumps({"b": {}}))
    before = module.read_bytes()
    rebuilt = command()
    assert rebuilt.returncode == 2
    assert "is imported in its place; delete it, or build with --native." in rebuilt.stderr
    assert module.read_bytes() == before
    assert command("--native").returncode == command("--native", "--check").returncode == 0
