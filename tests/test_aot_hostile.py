"""Whatever a schema says is text in a generated module, and the audit refuses what is not built so."""

from __future__ import annotations

import builtins
import io
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.aot import build_module
from callcheck_compiler.emit.audit import AuditError
from callcheck_compiler.emit.module_audit import audit_module
from callcheck_compiler.emit.opening import HEADER

from tests.agreement import assert_agree
from tests.generated_modules import AGENT

HOSTILE = [
    '"; import os; os.system("true") #',
    "'''\nimport builtins; builtins.PWNED = 1\n'''",
    '"""',
    "\\",
    "\\'",
    "\n",
    "\r\n\x0c\x0b\x85\u2028",
    "{x}{0}%s",
    "\x00\ud800",
    "# fmt: on",
    "# type: ignore",
    "__import__('builtins').__dict__.__setitem__('PWNED', 1)",
    "eval",
    "__class__",
    "coding: utf-7",
    "\u202e\u0000e",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_text_of_a_schema_never_becomes_code(text: str, build: Callable[..., Any]) -> None:
    inner = {
        "type": "object",
        "title": text,
        "description": text,
        "properties": {text: {"enum": [text, {text: text}], "default": text}, "b": {"const": text}},
        "required": [text],
        "additionalProperties": {"not": {"const": {text: [text]}}},
        "x-" + text: text,
    }
    schema = {
        "$comment": text,
        "type": "object",
        "properties": {text: {"$ref": "#/$defs/a"}, "o": {"oneOf": [inner, {"const": text}]}},
        "dependentRequired": {text: ["o"]},
        "propertyNames": {"enum": [text, "o", "b"]},
        "$defs": {"a": inner, text: inner},
    }
    module = build({text: schema, "other": schema})
    assert not hasattr(builtins, "PWNED")
    written = Path(module.__file__).read_text(encoding="ascii")
    assert written.startswith(HEADER)
    words = outside_of_strings(written.removeprefix(HEADER))
    assert words & {"PWNED", "builtins", "os", "__import__", "__class__"} == set()
    compiled = compile_tool(text, schema)
    instances: list[Any] = [
        {},
        {text: {text: text}, "o": text},
        {text: 1},
        {"o": {text: {text: text}, "b": 1}},
        [],
        text,
    ]
    for arguments in instances:
        assert_agree(compiled, module.TOOLS[text], arguments)


def outside_of_strings(text: str) -> set[str]:
    """Every word of a module that is neither in a string nor in a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


GOOD = build_module(AGENT, pretty=False)
BAD = [
    ("POLICY = TOOL_INPUT", "POLICY = open('x')"),
    ("POLICY = TOOL_INPUT", "POLICY = Policy(root=open('x'))"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT; import os"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nwhile 1: pass"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nPOLICY = STRICT"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nlen = 3"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nmembers = 3"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nX = len(POLICY)"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nX = members(open)"),
    ("POLICY = TOOL_INPUT", "POLICY = TOOL_INPUT\nif POLICY:\n    pass"),
    ("ABI = 1", "ABI = len('1')"),
    ('COMPILER = "0.1.0"', "COMPILER = f'{1}'"),
    ("from callcheck.abi import ", "from callcheck.abi import re, "),
    ("from callcheck.abi import ", "from callcheck.registry import ToolRegistry\nfrom callcheck.abi import "),
    ("from callcheck.abi import ", "from callcheck.abi import Settlement as dict, "),
    ("import TOOL_INPUT, Validator", "import TOOL_INPUT, Validator, Dispatcher"),
    ("    class ReadArguments(TypedDict):", "    class ReadArguments(print(1)):"),
    ("    class ReadArguments(TypedDict):", "    class ReadArguments(TypedDict, total=print(1)):"),
    ("        file_path: str\n", "        file_path: str = print(1)\n"),
    ("        file_path: str\n", "        file_path: print(1)\n"),
    ("        file_path: str\n", "        def x(self): pass\n"),
    ("        file_path: str\n", "        file_path: list[print]\n"),
    ("    GrepArguments = dict", "    GrepArguments = print(1)"),
    ("    GrepArguments = dict", "    GrepArguments = eval"),
    ("    GrepArguments = dict", "    import os"),
    ("    _validate_grep,", "    eval,"),
    ("    __name__,", "    'x',"),
    ('    SCHEMA_HASHES["Grep"],', '    SCHEMA_HASHES["Grep" + print()],'),
    ('        "Grep": grep,', '        "Grep": exec,'),
    ('        "Grep": grep,', "        print(1): grep,"),
    ("\n\ndef _validate_grep(arguments):", "\n\n@print\ndef _validate_grep(arguments):"),
    ("\n\ndef _validate_grep(arguments):", "\n\ndef _validate_grep(arguments=print(1)):"),
    ("\n\ndef _validate_grep(arguments):\n", "\n\ndef _validate_grep(arguments):\n    import os\n"),
    ("\n\ndef _validate_grep(arguments):\n", "\n\ndef _validate_grep(arguments):\n    open(arguments)\n"),
    ("# Generated by", "# Written by"),
    ("from __future__ import annotations\n", "from __future__ import annotations\nimport os\n"),
]


def test_the_audit_lets_pass_what_is_built() -> None:
    audit_module(GOOD)


@pytest.mark.parametrize(("right", "wrong"), BAD)
def test_the_audit_refuses_anything_else(right: str, wrong: str) -> None:
    assert right in GOOD
    with pytest.raises(AuditError):
        audit_module(GOOD.replace(right, wrong, 1))
