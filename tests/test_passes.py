"""The passes: what each makes of a small program, and that the fast path judges alike with them and without."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from callcheck.issues import SchemaError
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, TOOL_INPUT, Policy
from callcheck_compiler import compilation, compile_schema
from callcheck_compiler.compilation import Unit, build_unit, choose_dialect
from callcheck_compiler.frontend.limits import DEFAULT_LIMITS
from callcheck_compiler.ir.nodes import Program
from callcheck_compiler.ir.printer import print_program
from callcheck_compiler.ir.verify import verify
from callcheck_compiler.optimise.inline_calls import SMALL, inline_calls
from callcheck_compiler.optimise.merge_all_of import merge_all_of
from callcheck_compiler.optimise.pipeline import PASSES, TAKEN_AWAY, optimise
from callcheck_compiler.optimise.settle_unevaluated import settle_unevaluated
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement import outcome
from tests.shared import maskbench, needs_shared, tools
from tests.strategies import documents_and_instances

Pass = Callable[[Program], Program]


def built(schema: Any, policy: Policy = JSON_SCHEMA) -> Unit:
    """The unit of a schema, before any pass."""
    return build_unit("tool", schema, policy, choose_dialect(schema, policy, None, {}), {}, DEFAULT_LIMITS)


# (what is shown, pass, schema, program before, program after)
CASES: list[tuple[str, Pass, Any, str, str]] = [
    (
        "a small schema stands where it was called",
        inline_calls,
        {"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "integer", "minimum": 0}}},
        """\
        root:
          properties
            "a": $ref calls f1
        f1 @/$defs/n:
          type integer
          minimum 0
        """,
        """\
        root:
          properties
            "a":
              type integer @/$defs/n/type
              minimum 0 @/$defs/n/minimum
        f1 @/$defs/n:
          type integer
          minimum 0
        """,
    ),
    (
        "beside other keywords, in their order; a call within a call too",
        inline_calls,
        {
            "$ref": "#/$defs/a",
            "maximum": 9,
            "$defs": {"a": {"$ref": "#/$defs/b", "minimum": 1}, "b": {"type": "number"}},
        },
        """\
        root:
          $ref calls f1
          maximum 9
        f1 @/$defs/a:
          $ref calls f2
          minimum 1
        f2 @/$defs/b: type number
        """,
        """\
        root:
          type number @/$defs/b/type
          minimum 1 @/$defs/a/minimum
          maximum 9
        f1 @/$defs/a:
          type number @/$defs/b/type
          minimum 1
        f2 @/$defs/b: type number
        """,
    ),
    (
        "a schema that calls itself stays a call",
        inline_calls,
        {"properties": {"child": {"$ref": "#"}, "n": {"$ref": "#/$defs/n"}}, "$defs": {"n": False}},
        """\
        root:
          properties
            "child": $ref calls f1
            "n": $ref calls f2
        f1 @root:
          properties
            "child": $ref calls f1
            "n": $ref calls f2
        f2: never @/$defs/n
        """,
        """\
        root:
          properties
            "child": $ref calls f1
            "n": never @/$defs/n
        f1 @root:
          properties
            "child": $ref calls f1
            "n": never @/$defs/n
        f2: never @/$defs/n
        """,
    ),
    (
        "a call of what always holds leaves nothing",
        inline_calls,
        {"properties": {"a": {"$ref": "#/$defs/any"}}, "$defs": {"any": True}},
        """\
        root:
          properties
            "a": $ref calls f1
        f1: always
        """,
        """\
        root:
          properties
            "a": always
        f1: always
        """,
    ),
    (
        "branches become parts, at every depth, a `false` among them",
        merge_all_of,
        {
            "allOf": [{"type": "object"}, {"required": ["a"], "allOf": [{"required": ["b"]}]}, True],
            "properties": {"a": {"allOf": [False]}, "b": {"anyOf": [{"allOf": [{"minimum": 1}]}]}},
        },
        """\
        root:
          properties
            "a":
              allOf
                0: never
            "b":
              anyOf
                0:
                  allOf
                    0: minimum 1
          allOf
            0: type object
            1:
              required "a"
              allOf
                0: required "b"
            2: always
        """,
        """\
        root:
          properties
            "a": never @/properties/a/allOf/0
            "b":
              anyOf
                0: minimum 1 @/properties/b/anyOf/0/allOf/0/minimum
          type object @/allOf/0/type
          required "a" @/allOf/1/required
          required "b" @/allOf/1/allOf/0/required
        """,
    ),
    (
        "an `allOf` of nothing but `true` holds always",
        merge_all_of,
        {"not": {"allOf": [True, {}]}},
        """\
        root:
          not:
            allOf
              0: always
              1: always
        """,
        """\
        root: not: always
        """,
    ),
    (
        "what is left over is known beforehand",
        settle_unevaluated,
        {
            "properties": {"a": {}},
            "allOf": [{"properties": {"b": {}}, "patternProperties": {"^c": {}}}],
            "unevaluatedProperties": {"type": "string"},
        },
        """\
        root:
          properties
            "a": always
          allOf
            0:
              properties
                "b": always
              patternProperties
                "^c": always
          unevaluatedProperties declared "a": type string
            evaluated "a", "b", matching "^c"
        """,
        """\
        root:
          properties
            "a": always
          allOf
            0:
              properties
                "b": always
              patternProperties
                "^c": always
          unevaluatedProperties beside "a", "b" matching "^c": type string
        """,
    ),
    (
        "nothing is left over",
        settle_unevaluated,
        {"additionalProperties": {"type": "string"}, "unevaluatedProperties": False},
        """\
        root:
          additionalProperties: type string
          unevaluatedProperties: never
            evaluated everything
        """,
        """\
        root: additionalProperties: type string
        """,
    ),
    (
        "items after a prefix; those that fit `contains` are known to the instance alone",
        settle_unevaluated,
        {
            "properties": {
                "a": {"prefixItems": [{}], "unevaluatedItems": False},
                "b": {"contains": {"const": 1}, "unevaluatedItems": False},
            }
        },
        """\
        root:
          properties
            "a":
              prefixItems
                0: always
              unevaluatedItems: never
                evaluated the first 1
            "b":
              contains 1..: const 1
              unevaluatedItems: never
                evaluated nothing
                  those that fit @/properties/b/contains: calls f1
        f1 @/properties/b/contains: const 1
        """,
        """\
        root:
          properties
            "a":
              prefixItems
                0: always
              unevaluatedItems from 1: never
            "b":
              contains 1..: const 1
              unevaluatedItems: never
                evaluated nothing
                  those that fit @/properties/b/contains: calls f1
        f1 @/properties/b/contains: const 1
        """,
    ),
    (
        "what depends on the instance stays",
        settle_unevaluated,
        {
            "if": {"required": ["a"]},
            "then": {"properties": {"a": {}}},
            "dependentSchemas": {"b": {"properties": {"c": {}}}},
            "unevaluatedProperties": False,
        },
        """\
        root:
          if: required "a"
          then:
            properties
              "a": always
          else: always
          dependentSchemas given "b":
            properties
              "c": always
          unevaluatedProperties: never
            evaluated nothing
              when it holds @/if: calls f1
                evaluated "a"
              given "b"
                evaluated "c"
        f1 @/if: required "a"
        """,
        "",
    ),
]


@pytest.mark.parametrize(
    ("rewrite", "schema", "before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_pass(rewrite: Pass, schema: Any, before: str, after: str) -> None:
    program = built(schema).program
    assert print_program(program) == textwrap.dedent(before)
    rewritten = rewrite(program)
    verify(rewritten, TAKEN_AWAY.get(rewrite, frozenset()))
    assert print_program(rewritten) == textwrap.dedent(after or before)
    assert print_program(program) == textwrap.dedent(before), "the program itself was changed"


def test_every_pass_is_in_the_table() -> None:
    assert {rewrite for rewrite, _ in PASSES} == {case[1] for case in CASES}


def test_a_pass_that_finds_nothing_gives_the_same_schema() -> None:
    program = built({"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, False]}}}).program
    for rewrite, _ in PASSES:
        assert rewrite(program).root is program.root


def test_what_is_large_and_called_twice_stays_a_call() -> None:
    large = {"properties": {f"p{number}": {"type": "string"} for number in range(SMALL)}}
    schema = {"prefixItems": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": large}}
    program = built(schema).program
    assert print_program(inline_calls(program)) == print_program(program)


@needs_shared
def test_real_programs_keep_the_invariants() -> None:
    schemas = [tool["parameters"] for tool in tools()[::20]]
    schemas += [record["schema"] for record in maskbench()[::20]]
    seen = 0
    for schema in schemas:
        for policy in (STRICT, LENIENT):
            try:
                program = built(schema, policy).program
            except SchemaError:
                continue
            optimise(program, verified=True)
            seen += 1
    assert seen > 700


def without_passes(schema: Any, policy: Policy) -> Any:
    """The validator of a schema of which no pass rewrites the program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compilation, "optimise", lambda program: program)
        return compile_schema(schema, "without passes", policy)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(drawn=documents_and_instances(later=True), policy=st.sampled_from([TOOL_INPUT, STRICT]))
def test_validators_judge_alike_without_the_passes(drawn: tuple[Any, list[Any]], policy: Policy) -> None:
    schema, instances = drawn
    optimise(built(schema, policy).program, verified=True)
    with_them, without = compile_schema(schema, "tool", policy), without_passes(schema, policy)
    for instance in instances:
        assert outcome(with_them, instance)[:4] == outcome(without, instance)[:4]


def test_the_comparison_compares_different_code() -> None:
    schema = {"allOf": [{"type": "string"}], "unevaluatedProperties": False}
    assert without_passes(schema, TOOL_INPUT).source != compile_schema(schema, "tool", TOOL_INPUT).source
