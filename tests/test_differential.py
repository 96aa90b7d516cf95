"""Random schemas and instances: compiled == reference under every preset, and == jsonschema-rs under JSON_SCHEMA."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

import callcheck
import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement import PRESETS, assert_agree, shown
from tests.engines import ENGINES
from tests.strategies import documents, documents_and_instances, json_values

Count = Callable[..., None]
# How many schemas a search draws, with about five instances each.
SEARCHED = int(os.environ.get("CALLCHECK_EXAMPLES", "20000"))

relaxed = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ]
)
some = settings(relaxed, max_examples=100)
many = settings(relaxed, max_examples=SEARCHED)

PAIRS = documents_and_instances()
TOOL_PAIRS = documents_and_instances(root_object=True)


def compare(document: Any, instances: list[Any], count: Count) -> None:
    """Every preset, then the other implementation."""
    for preset, policy in PRESETS.items():
        reference = ENGINES["reference"]("tool", document, policy)
        compiled = ENGINES["compiled"]("tool", document, policy)
        for instance in instances:
            assert_agree(reference, compiled, instance)
            count(f"random pairs compared with the reference under {preset}")
    strict = ENGINES["compiled"]("tool", document, callcheck.JSON_SCHEMA)
    oracle = jsonschema_rs.validator_for(document, validate_formats=False)
    for instance in instances:
        assert strict.is_valid(instance) is oracle.is_valid(instance)
        count("random pairs compared with jsonschema-rs")


@some
@given(pair=PAIRS)
def test_some_schemas(pair: tuple[Any, list[Any]], count: Count) -> None:
    compare(*pair, count)


@some
@given(pair=TOOL_PAIRS)
def test_some_tools(pair: tuple[Any, list[Any]], count: Count) -> None:
    compare(*pair, count)


@pytest.mark.slow
@many
@given(pair=PAIRS)
def test_many_schemas(pair: tuple[Any, list[Any]], count: Count) -> None:
    compare(*pair, count)


@pytest.mark.slow
@many
@given(pair=TOOL_PAIRS)
def test_many_tools(pair: tuple[Any, list[Any]], count: Count) -> None:
    compare(*pair, count)


@some
@given(document=documents(root_object=True), instance=json_values)
def test_coercion_settles(document: Any, instance: Any) -> None:
    """What coercion made, coercion leaves alone; and it is judged as if it had been sent."""
    lenient = ENGINES["compiled"]("tool", document, callcheck.LENIENT)
    coerced = lenient.coerce(instance)
    assert lenient.coerce(coerced) is coerced
    plain = ENGINES["compiled"]("tool", document, callcheck.Policy())
    assert list(map(shown, lenient.explain(instance))) == list(map(shown, plain.explain(coerced)))


BEYOND_JSON = st.sampled_from(
    [math.nan, math.inf, -math.inf, 10**400, -(10**5000), 1e308, 5e-324, "\ud800", "a\x00b", (1, 2), b"a"]
)


@some
@given(
    document=documents(),
    instance=st.one_of(BEYOND_JSON, st.lists(BEYOND_JSON), st.dictionaries(st.just("a"), BEYOND_JSON)),
)
def test_values_that_json_cannot_say(document: Any, instance: Any) -> None:
    for policy in PRESETS.values():
        assert_agree(
            ENGINES["reference"]("tool", document, policy),
            ENGINES["compiled"]("tool", document, policy),
            instance,
        )
