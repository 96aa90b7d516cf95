"""The first of four locks against schema text becoming code: code is not str while it is built."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from callcheck import abi
from callcheck_compiler.emit import conditions, scope
from callcheck_compiler.emit.code import Block, Code, join, literal, name, quoted, set_display, template

from tests.hostile import STRINGS, WORDS


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
