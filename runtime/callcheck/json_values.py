"""What JSON values are, where Python's own idea differs: equality, uniqueness, multiples, type names."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

_TYPE_NAMES = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}

# From here on integers can be chosen to hash alike (CPython hashes modulo 2**61 - 1), so they are keyed by their digits.
_LARGE = 1 << 60

# Up to here a double that has no fraction is the same number as its shortest decimal text.
_EXACT = 1 << 53

# From this many values in one container on, it is worth a look whether the container is inside itself.
_MANY = 1_000_000

# Sets of fewer numbers than this stay fast even when all of them hash alike.
_FEW = 256

# A value of more items than this is taken for one that contains itself.
_MOST_VALUES = 10_000_000

# How many tokens of the keys of containers are compared at first, and how many times as many next.
_FIRST_TOKENS = 64
_MORE_TOKENS = 8

_SCALARS = frozenset({str, int, float, bool, type(None)})
_STRINGS = frozenset({str})


def type_name(value: object) -> str:
    """The type of `value` in JSON Schema's words, with `integer` (any int) and `number` (any float) apart.

    A value that JSON does not have gives the name of its Python type.
    """
    return _TYPE_NAMES.get(type(value)) or word_of(type(value))


def word_of(kind: type) -> str:
    """The same for the values of a Python type."""
    for known, word in _TYPE_NAMES.items():
        if issubclass(kind, known):
            return word
    return kind.__name__


def json_type_name(value: object) -> str:
    """The type of `value` in JSON's own words, which know only `number`."""
    name = type_name(value)
    return "number" if name == "integer" else name


def equal(a: Any, b: Any) -> bool:
    """Whether two JSON values are equal (Core 2020-12, section 4.2.2): 1 and 1.0 are, 1 and true are not, at any depth.

    NaN equals nothing.
    """
    try:
        if a != b:
            return False
    except RecursionError:
        pass  # alike as far down as the interpreter compares
    kind = type(a)
    if kind is type(b) and kind in _SCALARS:
        return True
    return canonical_key(a) == canonical_key(b)


def unique(items: list[Any]) -> bool:
    """Whether no two of `items` are equal as JSON values (Validation 2020-12, section 6.4.3). Takes linear time."""
    count = len(items)
    if count < 2:
        return True
    if count < _FEW and type(items[0]) in _SCALARS:
        try:
            if len(set(items)) == count:
                return True
        except TypeError:
            pass  # a container among them
        # Python also merges 1 with true, and a NaN with itself.
    elif set(map(type, items)) == _STRINGS:
        return len(set(items)) == count
    return _are_distinct(items)


def _are_distinct(items: list[Any]) -> bool:
    """Whether no two are equal, looking no deeper into them than it takes to tell them apart.

    So a value that is nested in others, each of which has to be unique, is not gone through once for each level.
    """
    alike, most = items, _FIRST_TOKENS
    while True:
        groups: dict[Hashable, list[Any]] = {}
        for item in alike:
            groups.setdefault(_beginning(item, most), []).append(item)
        if len(groups) == len(alike):
            return True
        alike = []
        for key, group in groups.items():
            if len(group) > 1:
                if type(key) is not tuple or len(key) < most:
                    return False  # this is all of them
                alike.extend(group)
        most *= _MORE_TOKENS


def _beginning(value: Any, most: int) -> Hashable:
    """The key of a value, or the first tokens of the key where a container has more; no key is the beginning of another."""
    kind = type(value)
    return _container_key(value, most) if kind is dict or kind is list else canonical_key(value)


def canonical_key(value: Any) -> Hashable:
    """A hashable stand-in for a JSON value: two values have equal keys exactly when they are equal as JSON.

    A string is its own key. The key of a container is flat however deep the container is, so that neither making nor
    hashing it recurses. Raises RecursionError where `value` contains itself.
    """
    kind = type(value)
    if kind is str or value is None:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return value if -_LARGE < value < _LARGE else ("integer", hex(value))
    if kind is dict or kind is list:
        return _container_key(value)
    if kind is bool:
        return ("boolean", value)
    if kind is float:
        return _float_key(value)
    return _subclass_key(value)


