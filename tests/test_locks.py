"""The four locks against schema text becoming code, each tried on its own."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from callcheck import abi
from callcheck_compiler import compile_schema, load
from callcheck_compiler.emit import audit_code, code, conditions, scope
from callcheck_compiler.emit.audit import NODES, AuditError, audit
from callcheck_compiler.emit.code import Block, Code, join, literal, name, quoted, set_display, template
from callcheck_compiler.emit.module_audit import audit_module

from tests.hostile import STRINGS, WORDS
from tests.test_house import COMPILER, RUNTIME, identifier, modules

# Lock 1: code is not str while it is built.


class Text(str):
    """A string that is not quite one."""


def test_code_cannot_be_made_from_text() -> None:
    texts: list[list[Any]] = [[], ["x = 1"]]
    for arguments in texts:
        with pytest.raises(TypeError):
            Code(*arguments)
    assert not isinstance(template("x"), str)
    assert set(Code.__slots__) == {"_text"}


@pytest.mark.parametrize(
    "hole", ["x", Text("x"), b"x", 1, 1.5, None, True, ("x",), ["x"], {"x": 1}, Block(), object()]
)
def test_a_hole_takes_code_alone(hole: Any) -> None:
    with pytest.raises(TypeError):
        template("{x}", x=hole)
    with pytest.raises((TypeError, AttributeError)):
        join(", ", [hole])
    with pytest.raises((TypeError, AttributeError)):
        Block().line(hole)
    with pytest.raises((TypeError, AttributeError)):
        conditions.holds(conditions.test("{x}", "not {x}", x=hole))


def test_what_a_hole_holds_is_not_searched_for_holes() -> None:
    made = template("f({a}, {b})", a=literal("{b} {a}"), b=literal("{a}"))
    assert made._text == 'f("{b} {a}", "{a}")'


@pytest.mark.parametrize("text", [*STRINGS, *WORDS], ids=range(len(STRINGS) + len(WORDS)))
def test_a_literal_is_one_token_that_gives_the_value_back(text: str) -> None:
    values = (text, [text], (text,), {text: text}, {text: [text, {text: (text, text)}]})
    for value in values:
        written = literal(value)._text
        assert written.isascii()
        assert written.isprintable()
        assert ast.literal_eval(written) == value
    constants = [part for part in ast.walk(ast.parse(literal(text)._text)) if isinstance(part, ast.Constant)]
    assert [constant.value for constant in constants] == [text]
    assert ast.literal_eval(set_display([text, "a"])._text) == {text, "a"}


@pytest.mark.parametrize(
    "number", [0, -1, 10**18, -(10**18), 10**299, 10**300, -(10**400), 10**4299, 1.5, -0.0, 5e-324, 1e308]
)
def test_numbers_are_written_as_python_reads_them(number: Any) -> None:
    read = ast.literal_eval(literal(number)._text)
    assert repr(read) == repr(number) if isinstance(number, float) else read == number
    assert type(read) is type(number)


@pytest.mark.parametrize(
    "value",
    [
        Text("a"),
        [Text("a")],
        {Text("a"): 1},
        b"a",
        {"a"},
        frozenset(),
        object(),
        lambda: 1,
        Code,
        ...,
        1j,
        range(3),
    ],
)
def test_a_literal_takes_exact_builtin_types_only(value: Any) -> None:
    with pytest.raises(TypeError):
        literal(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_a_number_that_has_no_literal_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="finite"):
        literal(value)


@pytest.mark.parametrize("text", [*STRINGS, "", " a", "a b", "1a", "a.b", "a(", "é", "ﬁ", "a\n"])
def test_a_name_is_an_identifier(text: str) -> None:
    if text.isidentifier() and text.isascii():
        assert name(text)._text == text
    else:
        with pytest.raises(ValueError, match="identifier"):
            name(text)
        with pytest.raises(ValueError, match="identifier"):
            scope.Scope().claim(text)


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_names_are_allocated_from_harmless_words(text: str) -> None:
    names = scope.Scope()
    allocated = [
        names.allocate("check", text),
        names.allocate("check", text),
        scope.Locals("value").allocate(text),
    ]
    spelled = [scope.Scope.spelled(each) for each in allocated]
    assert len(set(spelled)) == 3
    for word in spelled:
        assert word.isidentifier()
        assert word.isascii()
        assert word == word.lower()
        assert len(word) < 60


@pytest.mark.parametrize("word", [*WORDS[1:], "True", "None", "isinstance", "type_issue"])
def test_a_local_name_hides_nothing(word: str) -> None:
    allocated = scope.Scope.spelled(scope.Locals("value", "issues").allocate(word))
    assert allocated not in {*abi.NAMES, *abi.BUILTINS, "value", "issues"}
    compile(f"{allocated} = 1", "", "exec")


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_a_comment_is_one_line(text: str) -> None:
    block = Block(1)
    block.comment(text)
    assert block.text.count("\n") == 1
    assert block.text.isascii()
    assert ast.parse(block.text.strip()).body == []


def test_only_a_name_can_be_quoted() -> None:
    assert quoted(name("check"))._text == '"check"'
    with pytest.raises(ValueError, match="name"):
        quoted(literal("a"))


# Lock 2: the compiler's own syntax tree.

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


# Lock 3: the audit of what was emitted.

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
    "Exception",
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


# Lock 4: few builtins.


def test_generated_code_sees_few_builtins() -> None:
    validator = compile_schema({"properties": {"a": {"enum": ["x", {"y": 1}]}}})
    validator.explain({"a": 1})
    seen = validator.validate.__globals__["__builtins__"]
    assert set(seen) == abi.BUILTINS
    harmful = {
        "__import__",
        "eval",
        "exec",
        "compile",
        "open",
        "getattr",
        "setattr",
        "globals",
        "vars",
        "input",
        "breakpoint",
    }
    assert not harmful & set(seen)
    assert all(seen[word] is getattr(builtins, word) for word in seen)


def test_generated_code_sees_few_other_names() -> None:
    namespace = compile_schema({"type": "object"}).validate.__globals__
    free = {word for word in namespace if not word.startswith("_")}
    assert free == abi.NAMES | abi.BUILTINS
    for word in abi.NAMES:
        assert not inspect.ismodule(namespace[word])


def test_what_was_generated_can_be_traced() -> None:
    function = compile_schema({"type": "object"}, "Some <tool>\n").validate
    assert "<" not in function.__code__.co_filename
    assert "\n" not in function.__code__.co_filename
    assert inspect.unwrap(function) is function
    text = function.__globals__["__loader__"].get_source("")
    assert function.__code__.co_name in text
    assert code.NAME.fullmatch(function.__code__.co_name)
