"""Whose cancellation it is: of the task that a dispatch runs in, or one that a stage of it brought upon itself."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any


class CancelledInside(RuntimeError):
    """Something that a stage waited for was cancelled, or the stage raised as if; nobody cancelled the dispatch."""

    def __init__(self) -> None:
        super().__init__("it was cancelled from within")


class Cancellation:
    """Made where a dispatch begins; tells afterwards whether its task was asked to be cancelled since then.

    Elsewhere than in asyncio, a cancellation is none of asyncio's, and goes through like whatever is no Exception.
    """

    __slots__ = ("_before", "_task")

    def __init__(self) -> None:
        self._task = _running_task()
        self._before = 0
        if hasattr(self._task, "cancelling"):
            # A request that is not delivered yet will be, in this dispatch.
            self._before = self._task.cancelling() - getattr(self._task, "_must_cancel", False)

    async def wait(self, awaitable: Awaitable[Any]) -> Any:
        """What the awaitable gives. Raises CancelledInside when it was cancelled and the dispatch was not.

        Raises CancelledError when the dispatch was, also where the awaitable gives something or raises something else
        instead, as what swallows a cancellation or fails to clean up after one does.
        """
        if self._task is not None and not hasattr(self._task, "cancelling"):
            return await in_a_task_of_its_own(awaitable)
        try:
            answer = await awaitable
        except Exception:
            await self.let_through()
            raise
        except BaseException as error:
            if is_cancelled_error(error) and not self._is_requested():
                raise CancelledInside from error
            raise
        await self.let_through()
        return answer

    async def let_through(self) -> None:
        """Raises CancelledError when the dispatch was asked to be cancelled since it began, and nobody took it back.

        Whoever handles a request takes it back by `Task.uncancel`, as `asyncio.timeout` and anyio do.
        """
        is_undelivered = getattr(self._task, "_must_cancel", False)
        if not is_undelivered and not self._is_requested():
            return
        import asyncio

        if is_undelivered:
            # Delivered by asyncio itself, which would do it once more otherwise.
            await asyncio.sleep(0)
        # A scope of anyio asks again at every turn of the loop, and knows only its own request.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        raise asyncio.CancelledError

    def _is_requested(self) -> bool:
        # Tasks of Python 3.10 do not count.
        return hasattr(self._task, "cancelling") and self._task.cancelling() > self._before


def called(function: Callable[..., Any], *given: Any) -> Any:
    """What the function returns. Raises CancelledInside for a CancelledError, which no request brings out of a plain call."""
    try:
        return function(*given)
    except BaseException as error:
        if is_cancelled_error(error):
            raise CancelledInside from error
        raise


def is_cancelled_error(error: BaseException) -> bool:
    """Whether it is asyncio's, which stands outside of Exception."""
    asyncio = sys.modules.get("asyncio")
    return asyncio is not None and isinstance(error, asyncio.CancelledError)


async def in_a_task_of_its_own(awaitable: Awaitable[Any]) -> Any:
    """The same where the waiting alone can be cancelled from outside: on Python 3.10, whose tasks do not count the requests,
    and for several dispatches together.
    """
    import asyncio

    inside = asyncio.ensure_future(awaitable)
    requested: BaseException | None = None
    scopes: set[str] = set()
    while not inside.done():
        try:
            await asyncio.wait([inside])
        except asyncio.CancelledError as error:
            requested = error
            scope = _cancel_scope(error)
            # Handed on as often as it is asked for; the stage may have to clean up.
            if scope not in scopes:
                inside.cancel()
            scopes.update((scope,) if scope else ())
    if requested is not None:
        if not inside.cancelled():
            # Looked at, so that asyncio does not report that nobody did.
            inside.exception()
        raise requested
    if inside.cancelled():
        raise CancelledInside
    return inside.result()


def _cancel_scope(error: BaseException) -> str:
    """The cancel scope of anyio that asked, which asks anew at every turn of the loop and means one request; else ""."""
    message = str(error.args[0]) if error.args else ""
    return message if message.startswith(("Cancelled by cancel scope", "Cancelled via cancel scope")) else ""


def _running_task() -> Any:
    """The task of asyncio that this runs in, or None."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
