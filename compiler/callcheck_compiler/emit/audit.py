"""The third lock: emitted text is parsed, and the tree must hold nothing but what emitters write."""

from __future__ import annotations

import ast

from callcheck import abi

NODES = frozenset(
    {
        ast.Module,
        ast.FunctionDef,
        ast.arguments,
        ast.arg,
        ast.Return,
        ast.Assign,
        ast.AugAssign,
        ast.Delete,
        ast.For,
        ast.While,
        ast.Break,
        ast.Raise,
        ast.If,
        ast.Try,
        ast.ExceptHandler,
        ast.Expr,
        ast.Pass,
        ast.Continue,
        ast.BoolOp,
        ast.IfExp,
        ast.BinOp,
        ast.UnaryOp,
        ast.Compare,
        ast.Call,
        ast.Constant,
        ast.Attribute,
        ast.Subscript,
        ast.Slice,
        ast.Starred,
        ast.Name,
        ast.Tuple,
        ast.List,
        ast.Set,
        ast.Dict,
        ast.Load,
        ast.Store,
        ast.Del,
        ast.And,
        ast.Or,
        ast.Add,
        ast.Sub,
        ast.USub,
        ast.Not,
        ast.Eq,
        ast.NotEq,
        ast.Lt,
        ast.LtE,
        ast.Gt,
        ast.GtE,
        ast.Is,
        ast.IsNot,
        ast.In,
        ast.NotIn,
    }
)
ATTRIBUTES = frozenset(
    {"add", "append", "extend", "get", "is_integer", "issuperset", "judge", "items", "update"}
)
ALLOWED = abi.NAMES | abi.BUILTINS


class AuditError(Exception):
    """Emitted text holds something that no emitter writes: a fault of the compiler, never of a schema."""


def audit(text: str, injected: frozenset[str] = frozenset()) -> ast.Module:
    """The tree of emitted text, which may then be compiled. Raises AuditError."""
    tree = ast.parse(text)
    audit_tree(tree, injected)
    return tree


def audit_tree(tree: ast.Module, injected: frozenset[str] = frozenset()) -> None:
    """Hold a tree to what emitters write; `injected` are names that it may use besides those it defines. Raises AuditError."""
    allowed = ALLOWED | injected
    loaded: list[str] = []
    defined: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        parent = waiting.pop()
        kind = type(parent)
        if kind not in NODES:
            raise AuditError(f"a {kind.__name__} in emitted code")
        if kind is ast.Name:
            if type(parent.ctx) is ast.Load:  # type: ignore[attr-defined]
                loaded.append(parent.id)  # type: ignore[attr-defined]
            else:
                defined.add(parent.id)  # type: ignore[attr-defined]
            continue
        if kind is ast.Constant:
            continue
        if kind is ast.Attribute and parent.attr not in ATTRIBUTES:  # type: ignore[attr-defined]
            raise AuditError(f"the attribute {parent.attr} in emitted code")  # type: ignore[attr-defined]
        if kind is ast.FunctionDef:
            defined.add(parent.name)  # type: ignore[attr-defined]
            defined.update(argument.arg for argument in parent.args.args)  # type: ignore[attr-defined]
        for field in kind._fields:
            value = getattr(parent, field)
            if type(value) is list:
                waiting.extend(value)
            elif isinstance(value, ast.AST):
                waiting.append(value)
    for word in loaded:
        if word not in defined and word not in allowed:
            raise AuditError(f"the name {word} in emitted code")
    overwritten = defined & ALLOWED
    if overwritten:
        raise AuditError(f"the name {min(overwritten)} is overwritten in emitted code")
