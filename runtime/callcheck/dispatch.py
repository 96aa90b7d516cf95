"""One tool use: parse -> validate -> semantic check -> hooks -> permission -> call -> result.

The order is the guarantee: a call that is rejected fires no hook and asks for no permission, and only a mistake of the
model is told to it as one. What was sent is copied before anything looks at it, and each stage gets copies: nothing
that is changed in place reaches the tool unchecked, and the recorded tool use keeps what the model sent.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from .cancellation import in_a_task_of_its_own
from .outcomes import Tally
from .registry import ToolRegistry
from .stages import Call, Denied, Hook, Permission, Rules, Run, Tool, plain_failure
from .tool_result import Status, ToolResult
from .tool_use import ToolUse, read_tool_use

__all__ = ["Call", "Denied", "Dispatcher", "Status", "Tool", "ToolResult", "ToolUse"]


class Dispatcher:
    """Runs tool uses through the gate. Holds no state but counts: any number of dispatches may run at once.

    registry          the tools, and how their calls are checked
    tools             name -> `Tool`, or only the function that runs it; looked up at each call
    hooks             are called in order with the `Call`; each returns None, rewritten arguments (validated again), or
                      `Denied`
    permission        is called with the `Call` after the hooks; True lets it run, False or `Denied` does not, and anything
                      else is a failure of the function
    rejection_hint    the tool use -> a sentence to append to its rejection, or None; such as how to load the schema of a
                      tool whose schema was not sent to the model yet
    describe_failure  (tool use, exception) -> what the model reads of a tool's exception; None for the exception's own text

    Each function may be a coroutine function under `dispatch`.
    """

    def __init__(
        self,
        registry: ToolRegistry,
        tools: Mapping[str, Tool | Callable[[Any], Any]],
        *,
        hooks: Iterable[Hook] = (),
        permission: Permission | None = None,
        rejection_hint: Callable[[ToolUse], Any] | None = None,
        describe_failure: Callable[[ToolUse, Exception], Any] = plain_failure,
    ) -> None:
        self._rules = Rules(registry, tools, tuple(hooks), permission, rejection_hint, describe_failure)
        self._tally = Tally()

    async def dispatch(self, use: ToolUse | Any, context: Any = None) -> ToolResult:
        """The result of one tool use, given as a `ToolUse` or a provider's block; hooks and permission get the `context`.

        Raises ValueError for a block that is no tool use. Whatever a model sends or a stage raises ends in a result, and so
        does a cancellation that a stage brought upon itself; one of the task that this runs in goes through.
        """
        return await self._finished(self._begun(use, context, waits=True))

    def dispatch_sync(self, use: ToolUse | Any, context: Any = None) -> ToolResult:
        """The same without an event loop, where no stage is asynchronous: one that is has failed."""
        return _without_waiting(self._finished(self._begun(use, context, waits=False)))

    async def dispatch_all(self, uses: Iterable[ToolUse | Any], context: Any = None) -> list[ToolResult]:
        """The results of the tool uses of one turn, run at the same time under asyncio, in the order of `uses`."""
        import asyncio

        runs = [self._begun(use, context, waits=True) for use in uses]
        together = asyncio.gather(*[self._finished(run) for run in runs], return_exceptions=True)
        ended: list[Any] = await in_a_task_of_its_own(together)
        for result in ended:
            # Only now, so that no call of the turn is left running.
            if isinstance(result, BaseException):
                raise result
        return ended

    def counts(self) -> dict[str, dict[Status, int]]:
        """How many dispatches ended how, by tool; names that no tool has are together under ""."""
        counts: dict[str, dict[Status, int]] = {}
        for (tool, status), count in self._tally.totals().items():
            counts.setdefault(tool, {})[status] = count
        return counts

    def _begun(self, use: ToolUse | Any, context: Any, waits: bool) -> Run:
        return Run(self._rules, read_tool_use(use), context, waits)

    async def _finished(self, run: Run) -> ToolResult:
        result = await run.result()
        self._tally.add((run.tool_name, result.status))
        return result


def _without_waiting(run: Coroutine[Any, Any, ToolResult]) -> ToolResult:
    """What a coroutine returns that never waits."""
    try:
        run.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    run.close()
    raise RuntimeError("a stage waited in `dispatch_sync`")
