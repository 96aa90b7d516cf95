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
def test_equal_schemas_take_no_memory(engine: str) -> None:
    text = json.dumps(CASES["R256"]["schema"])
    made(engine, json.loads(text))
    before = megabytes()
    for _ in range(20_000 if engine == "compiled" else 2_000):
        made(engine, json.loads(text))
    assert megabytes() - before < 20


@pytest.mark.slow
def test_distinct_schemas_stay_bounded() -> None:
    schema = CASES["R256"]["schema"]

    def compile_some(numbers: range) -> None:
        for index in numbers:
            made("compiled", {**schema, "properties": {"a": {"const": index}}})

    # The cache is full before the first look.
    compile_some(range(5_000))
    gc.collect()
    before = megabytes()
    compile_some(range(5_000, 25_000))
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
@pytest.mark.parametrize("order", list(itertools.permutations([0, 1, 2])), ids=str)
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
    start = time.process_time()
    for _ in range(100_000):
        validate(case["input"])
    seconds = time.process_time() - start
    watching.clear()
    assert compiled == []
    assert seconds < 0.5


def test_many_tools_compile_in_a_second() -> None:
    schema = CASES["R262"]["schema"]
    start = time.process_time()
    for index in range(50):
        made("compiled", {**schema, "title": f"tool {index}"})
    assert time.process_time() - start < 1
