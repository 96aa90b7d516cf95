"""A generated module does what compiling in memory does."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import callcheck
import pytest
from callcheck_compiler import compile_tool

from tests.agreement import PRESETS, assert_agree
from tests.generated_modules import AGENT, SETTINGS, Count, Tools, sampled
from tests.mutations import mutations
from tests.samples import samples
from tests.shared import calls, needs_shared, tools


@pytest.mark.parametrize("policy", SETTINGS)
def test_agent_tools_agree(policy: callcheck.Policy, build: Callable[..., Any]) -> None:
    module = build(AGENT, policy, pretty=False)
    for name, schema in AGENT.items():
        compiled = compile_tool(name, schema, policy)
        for arguments in samples(schema):
            assert_agree(compiled, module.TOOLS[name], arguments)
            for _, mutated in mutations(arguments):
                assert_agree(compiled, module.TOOLS[name], mutated)


@functools.cache
def recorded_calls() -> dict[int, list[Any]]:
    """The arguments of the recorded calls, by the line of their tool."""
    found: dict[int, list[Any]] = defaultdict(list)
    for call in calls():
        found[call["tool_index"]].append(call["arguments"])
    return found


def compare(module: Any, some: Tools, policy: callcheck.Policy, each: int, count: Count) -> None:
    """Every recorded call of these tools, and one in `each` of the calls' mutations."""
    step = 0
    for name, schema in some.items():
        index = int(name.rpartition(" ")[2])
        compiled, generated = compile_tool(name, schema, policy), module.TOOLS[name]
        assert generated.schema == compiled.schema
        assert generated.advertised_schema == compiled.advertised_schema
        assert generated.schema_hash == compiled.schema_hash
        for arguments in recorded_calls().get(index) or [list(samples(schema))[1]]:
            assert_agree(compiled, generated, arguments)
            count("calls compared in memory and in a generated module")
            for _, mutated in mutations(arguments):
                step += 1
                if step % each == 0:
                    assert_agree(compiled, generated, mutated)
                    count("calls compared in memory and in a generated module")


@needs_shared
@pytest.mark.parametrize("preset", PRESETS)
def test_some_real_tools_agree(preset: str, build: Callable[..., Any], count: Count) -> None:
    some = sampled(60, list(PRESETS).index(preset))
    compare(build(some, PRESETS[preset], pretty=False), some, PRESETS[preset], 4, count)


@needs_shared
@pytest.mark.slow
def test_every_real_tool_agrees_in_one_module(build: Callable[..., Any], count: Count) -> None:
    every = sampled(1)
    compare(build(every, pretty=False), every, callcheck.TOOL_INPUT, 3, count)


def called(each: int) -> Tools:
    """One in `each` of the real tools of which a call was recorded."""
    indexes = [index for index in recorded_calls() if "schema_error" not in tools()[index]]
    return {f"{tools()[index]['name']} {index}": tools()[index]["parameters"] for index in indexes[::each]}


@needs_shared
def test_some_recorded_calls_agree(build: Callable[..., Any], count: Count) -> None:
    some = called(5)
    compare(build(some, pretty=False), some, callcheck.TOOL_INPUT, 10**9, count)


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_recorded_call_agrees(preset: str, build: Callable[..., Any], count: Count) -> None:
    every = called(1)
    compare(build(every, PRESETS[preset], pretty=False), every, PRESETS[preset], 10**9, count)
