"""The invariants of a program: each broken one is found, and said where."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck_compiler.compilation import build_unit, choose_dialect
from callcheck_compiler.frontend.limits import DEFAULT_LIMITS
from callcheck_compiler.ir import nodes
from callcheck_compiler.ir.nodes import ALWAYS, Conjunction, Never, Program, Property
from callcheck_compiler.ir.verify import InvariantError, verify
from hypothesis import HealthCheck, given, settings

from tests.agreement import PRESETS
from tests.strategies import documents

STRING = Conjunction("/a", (nodes.TypeAssertion("/a/type", ("string",)),))
MISPLACED: Any = STRING.parts[0]


def holding(*parts: Any) -> Conjunction:
    """A root with these parts."""
    return Conjunction("", parts)


def union(branches: tuple[Any, ...] = (STRING,), exactly_one: bool = False, **more: Any) -> Conjunction:
    return holding(nodes.Union("/anyOf", "anyOf", branches, exactly_one, **more))


# (root, words of the error)
BROKEN: list[tuple[Any, str]] = [
    (holding(), "the root: a conjunction without parts"),
    (holding(nodes.Call("/$ref", "gone")), "/$ref: a call of 'gone', which is no function"),
    (holding(nodes.Not("/not", holding(nodes.Call("/not/$ref", 1)), {}, "")), "/not/$ref: a call of 1"),
    (holding(STRING), "the root: `Conjunction` stands where a part must"),
    (holding(ALWAYS), "the root: `Always` stands where a part must"),
    (holding(nodes.Not("/not", MISPLACED, {}, "")), "`TypeAssertion` stands where a schema must"),
    (holding(nodes.TypeAssertion("/type", ())), "/type: no types"),
    (holding(nodes.TypeAssertion("/type", ("string", "string"))), "/type: the types are not unique"),
    (holding(nodes.TypeAssertion("/type", ("text",))), "/type: the type 'text' is unknown"),
    (holding(nodes.TypeAssertion("type", ("string",))), "type: a location that is no JSON Pointer"),
    (holding(nodes.TypeAssertion("/a~2/type", ("string",))), "a location that is no JSON Pointer"),
    (holding(Never("a", "not")), "a: a location that is no JSON Pointer"),
    (Never("/x~", "$ref"), "a location that is no JSON Pointer"),
    (holding(nodes.TypeAssertion("/types", ("string",))), "/types: its location does not end in `type`"),
    (holding(nodes.Items("/things", STRING)), "/things: `Items` comes from `things`"),
    (holding(nodes.Items("/items", STRING, -1)), "/items: items from a negative index"),
    (holding(nodes.DependentSchema("/dependentSchemas", "a", STRING)), "comes from ``"),
    (holding(nodes.Required("/required", ())), "/required: no required names"),
    (holding(nodes.Required("/required", ("a", "a"))), "/required: the required names are not unique"),
    (holding(nodes.Properties("/properties", ())), "/properties: no properties"),
    (
        holding(nodes.Properties("/properties", (Property("a", STRING), Property("a", ALWAYS)))),
        "/properties: the properties are not unique",
    ),
    (holding(nodes.PatternProperties("/patternProperties", ())), "/patternProperties: no patterns"),
    (holding(nodes.PrefixItems("/prefixItems", ())), "/prefixItems: no schemas of items"),
    (holding(nodes.Contains("/contains", "contains", STRING, -1, None, "", "")), "a negative bound"),
    (holding(nodes.AllOf("/allOf", ())), "/allOf: no branches"),
    (union(branches=()), "/anyOf: no branches"),
    (union(exactly_one=True), "/anyOf: `exactly_one` does not belong to `anyOf`"),
    (union(nullable=0), "/anyOf: only one of two branches can be the one beside null"),
    (
        union(discriminator=nodes.Discriminator("k", (("a", 1),), True)),
        "/anyOf: the discriminator names a branch that does not exist",
    ),
    (
        union(discriminator=nodes.Discriminator("k", (("a", 0), ("a", 0)), True)),
        "/anyOf: the discriminating values are not unique",
    ),
    (holding(nodes.AllOf("/allOf", (holding(),))), "a conjunction without parts"),
]


@pytest.mark.parametrize(("root", "words"), BROKEN, ids=[words for _, words in BROKEN])
@pytest.mark.parametrize("inside", [False, True], ids=["root", "function"])
def test_what_is_broken_is_found(root: Any, words: str, inside: bool) -> None:
    program = Program(ALWAYS, {"f": root}) if inside else Program(root, {})
    with pytest.raises(InvariantError) as error:
        verify(program)
    assert words in str(error.value)


def test_what_a_pass_takes_away_must_be_gone() -> None:
    inside = holding(nodes.AllOf("/allOf", (STRING,)))
    program = Program(holding(nodes.Not("/not", inside, {}, "")), {})
    verify(program)
    with pytest.raises(InvariantError, match="/allOf: `AllOf` is left after the pass"):
        verify(program, frozenset({nodes.AllOf}))


def test_no_pass_rewrites_what_decides_what_is_evaluated() -> None:
    condition = holding(nodes.AllOf("/allOf", (STRING,)))
    evaluated = nodes.EvaluatedItems(0, False, (condition,), ())
    location = "/unevaluatedItems"
    for part, fails in (
        (nodes.UnevaluatedItems(location, STRING, evaluated), False),
        (nodes.UnevaluatedItems(location, condition, evaluated), True),
    ):
        program = Program(holding(part), {})
        if fails:
            with pytest.raises(InvariantError):
                verify(program, frozenset({nodes.AllOf}))
        else:
            verify(program, frozenset({nodes.AllOf}))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(schema=documents(later=True))
def test_the_frontend_keeps_the_invariants(schema: Any) -> None:
    for policy in PRESETS.values():
        dialect = choose_dialect(schema, policy, None, {})
        verify(build_unit("tool", schema, policy, dialect, {}, DEFAULT_LIMITS).program)
