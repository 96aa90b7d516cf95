"""Odd arguments and odd texts, such as no model should send: each of them is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from callcheck import LENIENT, STRICT, TOOL_INPUT, InvalidArguments

from tests.bombs import nested
from tests.engines import ENGINES, engines


class Key(str):
    """A string of its own kind."""


class OddList(list):  # type: ignore[type-arg]
    """A list that iterates over something else than it holds."""

    def __iter__(self) -> Any:
        yield from (object(), "x", 1, None)

    def __len__(self) -> int:
        return 10**6


class OddDict(dict):  # type: ignore[type-arg]
    """A dict that holds and raises what it likes."""

    def __getitem__(self, key: Any) -> Any:
        raise KeyError(key)

    def __contains__(self, key: Any) -> bool:
        return True

    def get(self, key: Any, default: Any = None) -> Any:
        return self


class OddInteger(int):
    """An int that compares as it likes."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        raise ValueError("no")

    def __hash__(self) -> int:
        return 1


def circular() -> Any:
    around: list[Any] = []
    around.append({"a": around})
    return around


EVERYTHING: dict[str, Any] = {
    "type": ["object", "array", "string", "number", "null"],
    "properties": {"a": {"$ref": "#"}, "b": {"enum": [1, "x", [1], {"a": 1}]}, "c": {"multipleOf": 0.1}},
    "required": ["b"],
    "patternProperties": {"^x": {"type": "integer"}},
    "propertyNames": {"maxLength": 5},
    "additionalProperties": {"type": "string"},
    "items": {"anyOf": [{"$ref": "#"}, {"type": "boolean"}]},
    "contains": {"const": 1},
    "uniqueItems": True,
    "minimum": 0,
    "maxLength": 3,
    "pattern": "^a",
}
ODD: dict[str, Callable[[], Any]] = {
    "nan": lambda: float("nan"),
    "infinity": lambda: [float("inf"), float("-inf"), {"c": float("nan")}],
    "huge": lambda: {"b": 10**5000, "c": -(10**5000)},
    "surrogates": lambda: {"\ud800": "\udfff", "b": "\ud83d"},
    "null key": lambda: {None: 1, "b": 1},
    "mixed keys": lambda: {1: 1, None: 2, "b": 3, (): 4, 1.5: 5, b"a": 6},
    "bytes": lambda: b"abc",
    "tuple": lambda: (1, 2),
    "set": lambda: {"b": {1, 2}},
    "object": lambda: object(),
    "type": lambda: int,
    "complex": lambda: [1j, 1 + 2j],
    "function": lambda: {"b": len},
    "generator": lambda: (x for x in [1]),
    "string subclass": lambda: {Key("b"): Key("x"), Key("a"): Key("abcd")},
    "integer subclass": lambda: [OddInteger(1), OddInteger(2)],
    "odd list": lambda: OddList([1, 2]),
    "odd list within": lambda: {"b": OddList([1]), "a": OddList()},
    "odd dict": lambda: OddDict(b=1),
    "odd dict within": lambda: [OddDict(), {"a": OddDict(a=1)}],
    "a list in itself": circular,
    "deep arrays": lambda: nested(100_000, 1, lambda inner: [inner]),
    "deep objects": lambda: nested(100_000, {"b": 1}, lambda inner: {"a": inner, "b": 1}),
    "deep where nothing looks": lambda: {"b": nested(100_000, 1, lambda inner: [inner])},
}


@engines
@pytest.mark.parametrize("policy", [TOOL_INPUT, LENIENT, STRICT], ids=["TOOL_INPUT", "LENIENT", "STRICT"])
@pytest.mark.parametrize("name", ODD)
def test_odd_arguments_are_answered(engine: str, name: str, policy: Any) -> None:
    validator = ENGINES[engine]("tool", EVERYTHING, policy)
    called = ODD[name]()
    accepted = validator.is_valid(called)
    issues = validator.explain(called)
    assert (not issues) is accepted
    validator.coerce(called)
    if accepted:
        validator.validate(called)
        return
    with pytest.raises(InvalidArguments) as rejected:
        validator.validate(called)
    assert json.dumps(rejected.value.structured).isascii()
    assert len(str(rejected.value)) < 5000
    assert str(rejected.value).encode("utf-8")


@engines
@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"a":' * 200_000, "[" * 200_000 + "]" * 200_000, "1" * 5000, "-" * 9]
)
def test_odd_texts_are_answered(engine: str, text: str) -> None:
    validator = ENGINES[engine]("tool", {"type": "object"}, LENIENT)
    for called in (text, text.encode()):
        with pytest.raises(InvalidArguments) as rejected:
            validator.validate_json(called)
        assert len(rejected.value.issues) == 1
