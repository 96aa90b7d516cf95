"""Strings that would become code, or break it, if any of them were ever written into a program as they are."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator
from typing import Any

MARK = "PWNED"
RUN = f"__import__('builtins').{MARK}"

# Every one of them says MARK, so that it is found again wherever it ends up.
STRINGS: tuple[str, ...] = (
    f"setattr(__import__('builtins'), '{MARK}', 1)",
    f'"; import builtins; builtins.{MARK} = 1 #',
    f"'; import builtins; builtins.{MARK} = 1 #",
    f'"""\nimport builtins\nbuiltins.{MARK} = 1\n"""',
    f"'''\nimport builtins\nbuiltins.{MARK} = 1\n'''",
    f"\nimport builtins\nbuiltins.{MARK} = 1\n",
    f"\r\n    import builtins; builtins.{MARK} = 1\r",
    f"x\x0c\x0bimport builtins; builtins.{MARK} = 1",
    f"x\u2028import builtins; builtins.{MARK} = 1\u2029\x85",
    f"\\\nimport builtins; builtins.{MARK} = 1",
    f'\\"; import builtins; builtins.{MARK} = 1; "',
    f"\\'; import builtins; builtins.{MARK} = 1; '",
    f"\\{MARK}\\",
    f"\\N{{DASH}} \\x41 \\u0041 \\777 {MARK}",
    f"{{{RUN}}} {{v}} {{}} {{0}} {{text}} {{{{",
    f"%({MARK})s %s %d %",
    f"${{{MARK}}} $${MARK}",
    f"]}}) or setattr(__import__('builtins'), '{MARK}', 1) or ([{{",
    f"): return arguments #{MARK}",
    f"# {MARK}\nexec('import builtins')",
    f"# -*- coding: utf-7 -*- +AG8- {MARK}",
    f"# type: ignore {MARK}",
    f"# fmt: off {MARK}",
    f"\x00{MARK}\x00",
    f"\ufeff{MARK}",
    f"\u202e{MARK}\u2066",
    f"\ud800{MARK}\udfff",
    f"{MARK}\ud83d",
    f"\U0001f600{MARK}\U000e0041",
    f"é{MARK}ﬁ\u0301",
    f"~/%2F/%/~1~0 {MARK}",
    f"../{MARK}/..",
    f"<{MARK}>&amp;`{MARK}`",
    f"__{MARK}__",
    f"_settle {MARK} memo value issues",
    " " + MARK + " ",
    MARK * 700,
)

# Names that mean something to Python, to generated code or to callcheck.
WORDS: tuple[str, ...] = (
    "",
    *keyword.kwlist,
    *keyword.softkwlist,
    "__builtins__",
    "__class__",
    "__import__",
    "__loader__",
    "__name__",
    "arguments",
    "value",
    "result",
    "memo",
    "issues",
    "location",
    "key",
    "item",
    "found",
    "remaining",
    "settled",
    "_settle",
    "settle",
    "validate",
    "explain",
    "coerce",
    "callcheck",
    "TOOLS",
    "POLICY",
    "ABI",
    "isinstance",
    "len",
    "dict",
    "KeyError",
    "InvalidArguments",
    "Settlement",
    "pattern",
    "members",
    "names",
    "json_value",
    "1",
    "1a",
    "a b",
    "a-b",
    "a_b",
    "A_B",
    "a__b",
    "価格",
    "цена",
)


def candidates(text: str) -> Iterator[Any]:
    """Values of every shape that a keyword may ask for, with `text` wherever a string may be."""
    schema: Any = {
        "properties": {text: {"const": {text: [text]}, "title": text}},
        "required": [text],
        "additionalProperties": False,
    }
    yield from (text, "string", "#", 1, 0.5, True, False)
    yield from (
        [text],
        [[text]],
        [text, text + "2", 1, None, {text: text}],
        [schema],
        [schema, {"const": text}],
    )
    yield from (
        {text: text},
        {text: True},
        {text: False},
        {text: [text]},
        {text: schema},
        {text: [text, "b"]},
    )
    yield from (
        schema,
        {"enum": [text, {text: text}]},
        {"not": {"required": [text]}},
        {"not": {"const": text}},
    )
    yield {"title": text, "description": text, "default": {text: text}, "examples": [text], "$comment": text}


def instances(text: str) -> tuple[Any, ...]:
    """Instances that meet what `candidates` asks for, in part or not at all."""
    return (text, 1, [text, text], {text: text}, {text: {text: [text]}, "a": None})


def assert_harmless(source: str) -> None:
    """Hold emitted text to this: it is ASCII, and MARK stands in plain strings on one line, in comments, and inside words."""
    assert source.isascii()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING:
            assert token.string[0] in "\"'", token
            assert token.start[0] == token.end[0], token
        elif token.type == tokenize.NAME:
            assert token.string != MARK, token
        elif token.type != tokenize.COMMENT:
            assert MARK not in token.string, token
