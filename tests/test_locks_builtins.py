"""The last of four locks against schema text becoming code: few builtins."""

from __future__ import annotations

import builtins
import inspect

from callcheck import abi
from callcheck_compiler import compile_schema
from callcheck_compiler.emit import code


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
