"""The gate: what reaches the check, the hooks, the permission function and the tool, and what the model is told."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.coercion import SemanticError, semantic_boolean, semantic_number
from callcheck.dispatch import Call, Denied, Dispatcher, Status, Tool, ToolResult, ToolUse
from callcheck.outcomes import Outcome, ToolCounts, Verdict
from callcheck.policy import STRICT, TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import CLOSED, DISPATCHES, FLAGGED, TASK, Dispatch, Recording, failing, use


@pytest.fixture(params=DISPATCHES)
def dispatch(request: pytest.FixtureRequest) -> Dispatch:
    """Runs one tool use, in an event loop or without one."""
    return DISPATCHES[request.param]


# --- the order of the stages ---


def test_a_valid_call_goes_through_the_stages_in_order(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use({"flag": True}))
    assert recording.seen == [(stage, {"flag": True}) for stage in ("check", "hook", "permission", "run")]
    assert result.status is Status.SUCCEEDED
    assert result.value == "done"
    assert result.arguments == {"flag": True}
    assert not result.is_error


@pytest.mark.parametrize("policy", [STRICT, TOOL_INPUT], ids=["strict", "tool_input"])
def test_a_rejected_call_reaches_nothing(dispatch: Dispatch, policy: Any) -> None:
    recording = Recording()
    schema = {**TASK, "additionalProperties": False} if policy is TOOL_INPUT else TASK
    dispatcher = recording.dispatcher(schema, policy=policy)
    result = dispatch(dispatcher, use({"id": "2", "status": "completed"}))
    assert recording.seen == []
    assert result.status is Status.REJECTED
    assert result.is_error
    block = result.anthropic()
    assert block["is_error"] is True
    assert "The required parameter `taskId` is missing" in block["content"]
    assert "An unexpected parameter `id` was provided" in block["content"]
    assert dispatch(dispatcher, use({"taskId": "2", "status": "completed"})).status is Status.SUCCEEDED
    assert recording.stages == ["check", "hook", "permission", "run"]


def test_every_stage_receives_the_repaired_arguments_and_the_record_keeps_the_sent_ones(
    dispatch: Dispatch,
) -> None:
    recording = Recording()
    sent = {"flag": "true", "limit": "30"}
    recorded = use(sent)
    result = dispatch(recording.dispatcher(), recorded)
    for _, arguments in recording.seen:
        assert arguments == {"flag": True, "limit": 30}
        assert arguments["flag"] is True
        assert type(arguments["limit"]) is int
    assert result.use == recorded
    assert recorded.arguments is sent
    assert sent == {"flag": "true", "limit": "30"}
    assert result.coerced_locations == (("flag",), ("limit",))


def test_json_text_is_parsed_and_the_record_keeps_the_text(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use('{"flag": "true"}'))
    assert recording.seen[-1] == ("run", {"flag": True})
    assert result.use.arguments == '{"flag": "true"}'


@pytest.mark.parametrize("sent", ['{"flag": ', b"\xff", "", None, "[" * 99_999, '{"limit": NaN}'])
def test_what_cannot_be_parsed_is_a_mistake_of_the_model(dispatch: Dispatch, sent: Any) -> None:
    recording = Recording()
    assert dispatch(recording.dispatcher(), use(sent)).status is Status.REJECTED
    assert recording.seen == []


def test_an_unknown_name_is_answered_like_any_other_mistake(dispatch: Dispatch) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), use({}, name="Tol"))
    assert result.status is Status.REJECTED
    assert result.anthropic()["content"] == (
        "<tool_use_error>InputValidationError: Tol failed due to the following issue:\n"
        "There is no tool with the name `Tol`</tool_use_error>"
    )
    assert recording.seen == []


@pytest.mark.parametrize("name", [[], {}, ["Tool"], None, 3, ("Tool",)])
def test_a_name_that_is_no_string_is_a_mistake_too(dispatch: Dispatch, name: Any) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(), ToolUse("i", name, {}))
    assert result.status is Status.REJECTED
    assert "The name of a tool must be a string" in result.text
    for told in (result.anthropic(), result.gemini(), result.mcp()):
        json.dumps(told)
    assert recording.seen == []


def test_what_a_stage_changes_in_place_goes_nowhere(dispatch: Dispatch) -> None:
    recording = Recording()

    def greedy(call: Call) -> None:
        call.arguments["flag"] = "not a boolean"
        call.arguments["list"].append("more")

    def permission(call: Call) -> bool:
        greedy(call)
        return True

    sent = {"flag": True, "list": [1]}
    dispatcher = recording.dispatcher(hooks=[greedy, recording.hook], permission=permission)
    result = dispatch(dispatcher, use(sent))
    assert recording.seen[1:] == [("hook", {"flag": True, "list": [1]}), ("run", {"flag": True, "list": [1]})]
    recording.seen[-1][1]["list"].append("from the tool")
    assert sent == {"flag": True, "list": [1]}
    assert result.arguments == {"flag": True, "list": [1]}


def test_what_is_changed_in_the_tool_use_goes_nowhere(dispatch: Dispatch) -> None:
    recording = Recording()

    def spoil(call: Call) -> None:
        call.use.arguments["flag"] = "maybe"
        call.use.arguments["list"].append("unchecked")

    def spoil_and_permit(call: Call) -> bool:
        spoil(call)
        return recording.permission(call)

    dispatcher = recording.dispatcher(hooks=[spoil, spoil], permission=spoil_and_permit)
    result = dispatch(dispatcher, use({"flag": True, "list": [1]}))
    assert recording.seen[1:] == [(stage, {"flag": True, "list": [1]}) for stage in ("permission", "run")]
    assert result.arguments == result.use.arguments == {"flag": True, "list": [1]}
    assert result.arguments is not result.use.arguments


@pytest.mark.parametrize("all_at_once", [False, True], ids=["dispatch", "dispatch_all"])
def test_what_the_caller_changes_while_a_stage_waits_goes_nowhere(all_at_once: bool) -> None:
    recording = Recording()
    block = {"type": "tool_use", "id": "u1", "name": "Tool", "input": {"flag": True, "list": [1]}}

    async def spoil() -> None:
        block["input"].update(flag="maybe")  # type: ignore[attr-defined]
        block["input"]["list"].append("unchecked")  # type: ignore[index]

    async def slow_permission(call: Call) -> bool:
        await asyncio.sleep(0.01)
        return recording.permission(call)

    async def both() -> ToolResult:
        dispatcher = recording.dispatcher(permission=slow_permission)
        running: Any = dispatcher.dispatch_all([block]) if all_at_once else dispatcher.dispatch(block)
        result: Any = (await asyncio.gather(running, spoil()))[0]
        return result[0] if all_at_once else result  # type: ignore[no-any-return]

    result = asyncio.run(both())
    assert recording.stages == ["check", "hook", "permission", "run"]
    assert all(arguments == {"flag": True, "list": [1]} for _, arguments in recording.seen)
    assert result.use.arguments == result.arguments == {"flag": True, "list": [1]}


def test_an_unchecked_tool_runs_with_what_was_sent(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry(policies={"builtin": STRICT, "mcp": None, "custom": None}, compile=compile_tool)
    for origin in ("mcp", "custom"):
        registry.add((origin, TASK), origin=origin)
    dispatcher = Dispatcher(registry, {"mcp": recording.run, "custom": recording.run}, hooks=[recording.hook])
    for origin in ("mcp", "custom"):
        assert dispatch(dispatcher, use({"id": "2"}, name=origin)).status is Status.SUCCEEDED
    assert recording.seen == [("hook", {"id": "2"}), ("run", {"id": "2"})] * 2


# --- the semantic check ---

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


def raising(error: Exception) -> Any:
    raise error


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


# --- failures that are not the model's ---


def assert_not_told_as_a_mistake(result: ToolResult) -> None:
    for told in (result.anthropic(), result.openai_chat(), result.openai_responses(), result.mcp()):
        assert "InputValidationError" not in json.dumps(told)
        assert "failed due to the following issue" not in json.dumps(told)
    assert result.issues == ()
    assert result.anthropic()["is_error"] is True
    assert result.mcp()["isError"] is True


@pytest.mark.parametrize(
    ("settings", "status", "reached"),
    [
        ({"hooks": [failing]}, Status.HOOK_FAILED, ["check"]),
        ({"permission": failing}, Status.PERMISSION_FAILED, ["check", "hook"]),
    ],
)
def test_a_stage_that_raises_is_told_apart(
    dispatch: Dispatch, settings: Any, status: Status, reached: Any
) -> None:
    recording = Recording()
    result = dispatch(recording.dispatcher(**settings), use({}))
    assert result.status is status
    assert recording.stages == reached
    assert isinstance(result.error, RuntimeError)
    assert "secret-internal-detail" not in result.text
    assert result.text == (
        "The tool `Tool` was not run because of an internal error. Its arguments are not the reason."
    )
    assert_not_told_as_a_mistake(result)


def test_a_semantic_check_that_breaks_is_told_apart(dispatch: Dispatch) -> None:
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {"Tool": Tool(failing, failing)}), use({}))
    assert result.status is Status.CHECK_FAILED
    assert "secret-internal-detail" not in result.text
    assert_not_told_as_a_mistake(result)


@pytest.mark.parametrize(
    "error",
    [RuntimeError("disk full"), ValueError("disk full"), KeyError("disk full"), StopIteration("disk full")],
)
def test_a_tool_that_raises_tells_its_own_text(dispatch: Dispatch, error: Exception) -> None:
    def run(arguments: Any) -> None:
        raise error

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {"Tool": run}), use({}))
    assert result.status is Status.TOOL_FAILED
    assert result.error is error
    assert result.text.startswith("The tool `Tool` failed: ")
    assert result.arguments == {}
    assert "disk full" in result.text
    assert_not_told_as_a_mistake(result)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_how_a_tool_failure_is_told_can_be_chosen_and_may_fail(dispatch: Dispatch) -> None:
    def run(arguments: Any) -> None:
        raise Unspeakable

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    assert (
        dispatch(Dispatcher(registry, {"Tool": run}), use({})).text == "The tool `Tool` failed: Unspeakable"
    )
    quiet = Dispatcher(registry, {"Tool": run}, describe_failure=lambda use, error: "try later")
    assert dispatch(quiet, use({})).text == "The tool `Tool` failed: try later"


def test_a_validator_that_breaks_is_no_mistake_of_the_model(dispatch: Dispatch) -> None:
    broken = SimpleNamespace(
        name="Tool",
        policy=TOOL_INPUT,
        schema_hash="0",
        schema=FLAGGED,
        advertised_schema=FLAGGED,
        validate=failing,
        validate_json=failing,
    )
    registry = ToolRegistry()
    registry.add(broken)
    recording = Recording()
    result = dispatch(Dispatcher(registry, {"Tool": recording.run}), use({}))
    assert result.status is Status.INTERNAL_FAULT
    assert recording.seen == []
    assert_not_told_as_a_mistake(result)


def test_a_tool_with_nothing_behind_it_is_no_mistake_of_the_model(dispatch: Dispatch) -> None:
    recording = Recording()
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = dispatch(Dispatcher(registry, {}, hooks=[recording.hook]), use({}))
    assert result.status is Status.INTERNAL_FAULT
    assert "nothing to run" in str(result.error)
    assert recording.seen == []
    assert_not_told_as_a_mistake(result)


def test_a_function_bound_to_an_origin_runs_for_no_other(dispatch: Dispatch) -> None:
    registry = ToolRegistry(compile=compile_tool)
    registry.add(("Bash", {}), origin="mcp", server="first")
    recording = Recording()
    bound = Dispatcher(registry, {"Bash": Tool(recording.run, origin="builtin")})
    result = dispatch(bound, use({"command": 1}, name="Bash"))
    assert result.status is Status.INTERNAL_FAULT
    assert_not_told_as_a_mistake(result)
    assert recording.seen == []
    bound = Dispatcher(registry, {"Bash": Tool(recording.run, origin="mcp")})
    assert dispatch(bound, use({}, name="Bash")).status is Status.SUCCEEDED


def test_failures_are_logged_by_type_only(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="callcheck"):
        Recording().dispatcher(hooks=[failing]).dispatch_sync(use({}))
    assert "hook_failed failed in a call of 'Tool': RuntimeError" in caplog.text
    assert "secret-internal-detail" not in caplog.text


# --- hints for deferred tools ---


def test_a_deferred_tool_appends_a_hint_to_its_rejection(dispatch: Dispatch) -> None:
    sent_schemas: set[str] = set()

    def hint(use: ToolUse) -> str | None:
        return None if use.name in sent_schemas else "Its schema was not sent yet: call ToolSearch first."

    dispatcher = Recording().dispatcher(CLOSED, rejection_hint=hint)
    assert dispatch(dispatcher, use({"n": 1})).anthropic()["content"] == (
        "<tool_use_error>InputValidationError: Tool failed due to the following issue:\n"
        "An unexpected parameter `n` was provided\n"
        "Its schema was not sent yet: call ToolSearch first.</tool_use_error>"
    )
    sent_schemas.add("Tool")
    assert "ToolSearch" not in dispatch(dispatcher, use({"n": 1})).text
    assert dispatch(dispatcher, use({})).status is Status.SUCCEEDED


async def late_hint(_: ToolUse) -> str:
    await asyncio.sleep(0)
    return "Load its schema."


async def late_description(_: ToolUse, error: Exception) -> str:
    await asyncio.sleep(0)
    return f"late {error}"


@pytest.mark.filterwarnings("error")
def test_hints_and_descriptions_may_be_coroutine_functions(dispatch: Dispatch) -> None:
    recording = Recording()
    dispatcher = recording.dispatcher(CLOSED, rejection_hint=late_hint, describe_failure=late_description)
    waited = asyncio.run(dispatcher.dispatch(use({"a": 1})))
    assert waited.text.endswith("\nLoad its schema.")
    assert "coroutine" not in dispatch(dispatcher, use({"a": 1})).text
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", CLOSED))
    dispatcher = Dispatcher(
        registry, {"Tool": lambda _: raising(OSError("disk"))}, describe_failure=late_description
    )
    assert asyncio.run(dispatcher.dispatch(use({}))).text == "The tool `Tool` failed: late disk"
    assert dispatcher.dispatch_sync(use({})).text == "The tool `Tool` failed: OSError"


def test_a_hint_that_raises_leaves_the_rejection_as_it_is(dispatch: Dispatch) -> None:
    result = dispatch(Recording().dispatcher(CLOSED, rejection_hint=failing), use({"n": 1}))
    assert result.status is Status.REJECTED
    assert result.text.endswith("An unexpected parameter `n` was provided")


# --- asynchronous stages ---


class Asynchronous(Recording):
    """The same with coroutine functions that give way to others."""

    async def semantic_check(self, arguments: Any) -> None:  # type: ignore[override]
        await asyncio.sleep(0)
        super().semantic_check(arguments)

    async def hook(self, call: Call) -> None:  # type: ignore[override]
        await asyncio.sleep(0)
        super().hook(call)

    async def permission(self, call: Call) -> bool:  # type: ignore[override]
        await asyncio.sleep(0)
        return super().permission(call)

    async def run(self, arguments: Any) -> Any:
        await asyncio.sleep(0)
        return super().run(arguments)


def test_every_stage_may_be_a_coroutine_function() -> None:
    recording = Asynchronous()
    result = asyncio.run(recording.dispatcher().dispatch(use({"limit": "3"})))
    assert result.value == "done"
    assert recording.seen == [(stage, {"limit": 3}) for stage in ("check", "hook", "permission", "run")]


@pytest.mark.filterwarnings("error")
def test_without_a_loop_a_coroutine_function_has_failed_before_it_began() -> None:
    recording = Asynchronous()
    result = recording.dispatcher().dispatch_sync(use({}))
    assert result.status is Status.CHECK_FAILED
    assert recording.seen == []
    assert "`dispatch_sync` cannot wait" in str(result.error)


def test_a_generator_that_waits_cannot_be_awaited_without_a_loop() -> None:
    class Waits:
        def __await__(self) -> Iterator[None]:
            yield

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    result = Dispatcher(registry, {"Tool": lambda _: Waits()}).dispatch_sync(use({}))
    assert result.status is Status.TOOL_FAILED


def test_the_dispatcher_needs_no_asyncio_of_its_own() -> None:
    dispatching = Recording().dispatcher().dispatch(use({}))
    with pytest.raises(StopIteration) as end:
        dispatching.send(None)
    assert end.value.value.status is Status.SUCCEEDED
