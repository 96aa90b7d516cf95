"""Whose cancellation it is: that of the dispatching task goes through, any other one is a failure of its stage."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from callcheck.dispatch import Dispatcher, Status, ToolResult
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import DISPATCHES, FLAGGED, dispatcher_of, use


def test_a_cancellation_goes_through() -> None:
    stages: list[str] = []

    async def run(arguments: Any) -> None:
        stages.append("run")
        try:
            await asyncio.sleep(60)
        finally:
            stages.append("cleaned up")

    async def main() -> None:
        registry = ToolRegistry()
        registry.add(compile_tool("Tool", FLAGGED))
        dispatching = asyncio.create_task(Dispatcher(registry, {"Tool": run}).dispatch(use({})))
        while not stages:
            await asyncio.sleep(0)
        dispatching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await dispatching
        assert dispatching.cancelled()

    asyncio.run(main())
    assert stages == ["run", "cleaned up"]


def test_cancelling_a_turn_cancels_its_calls() -> None:
    ended: list[str] = []

    async def run(arguments: Any) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("ended")

    async def main() -> None:
        registry = ToolRegistry()
        registry.add(compile_tool("Tool", FLAGGED))
        turn = asyncio.create_task(Dispatcher(registry, {"Tool": run}).dispatch_all([use({}), use({})]))
        await asyncio.sleep(0.01)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn

    asyncio.run(main())
    assert ended == ["ended", "ended"]


async def cancelled_inner_task(*_: Any) -> None:
    inner = asyncio.create_task(asyncio.sleep(60))
    inner.cancel()
    await inner


async def raises_as_if_cancelled(*_: Any) -> None:
    await asyncio.sleep(0)
    raise asyncio.CancelledError


async def leaves_a_cancelled_future(*_: Any) -> None:
    future = asyncio.get_running_loop().create_future()
    future.cancel()
    await future


def raises_at_once(*_: Any) -> None:
    raise asyncio.CancelledError


def returns_a_cancelled_future(*_: Any) -> Any:
    future = asyncio.get_running_loop().create_future()
    future.cancel()
    return future


CANCELLED_INSIDE = [
    cancelled_inner_task,
    raises_as_if_cancelled,
    leaves_a_cancelled_future,
    raises_at_once,
    returns_a_cancelled_future,
]


@pytest.mark.parametrize("function", CANCELLED_INSIDE)
@pytest.mark.parametrize(
    ("stage", "status"),
    [
        ("check", Status.CHECK_FAILED),
        ("hook", Status.HOOK_FAILED),
        ("permission", Status.PERMISSION_FAILED),
        ("run", Status.TOOL_FAILED),
        ("describe", Status.TOOL_FAILED),
        ("hint", Status.REJECTED),
    ],
)
def test_a_cancellation_that_nobody_asked_for_is_a_failure_of_the_stage(
    stage: str, status: Status, function: Any
) -> None:
    async def main() -> ToolResult:
        sent = {"flag": "maybe"} if stage == "hint" else {}
        return await dispatcher_of(stage, function).dispatch(use(sent))

    result = asyncio.run(main())
    assert result.status is status
    if stage not in ("hint", "describe"):
        assert isinstance(result.error, RuntimeError)
        assert str(result.error) == "it was cancelled from within"


@pytest.mark.parametrize("way", DISPATCHES)
@pytest.mark.parametrize("stage", ["check", "hook", "permission", "run", "describe", "hint", "on_outcome"])
def test_what_is_raised_as_if_cancelled_escapes_from_no_stage(way: str, stage: str) -> None:
    sent = {"flag": "maybe"} if stage == "hint" else {}
    result = DISPATCHES[way](dispatcher_of(stage, raises_at_once), use(sent))
    assert isinstance(result, ToolResult)


def test_whoever_cleans_up_after_a_cancellation_can_still_dispatch() -> None:
    """The earlier request is not this dispatch's, but one that comes during it is."""
    results: list[ToolResult] = []

    async def cleaning_up() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            results.append(await dispatcher_of("run", cancelled_inner_task).dispatch(use({})))
            await dispatcher_of("run", lambda _: asyncio.sleep(60)).dispatch(use({}))

    async def main() -> bool:
        task = asyncio.create_task(cleaning_up())
        await asyncio.sleep(0)
        task.cancel()
        while not results and not task.done():
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(main())
    assert results[0].status is Status.TOOL_FAILED


def test_a_cancellation_that_was_asked_for_before_the_dispatch_goes_through() -> None:
    async def main() -> bool:
        async def dispatching() -> None:
            current = asyncio.current_task()
            assert current is not None
            current.cancel()
            await dispatcher_of("run", lambda _: asyncio.sleep(60)).dispatch(use({}))

        task = asyncio.create_task(dispatching())
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(main())


def test_a_second_cancellation_reaches_a_tool_that_cleans_up() -> None:
    stages: list[str] = []

    async def run(_: Any) -> None:
        for stage in ("waiting", "cleaning up"):
            try:
                stages.append(stage)
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                stages.append("cancelled")
        raise RuntimeError("while cleaning up")

    async def main() -> None:
        task = asyncio.create_task(dispatcher_of("run", run).dispatch(use({})))
        for seen in (1, 3):
            while len(stages) < seen and not task.done():
                await asyncio.sleep(0)
            task.cancel()
        await asyncio.wait([task], timeout=10)
        assert task.cancelled()

    asyncio.run(main())
    assert stages == ["waiting", "cancelled", "cleaning up", "cancelled"]


def test_a_tool_that_runs_out_of_time_is_cancelled_by_the_caller_and_cleans_up() -> None:
    ended: list[str] = []

    async def run(_: Any) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            ended.append("cleaned up")

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(dispatcher_of("run", run).dispatch(use({})), 0.01)

    asyncio.run(main())
    assert ended == ["cleaned up"]


def test_no_call_of_a_turn_is_left_running_when_one_cancels_its_own_task() -> None:
    ended: list[str] = []

    async def run(arguments: Any) -> None:
        if arguments:
            current = asyncio.current_task()
            assert current is not None
            current.cancel()
        await asyncio.sleep(0.01)
        ended.append("ended")

    async def main() -> None:
        await dispatcher_of("run", run).dispatch_all([use({"flag": True}), use({})])

    if hasattr(asyncio.Task, "cancelling"):
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(main())
    else:
        # There a stage has a task of its own, and cancels that one.
        asyncio.run(main())
    assert ended == ["ended"]
