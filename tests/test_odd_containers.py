"""Objects and arrays that `json.loads` never gives: subclasses, which are taken for what they hold, and what only looks alike."""

from __future__ import annotations

from collections import ChainMap, OrderedDict, UserDict, UserList, defaultdict, deque
from types import MappingProxyType
from typing import Any

import pytest
from callcheck.issues import InvalidArguments
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, TOOL_INPUT

from tests.engines import ENGINES, engines, issues_of

PRESETS = (JSON_SCHEMA, STRICT, TOOL_INPUT, LENIENT)
VALUES: dict[str, Any] = {"a": "x", "n": 1, "f": 1.5, "b": True, "l": ["y", "z"], "o": {"a": "x"}}
TYPES = {"a": "string", "n": "integer", "f": "number", "b": "boolean", "l": "array", "o": "object"}


def schema_of(required: str, optional: str, closed: bool = False) -> dict[str, Any]:
    properties: dict[str, Any] = {name: {"type": TYPES[name]} for name in required + optional}
    if "l" in properties:
        properties["l"]["items"] = {"type": "string"}
    if "o" in properties:
        properties["o"] |= {"properties": {"a": {"type": "string"}}, "required": ["a"]}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": list(required)}
    return {**schema, "additionalProperties": False} if closed else schema


# How an object is read depends on how many keys are required, how many are not, and of which types.
OBJECTS = [
    schema_of(required, optional, closed)
    for required in ("", "a", "n", "b", "l", "o", "an", "bl", "anl")
    for optional in ("", "f", "fo", "fob")
    if not set(required) & set(optional)
    for closed in (False, True)
]


def held(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: VALUES[name] for name in schema["properties"]}


class Keyed(dict[str, Any]):
    """A dict that makes up what it does not hold."""

    def __missing__(self, key: str) -> Any:
        return VALUES[key]


@engines
@pytest.mark.parametrize("policy", PRESETS)
def test_a_subclass_of_dict_is_what_it_holds(engine: str, policy: Any) -> None:
    for schema in OBJECTS:
        check = ENGINES[engine]("tool", schema, policy)
        full = held(schema)
        for made in (OrderedDict, Keyed, lambda given: defaultdict(str, given)):
            arguments = made(full)
            assert check.validate(arguments) is arguments
            for name in schema["required"]:
                lacking = made({key: value for key, value in full.items() if key != name})
                before = dict(lacking)
                assert [issue.instance_location for issue in check.explain(lacking)] == [(name,)]
                with pytest.raises(InvalidArguments):
                    check.validate(lacking)
                assert dict(lacking) == before


@engines
@pytest.mark.parametrize("policy", PRESETS)
@pytest.mark.parametrize("wrong", [[], "", "a", "an", 1, 1.5, True, [["a", "x"]], ("a",), {"a"}, b"a"])
def test_what_is_no_object_is_rejected(engine: str, policy: Any, wrong: Any) -> None:
    for schema in OBJECTS:
        if wrong == "" and policy is LENIENT:
            continue  # which reads it as no arguments
        assert issues_of(engine, schema, wrong, policy) != []
        assert not ENGINES[engine]("tool", schema, policy).is_valid(wrong)


@engines
@pytest.mark.parametrize("made", [MappingProxyType, UserDict, ChainMap])
def test_what_only_looks_like_a_dict_is_rejected(engine: str, made: Any) -> None:
    for schema in OBJECTS:
        check = ENGINES[engine]("tool", schema, TOOL_INPUT)
        with pytest.raises(InvalidArguments):
            check.validate(made(held(schema)))
        nested = ENGINES[engine]("tool", {"type": "object", "properties": {"p": schema}}, TOOL_INPUT)
        with pytest.raises(InvalidArguments):
            nested.validate({"p": made(held(schema))})


@engines
@pytest.mark.parametrize(
    "quoted", [{"n": "7"}, {"b": "true"}, {"n": "7", "b": "false"}, {"n": "2024"}, {"n": 7.0}]
)
@pytest.mark.parametrize("required", ["", "a", "n", "an"])
def test_a_repaired_copy_is_a_plain_dict(engine: str, quoted: Any, required: str) -> None:
    optional = "".join(name for name in ("b", "n") if name not in required)
    schema = schema_of(required, optional)
    for made in (dict, OrderedDict, Keyed):
        arguments = made({"a": "x", "n": 1, **quoted})
        before = dict(arguments)
        result = ENGINES[engine]("tool", schema, TOOL_INPUT).validate(arguments)
        assert type(result) is dict
        assert type(arguments) is made
        assert dict(arguments) == before
        expected = {"7": 7, "true": True, "false": False, "2024": 2024, 7.0: 7}
        assert result == {**before, **{name: expected[value] for name, value in quoted.items()}}
        assert [type(result[name]) for name in quoted] == [{"n": int, "b": bool}[name] for name in quoted]


STRINGS: Any = {"type": "array", "items": {"type": "string"}}


class Text(str):
    __slots__ = ()


@engines
@pytest.mark.parametrize("policy", PRESETS)
@pytest.mark.parametrize(
    ("value", "valid"),
    [
        ([], True),
        (["a"], True),
        (["", ""], True),
        (["a", "\ud800", "\U0001f600"], True),
        ([Text("a"), "b"], True),
        (["a", 1], False),
        ([None], False),
        ([["a"]], False),
        ([b"a"], False),
        (["a", True], False),
        ("text", False),
        ({"a": 1}, False),
        (("a", "b"), False),
        (deque("ab"), False),
        (UserList("ab"), False),
    ],
)
def test_strings_of_an_array(engine: str, policy: Any, value: Any, valid: bool) -> None:
    for schema, arguments in (
        ({"type": "object", "properties": {"p": STRINGS}, "required": ["p"]}, {"p": value}),
        ({"type": "object", "properties": {"p": STRINGS}}, {"p": value}),
        ({"type": "object", "properties": {"p": {"type": "array", "items": STRINGS}}}, {"p": [value]}),
    ):
        check = ENGINES[engine]("tool", schema, policy)
        assert check.is_valid(arguments) is valid
        assert (check.explain(arguments) == []) is valid
