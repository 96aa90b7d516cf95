"""Random schemas in generated modules: the same as in memory, for value, issues, their order, and text."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agreement import PRESETS, assert_agree
from tests.engines import ENGINES
from tests.strategies import documents_and_instances

Count = Callable[..., None]
# Each example is a module that is written and imported, and stays so: a twentieth of what the other searches draw.
SEARCHED = int(os.environ.get("CALLCHECK_EXAMPLES", "20000")) // 20
relaxed = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ]
)
EXAMPLES = documents_and_instances(), st.sampled_from(sorted(PRESETS))


def compare(pair: tuple[Any, list[Any]], preset: str, count: Count) -> None:
    document, instances = pair
    compiled = ENGINES["compiled"]("tool", document, PRESETS[preset])
    generated = ENGINES["generated"]("tool", document, PRESETS[preset])
    for instance in instances:
        assert_agree(compiled, generated, instance)
        count("random pairs compared in memory and in a generated module")


@settings(relaxed, max_examples=100)
@given(pair=EXAMPLES[0], preset=EXAMPLES[1])
def test_some_random_schemas(pair: tuple[Any, list[Any]], preset: str, count: Count) -> None:
    compare(pair, preset, count)


@pytest.mark.slow
@settings(relaxed, max_examples=SEARCHED)
@given(pair=EXAMPLES[0], preset=EXAMPLES[1])
def test_many_random_schemas(pair: tuple[Any, list[Any]], preset: str, count: Count) -> None:
    compare(pair, preset, count)
