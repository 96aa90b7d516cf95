"""Reports that are about a procedure and not about one call: memory, the cache, many compilations."""

from __future__ import annotations

import gc
import itertools
import json
import resource
import sys
import time
from typing import Any

import callcheck
import pytest

from tests.engines import ENGINES
from tests.shared import needs_shared, reports

pytestmark = needs_shared

CASES = {case["id"]: case for case in reports() if case["want"]["verdict"] == "property"}
WRITTEN = {"R256", "R257", "R259", "R260", "R262"}
engines = pytest.mark.parametrize("engine", ENGINES)


def made(engine: str, schema: Any, policy: callcheck.Policy = callcheck.TOOL_INPUT) -> Any:
    return ENGINES[engine]("tool", schema, policy)


def test_every_procedure_is_written_here() -> None:
    assert set(CASES) == WRITTEN


def megabytes() -> float:
    """The most memory this process ever held."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


@engines
@pytest.mark.parametrize("distinct", [False, True], ids=["equal schemas", "distinct schemas"])
@pytest.mark.parametrize(
    "number", [pytest.param(2000, id="2000"), pytest.param(20000, id="20000", marks=pytest.mark.slow)]
)
def test_memory_stays_bounded(engine: str, distinct: bool, number: int) -> None:
    schema = CASES["R256"]["schema"]

    def compile_once(index: int) -> None:
        properties = {"a": {"const": index}} if distinct else schema["properties"]
        made(engine, json.loads(json.dumps({**schema, "properties": properties})))

    # Enough to fill every bounded cache before the first look.
    for index in range(1500):
        compile_once(-index)
    gc.collect()
    before = megabytes()
    for index in range(number):
        compile_once(index)
    assert megabytes() - before < 20


@engines
@pytest.mark.parametrize(
    "number", [pytest.param(500, id="500"), pytest.param(5000, id="5000", marks=pytest.mark.slow)]
)
def test_a_dropped_schema_never_answers_for_another(engine: str, number: int) -> None:
    for index in range(number):
        schema = {"const": index}
        validator = made(engine, schema, callcheck.JSON_SCHEMA)
        assert validator.is_valid(index)
        assert not validator.is_valid(index + 1)
        del schema, validator


@engines
@pytest.mark.parametrize("order", itertools.permutations([0, 1, 2]), ids=str)
def test_equal_looking_constants_are_kept_apart(engine: str, order: tuple[int, ...]) -> None:
    schemas = [{"const": 1}, {"const": True}, {"const": 1.0}]
    validators = {index: made(engine, schemas[index], callcheck.JSON_SCHEMA) for index in order}
    verdicts = {index: (one.is_valid(1), one.is_valid(True)) for index, one in validators.items()}
    assert verdicts == {0: (True, False), 1: (False, True), 2: (True, False)}


def test_calls_never_compile_again() -> None:
    case = CASES["R260"]
    validate = made("compiled", case["schema"]).validate
    compiled: list[str] = []
    watching = [True]

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event in ("compile", "exec"):
            compiled.append(event)

    sys.addaudithook(watch)
    start = time.perf_counter()
    for _ in range(100_000):
        validate(case["input"])
    seconds = time.perf_counter() - start
    watching.clear()
    assert compiled == []
    assert seconds < 0.5


def test_many_tools_compile_in_a_second() -> None:
    schema = CASES["R262"]["schema"]
    start = time.perf_counter()
    for index in range(50):
        made("compiled", {**schema, "title": f"tool {index}"})
    assert time.perf_counter() - start < 1
