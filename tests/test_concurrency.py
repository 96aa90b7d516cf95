"""Many dispatches at once, with refreshes in between: in one event loop, and in threads with and without a GIL."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Any

import pytest
from callcheck.dispatch import Call, Dispatcher, Status, ToolResult, ToolUse
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from tests.dispatching import FLAGGED, Recording, use


@pytest.mark.skipif(
    "CALLCHECK_WITHOUT_GIL" not in os.environ,
    reason="scripts/test_free_threaded runs these tests without a GIL",
)
def test_there_is_no_gil() -> None:
    assert sys._is_gil_enabled() is False  # type: ignore[attr-defined, unused-ignore]


def test_the_tool_uses_of_a_turn_run_at_the_same_time_and_keep_their_order() -> None:
    running: list[int] = []
    most: list[int] = []

    async def run(arguments: Any) -> int:
        running.append(arguments["limit"])
        await asyncio.sleep(0.01 * (3 - arguments["limit"]))
        most.append(len(running))
        running.remove(arguments["limit"])
        return arguments["limit"]  # type: ignore[no-any-return]

    registry = ToolRegistry()
    registry.add(compile_tool("Tool", FLAGGED))
    dispatcher = Dispatcher(registry, {"Tool": run})
    uses = [use({"limit": 1}), use({"limit": "x"}), use({"limit": 2}), use({}, name="None")]
    results = asyncio.run(dispatcher.dispatch_all(uses))
    assert [result.status.value for result in results] == ["succeeded", "rejected", "succeeded", "rejected"]
    assert [result.value for result in results] == [1, None, 2, None]
    assert max(most) == 2
    assert dispatcher.counts() == {
        "Tool": {Status.SUCCEEDED: 2, Status.REJECTED: 1},
        "": {Status.REJECTED: 1},
    }


CALLS = 10_000
NUMBERED = {
    "type": "object",
    "properties": {"number": {"type": "integer"}},
    "required": ["number"],
    "additionalProperties": False,
}


def numbered_registry() -> ToolRegistry:
    registry = ToolRegistry(compile=compile_tool)
    registry.refresh(numbered_list(0))
    return registry


def numbered_list(turn: int) -> list[tuple[str, Any]]:
    """Ten tools whose schemas change from turn to turn without a change of meaning, and one more or less."""
    changing = {**NUMBERED, "description": f"turn {turn}"}
    listed: list[tuple[str, Any]] = [
        (f"tool{index}", changing if index % 2 else NUMBERED) for index in range(10)
    ]
    return listed + ([("extra", NUMBERED)] if turn % 2 else [])


def numbered_use(number: int) -> ToolUse:
    """Each third call is valid, each third to repair, each third wrong."""
    arguments = [{"number": number}, {"number": str(number)}, {"n": number}][number % 3]
    return use(arguments, name=f"tool{number % 10}", identifier=str(number))


def assert_neither_lost_nor_crossed(results: list[ToolResult]) -> None:
    assert [result.use.id for result in results] == [str(number) for number in range(CALLS)]
    for number, result in enumerate(results):
        if number % 3 == 2:
            assert result.status is Status.REJECTED
            assert result.text.startswith(f"tool{number % 10} failed due to")
        else:
            assert result.value == (f"tool{number % 10}", number)


def numbered_dispatcher(registry: ToolRegistry, pause: bool) -> Dispatcher:
    def runs(name: str) -> Any:
        async def slow(arguments: Any) -> Any:
            await asyncio.sleep(0)
            return name, arguments["number"]

        return slow if pause else lambda arguments: (name, arguments["number"])

    return Dispatcher(registry, {f"tool{index}": runs(f"tool{index}") for index in range(10)})


def test_ten_thousand_dispatches_at_once_with_refreshes_in_between() -> None:
    registry = numbered_registry()
    dispatcher = numbered_dispatcher(registry, pause=True)

    waves = 50
    ended_before: list[int] = []
    ended: list[int] = []

    async def refreshing() -> None:
        for turn in range(waves):
            registry.refresh(numbered_list(turn))
            ended_before.append(len(ended))
            await asyncio.sleep(0)

    async def dispatching(number: int) -> ToolResult:
        for _ in range(number % waves):
            await asyncio.sleep(0)
        result = await dispatcher.dispatch(numbered_use(number))
        ended.append(number)
        return result

    async def main() -> list[ToolResult]:
        refreshes = asyncio.create_task(refreshing())
        results = await asyncio.gather(*[dispatching(number) for number in range(CALLS)])
        await refreshes
        return results

    assert_neither_lost_nor_crossed(asyncio.run(main()))
    # Nearly every refresh came when some calls had ended and others had not.
    assert len({count for count in ended_before if 0 < count < CALLS}) > waves - 10


def test_ten_thousand_dispatches_in_threads_with_refreshes_in_between() -> None:
    registry = numbered_registry()
    dispatcher = numbered_dispatcher(registry, pause=False)
    results: list[Any] = [None] * CALLS
    stop = threading.Event()

    def dispatching(first: int) -> None:
        for number in range(first, CALLS, 8):
            results[number] = dispatcher.dispatch_sync(numbered_use(number))

    def refreshing() -> None:
        turn = 0
        while not stop.is_set():
            registry.refresh(numbered_list(turn % 7))
            turn += 1

    threads = [threading.Thread(target=dispatching, args=(first,)) for first in range(8)]
    refresher = threading.Thread(target=refreshing)
    for thread in [refresher, *threads]:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    refresher.join()
    assert_neither_lost_nor_crossed(results)
    assert sum(count for statuses in dispatcher.counts().values() for count in statuses.values()) == CALLS
    checked = registry.counts().values()
    assert sum(counts.accepted + counts.rejected for counts in checked) == CALLS


def test_a_refresh_during_a_dispatch_does_not_change_its_rules() -> None:
    registry = ToolRegistry(compile=compile_tool)
    registry.refresh([("Tool", NUMBERED)])
    recording = Recording()

    def refreshing_hook(call: Call) -> Any:
        registry.refresh([("Tool", {"type": "object", "required": ["another"]})])
        return {"number": call.arguments["number"] + 1}

    dispatcher = Dispatcher(registry, {"Tool": recording.run}, hooks=[refreshing_hook])
    assert dispatcher.dispatch_sync(use({"number": 1})).status is Status.SUCCEEDED
    assert recording.seen == [("run", {"number": 2})]
    assert dispatcher.dispatch_sync(use({"number": 1})).status is Status.REJECTED
