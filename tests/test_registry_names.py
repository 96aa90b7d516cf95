"""Which tool a call means: unknown names, the nearest known ones, and the policy of each origin."""

from __future__ import annotations

import time
from typing import Any

import pytest
from callcheck.policy import STRICT, TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck.verdicts import Accepted, Rejected, unknown_tool
from callcheck_compiler import compile_tool

from tests.registering import DEEP, GREP, TASK, registry

# --- unknown names ---


@pytest.mark.parametrize(
    ("called", "suggested"),
    [
        ("grep", ("Grep",)),
        ("Gerp", ("Grep",)),
        ("todo_write", ("TodoWrite",)),
        ("Task", ("TaskUpdate", "TaskList")),
        ("Launch", ()),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_known_ones(
    called: str, suggested: tuple[str, ...]
) -> None:
    tools = registry(*[(name, TASK) for name in ("TaskList", "Grep", "TaskUpdate", "TodoWrite")], hints=True)
    verdict = tools.check(called, {})
    assert isinstance(verdict, Rejected)
    assert set(verdict.issues[0].expected) == set(suggested)
    line = f"{called} failed due to the following issue:\nThere is no tool with the name `{called}`"
    assert verdict.text.startswith(line)
    assert all(f"`{name}`" in verdict.text for name in suggested)
    assert ("did you mean" in verdict.text) is bool(suggested)


def test_without_hints_an_unknown_name_is_only_said_to_be_unknown() -> None:
    verdict = registry(("Grep", GREP)).check("grep", {})
    assert isinstance(verdict, Rejected)
    assert verdict.text == ("grep failed due to the following issue:\nThere is no tool with the name `grep`")


@pytest.mark.parametrize("name", ["x" * 100_000, "a\nb", "`", "\ud800", "</tool_use_error>", "\x00"])
def test_a_hostile_name_is_told_on_one_bounded_line(name: str) -> None:
    verdict = registry(("Grep", GREP), hints=True).check(name, {})
    assert isinstance(verdict, Rejected)
    assert verdict.text.count("\n") == 1
    assert len(verdict.text) < 1000
    verdict.text.encode("utf-8")


def test_a_name_beyond_any_length_gets_no_suggestion_and_takes_no_time() -> None:
    tools = registry(*[(f"a_{number}_{'ab' * 12}", TASK) for number in range(60)], hints=True)
    near = "a_1_" + "ab" * 12
    for name, suggested in ((near[:-1], True), (near + "_" * 99, True), (near + "_" * 101, False)):
        verdict = tools.check(name, {})
        assert isinstance(verdict, Rejected)
        assert ("did you mean" in verdict.text) is suggested
    started = time.perf_counter()
    tools.check("ab" * 500_000, {})
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("called", "meant"),
    [
        ("Gerp", "Grep"),
        ("grep_search", "Grep"),
        ("mcp__files__read_file_7", "read_file_7"),
        ("ReadFile4321", "read_file_4321"),
        ("mcp__repositories__list_open_pull_request", "mcp__repositories__list_open_pull_requests"),
    ],
)
def test_the_nearest_of_thousands_of_tools_is_found(called: str, meant: str) -> None:
    many = [f"read_file_{number}" for number in range(5000)]
    known = [*many, "Grep", "mcp__repositories__list_open_pull_requests"]
    verdict = unknown_tool(called, known, hints=True)
    assert meant in verdict.issues[0].expected
    assert len(verdict.issues[0].expected) <= 3


def test_the_nearest_of_many_tools_is_found() -> None:
    tools = registry(
        *[(f"zz_{number}_qq", TASK) for number in range(390)], ("create_issue", TASK), hints=True
    )
    verdict = tools.check("createIssue", {})
    assert isinstance(verdict, Rejected)
    assert verdict.issues[0].expected[0] == "create_issue"


# --- origins ---


def test_each_origin_has_its_policy() -> None:
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": STRICT, "mcp": None, "custom": None})
    for origin in ("builtin", "mcp", "custom"):
        tools.add((origin, TASK), origin=origin)
    incomplete = {"id": "2"}
    assert isinstance(tools.check("builtin", incomplete), Rejected)
    for origin in ("mcp", "custom"):
        verdict = tools.check(origin, incomplete)
        assert isinstance(verdict, Accepted)
        assert verdict.arguments is incomplete
    assert incomplete == {"id": "2"}


@pytest.mark.parametrize(
    ("sent", "passed"),
    [(None, {}), ("", {}), (b" ", {}), ('{"id": "2"}', {"id": "2"}), ({"n": None}, {"n": None}), ([], [])],
)
def test_an_unchecked_call_passes_whatever_is_in_it(sent: Any, passed: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None})
    tools.add(("task", TASK), origin="mcp")
    assert tools.check("task", sent) == Accepted(passed)


@pytest.mark.parametrize(
    "sent", ['{"a": ', b"\xff", DEEP, "9" * 5000], ids=["cut", "bytes", "deep", "digits"]
)
def test_an_unchecked_call_must_still_be_json(sent: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None})
    tools.add(("task", TASK), origin="mcp")
    verdict = tools.check("task", sent)
    assert isinstance(verdict, Rejected)
    assert verdict.text.startswith("task failed due to the following issue:")


def test_a_validator_with_another_policy_than_its_origin_is_compiled_again() -> None:
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": STRICT})
    added = tools.add(compile_tool("Task", TASK, policy=TOOL_INPUT))
    assert added.validator is not None
    assert added.validator.policy == STRICT
    with pytest.raises(ValueError, match="compiled with another policy"):
        ToolRegistry(policies={"builtin": STRICT}).add(compile_tool("Task", TASK, policy=TOOL_INPUT))


def test_an_unknown_origin_is_refused() -> None:
    with pytest.raises(
        ValueError, match="'plugin' is not known; the known ones are 'builtin', 'mcp', 'custom'"
    ):
        registry().add(("Task", TASK), origin="plugin")
    with pytest.raises(ValueError, match="the known ones are 'mcp'"):
        ToolRegistry(policies={"mcp": None}).refresh([])
