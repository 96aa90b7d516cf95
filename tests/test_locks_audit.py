"""The third of four locks against schema text becoming code: the audit of what was emitted."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from callcheck_compiler import compile_schema, load
from callcheck_compiler.emit import audit_code, scope
from callcheck_compiler.emit.audit import NODES, AuditError, audit
from callcheck_compiler.emit.module_audit import audit_module

FOREIGN = [
    "import os",
    "from os import system",
    "class A: pass",
    "f = lambda: 1",
    "x = [i for i in ()]",
    "x = {i for i in ()}",
    "x = {i: i for i in ()}",
    "x = (i for i in ())",
    "def f():\n    yield 1",
    "def f():\n    global x",
    "async def f(): pass",
    "with memo: pass",
    "assert memo",
    "x = f'{1}'",
    "x = 1 if (y := 2) else 3",
    "x: int = 1",
    "x = 2 ** 999999999",
    "x = 1 << 99",
    "x = 'a' % 1",
    "x = 1 / 0",
    "x = ~1",
    "x = 1 @ 2",
]
SAME_INSTRUCTIONS = ["match 1:\n    case 1: pass"]  # which are those of an `if`
UNKNOWN_NAMES = [
    "__import__('os')",
    "eval('1')",
    "exec('1')",
    "open('/etc/passwd')",
    "getattr(1, 'x')",
    "globals()",
    "vars()",
    "print(1)",
    "breakpoint()",
    "__builtins__",
    "__loader__",
    "compile",
    "BaseException",
]
UNKNOWN_ATTRIBUTES = [
    "''.__class__",
    "().__class__.__bases__",
    "''.format(1)",
    "memo.pop",
    "memo.clear",
    "len.__self__",
]
OVERWRITTEN = ["isinstance = 1", "def len(value): return 0", "type_issue = 1", "def f(type): return type"]


@pytest.mark.parametrize("text", [*FOREIGN, *SAME_INSTRUCTIONS])
def test_the_audit_refuses_foreign_statements(text: str) -> None:
    with pytest.raises(AuditError):
        audit(text, frozenset({"memo"}))


@pytest.mark.parametrize("text", [*UNKNOWN_NAMES, *UNKNOWN_ATTRIBUTES, *OVERWRITTEN])
def test_the_audit_refuses_other_names(text: str) -> None:
    with pytest.raises(AuditError):
        audit(text, frozenset({"memo"}))


def test_the_audit_takes_what_is_emitted() -> None:
    assert isinstance(audit("def f(value):\n    return len(value) if value else 0\nx = f([1])"), ast.Module)
    assert (
        not {ast.Import, ast.ImportFrom, ast.Lambda, ast.ClassDef, ast.Global, ast.JoinedStr, ast.NamedExpr}
        & NODES
    )


@pytest.mark.parametrize("text", [*FOREIGN, *UNKNOWN_NAMES, *UNKNOWN_ATTRIBUTES])
def test_nothing_foreign_runs(text: str) -> None:
    """What the look at the code object does not know goes to the audit, which refuses it."""

    class Emitted(scope.Scope):
        def text(self) -> str:
            return text

    with pytest.raises(AuditError):
        load.execute("tool", Emitted(), {"memo": {}})


def test_the_look_at_the_code_object_is_no_wider_than_it_must_be() -> None:
    def is_familiar(text: str) -> bool:
        return audit_code.is_familiar(
            compile(text, "", "exec"), frozenset({"memo", "f", "x", "i"}), load.INSTRUCTIONS
        )

    assert is_familiar("def f(value):\n    return len(value) > 1")
    for text in (*UNKNOWN_NAMES, *UNKNOWN_ATTRIBUTES):
        assert not is_familiar(text), text
    for text in (
        "import memo",
        "class x: pass",
        "x = f'{x}'",
        "x = b'a'",
        "x = 1j",
        "x = ...",
        "def f():\n    yield 1",
    ):
        assert not is_familiar(text), text


@pytest.mark.parametrize(
    "text", [*FOREIGN, *UNKNOWN_NAMES, *UNKNOWN_ATTRIBUTES, "TOOLS = open('/etc/passwd')"]
)
def test_the_audit_of_modules_refuses_what_no_module_has(text: str) -> None:
    from callcheck_compiler.aot import build_module

    module = build_module({"tool": {"properties": {"a": {"type": "string"}}}}, pretty=False)
    audit_module(module)
    for changed in (f"{module}\n{text}\n", module.replace("\nTOOLS", f"\n{text}\nTOOLS", 1)):
        with pytest.raises(AuditError):
            audit_module(changed)


def test_what_is_left_over_is_familiar(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree, which costs more than all the rest, is not made for a set of several names."""

    def never(text: str, injected: frozenset[str] = frozenset()) -> None:
        raise AssertionError("the tree was made")

    monkeypatch.setattr("callcheck_compiler.load.audit", never)
    branches: list[Any] = [{"properties": {f"{name}{index}": {} for name in "abcd"}} for index in range(3)]
    validator = compile_schema({"anyOf": branches, "unevaluatedProperties": False}, "left over")
    assert validator.is_valid({"a0": 1})
    assert not validator.is_valid({"x": 1})
