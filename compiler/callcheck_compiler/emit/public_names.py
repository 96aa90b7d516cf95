"""The names that users of a generated module write: a variable for each tool, a class for each type."""

from __future__ import annotations

import re

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
OTHER = re.compile(r"[^A-Za-z0-9]+")
LONGEST_HINT = 40
LONGEST_NAME = 100
KEYWORDS = """
    False None True and as assert async await break class continue def del elif else except finally for from global if
    import in is lambda nonlocal not or pass raise return try while with yield
"""
# What `from checks import *` must not hide, in every version of Python alike.
FUNCTIONS = """
    abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr
    dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int
    isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range
    repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
"""
TAKEN = frozenset(KEYWORDS.split()) | frozenset(FUNCTIONS.split())


def variable_name(tool: str) -> str:
    """`TodoWrite` and `todo-write` give `todo_write`; a word that Python needs gets an underscore behind it: `class_`."""
    wanted = OTHER.sub("_", HUMP.sub("_", tool)).strip("_").lower()[:LONGEST_NAME]
    if not wanted or wanted[0].isdigit():
        wanted = f"tool_{wanted}" if wanted else "tool"
    return f"{wanted}_" if wanted in TAKEN else wanted


def class_name(*hints: str) -> str:
    """`todo-write`, `todos`, `item` give `TodoWriteTodosItem`."""
    wanted = "".join(map(_capitalised, hints))[:LONGEST_NAME]
    return wanted if wanted and not wanted[0].isdigit() else f"Tool{wanted}"


def _capitalised(hint: str) -> str:
    return "".join([word[0].upper() + word[1:] for word in OTHER.split(hint) if word])[:LONGEST_HINT]
