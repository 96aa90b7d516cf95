"""The literal rules by which a wrongly typed argument is repaired. Where they apply is for the validators to decide.

Each rule takes any value and returns the repaired one, or the very same object when the rule does not act.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

from .json_values import json_type_name
from .policy import Coercion

# Most quoted integers are small; finding one here takes a third of the time that int() does. Like `small_integer(text, text)`,
# `boolean_word(text, text)` gives what the text spells, or the text itself: the quickest way to ask, without a Python function.
small_integer: Callable[..., Any] = {str(number): number for number in range(1000)}.get
boolean_word: Callable[..., Any] = {"true": True, "false": False}.get

# Any integer of this many digits is finite as a double, and far from the interpreter's limit for int().
_ALWAYS_FINITE = 308

_REPAIRED = (str, float)  # of what else is sent, nothing becomes an integer


def quoted_boolean(value: Any) -> Any:
    """QUOTED_BOOLEAN: exactly `"true"` and `"false"` become True and False."""
    if type(value) is not str and not isinstance(value, str):
        return value
    if value == "true":
        return True
    if value == "false":
        return False
    return value


def quoted_number(value: Any) -> Any:
    """QUOTED_NUMBER: a string that is a plain decimal number, finite as a double.

    Without a point it becomes an int, exactly; with a point, a float.
    """
    if type(value) is str:
        small = small_integer(value)
        if small is not None:
            return small
    elif not isinstance(value, str):
        return value
    # String methods take half the time of a regular expression; the sign is looked at only where it is needed.
    whole, point, fraction = value.partition(".")
    if (whole.isdigit() or (whole[:1] == "-" and whole[1:].isdigit())) and value.isascii():
        if fraction.isdigit():
            number = float(value)
            return number if number - number == 0.0 else value
        if not point:
            return int(value) if len(value) <= _ALWAYS_FINITE else _long_integer(value)
    return value


def quoted_integer(value: Any) -> Any:
    """QUOTED_NUMBER and then INTEGRAL_FLOAT, which is what an integer's position takes."""
    if type(value) is str:
        small = small_integer(value)
        if small is not None:
            return small
        if value.isdigit() and value.isascii() and len(value) <= _ALWAYS_FINITE:
            return int(value)
    elif not isinstance(value, _REPAIRED):
        return value
    repaired = quoted_number(value)
    if isinstance(repaired, float) and repaired.is_integer():
        return int(repaired)
    return repaired


def _long_integer(text: str) -> int | str:
    """The integer that `text` spells, or `text` itself when it is too large for a double."""
    digits = text.lstrip("-").lstrip("0") or "0"
    if len(digits) > _ALWAYS_FINITE + 1 or not isfinite(float(digits)):
        return text
    return -int(digits) if text[0] == "-" else int(digits)


def integral_float(value: Any) -> Any:
    """INTEGRAL_FLOAT: a finite float without a fraction becomes the int it equals."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def json_text(value: Any, array: bool, object: bool) -> Any:
    """JSON_TEXT: a string that is the JSON text of a list (when `array`) or of a dict (when `object`) becomes that value.

    One layer: strings inside stay strings. Text that is not JSON to the letter, NaN and the infinities included, that
    gives a key twice (which one was meant is anyone's guess) or that is nested too deeply is left alone.
    """
    if not isinstance(value, str):
        return value
    start = value.lstrip(" \t\n\r")[:1]
    if not (array and start == "[") and not (object and start == "{"):
        return value
    try:
        return _DECODER.decode(value)
    except (ValueError, RecursionError):
        return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is given twice")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def strict_json(text: str | bytes | bytearray) -> Any:
    """The value of a JSON text, to the letter: without NaN and infinities, and no key twice. Raises ValueError."""
    if not isinstance(text, str):
        text = bytes(text).decode(json.detect_encoding(text), "surrogatepass")
    return _DECODER.decode(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)


def may_repair(types: frozenset[str] | None, coercion: Coercion) -> bool:
    """Whether a value at a position with these effective types may itself be repaired."""
    if types is None:
        return False
    if "string" not in types:
        if Coercion.QUOTED_BOOLEAN in coercion and "boolean" in types:
            return True
        if Coercion.QUOTED_NUMBER in coercion and "integer" in types:
            return True
        if Coercion.JSON_TEXT in coercion and types & {"array", "object"}:
            return True
    return Coercion.INTEGRAL_FLOAT in coercion and "integer" in types and "number" not in types


class SemanticError(ValueError):
    """Arguments that hold for the schema are wrong all the same. `str()` is a sentence for the model."""


def semantic_boolean(value: object, name: str = "") -> bool:
    """The boolean that `value` says: True, False, `"true"` or `"false"`.

    For tool authors, where a flag sits inside a union and is not repaired on the way. Nothing else is taken for a boolean, least
    of all because it is truthy: raises SemanticError, with `name` in its sentence, such as "message.approve".
    """
    repaired = quoted_boolean(value)
    if isinstance(repaired, bool):
        return repaired
    raise SemanticError(f"{_subject(name)}must be true or false, not {_what(value)}")


def semantic_number(value: object, name: str = "") -> int | float:
    """The number that `value` says: a finite int or float, or a plain decimal number as text (see `quoted_number`).

    For tool authors, where a number sits inside a union and is not repaired on the way. Raises SemanticError for anything else,
    booleans, NaN and infinities included, with `name` in its sentence.
    """
    repaired = quoted_number(value)
    if isinstance(repaired, float):
        if isfinite(repaired):
            return repaired
        raise SemanticError(f"{_subject(name)}must be a finite number")
    if isinstance(repaired, int) and not isinstance(repaired, bool):
        return repaired
    raise SemanticError(f"{_subject(name)}must be a number such as 30 or 3.5, not {_what(value)}")


def _subject(name: str) -> str:
    return f"`{name}` " if name else ""


def _what(value: object) -> str:
    return "another string" if isinstance(value, str) else f"`{json_type_name(value)}`"
