"""Locations in the arguments: written for a reader (`todos[0].done`), and as JSON Pointers (RFC 6901).

What is written for a reader is one printable line of bounded length, whatever the keys hold, and never contains a backtick,
so that it can stand between two of them.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .issues import InstanceLocation

ROOT = "the arguments"

_LONGEST_NAME = 100
_LONGEST_PATH = 300
_DEEPEST_PATH = 64

# A dot and a bracket mean something in a path; a backtick would end it.
_MISLEADING = frozenset(".[]`")
_BACKTICK = frozenset("`")

# Stands for the middle of a deep path.
_CUT = "…"

# Compiled when first used: an import should not wait for them.
_INDEX = r"0|[1-9][0-9]*"
_POINTER = r"(?:/(?:[^~/]|~[01])*)*"


def printable(text: str, longest: int) -> str:
    """`text` on one line of at most `longest` characters, with what cannot be seen or encoded written as in a JSON string."""
    text = _cut(text, longest)
    if text.isprintable():
        return text
    return _cut(
        "".join([character if character.isprintable() else _escape(character) for character in text]), longest
    )


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quoted(text: str, longest: int = _LONGEST_NAME) -> str:
    """`text` as a JSON string that is printable and has no backtick, cut to about `longest` characters."""
    characters = [
        character if character.isprintable() and character not in '"\\`' else _escape(character)
        for character in _cut(text, longest)
    ]
    return '"' + "".join(characters) + '"'


def _escape(character: str) -> str:
    return "\\u0060" if character == "`" else json.dumps(character)[1:-1]


def path(location: InstanceLocation, root: str = "") -> str:
    """`location` as `todos[0].done`, below the name `root` if there is one; the root alone is `root` or "the arguments".

    A key that would be ambiguous is written as a JSON string in brackets: one that is empty, has a dot, a bracket, a backtick or
    an outer space, or holds anything that cannot be seen (control characters, lone surrogates, line separators). A key of
    digits is not: `a.0` is a key, `a[0]` an item. Long names and long paths are cut, marked by `…`.
    """
    if len(location) == 1 and not root:
        key = location[0]
        if isinstance(key, str) and _is_word(key):
            return key
    return _written(location, root, _MISLEADING)


def loose_path(location: InstanceLocation, root: str = "") -> str:
    """The same with dots and brackets in keys left as they are, in the manner of JavaScript's validators."""
    return _written(location, root, _BACKTICK)


def _written(location: InstanceLocation, root: str, misleading: frozenset[str]) -> str:
    if len(location) > _DEEPEST_PATH:
        half = _DEEPEST_PATH // 2
        location = (*location[:half], _CUT, *location[-half:])
    text = root
    for key in location:
        if type(key) is int:
            text = f"{text}[{key}]"
        elif isinstance(key, str):
            if _is_word(key) or _is_plain(key, misleading):
                text = f"{text}.{key}" if text else key
            else:
                text += f"[{quoted(key)}]"
        else:
            # Python allows other keys than strings in a dict; JSON does not.
            text += f"[{key if isinstance(key, int) else quoted(repr(key))}]"
    if len(text) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        text = f"{text[:half]}…{text[-half:]}"
    return text or ROOT


def _is_word(key: str) -> bool:
    """Whether it is an ASCII identifier: these are plain, and this is the quickest way to see it."""
    return key.isidentifier() and key.isascii() and len(key) <= _LONGEST_NAME


def _is_plain(key: str, misleading: frozenset[str]) -> bool:
    return (
        0 < len(key) <= _LONGEST_NAME
        and key.isprintable()
        and misleading.isdisjoint(key)
        and key == key.strip()
    )


def to_pointer(location: InstanceLocation) -> str:
    """`location` as a JSON Pointer (RFC 6901, section 3); the root is the empty string."""
    return "".join(["/" + escape_token(str(key)) for key in location])


def escape_token(token: str) -> str:
    """One reference token, escaped (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def pointer_tokens(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a JSON Pointer, unescaped. Raises ValueError for what is not one."""
    if re.fullmatch(_POINTER, pointer) is None:
        raise ValueError("a JSON Pointer is empty or starts with /, and writes ~ as ~0 and / as ~1")
    return tuple([token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]])


def from_pointer(pointer: str, instance: Any) -> InstanceLocation:
    """The location in `instance` that a JSON Pointer evaluates to (RFC 6901, section 4).

    The instance tells keys from indexes. Raises ValueError for what is not a pointer, LookupError where it leads nowhere.
    """
    location: list[str | int] = []
    for token in pointer_tokens(pointer):
        key: str | int = token
        if isinstance(instance, list):
            if re.fullmatch(_INDEX, token) is None or len(token) > len(str(len(instance))):
                raise LookupError(
                    f"no item {quoted(token)} in the array at {quoted(to_pointer(tuple(location)))}"
                )
            key = int(token)
        instance = value_at(instance, (key,))
        location.append(key)
    return tuple(location)


def value_at(instance: Any, location: InstanceLocation) -> Any:
    """The value at `location` of `instance`. Raises LookupError where there is none."""
    for depth, key in enumerate(location):
        if not isinstance(instance, (dict, list)):
            raise LookupError(f"no value at {quoted(to_pointer(location[: depth + 1]))}")
        try:
            instance = instance[key]  # type: ignore[index]
        except (LookupError, TypeError):
            raise LookupError(f"no value at {quoted(to_pointer(location[: depth + 1]))}") from None
    return instance
