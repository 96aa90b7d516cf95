"""The second of four locks against schema text becoming code: the compiler's own syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_house import COMPILER, RUNTIME, identifier, modules

# Functions that take program text, and which of their arguments it is. Nothing else may reach into `Code`.
WRITERS = {"template": (0,), "join": (0,), "test": (0, 1)}
FILLING = "fill"


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(path: Path) -> Iterator[ast.Call]:
    for found in ast.walk(tree_of(path)):
        if isinstance(found, ast.Call):
            yield found


def called(call: ast.Call) -> str:
    function = call.func
    return function.id if isinstance(function, ast.Name) else ""


def is_constant_text(argument: ast.expr) -> bool:
    """A plain string, or one of two."""
    if isinstance(argument, ast.IfExp):
        return is_constant_text(argument.body) and is_constant_text(argument.orelse)
    return isinstance(argument, ast.Constant) and type(argument.value) is str


@cache
def imported_writers(path: Path) -> set[str]:
    """The writers that a file takes from the modules that make code, so that no other function of the name counts."""
    return {
        alias.name
        for statement in ast.walk(tree_of(path))
        if isinstance(statement, ast.ImportFrom)
        and (statement.module or "").split(".")[-1] in ("code", "conditions")
        for alias in statement.names
        if alias.asname is None
    }


def test_writers_are_found() -> None:
    """So that the next test is known to look at something."""
    files = [path for path in modules(COMPILER) if imported_writers(path) & set(WRITERS)]
    assert len(files) > 10
    assert sum(called(call) == "template" for path in files for call in calls(path)) > 200


@pytest.mark.parametrize("path", modules(COMPILER), ids=identifier)
def test_program_text_is_a_constant_of_the_compiler(path: Path) -> None:
    known = imported_writers(path) & set(WRITERS)
    wrong = []
    for call in calls(path):
        word = called(call)
        if word in known:
            positions = WRITERS[word]
            starred = any(isinstance(argument, ast.Starred) for argument in call.args)
            texts = [call.args[index] for index in positions if index < len(call.args)]
            if starred or len(texts) < len(positions) or not all(map(is_constant_text, texts)):
                wrong.append(f"line {call.lineno}: {ast.unparse(call)}")
    assert wrong == []


@pytest.mark.parametrize("path", modules(COMPILER), ids=identifier)
def test_code_is_made_in_one_place_only(path: Path) -> None:
    """`_code`, `fill` and `_text`, which would let text in or out, stay where they are needed."""
    homes = {"_code": {"code.py"}, FILLING: {"code.py", "conditions.py"}, "_text": {"code.py", "scope.py"}}
    tree = tree_of(path)
    if path.parent.name != "emit":
        assert not imported_writers(path) & {"_code", FILLING}
        return
    for found in ast.walk(tree):
        if isinstance(found, ast.Name) and found.id in ("_code", FILLING):
            assert path.name in homes[found.id]
        elif isinstance(found, ast.Attribute) and found.attr == "_text":
            assert path.name in homes["_text"], f"line {found.lineno}"


def test_no_emitted_text_is_formatted() -> None:
    """No f-string, `%` or `format` in a constant that becomes program text: a literal is always a whole token."""
    for path in modules(COMPILER):
        known = imported_writers(path) & set(WRITERS)
        for call in calls(path):
            if called(call) in known:
                for argument in call.args[:2]:
                    if isinstance(argument, ast.Constant) and type(argument.value) is str:
                        text = argument.value
                        assert ".format(" not in text
                        assert "%" not in text.replace("%}", "")
                        assert 'f"' not in text.replace('if"', "")
                        assert '"{' not in text
                        assert "'{" not in text


@pytest.mark.parametrize("path", [*modules(RUNTIME), *modules(COMPILER)], ids=identifier)
def test_nothing_else_can_run_text(path: Path) -> None:
    """Methods and modules that run text; test_house.py looks at the builtins."""
    runners = {"FunctionType", "CodeType", "runpy", "code", "codeop", "marshal", "ctypes", "pickle"}
    allowed = {"load.py": {"CodeType"}, "audit_code.py": {"CodeType"}}
    used = set()
    for found in ast.walk(tree_of(path)):
        if isinstance(found, ast.Import):
            used |= {alias.name.split(".")[0] for alias in found.names} & runners
        elif isinstance(found, ast.ImportFrom) and not found.level:
            used |= {alias.name for alias in found.names} & {"FunctionType", "CodeType", "import_string"}
            used |= {(found.module or "").split(".")[0]} & runners
    assert used <= allowed.get(path.name, set())
