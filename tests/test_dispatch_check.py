"""The semantic check: what is a mistake of the model, and what is a failure of the check itself."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from callcheck.coercion import SemanticError, semantic_boolean, semantic_number
from callcheck.dispatch import Dispatcher, Status, Tool
from callcheck.outcomes import Outcome, ToolCounts, Verdict
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import (
    CLOSED,
    FLAGGED,
    Dispatch,
    Recording,
    assert_not_told_as_a_mistake,
    raising,
    use,
)

APPROVAL = {
    "type": "object",
    "properties": {
        "message": {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "properties": {"type": {"const": "approval"}}, "required": ["type"]},
            ]
        }
    },
    "required": ["message"],
}


def approval(arguments: Any) -> str | None:
    message = arguments["message"]
    if isinstance(message, str):
        return None
    try:
        semantic_boolean(message.get("approve"))
    except ValueError as error:
        return f"The parameter `message.approve` {error}"
    return None


def loud_approval(arguments: Any) -> None:
    if not isinstance(arguments["message"], str):
        semantic_boolean(arguments["message"].get("approve"))


@pytest.mark.parametrize("check", [approval, loud_approval], ids=["returns", "raises"])
@pytest.mark.parametrize(
    "approve", ["no", "0", "yes", "True", " true", "", 1, 0, None, [True], {"a": 1}, 1.0, ...]
)
def test_junk_is_never_an_approval(dispatch: Dispatch, check: Any, approve: Any) -> None:
    message = {"type": "approval", "approve": approve}
    if approve is ...:
        del message["approve"]
    recording = Recording()
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", APPROVAL))
    dispatcher = Dispatcher(registry, {"Tool": Tool(recording.run, check)}, hooks=[recording.hook])
    result = dispatch(dispatcher, use({"message": message}))
    assert result.status is Status.REJECTED
    assert "must be true or false" in result.text
    assert recording.seen == []


@pytest.mark.parametrize(
    ("approve", "approved"), [("false", False), (False, False), ("true", True), (True, True)]
)
def test_the_two_literals_are_read(dispatch: Dispatch, approve: Any, approved: bool) -> None:
    def run(arguments: Any) -> bool:
        return semantic_boolean(arguments["message"]["approve"])

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", APPROVAL))
    dispatcher = Dispatcher(registry, {"Tool": Tool(run, approval)})
    result = dispatch(dispatcher, use({"message": {"type": "approval", "approve": approve}}))
    assert result.value is approved


def test_a_semantic_mistake_is_told_as_one(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry()
    registry.add(compile_tool("Write", FLAGGED))
    dispatcher = Dispatcher(
        registry,
        {"Write": Tool(recording.run, lambda arguments: "The file was not read yet. Read it first.")},
        hooks=[recording.hook],
        permission=recording.permission,
    )
    result = dispatch(dispatcher, use({}, name="Write"))
    assert recording.seen == []
    assert (
        result.text == "Write failed due to the following issue:\nThe file was not read yet. Read it first."
    )
    assert [issue.message for issue in result.issues] == ["The file was not read yet. Read it first."]
    assert result.structured is not None
    assert result.structured["errors"][0]["message"] == "The file was not read yet. Read it first."


@pytest.mark.parametrize("answer", [True, False, 0, ["wrong"]])
def test_a_semantic_check_that_answers_something_else_has_failed(dispatch: Dispatch, answer: Any) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    recording = Recording()
    result = dispatch(Dispatcher(registry, {"Tool": Tool(recording.run, lambda _: answer)}), use({}))
    assert result.status is Status.CHECK_FAILED
    assert recording.seen == []


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (lambda _: raising(SemanticError("The file must be read first")), "The file must be read first"),
        (lambda _: compile_tool("Inner", CLOSED).validate({"a": 1}), "An unexpected parameter `a`"),
        (lambda _: semantic_number("many"), "must be a number"),
        (lambda _: raising(SemanticError()), "The arguments are not acceptable"),
        (lambda _: "", "The arguments are not acceptable"),
        (lambda _: " \n", "The arguments are not acceptable"),
    ],
)
def test_what_is_meant_as_a_mistake_is_one(dispatch: Dispatch, check: Any, sentence: str) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    recording = Recording()
    result = dispatch(Dispatcher(registry, {"Tool": Tool(recording.run, check)}), use({}))
    assert result.status is Status.REJECTED
    assert sentence in result.text
    assert recording.seen == []


@pytest.mark.parametrize(
    "check",
    [lambda _: json.loads("{"), lambda _: int("x"), lambda _: b"\xff".decode(), lambda _: "".index("x")],
    ids=["json", "int", "decode", "index"],
)
def test_a_value_error_of_the_check_itself_is_its_own_failure(dispatch: Dispatch, check: Any) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    recording = Recording()
    result = dispatch(Dispatcher(registry, {"Tool": Tool(recording.run, check)}), use({}))
    assert result.status is Status.CHECK_FAILED
    assert_not_told_as_a_mistake(result)
    assert recording.seen == []


def test_a_semantic_mistake_is_counted_told_and_logged_once(
    dispatch: Dispatch, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Outcome] = []
    registry = ToolRegistry(on_outcome=seen.append)
    registry.add(compile_tool("Tool", FLAGGED))
    answers: dict[Any, Any] = {1: "s3cret", 2: None, 3: 0}
    dispatcher = Dispatcher(
        registry, {"Tool": Tool(lambda _: "done", lambda arguments: answers[arguments["limit"]])}
    )
    with caplog.at_level(logging.INFO, logger="callcheck"):
        statuses = [dispatch(dispatcher, use({"limit": limit})).status for limit in (1, 2, 3)]
    assert statuses == [Status.REJECTED, Status.SUCCEEDED, Status.CHECK_FAILED]
    verdicts = [Verdict.REJECTED, Verdict.ACCEPTED, Verdict.ACCEPTED]
    assert [outcome.verdict for outcome in seen] == verdicts
    counts = ToolCounts(accepted=2, rejected=1, issues={("VALUE", ""): 1})
    assert registry.counts() == {"Tool": counts}
    assert caplog.messages[0] == "rejected a call of 'Tool': VALUE `the arguments`"
    assert "s3cret" not in caplog.text
