"""Hooks and permission: what they see, what they rewrite, and that only true is a permission."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.dispatch import Call, Denied, Dispatcher, Status, Tool
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import FLAGGED, Dispatch, Recording, assert_not_told_as_a_mistake, use

# --- hooks ---


def test_what_a_hook_rewrites_is_validated_and_repaired(dispatch: Dispatch) -> None:
    recording = Recording()

    def rewrite(call: Call) -> Any:
        return {**call.arguments, "limit": "7"}

    result = dispatch(recording.dispatcher(hooks=[rewrite, recording.hook]), use({"flag": "true"}))
    rewritten = {"flag": True, "limit": 7}
    assert recording.seen == [
        ("check", {"flag": True}),
        ("check", rewritten),
        ("hook", rewritten),
        ("permission", rewritten),
        ("run", rewritten),
    ]
    assert result.arguments == rewritten
    assert result.use.arguments == {"flag": "true"}


@pytest.mark.parametrize("rewritten", [{"flag": "maybe"}, [], "text", True, 0])
def test_a_hook_that_rewrites_badly_has_failed_and_the_model_has_not(
    dispatch: Dispatch, rewritten: Any
) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(hooks=[lambda call: rewritten]), use({"flag": True}))
    assert result.status is Status.HOOK_FAILED
    assert recording.stages == ["check"]
    assert_not_told_as_a_mistake(result)


def test_a_rewrite_goes_through_the_semantic_check_too(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    tool = Tool(recording.run, lambda arguments: "not with a limit" if "limit" in arguments else None)
    dispatcher = Dispatcher(registry, {"Tool": tool}, hooks=[lambda call: {"limit": 1}])
    assert dispatch(dispatcher, use({})).status is Status.HOOK_FAILED
    assert recording.seen == []


def test_a_hook_can_deny_and_later_stages_are_not_asked(dispatch: Dispatch) -> None:
    recording = Recording()
    hooks = [lambda call: Denied("outside the working directory"), recording.hook]
    result = dispatch(recording.dispatcher(hooks=hooks), use({}))
    assert result.status is Status.DENIED
    assert result.text == "Permission to use the tool `Tool` was denied: outside the working directory"
    assert recording.stages == ["check"]
    assert_not_told_as_a_mistake(result)


def test_hooks_are_given_the_call_and_the_context() -> None:
    seen: list[Call] = []
    dispatcher = Recording().dispatcher(hooks=[seen.append])
    dispatcher.dispatch_sync(use({"limit": "3"}), context="session 7")
    call = seen[0]
    assert (call.name, call.context, call.tool.origin) == ("Tool", "session 7", "builtin")
    assert call.use.arguments == {"limit": "3"}
    assert call.arguments == {"limit": 3}


# --- permission ---


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (True, Status.SUCCEEDED),
        (False, Status.DENIED),
        (Denied(), Status.DENIED),
        (Denied("no"), Status.DENIED),
        (None, Status.PERMISSION_FAILED),
        (1, Status.PERMISSION_FAILED),
        ("false", Status.PERMISSION_FAILED),
        ("yes", Status.PERMISSION_FAILED),
        ({"allow": False}, Status.PERMISSION_FAILED),
    ],
)
def test_only_true_is_a_permission(dispatch: Dispatch, answer: Any, status: Status) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(permission=lambda call: answer), use({}))
    assert result.status is status
    assert ("run" in recording.stages) is (status is Status.SUCCEEDED)
    if result.is_error:
        assert_not_told_as_a_mistake(result)
