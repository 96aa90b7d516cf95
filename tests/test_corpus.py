"""Real tools and real calls: everything compiles, verdicts are the specification's, compiled equals reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import callcheck
import jsonschema
import jsonschema_rs
import pytest

from tests.agreement import PRESETS, assert_agree
from tests.engines import ENGINES
from tests.mutations import mutations
from tests.samples import samples
from tests.shared import calls, needs_shared, tools

pytestmark = needs_shared

Count = Callable[..., None]
# The tools are dealt out to shards; the default run takes part of the first, scripts/search all of every one.
SHARDS = 12
DEFAULT_TOOLS = 15
DEFAULT_MUTATIONS = 12
JSONSCHEMA_EACH = 5


def sharded(name: str) -> pytest.MarkDecorator:
    """Parametrizes a slow test over every shard."""
    shards = [pytest.param(shard, marks=pytest.mark.slow, id=f"shard {shard}") for shard in range(SHARDS)]
    return pytest.mark.parametrize(name, shards)


def good_tools() -> list[int]:
    """The lines of the tools whose schemas are valid."""
    return [index for index, tool in enumerate(tools()) if "schema_error" not in tool]


@cache
def recorded() -> dict[int, list[Any]]:
    """The arguments of the recorded calls, by the line of their tool."""
    found: dict[int, list[Any]] = defaultdict(list)
    for call in calls():
        if "schema_error" not in tools()[call["tool_index"]]:
            found[call["tool_index"]].append(call["arguments"])
    return dict(found)


def instances(index: int, each: int) -> Iterator[Any]:
    """The recorded calls of a tool and one in `each` of their mutations; a made-up call where none was recorded."""
    seeds = recorded().get(index) or [list(samples(tools()[index]["parameters"]))[1]]
    step = index % each
    for arguments in seeds:
        yield arguments
        for _, mutated in mutations(arguments):
            step += 1
            if step % each == 0:
                yield mutated


def engine(name: str, index: int, policy: callcheck.Policy) -> Any:
    tool = tools()[index]
    return ENGINES[name](tool["name"], tool["parameters"], policy)


@pytest.mark.parametrize("preset", PRESETS)
def test_some_tools_compile(preset: str, count: Count) -> None:
    compile_tools(good_tools()[:: 1 if preset == "TOOL_INPUT" else 20], preset, count)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_tool_compiles(preset: str, count: Count) -> None:
    compile_tools(good_tools(), preset, count)


def compile_tools(indexes: list[int], preset: str, count: Count) -> None:
    for index in indexes:
        validator = engine("compiled", index, PRESETS[preset])
        assert validator.name == tools()[index]["name"]
        assert validator.schema == tools()[index]["parameters"]
    count(f"tools compiled under {preset}", len(indexes))


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("preset", PRESETS)
def test_invalid_schemas_are_refused(name: str, preset: str) -> None:
    invalid = [index for index, tool in enumerate(tools()) if "schema_error" in tool]
    assert len(invalid) == 3
    for index in invalid:
        with pytest.raises(callcheck.SchemaError) as refusal:
            engine(name, index, PRESETS[preset])
        assert refusal.value.keyword_location.endswith(("/pattern", "/type"))
        assert str(refusal.value).startswith("The schema")
        assert "\n" not in str(refusal.value)


def test_recorded_verdicts(count: Count) -> None:
    """Every recorded call gets the verdict that was recorded with it."""
    validators = {index: engine("compiled", index, callcheck.JSON_SCHEMA) for index in recorded()}
    wrong = [
        (call["tool"], call["arguments"])
        for call in calls()
        if call["valid"] is not None
        and validators[call["tool_index"]].is_valid(call["arguments"]) is not call["valid"]
    ]
    assert wrong == []
    count("recorded calls with the recorded verdict", len(calls()))


def test_some_verdicts_are_the_specifications(count: Count) -> None:
    compare_verdicts(good_tools()[::DEFAULT_TOOLS], DEFAULT_MUTATIONS, count)


@sharded("shard")
def test_every_verdict_is_the_specifications(shard: int, count: Count) -> None:
    compare_verdicts(good_tools()[shard::SHARDS], 1, count)


def compare_verdicts(indexes: list[int], each: int, count: Count) -> None:
    """JSON_SCHEMA decides as jsonschema-rs does, and as jsonschema, which is slow, for some."""
    for index in indexes:
        schema = tools()[index]["parameters"]
        ours = engine("compiled", index, callcheck.JSON_SCHEMA)
        rust = jsonschema_rs.validator_for(schema, validate_formats=False)
        python = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)
        for number, arguments in enumerate(instances(index, each)):
            verdict = ours.is_valid(arguments)
            assert verdict is rust.is_valid(arguments), (tools()[index]["name"], arguments)
            count("verdicts compared with jsonschema-rs")
            if number % JSONSCHEMA_EACH == 0:
                assert verdict is python.is_valid(arguments), (tools()[index]["name"], arguments)
                count("verdicts compared with jsonschema")


@pytest.mark.parametrize("preset", PRESETS)
def test_some_compiled_outcomes_are_the_references(preset: str, count: Count) -> None:
    compare_outcomes(good_tools()[:: DEFAULT_TOOLS * 2], DEFAULT_MUTATIONS, preset, count)


@sharded("shard")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_compiled_outcome_is_the_references(shard: int, preset: str, count: Count) -> None:
    compare_outcomes(good_tools()[shard::SHARDS], 2, preset, count)


def compare_outcomes(indexes: list[int], each: int, preset: str, count: Count) -> None:
    """Value, issues, their order, and text are equal; `outcome` looks at identity, sharing and mutation too."""
    for index in indexes:
        reference = engine("reference", index, PRESETS[preset])
        compiled = engine("compiled", index, PRESETS[preset])
        for arguments in instances(index, each):
            found = assert_agree(reference, compiled, arguments)
            count(f"outcomes compared under {preset}: {kind(found)}")


def kind(found: Any) -> str:
    if not found.accepted:
        return "rejected"
    return "as it was" if found.same_object else "coerced"
