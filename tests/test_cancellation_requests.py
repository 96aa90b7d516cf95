"""A cancellation that was asked for is never lost, whatever the stage does that it reaches; in asyncio and under anyio."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import anyio
import pytest
from callcheck.dispatch import Denied, Dispatcher, Tool, ToolResult
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import FLAGGED, Recording, dispatcher_of, use


async def swallows(*_: Any) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(60)


async def fails_to_clean_up(*_: Any) -> None:
    try:
        await asyncio.sleep(60)
    finally:
        raise ConnectionError("closing failed")


async def fails_after_swallowing(*_: Any) -> None:
    await swallows()
    raise ConnectionError


async def is_denied_after_swallowing(*_: Any) -> Denied:
    await swallows()
    return Denied("too late")


async def swallows_twice(*_: Any) -> None:
    await swallows()
    await asyncio.sleep(0)


SWALLOWING = [
    swallows,
    fails_to_clean_up,
    fails_after_swallowing,
    is_denied_after_swallowing,
    swallows_twice,
]
STAGES = ["check", "hook", "permission", "run", "describe", "hint"]


@pytest.mark.parametrize("function", SWALLOWING)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("way", ["cancel", "wait_for", "gather"])
def test_no_stage_loses_a_cancellation_that_was_asked_for(way: str, stage: str, function: Any) -> None:
    async def main() -> None:
        sent = use({"flag": "maybe"} if stage == "hint" else {})
        dispatcher = dispatcher_of(stage, function)
        if way == "wait_for":
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(dispatcher.dispatch(sent), 0.01)
            return
        called = dispatcher.dispatch_all([sent, sent]) if way == "gather" else dispatcher.dispatch(sent)
        task = asyncio.ensure_future(called)
        await asyncio.sleep(0.01)
        task.cancel("enough")
        await asyncio.wait([task], timeout=10)
        assert task.cancelled()

    asyncio.run(main())


@pytest.mark.parametrize("function", SWALLOWING)
@pytest.mark.parametrize("stage", ["check", "hook", "permission"])
def test_no_later_stage_begins_after_a_cancellation(stage: str, function: Any) -> None:
    recording = Recording()
    given: dict[str, Any] = {"hooks": [], "permission": None}
    check = function if stage == "check" else None
    given.update(
        {"hook": {"hooks": [function, recording.hook]}, "permission": {"permission": function}}.get(stage, {})
    )
    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    dispatcher = Dispatcher(registry, {"Tool": Tool(recording.run, check)}, **given)

    async def main() -> None:
        task = asyncio.ensure_future(dispatcher.dispatch(use({})))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task], timeout=10)
        assert task.cancelled()

    asyncio.run(main())
    assert recording.seen == []


def test_no_later_stage_begins_after_a_plain_function_asked_for_a_cancellation() -> None:
    recording = Recording()

    def cancels(_: Any) -> None:
        current = asyncio.current_task()
        assert current is not None
        current.cancel()

    async def main() -> list[str]:
        told: list[str] = []

        async def turn() -> None:
            try:
                await recording.dispatcher(hooks=[cancels]).dispatch(use({}))
            except asyncio.CancelledError:
                told.append("cancelled")
            # Delivered once, not again at whatever is waited for next.
            await asyncio.sleep(0)
            told.append("went on")

        await asyncio.wait([asyncio.ensure_future(turn())], timeout=10)
        return told

    assert asyncio.run(main()) == ["cancelled", "went on"]
    assert recording.stages == ["check"]


@pytest.mark.skipif(not hasattr(asyncio, "timeout"), reason="asyncio.timeout is of Python 3.11")
def test_a_stage_that_handles_a_cancellation_of_its_own_goes_on() -> None:
    async def run(_: Any) -> str:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.001):  # type: ignore[attr-defined, unused-ignore]
                await asyncio.sleep(60)
        return "out of time"

    assert asyncio.run(dispatcher_of("run", run).dispatch(use({}))).value == "out of time"


async def in_a_scope(_: Any) -> str:
    with anyio.move_on_after(0.001):
        await anyio.sleep(60)
    return "done"


async def in_a_group(_: Any) -> str:
    async with anyio.create_task_group() as group:
        group.start_soon(anyio.sleep, 60)
        await anyio.sleep(0)
        group.cancel_scope.cancel()
    return "done"


@pytest.mark.parametrize("run", [in_a_scope, in_a_group])
def test_a_scope_of_anyio_inside_a_tool_is_the_tools_own(run: Any) -> None:
    result: ToolResult = anyio.run(dispatcher_of("run", run).dispatch, use({}))
    assert result.value == "done"


@pytest.mark.parametrize("way", ["dispatch", "dispatch_all"])
def test_a_shielded_clean_up_is_not_cut_off_by_a_scope_of_anyio(way: str) -> None:
    ended: list[str] = []

    async def run(_: Any) -> None:
        try:
            await anyio.sleep(60)
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.sleep(0.01)
                ended.append("cleaned up")

    async def main() -> bool:
        dispatcher = dispatcher_of("run", run)
        with anyio.move_on_after(0.01) as scope:
            await (dispatcher.dispatch(use({})) if way == "dispatch" else dispatcher.dispatch_all([use({})]))
        return scope.cancelled_caught

    assert anyio.run(main)
    assert ended == ["cleaned up"]


@pytest.mark.parametrize("function", SWALLOWING)
def test_a_scope_of_anyio_ends_what_swallows_its_cancellation(function: Any) -> None:
    async def main() -> bool:
        with anyio.move_on_after(0.01) as scope:
            await dispatcher_of("hook", function).dispatch(use({}))
        return scope.cancelled_caught

    assert anyio.run(main)
