"""General schemas from all over: verdicts as jsonschema-rs gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import callcheck
import jsonschema_rs
import pytest

from tests.agreement import outcome
from tests.engines import ENGINES
from tests.shared import maskbench, needs_shared

pytestmark = needs_shared

# The default run looks at some; scripts/search at all of them.
SHARDS = 10


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "shard", [0, *(pytest.param(shard, marks=pytest.mark.slow) for shard in range(1, SHARDS))]
)
def test_maskbench(engine: str, shard: int, count: Callable[..., None]) -> None:
    wrong = []
    for record in maskbench()[shard::SHARDS]:
        validator = compiled(engine, record["schema"])
        if isinstance(validator, callcheck.SchemaError):
            count(f"maskbench schemas refused by {engine}: {reason(validator)}")
            continue
        count(f"maskbench schemas compiled by {engine}")
        try:
            oracle = jsonschema_rs.validator_for(record["schema"], validate_formats=False)
        except jsonschema_rs.ValidationError:
            count(f"maskbench schemas compiled by {engine} and refused by jsonschema-rs, and so not compared")
            continue
        for test in record["tests"]:
            count(f"maskbench instances judged by {engine}")
            if outcome(validator, test["data"]).accepted is not oracle.is_valid(test["data"]):
                wrong.append(record["name"])
    assert wrong == []


def compiled(engine: str, schema: Any) -> Any:
    """The validator, or the refusal."""
    try:
        return ENGINES[engine]("input", schema, callcheck.JSON_SCHEMA)
    except callcheck.SchemaError as error:
        return error


def reason(error: callcheck.SchemaError) -> str:
    """A refusal without what is particular to the schema, to count by."""
    return error.reason[:60]
