"""Stages that are coroutine functions, with an event loop and without one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from callcheck.dispatch import Call, Dispatcher, Status
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import FLAGGED, Recording, use


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
