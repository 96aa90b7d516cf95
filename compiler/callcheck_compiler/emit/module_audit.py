"""The third lock, for a whole module: what stands around the checks is held to fixed forms, the checks to `audit`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from callcheck import abi

from .audit import AuditError, audit_tree
from .opening import HEADER, POLICY_WORDS, PRESETS, WORDS

# Statements of a module, as Python with wildcards: TEXT is any string, NUMBER any number, NAME a name that the module defines,
# SETTING an expression for a policy, TYPE one for a type. A display with one entry stands for any number of such entries.
FORMS = """
__all__ = [TEXT]
ABI = NUMBER
COMPILER = TEXT
SCHEMA_HASHES = {TEXT: TEXT}
require_abi(ABI, COMPILER, __name__)
POLICY = SETTING
NAME: Validator[NAME] = generated_validator(__name__, TEXT, POLICY, SCHEMA_HASHES[TEXT], NAME, NAME, TEXT)
NAME: Validator[NAME] = generated_validator(__name__, TEXT, POLICY, SCHEMA_HASHES[TEXT], NAME, NAME, TEXT, TEXT)
NAME: Validator[NAME] = generated_validator(__name__, TEXT, POLICY, SCHEMA_HASHES[TEXT], NAME, NAME, TEXT, None, TEXT)
TOOLS: Mapping[str, Validator] = MappingProxyType({TEXT: NAME})
"""
# The same for what stands under `if TYPE_CHECKING` and under its `else`.
DECLARATIONS = """
from typing import Union as Either
NAME = TypedDict(TEXT, {TEXT: TYPE})
NAME: TypeAlias = TYPE
"""
STAND_INS = """
NAME = dict
NAME = list
NAME = object
"""
IMPORTS = {
    "callcheck": frozenset({"Validator", *PRESETS, *POLICY_WORDS}),
    "callcheck.generated": frozenset({"generated_validator", "require_abi"}),
    "callcheck.abi": abi.NAMES,
}
TYPING = {
    "typing": frozenset({"Any", "Literal", "TypeAlias", "TypedDict"}),
    "typing_extensions": frozenset({"Never", "NotRequired"}),
}
WORDS_OF_TYPES = frozenset({"Any", "Never", "bool", "float", "int", "str"})
GENERICS = frozenset({"Either", "NotRequired", "dict", "list"})


def audit_module(text: str) -> None:
    """Hold the text of a module to what emitters write. Raises AuditError."""
    if not text.startswith(HEADER):
        raise AuditError("a module that does not begin as every module does")
    tree = ast.parse(text)
    beginning = len(ast.parse(HEADER).body)
    body = tree.body[beginning:]
    forms = _Forms(_defined(body))
    checks: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            checks.append(statement)
        elif isinstance(statement, ast.If):
            _audit_declarations(statement, forms)
        elif _is_constant(statement):
            checks.append(statement)
        elif not forms.fits(statement, forms.module) and not _is_import(statement, IMPORTS):
            raise AuditError(f"a {type(statement).__name__} in a module")
    audit_tree(ast.Module(checks, []), frozenset({"POLICY"}))


def _defined(body: list[ast.stmt]) -> frozenset[str]:
    """The names that a module defines, each once. Raises AuditError for one that is defined twice or is not free."""
    names: list[str] = []
    for statement in body:
        inner = statement.body if isinstance(statement, ast.If) else [statement]
        names.extend(name for part in inner for name in _targets(part))
    defined = frozenset(names)
    if len(defined) < len(names):
        raise AuditError("a name that is defined twice in a module")
    if defined & WORDS - OWN:
        raise AuditError(f"the name {min(defined & WORDS - OWN)} is overwritten in a module")
    return defined


OWN = frozenset({"ABI", "COMPILER", "POLICY", "SCHEMA_HASHES", "TOOLS"})


def _targets(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _is_constant(statement: ast.stmt) -> bool:
    """Whether it gives a name to what `callcheck.abi` makes."""
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        and statement.value.func.id in abi.NAMES
    )


def _audit_declarations(statement: ast.If, forms: _Forms) -> None:
    if not (isinstance(statement.test, ast.Name) and statement.test.id == "TYPE_CHECKING"):
        raise AuditError("an if in a module")
    for part in statement.body:
        if not (
            forms.fits(part, forms.declarations) or _is_import(part, TYPING) or _is_typed_dict(part, forms)
        ):
            raise AuditError(f"a {type(part).__name__} among the declarations of a module")
    for part in statement.orelse:
        if not forms.fits(part, forms.stand_ins):
            raise AuditError(f"a {type(part).__name__} beside the declarations of a module")


def _is_import(statement: ast.stmt, allowed: dict[str, frozenset[str]]) -> bool:
    return (
        isinstance(statement, ast.ImportFrom)
        and statement.level == 0
        and all(
            alias.asname is None and alias.name in allowed.get(statement.module or "", ())
            for alias in statement.names
        )
    )


def _is_typed_dict(statement: ast.stmt, forms: _Forms) -> bool:
    """Whether it is a class of keys and their types."""
    if not isinstance(statement, ast.ClassDef) or statement.keywords or statement.decorator_list:
        return False
    bases = [base.id for base in statement.bases if isinstance(base, ast.Name)]
    return bases == ["TypedDict"] and all(
        isinstance(part, ast.Pass)
        or (isinstance(part, ast.AnnAssign) and part.value is None and forms.is_type(part.annotation))
        for part in statement.body
    )


class _Forms:
    """Tells whether statements have one of the forms."""

    def __init__(self, defined: frozenset[str]) -> None:
        self._defined = defined
        self.module = ast.parse(FORMS).body
        self.declarations = ast.parse(DECLARATIONS).body
        self.stand_ins = ast.parse(STAND_INS).body

    def fits(self, statement: ast.stmt, forms: list[ast.stmt]) -> bool:
        """Whether a statement has one of the forms."""
        return any(self._is_like(statement, form) for form in forms)

    def _is_like(self, found: object, form: object) -> bool:
        if isinstance(form, ast.Name) and form.id in ("TEXT", "NUMBER", "NAME", "SETTING", "TYPE"):
            return self._is_of(found, form.id)
        if isinstance(form, (ast.List, ast.Dict)) and type(found) is type(form):
            return self._repeats(found, form)
        if isinstance(form, ast.AST):
            return type(found) is type(form) and all(
                self._is_like(getattr(found, field), getattr(form, field))
                for field in form._fields
                if field not in ("ctx", "type_comment", "kind")
            )
        if isinstance(form, list):
            return (
                isinstance(found, list) and len(found) == len(form) and all(map(self._is_like, found, form))
            )
        return type(found) is type(form) and found == form

    def _repeats(self, found: object, form: ast.List | ast.Dict) -> bool:
        if isinstance(form, ast.Dict):
            assert isinstance(found, ast.Dict)
            pairs = zip(found.keys, found.values, strict=True)
            return all(
                self._is_like(key, form.keys[0]) and self._is_like(value, form.values[0])
                for key, value in pairs
            )
        assert isinstance(found, ast.List)
        return all(self._is_like(element, form.elts[0]) for element in found.elts)

    def _is_of(self, found: object, wildcard: str) -> bool:
        if wildcard == "TEXT":
            return isinstance(found, ast.Constant) and isinstance(found.value, str)
        if wildcard == "NUMBER":
            return isinstance(found, ast.Constant) and type(found.value) is int
        if wildcard == "NAME":
            return isinstance(found, ast.Name) and found.id in self._defined
        return self.is_type(found) if wildcard == "TYPE" else _is_setting(found)

    def is_type(self, found: object) -> bool:
        """Whether an expression is a type as `Spelling` writes it."""
        if isinstance(found, ast.Name):
            return found.id in WORDS_OF_TYPES or found.id in self._defined
        if isinstance(found, ast.Constant):
            return found.value is None or found.value in self._defined
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.BitOr):
            return self.is_type(found.left) and self.is_type(found.right)
        if not isinstance(found, ast.Subscript) or not isinstance(found.value, ast.Name):
            return False
        arguments = found.slice.elts if isinstance(found.slice, ast.Tuple) else [found.slice]
        if found.value.id == "Literal":
            return all(map(_is_literal, arguments))
        return found.value.id in GENERICS and all(map(self.is_type, arguments))


def _is_literal(found: ast.expr) -> bool:
    if isinstance(found, ast.UnaryOp) and isinstance(found.op, ast.USub):
        found = found.operand
    return isinstance(found, ast.Constant)


def _is_setting(found: object) -> bool:
    """Whether an expression is a policy or a part of one as `opening` writes it."""
    if isinstance(found, ast.Constant):
        return True
    if isinstance(found, ast.Name):
        return found.id in PRESETS
    if isinstance(found, ast.Attribute):
        return isinstance(found.value, ast.Name) and found.value.id in POLICY_WORDS
    if isinstance(found, ast.BinOp):
        return isinstance(found.op, ast.BitOr) and _is_setting(found.left) and _is_setting(found.right)
    return (
        isinstance(found, ast.Call)
        and isinstance(found.func, ast.Name)
        and found.func.id == "Policy"
        and not found.args
        and all(_is_setting(keyword.value) for keyword in found.keywords)
    )
