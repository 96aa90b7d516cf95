"""The only place where program text is made.

Emitted code is `Code`, not `str`, until it is complete. A hole of a template takes `Code` alone, so that a string from a
schema can enter only as `literal`, which is always one whole token, or as a comment, which is one escaped line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

HOLE = re.compile(r"\{([a-z_]+)\}")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
INDENT = "    "
COMMENT_LIMIT = 120
# Beyond it an int is written in hexadecimal: decimal conversion is quadratic and limited.
LARGEST_DECIMAL = 10**300
MOST_VALUES = 256
DEEPEST = 16
CONTAINERS = frozenset({dict, list, tuple})


class Code:
    """A piece of Python. Opaque: made by `template`, `literal`, `name` and `join` only."""

    __slots__ = ("_text",)
    _text: str

    def __init__(self) -> None:
        raise TypeError("Code is made by template(), literal(), name() and join()")

    def __repr__(self) -> str:
        return f"Code({self._text})"


def _code(text: str) -> Code:
    code = object.__new__(Code)
    code._text = text
    return code


@lru_cache(maxsize=2048)
def _pieces(text: str) -> tuple[str, ...]:
    """The template's text and hole names, in turn: text, hole, text, …"""
    return tuple(HOLE.split(text))


def template(text: str, **holes: Code) -> Code:
    """`text` with each `{hole}` replaced by the Code of that name. `text` is a constant of the compiler.

    Raises TypeError when a hole is not Code.
    """
    return fill(text, holes)


def fill(text: str, holes: dict[str, Code]) -> Code:
    """What `template` does, for `conditions.test`, which keeps its templates until they are written."""
    if not holes:
        return _code(text)
    pieces = list(_pieces(text))
    for index in range(1, len(pieces), 2):
        hole = holes[pieces[index]]
        if type(hole) is not Code:
            raise TypeError(f"the hole {pieces[index]} takes Code, not {type(hole).__name__}")
        pieces[index] = hole._text
    return _code("".join(pieces))


def name(text: str) -> Code:
    """An identifier. Raises ValueError for anything else."""
    if NAME.fullmatch(text) is None:
        raise ValueError(f"{text!a} is not an ASCII identifier")
    return _code(text)


def literal(value: Any) -> Code:
    """One expression that gives `value` back: None, bool, int, finite float, str, or tuples, lists and dicts of these.

    Raises TypeError for any other type, subclasses included, and ValueError for a float that is not finite.
    """
    return _code(_literal(value))


def _literal(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return _string(value)
    if kind is bool or value is None:
        return repr(value)
    if kind is int:
        return repr(value) if -LARGEST_DECIMAL < value < LARGEST_DECIMAL else _hexadecimal(value)
    if kind is float:
        if value - value != 0:
            raise ValueError("a float that is not finite has no literal")
        return repr(value).replace("e+", "e")
    if kind is tuple:
        return "(" + ", ".join(map(_literal, value)) + ("," if len(value) == 1 else "") + ")"
    if kind is list:
        return "[" + ", ".join(map(_literal, value)) + "]"
    if kind is dict:
        return "{" + ", ".join(f"{_literal(key)}: {_literal(item)}" for key, item in value.items()) + "}"
    raise TypeError(f"{kind.__name__} has no literal")


def _hexadecimal(value: int) -> str:
    return f"{'-' if value < 0 else ''}0x{abs(value):X}"


def _string(value: str) -> str:
    """A string in ASCII, between the quotes that black chooses: double ones unless they need more escapes."""
    text = ascii(value)
    if text[0] == '"' or value.count('"') > value.count("'"):
        return text
    body = text[1:-1].replace("\\'", "'").replace('"', '\\"')
    return f'"{body}"'


def is_bulky(value: Any) -> bool:
    """Whether a literal would have more values, or be deeper, than people would read and Python compiles quickly."""
    if type(value) not in CONTAINERS:
        return False
    level = [value]
    count = 0
    for _ in range(DEEPEST):
        below: list[Any] = []
        for container in level:
            items = container.values() if type(container) is dict else container
            count += len(items)
            if count > MOST_VALUES:
                return True
            below += [item for item in items if type(item) in CONTAINERS]
        level = below
        if not level:
            return False
    return True


def set_display(members: Iterable[str | int | float]) -> Code:
    """A set display, which CPython stores as one constant when it stands after `in`."""
    return _code("{" + ", ".join(_literal(member) for member in members) + "}")


def quoted(identifier: Code) -> Code:
    """The spelling of a name that this module made, as a string literal."""
    if NAME.fullmatch(identifier._text) is None:
        raise ValueError("only a name can be quoted")
    return _code(f'"{identifier._text}"')


def join(separator: str, parts: Iterable[Code]) -> Code:
    """The parts with a constant separator between them."""
    return _code(separator.join([part._text for part in parts]))


def escaped(text: str) -> str:
    """`text` as one line of printable ASCII, cut when it is long."""
    line = ascii(text)[1:-1]
    return line if len(line) <= COMMENT_LIMIT else line[: COMMENT_LIMIT - 3] + "..."


class Block:
    """Lines of Python, indented from the start."""

    __slots__ = ("_lines", "_margin", "depth")

    def __init__(self, depth: int = 0) -> None:
        self._lines: list[str] = []
        self.depth = depth
        self._margin = INDENT * depth

    def line(self, code: Code) -> None:
        """Add one line at the present depth."""
        self._lines.append(self._margin + code._text)

    def comment(self, text: str) -> None:
        """Add a comment of one escaped line."""
        self._lines.append(f"{self._margin}# {escaped(text)}")

    def blank(self) -> None:
        """Add an empty line."""
        self._lines.append("")

    def indent(self) -> None:
        """Go one level deeper."""
        self.depth += 1
        self._margin = INDENT * self.depth

    def dedent(self) -> None:
        """Go one level back."""
        self.depth -= 1
        self._margin = INDENT * self.depth

    def extend(self, other: Block) -> None:
        """Add the lines of another block as they are."""
        self._lines.extend(other._lines)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def characters(self) -> int:
        """How long the finished text is."""
        return sum(map(len, self._lines)) + len(self._lines)

    @property
    def text(self) -> str:
        """The finished text, ending in a newline."""
        return "\n".join(self._lines) + "\n" if self._lines else ""
