"""What a generated module has and does: policies, schemas, tools, sources."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import callcheck
import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.aot import build_module

from tests.generated_modules import AGENT, SETTINGS, SHAPES


@pytest.mark.parametrize("policy", SETTINGS)
def test_it_keeps_the_policy(policy: callcheck.Policy, build: Callable[..., Any]) -> None:
    module = build({"a": {"type": "object"}}, policy, pretty=False)
    assert policy == module.POLICY
    assert module.a.policy is module.POLICY


def test_policies_are_written_for_people() -> None:
    written = build_module({}, callcheck.Policy(coercion=callcheck.Coercion.JSON_TEXT, hints=True))
    assert "\nPOLICY = Policy(coercion=Coercion.JSON_TEXT, hints=True)\n" in written
    assert "\nPOLICY = STRICT\n" in build_module({}, callcheck.STRICT)


def test_every_field_of_a_policy_is_looked_at() -> None:
    """A new field that SETTINGS does not vary would go untested here."""
    for field in dataclasses.fields(callcheck.Policy):
        assert any(getattr(policy, field.name) != field.default for policy in SETTINGS), field.name


def test_it_has_the_schemas(build: Callable[..., Any]) -> None:
    union = {
        "oneOf": [
            {"type": "object", "properties": {"a": {"const": "x"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"const": "y"}}, "required": ["a"]},
        ]
    }
    module = build({**AGENT, "union": union}, pretty=False)
    for name, schema in AGENT.items():
        assert module.TOOLS[name].schema == schema
        assert module.TOOLS[name].advertised_schema is module.TOOLS[name].schema
    compiled = compile_tool("union", union)
    assert module.union.advertised_schema == compiled.advertised_schema != union
    assert module.union.schema == union


def test_tools_cannot_be_changed(build: Callable[..., Any]) -> None:
    module = build(AGENT, pretty=False)
    with pytest.raises(TypeError):
        module.TOOLS["Grep"] = None
    with pytest.raises(AttributeError):
        module.grep.name = "x"


def test_everything_public_is_there(build: Callable[..., Any]) -> None:
    module = build({**AGENT, **SHAPES}, pretty=False)
    assert len(set(module.__all__)) == len(module.__all__)
    public = {name: getattr(module, name) for name in module.__all__}
    validators = [value for value in public.values() if isinstance(value, callcheck.Validator)]
    assert validators == list(module.TOOLS.values())
    assert public["GrepArguments"] is public["TreeArguments"] is dict
    assert public["JsonValue"] is object


def test_the_source_is_that_of_the_tool_alone(build: Callable[..., Any]) -> None:
    module = build(AGENT)
    source = module.terminal.source
    assert "def _validate_terminal(" in source
    assert "def _explain_terminal(" in source
    assert "def _coerce_terminal(" in source
    assert "grep" not in source
    assert "TOOLS" not in source
    used = {name.id for name in ast.walk(ast.parse(source)) if isinstance(name, ast.Name)}
    text = Path(module.__file__).read_text(encoding="ascii")
    constants = {name for name in used if name.isupper()} - {"TOOL_INPUT"}
    assert constants
    for name in constants:
        assert f"\n{name} = " in "\n" + source
        assert f"\n{name} = " in text


def test_generated_and_compiled_have_one_validate(build: Callable[..., Any]) -> None:
    """No wrapper stands between the caller and the check here either."""
    module = build(AGENT, pretty=False)
    assert module.grep.validate is module._validate_grep
