"""The names of one generated module: allocated, ASCII, and never a string from a schema as it is."""

from __future__ import annotations

import re
from typing import Any

from callcheck import abi

from .code import Block, Code, literal, name, template

UNSAFE = re.compile(r"[^A-Za-z0-9]+")
LONGEST_HINT = 40
RESERVED = frozenset(
    """False None True and as assert async await break class continue def del elif else except finally for from global
    if import in is lambda nonlocal not or pass raise return try while with yield match case type
    bool dict enumerate float int isinstance len list str tuple KeyError RecursionError""".split()
)


def sanitised(hint: str) -> str:
    """Lower-case ASCII words of a hint, for use inside a name."""
    return UNSAFE.sub("_", hint).strip("_").lower()[:LONGEST_HINT].strip("_")


class Scope:
    """Allocates module-level names and collects the definitions that stand under them.

    definitions  assignments of constants, in order
    functions    finished functions, in order
    runtime      the names of `callcheck.abi` that are used
    """

    def __init__(self) -> None:
        self.definitions = Block()
        self.functions = Block()
        self.runtime_names: set[str] = set()
        self._taken: dict[str, int] = {}
        self._constants: dict[tuple[str, str], Code] = {}
        self._runtime: dict[str, Code] = {}

    def allocate(self, prefix: str, hint: str = "") -> Code:
        """A new module-level name, from a constant prefix and a hint that may be any string."""
        words = sanitised(hint)
        stem = f"{prefix}_{words}" if words else prefix
        count = self._taken.get(stem, 0) + 1
        self._taken[stem] = count
        unique = stem if count == 1 else f"{stem}_{count}"
        if count > 1 and unique in self._taken:
            return self.allocate(prefix, f"{words}_{count}_")
        self._taken.setdefault(unique, 1)
        return name(unique)

    def define(self, prefix: str, hint: str, value: Code, comment: str = "") -> Code:
        """A module-level constant; the same value is defined once."""
        key = (prefix, value._text)
        known = self._constants.get(key)
        if known is None:
            known = self._constants[key] = self.allocate(prefix, hint)
            if comment:
                self.definitions.comment(comment)
            self.definitions.line(template("{name} = {value}", name=known, value=value))
        return known

    def runtime(self, word: str) -> Code:
        """A name of `callcheck.abi`. Raises KeyError for any other word."""
        code = self._runtime.get(word)
        if code is None:
            if word not in abi.NAMES:
                raise KeyError(word)
            self.runtime_names.add(word)
            code = self._runtime[word] = name(word)
        return code

    def constant(self, purpose: str, value: Any) -> Code:
        """The name of a constant that `callcheck.abi.<purpose>` makes of a literal."""
        made = template("{maker}({value})", maker=self.runtime(purpose), value=literal(value))
        return self.define(f"{purpose.upper()}", "", made)


class Locals:
    """Allocates the names of one function's local variables."""

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken) | RESERVED | abi.NAMES

    def allocate(self, hint: str) -> Code:
        """A new local name that reads like the hint."""
        words = sanitised(hint) or "value"
        if words[0].isdigit():
            words = f"value_{words}"
        unique = words
        count = 1
        while unique in self._taken:
            count += 1
            unique = f"{words}_{count}"
        self._taken.add(unique)
        return name(unique)
