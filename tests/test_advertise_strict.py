"""Searches for a schema whose strict form loses a call, or lets one through that it does not own up to.

A strict call has every key, with null for an optional one that is left out; `scripts/search_advertise` runs them at length.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import callcheck
import jsonschema_rs
import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.advertise import advertise
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.provider_rules import violations
from tests.strict_schemas import (
    VALUES,
    as_meant,
    as_sent,
    branches_of,
    has_union,
    has_untyped_literal,
    strict_schemas_and_calls,
)

Schema = dict[str, Any]
Count = Callable[..., None]
CALLS = 10
PAIRS = int(os.environ.get("CALLCHECK_PAIRS", "1000"))
search = settings(max_examples=max(1, PAIRS // CALLS), suppress_health_check=list(HealthCheck))
pairs = strict_schemas_and_calls(CALLS)

# What every strict form says of itself.
BY_NATURE = {"OpenAI strict takes closed objects", "OpenAI strict takes every key as required"}


def strict_form(schema: Schema) -> tuple[Schema, bool] | None:
    """The strict form and whether it was widened, nulls apart; None where it owns up to losing calls."""
    form, report = advertise(schema, provider="openai-strict")
    note(f"{json.dumps(form)}\n{report}")
    if report.refused:
        return None
    assert violations("openai-strict", form) == []
    narrowed, widened = (
        {entry.reason.partition(";")[0] for entry in entries} - BY_NATURE
        for entries in (report.narrowed, report.widened)
    )
    return None if narrowed else (form, bool(widened))


def test_what_is_valid_can_be_sent(count: Count) -> None:
    @search
    @given(pairs)
    def check(pair: tuple[Schema, list[Any]]) -> None:
        schema, values = pair
        made = strict_form(schema)
        if made is None:
            return
        form, _ = made
        original, accepts = jsonschema_rs.validator_for(schema), jsonschema_rs.validator_for(form)
        for value in filter(original.is_valid, values):
            sent = as_sent(form, form, value)
            assert accepts.is_valid(sent), f"{value} as {sent}"
            count("valid calls that the strict form lets through")

    check()


def test_what_can_be_sent_is_valid_unless_the_form_is_wider(count: Count) -> None:
    @search
    @given(
        pairs,
        st.lists(
            st.dictionaries(st.sampled_from(["kind", "a", "b", "c"]), st.sampled_from(VALUES)), max_size=5
        ),
    )
    def check(pair: tuple[Schema, list[Any]], others: list[Any]) -> None:
        schema, values = pair
        made = strict_form(schema)
        if made is None or made[1]:
            return
        form, _ = made
        original, accepts = jsonschema_rs.validator_for(schema), jsonschema_rs.validator_for(form)
        for value in (*values, *others):
            sent = as_sent(form, form, value)
            if accepts.is_valid(sent):
                meant = as_meant(schema, schema, sent)
                assert original.is_valid(meant), f"{sent} as {meant}"
                count("strict calls that are valid, nulls apart")

    check()


def test_lenient_validators_read_strict_calls(count: Count) -> None:
    """Where nothing but the root is a union and every value has a type, the policy takes the nulls back by itself."""

    @search
    @given(pairs)
    def check(pair: tuple[Schema, list[Any]]) -> None:
        schema, values = pair
        inner = branches_of(schema) or [schema]
        if any(has_union(part) for part in (*inner, schema["$defs"])) or has_untyped_literal(schema):
            return
        if branches_of(schema) and any(
            "$ref" in value for part in inner for value in part["properties"].values()
        ):
            return  # Where a key is a reference in one branch and something else in another, nothing is agreed on.
        made = strict_form(schema)
        if made is None:
            return
        tool = compile_tool("tool", schema, callcheck.LENIENT)
        original = jsonschema_rs.validator_for(schema)
        for value in filter(original.is_valid, values):
            read = tool.validate(as_sent(made[0], made[0], value))
            assert original.is_valid(read)
            count("strict calls that LENIENT reads")

    check()


READ: list[tuple[Any, Any, Any]] = [
    # (schema, as a model sends it, as it is read)
    (
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "required": ["a"],
        },
        {"a": "x", "b": None},
        {"a": "x"},
    ),
    (
        {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"kind": {"const": "one"}, "n": {"type": "integer"}},
                    "required": ["kind"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {"kind": {"const": "two"}, "n": {"type": "string"}},
                    "required": ["kind", "n"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {"kind": {"const": "three"}},
                    "required": ["kind"],
                    "additionalProperties": False,
                },
            ]
        },
        {"kind": "three", "n": None},
        {"kind": "three"},
    ),
]


@pytest.mark.parametrize(("schema", "sent", "read"), READ)
def test_nulls_are_read_as_absent(schema: Any, sent: Any, read: Any) -> None:
    form = advertise(schema, provider="openai-strict").schema
    assert jsonschema_rs.validator_for(form).is_valid(sent)
    assert compile_tool("tool", schema, callcheck.LENIENT).validate(sent) == read
