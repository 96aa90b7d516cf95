"""The same file as a C extension, by mypyc: optional, and needs a C compiler on the machine that builds."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from .emit.opening import HEADER

# `skip`: what is imported stays dynamic, so that nothing depends on how the installed callcheck is annotated.
SETUP = """\
import sys
from mypyc.build import mypycify
from setuptools import setup

flags = ["--config-file=", "--follow-imports=skip", "--ignore-missing-imports"]
setup(name="native", ext_modules=mypycify([*flags, sys.argv.pop()]), packages=[], py_modules=[])
"""
MARK = "NATIVE_OF"
LONGEST_REASON = 300

Edit = tuple[int, int, str]


class NativeError(Exception):
    """A module cannot be compiled: why, and what would help."""


def build_native(module: Path) -> Path:
    """Compile a generated module into an extension beside it, which Python then imports in its place; gives its path.

    Raises NativeError when mypyc or a C compiler is missing, or the file is not a generated module.
    """
    for needed in ("mypyc", "setuptools"):
        if find_spec(needed) is None:
            raise NativeError(
                f"compiling needs {needed}, which is not installed: pip install 'callcheck[native]' brings it"
            )
    if not module.stem.isidentifier():
        raise NativeError(f"{module.name} cannot be compiled: its name is no name of a module in Python")
    text = module.read_text(encoding="ascii")
    if not text.startswith(HEADER):
        raise NativeError(f"{module} is not a generated module; write it with `callcheck build`")
    with tempfile.TemporaryDirectory(prefix="callcheck-native-") as folder:
        (Path(folder) / module.name).write_text(native_text(text), encoding="ascii")
        (Path(folder) / "setup.py").write_text(SETUP, encoding="ascii")
        built = _compiled(Path(folder), module.name)
        # First beside the module, for only within one directory is a file replaced in one step.
        fresh = module.with_name(f".{built.name}.new")
        shutil.copy(built, fresh)
        os.replace(fresh, module.with_name(built.name))
        return module.with_name(built.name)


def _compiled(folder: Path, name: str) -> Path:
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", name]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    built = [path for path in folder.iterdir() if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    if finished.returncode or len(built) != 1:
        said = [line for line in (finished.stdout + finished.stderr).splitlines() if line.strip()]
        reason = said[-1].strip()[:LONGEST_REASON] if said else f"exit status {finished.returncode}"
        raise NativeError(
            f"{name} cannot be compiled; is a C compiler installed? The last that was said is: {reason}"
        )
    return built[0]


def extensions_of(module: Path) -> list[Path]:
    """The extensions that Python, any version of it, would import in a module's place."""
    found = module.parent.glob(f"{module.stem}.*")
    return sorted(path for path in found if path.suffix in (".so", ".pyd"))


def is_of(extension: Path, text: str) -> bool:
    """Whether an extension was compiled from this text of a module."""
    return _mark(text).encode("ascii") in extension.read_bytes()


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def native_text(text: str) -> str:
    """The text that mypyc is given: line by line the same, but for what would mean something else there.

    - What type checkers alone read is left out; mypyc takes no class inside an `if`.
    - Compiled functions call each other without a look at how deep the stack is. Where they may do so for ever, the call passes
      through an interpreted function, so that too deep an instance ends in RecursionError, and not the process.
    - After `isinstance(value, int)` mypyc keeps an int of its own, and True is 1 from there on. It does not know `instance_of`.
    """
    tree = ast.parse(text)
    starts = _line_starts(text)
    edits: list[Edit] = []
    for statement in tree.body:
        if isinstance(statement, ast.If):
            edits.extend(_without_declarations(statement, text, starts))
        elif isinstance(statement, ast.AnnAssign):
            start, end = _span(statement.annotation, starts)
            lines = "\n" * text.count("\n", start, end)
            edits.append((start, end, f"(object{lines})" if lines else "object"))
        elif isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILER":
            _, end = _span(statement, starts)
            edits.append((end, end, f'; {MARK} = "{_mark(text)}"'))
    for call in _endless_calls(tree):
        start, end = _span(call.func, starts)
        edits.append((start, end + 1, f"through({text[start:end]}, "))
    edits.extend((*_span(call.func, starts), "instance_of") for call in _number_tests(tree))
    imported = "from callcheck.generated import "
    start = text.index(imported) + len(imported)
    edits.append((start, start, "instance_of, through, "))
    return _edited(text, edits)


def _span(part: ast.expr | ast.stmt, starts: list[int]) -> tuple[int, int]:
    """Where a part of the text begins and ends; the text is ASCII, so that columns are characters."""
    end = starts[(part.end_lineno or 1) - 1] + (part.end_col_offset or 0)
    return starts[part.lineno - 1] + part.col_offset, end


def _number_tests(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls of `isinstance` that ask for numbers."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "isinstance":
            asked = {word.id for word in ast.walk(call.args[1]) if isinstance(word, ast.Name)}
            if asked & {"int", "float", "bool"}:
                yield call


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _without_declarations(statement: ast.If, text: str, starts: list[int]) -> Iterator[Edit]:
    """Empty the lines up to the stand-ins, and put those at the margin."""
    first = statement.orelse[0]
    start, end = starts[statement.lineno - 1], starts[first.lineno - 1]
    yield start, end, "\n" * text.count("\n", start, end)
    for stand_in in statement.orelse:
        line = starts[stand_in.lineno - 1]
        yield line, line + stand_in.col_offset, ""


def _endless_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls by which a function may come back to itself."""
    functions = {
        statement.name: statement for statement in tree.body if isinstance(statement, ast.FunctionDef)
    }
    calls = {name: _calls(function, functions) for name, function in functions.items()}
    called = {name: {ast.unparse(call.func) for call in found} for name, found in calls.items()}
    reached = {name: _reached(name, called) for name in functions if called[name]}
    for name, found in calls.items():
        for call in found:
            if name in reached.get(ast.unparse(call.func), ()):
                yield call


def _calls(function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]) -> list[ast.Call]:
    return [
        call
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in functions
    ]


def _reached(name: str, called: Mapping[str, set[str]]) -> set[str]:
    """Every function that one may come to, itself where it may come back."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in called.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _edited(text: str, edits: list[Edit]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])
