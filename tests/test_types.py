"""The declared types never exclude what `validate` returns: real calls, and random schemas with random instances."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import callcheck
import pytest
from callcheck_compiler import compile_schema
from callcheck_compiler.compilation import build_unit, choose_dialect
from callcheck_compiler.emit import python_types as types
from callcheck_compiler.emit.scope import Scope
from callcheck_compiler.emit.typed_dicts import TypeOf
from callcheck_compiler.frontend.limits import DEFAULT_LIMITS
from hypothesis import HealthCheck, given, settings

from tests.agreement import PRESETS
from tests.mutations import mutations
from tests.samples import samples
from tests.shared import calls, needs_shared, tools
from tests.strategies import documents_and_instances

Count = Callable[..., None]
SEARCHED = int(os.environ.get("CALLCHECK_EXAMPLES", "20000"))
relaxed = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ]
)
WORDS: dict[str, Callable[[Any], bool]] = {
    "Any": lambda value: True,
    "Never": lambda value: False,
    "None": lambda value: value is None,
    "bool": lambda value: isinstance(value, bool),
    # A whole float is an integer to JSON Schema: the one exception, which docs/generated-modules.md tells.
    "int": lambda value: is_number(value) and value == value // 1,
    "float": lambda value: is_number(value),
    "str": lambda value: isinstance(value, str),
}


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Declared:
    """The types that a module would declare for one tool."""

    def __init__(self, schema: Any, policy: callcheck.Policy) -> None:
        unit = build_unit(
            "tool", schema, policy, choose_dialect(schema, policy, None, {}), {}, DEFAULT_LIMITS
        )
        finder = TypeOf(unit.program, Scope(), "tool")
        self.root = finder.root()
        self.declarations = {Scope.spelled(found.name): found for found in finder.declarations}
        assert len(self.declarations) == len(finder.declarations)

    def admit(self, value: Any) -> bool:
        """Whether a value is one of the root's type."""
        return self._admits(self.root, value)

    def _admits(self, of: types.Type, value: Any) -> bool:
        if isinstance(of, types.Word):
            return WORDS[of.text](value)
        if isinstance(of, types.Literals):
            return any(value == member and is_alike(value, member) for member in of.values)
        if isinstance(of, types.ListOf):
            return isinstance(value, list) and all(self._admits(of.item, item) for item in value)
        if isinstance(of, types.DictOf):
            return isinstance(value, dict) and all(self._admits(of.value, item) for item in value.values())
        if isinstance(of, types.AnyOf):
            return any(self._admits(member, value) for member in of.members)
        declaration = self.declarations[Scope.spelled(of.name)]
        if declaration.alias is not None:
            return self._admits(declaration.alias, value)
        return isinstance(value, dict) and all(self._has(field, value) for field in declaration.fields)

    def _has(self, field: types.Field, value: Any) -> bool:
        return not field.required if field.key not in value else self._admits(field.type, value[field.key])


def is_alike(value: Any, member: Any) -> bool:
    """True is not 1; 1.0 is, as above."""
    return isinstance(value, bool) is isinstance(member, bool)


def compare(schema: Any, instances: list[Any], policy: callcheck.Policy, count: Count) -> None:
    validator = compile_schema(schema, policy=policy)
    declared = Declared(schema, policy)
    # What models send as arguments is an object: only of that does the type of a root without `type` speak.
    typed = not (isinstance(schema, dict) and "type" not in schema)
    for instance in instances:
        try:
            value = validator.validate(instance)
        except callcheck.InvalidArguments:
            continue
        if typed or isinstance(value, dict):
            assert declared.admit(value), (value, declared.declarations)
            count("accepted values held against the declared type")


@settings(relaxed, max_examples=300)
@given(pair=documents_and_instances())
def test_some_random_schemas(pair: tuple[Any, list[Any]], count: Count) -> None:
    for policy in PRESETS.values():
        compare(*pair, policy, count)


@pytest.mark.slow
@settings(relaxed, max_examples=SEARCHED)
@given(pair=documents_and_instances())
def test_many_random_schemas(pair: tuple[Any, list[Any]], count: Count) -> None:
    for policy in PRESETS.values():
        compare(*pair, policy, count)


@needs_shared
@pytest.mark.parametrize("preset", PRESETS)
def test_real_calls(preset: str, count: Count) -> None:
    recorded: dict[int, list[Any]] = {}
    for call in calls()[list(PRESETS).index(preset) :: 5]:
        recorded.setdefault(call["tool_index"], []).append(call["arguments"])
    for index, found in recorded.items():
        if "schema_error" not in tools()[index]:
            compare(tools()[index]["parameters"], found, PRESETS[preset], count)


@needs_shared
def test_made_up_calls_of_real_tools(count: Count) -> None:
    for tool in tools()[3::40]:
        if "schema_error" not in tool:
            made_up = list(samples(tool["parameters"]))
            mutated = [other for made in made_up for _, other in mutations(made)]
            compare(tool["parameters"], [*made_up, *mutated], callcheck.LENIENT, count)


UNIONS = [
    {
        "type": "object",
        "properties": {"a": {}},
        "anyOf": [{"properties": {"b": {"type": "string"}}}, {"required": ["c"]}],
    },
    {
        "type": "object",
        "oneOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": {"type": "null"}}},
        ],
        "anyOf": [{"properties": {"c": {"type": "integer"}}}, {"properties": {"c": {"type": "string"}}}],
    },
    {
        "anyOf": [
            {"type": "object", "properties": {"a": {"enum": [1, "x", None, [1], {"b": 1}, 2.5, True]}}},
            {"type": "array"},
        ]
    },
    {
        "type": "object",
        "patternProperties": {"^a": {"type": "string"}},
        "additionalProperties": {"type": "integer"},
    },
    {"type": "object", "patternProperties": {"^a": {"type": "string"}}},
    {
        "type": "object",
        "allOf": [{"additionalProperties": {"type": "string"}}, {"patternProperties": {"b": {}}}],
    },
    {"type": "array", "prefixItems": [{"type": "string"}]},
    {
        "type": "array",
        "allOf": [{"prefixItems": [{"type": "string"}]}, {"items": {"type": ["string", "integer"]}}],
    },
    {"type": ["object", "string"], "properties": {"a": {"type": "string"}}, "enum": ["x", {"a": "y"}]},
    {
        "type": "object",
        "unevaluatedProperties": {"type": "string"},
        "anyOf": [{"properties": {"n": {"type": "integer"}}}],
    },
]
VALUES = [
    {},
    {"a": "x"},
    {"a": 1},
    {"a": None},
    {"a": True},
    {"a": 2.5},
    {"a": [1]},
    {"a": {"b": 1}},
    {"b": "x"},
    {"b": None},
    {"c": 1},
    {"c": "x", "a": "y"},
    {"n": 1, "m": "x"},
    {"a": "y"},
    {"abc": "x", "d": 3},
    {"abc": "x", "d": []},
    [],
    ["x"],
    ["x", 3],
    ["x", None],
    "x",
]


@pytest.mark.parametrize("schema", UNIONS)
def test_unions_and_maps(schema: Any, count: Count) -> None:
    compare(schema, VALUES, callcheck.TOOL_INPUT, count)
