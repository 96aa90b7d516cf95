"""The part of a generated module's text that one tool needs, for people who want to read it."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType


def listing(module: str, function: str) -> str:
    """The text of a function of a module and of everything it uses there, in the order in which it stands there.

    Empty for an extension module that came without its text.
    """
    text = _module_text(import_module(module))
    statements = _named_statements(ast.parse(text))
    used: set[str] = set()
    waiting = [function]
    while waiting:
        name = waiting.pop()
        if name not in used and name in statements:
            used.add(name)
            inside = ast.walk(statements[name])
            waiting.extend(word.id for word in inside if isinstance(word, ast.Name))
    return _text_of([statements[name] for name in statements if name in used], text.splitlines(keepends=True))


def _module_text(module: ModuleType) -> str:
    """The text of a module; of an extension, that of the file beside it that it was compiled from."""
    try:
        return inspect.getsource(module)
    except (OSError, TypeError):
        beside = Path(module.__file__ or "").parent / f"{module.__name__.rpartition('.')[2]}.py"
        return beside.read_text(encoding="ascii") if beside.is_file() else ""


def _named_statements(tree: ast.Module) -> dict[str, ast.stmt]:
    """The functions and constants of a module, by name."""
    statements: dict[str, ast.stmt] = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            statements[statement.name] = statement
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            statements[statement.targets[0].id] = statement
    return statements


def _text_of(statements: list[ast.stmt], lines: list[str]) -> str:
    """The text of statements, with functions two lines apart."""
    pieces: list[str] = []
    after_function = False
    for statement in statements:
        is_function = isinstance(statement, ast.FunctionDef)
        if pieces and (is_function or after_function):
            pieces.append("\n\n")
        pieces.extend(lines[statement.lineno - 1 : statement.end_lineno])
        after_function = is_function
    return "".join(pieces)