def _container_key(value: Any, most: int = sys.maxsize) -> tuple[Hashable, ...]:
    """The keys of everything in a container, depth first, each container by its size, members by their names; `most` of them."""
    tokens: list[Hashable] = []
    waiting = [value]
    limit = min(most, _MANY)
    while waiting:
        inner = waiting.pop()
        kind = type(inner)
        if kind is str:
            tokens.append(inner)
        elif kind is list:
            tokens.append(("array", len(inner)))
            waiting.extend(reversed(inner))
        elif kind is dict:
            tokens.append(("object", len(inner)))
            for name in _sorted_names(inner):
                waiting.append(inner[name])
                waiting.append(name)
        elif isinstance(inner, (list, dict)):
            waiting.append(list(inner) if isinstance(inner, list) else dict(inner))
        else:
            tokens.append(canonical_key(inner))
        if len(tokens) >= limit:
            if len(tokens) >= most:
                break
            _refuse_circles(value)
            limit = most
    return tuple(tokens)


def _sorted_names(members: dict[str, Any]) -> list[str]:
    try:
        return sorted(members, reverse=True)
    except TypeError:  # names that are no strings, which JSON does not have
        return sorted(members, key=repr, reverse=True)


def _refuse_circles(value: Any) -> None:
    """Raises RecursionError where a container is inside itself."""
    open_containers: set[int] = set()
    waiting: list[tuple[Any, bool]] = [(value, True)]
    while waiting:
        inner, enters = waiting.pop()
        if not isinstance(inner, (list, dict)):
            continue
        if not enters:
            open_containers.discard(id(inner))
            continue
        if id(inner) in open_containers:
            raise RecursionError("a container is inside itself")
        open_containers.add(id(inner))
        waiting.append((inner, False))
        waiting.extend((member, True) for member in (inner if isinstance(inner, list) else inner.values()))


def _float_key(value: float) -> Hashable:
    if -_LARGE < value < _LARGE:
        return value
    if value != value:
        return object()  # equals nothing, itself included
    if value in (float("inf"), float("-inf")):
        return value
    return canonical_key(int(value))


def _subclass_key(value: Any) -> Hashable:
    """The key of what `json.loads` does not give: an instance of a subclass, or no JSON value at all."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return canonical_key(int.__int__(value))
    if isinstance(value, float):
        return _float_key(float.__float__(value))
    if isinstance(value, (dict, list)):
        return _container_key(value)
    try:
        hash(value)
    except TypeError:
        return ("other", id(value))
    return ("other", type(value), value)


class Members:
    """The members of an `enum`, ready to be asked in constant time however many there are. Immutable, picklable."""

    __slots__ = ("_keys", "_longest")

    def __init__(self, values: Iterable[Any]) -> None:
        values = list(values)
        self._keys = frozenset(map(canonical_key, values))
        containers = [_container_key(value) for value in values if isinstance(value, (list, dict))]
        self._longest = max((len(key) for key in containers), default=0)

    def holds(self, value: Any) -> bool:
        """Whether `value` is equal as JSON to one of the members."""
        kind = type(value)
        if kind is str:
            return value in self._keys
        if kind is dict or kind is list:
            # One token more than any member has, and it is none of them.
            return self._longest > 0 and _container_key(value, self._longest + 1) in self._keys
        return canonical_key(value) in self._keys


def is_multiple_of(value: int | float, divisor: int | float) -> bool:
    """Whether `value` is an integer times `divisor`, exactly, in decimal (Validation 2020-12, section 6.2.1).

    A float counts as the shortest decimal number that reads back as it, so 19.99 is a multiple of 0.01. NaN and infinities are
    multiples of nothing. `divisor` is greater than zero.
    """
    if isinstance(divisor, int):
        if isinstance(value, int):
            return value % divisor == 0
        if -_EXACT < value < _EXACT and divisor < _EXACT:
            return value % divisor == 0
    if isinstance(value, int):
        coefficient, exponent = value, 0
    elif value - value == 0:
        coefficient, exponent = _decimal(value)
    else:
        return False
    unit, unit_exponent = (divisor, 0) if isinstance(divisor, int) else _decimal_divisor(divisor)
    shift = exponent - unit_exponent
    if shift >= 0:
        # Modular, so that 10 ** shift is never written out.
        return coefficient * pow(10, shift, unit) % unit == 0
    scale: int = 10**-shift
    return coefficient % (unit * scale) == 0


def _decimal(value: float) -> tuple[int, int]:
    """The coefficient and the power of ten of the shortest decimal number that reads back as `value`."""
    mantissa, _, exponent = float.__repr__(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    return int(whole + fraction), int(exponent or 0) - len(fraction)


_decimal_divisor = lru_cache(maxsize=512)(_decimal)


def is_json(value: Any) -> bool:
    """Whether a value is of JSON's types all through, subclasses aside: with string keys, and without cycles."""
    waiting = [value]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return True
        item = waiting.pop()
        kind = type(item)
        if kind is dict:
            if not all(type(key) is str for key in item):
                return False
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind not in _SCALARS:
            return False
    return False
