"""What became of the calls: one `Outcome` for each check, counts by tool, and a log that is silent by default.

All of it holds names only (of tools, fields and keywords), never a value that was sent.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any, NamedTuple

from .cancellation import called
from .issues import InstanceLocation, Issue
from .location import path

LOGGER = "callcheck"


class Verdict(enum.Enum):
    """What a check said."""

    ACCEPTED = "accepted"
    COERCED = "coerced"
    REJECTED = "rejected"
    UNCHECKED = "unchecked"
    UNKNOWN = "unknown"
    UNAVAILABLE = "unavailable"

    # Members are counted at every check, and Enum's own hash is several times as slow.
    __hash__ = object.__hash__


class Outcome(NamedTuple):
    """One check, for a callback.

    tool               the name that was called; a name that the model made up when the verdict is UNKNOWN
    verdict            ACCEPTED as sent, COERCED and accepted, REJECTED, UNCHECKED (passed through), UNKNOWN (no tool),
                       UNAVAILABLE (a tool that could not be registered)
    coerced_locations  where something was coerced
    issues             every issue of a rejection
    """

    tool: str
    verdict: Verdict
    coerced_locations: tuple[InstanceLocation, ...] = ()
    issues: tuple[Issue, ...] = ()


OnOutcome = Callable[[Outcome], object]


@dataclass(frozen=True)
class ToolCounts:
    """How the calls of one tool went.

    accepted     calls that were accepted, those with something coerced included
    coerced      calls of which something was coerced
    rejected     calls that were rejected
    unchecked    calls that were passed through
    issues       (kind, keyword) -> how many issues of rejected calls, such as ("MISSING", "required")
    unavailable  calls of a tool that could not be registered
    """

    accepted: int = 0
    coerced: int = 0
    rejected: int = 0
    unchecked: int = 0
    issues: Mapping[tuple[str, str], int] = field(default_factory=dict)
    unavailable: int = 0


class Tally:
    """Counts by key, added to from any number of threads without a lock.

    Each thread adds to a dict of its own, found by the thread's identifier. Identifiers are used again after a thread has
    ended, so there are never more dicts than threads that ran at the same time.
    """

    __slots__ = ("_by_thread",)

    def __init__(self) -> None:
        self._by_thread: dict[int, dict[Hashable, int]] = {}

    def add(self, key: Hashable) -> None:
        """One more of `key`."""
        thread = get_ident()
        counts = self._by_thread.get(thread)
        if counts is None:
            counts = self._by_thread.setdefault(thread, {})
        counts[key] = counts.get(key, 0) + 1

    def totals(self) -> dict[Any, int]:
        """The counts so far, of all threads together."""
        totals: dict[Any, int] = {}
        for counts in list(self._by_thread.values()):
            for key, count in counts.copy().items():
                totals[key] = totals.get(key, 0) + count
        return totals


class Outcomes:
    """Counts every check of a registry, and tells the callback and the log.

    A name that is no tool's is counted under "", for a model can make up any number of them.
    """

    __slots__ = ("_on_outcome", "_tally")

    def __init__(self, on_outcome: OnOutcome | None = None) -> None:
        if on_outcome is not None:
            _require_plain(on_outcome)
        self._on_outcome = on_outcome
        self._tally = Tally()

    def record(
        self,
        tool: str,
        verdict: Verdict,
        coerced_locations: tuple[InstanceLocation, ...] = (),
        issues: tuple[Issue, ...] = (),
    ) -> None:
        """One check more."""
        counted = "" if verdict is Verdict.UNKNOWN else tool
        self._tally.add((counted, verdict))
        if issues:
            for issue in issues:
                self._tally.add((counted, issue.kind.name, issue.keyword))
            log_rejection(tool, issues)
        if self._on_outcome is not None:
            try:
                answer = called(self._on_outcome, Outcome(tool, verdict, coerced_locations, issues))
                if hasattr(answer, "__await__"):
                    _leave(answer)
            except Exception as error:
                log_failure("on_outcome", tool, error)

    def counts(self) -> dict[str, ToolCounts]:
        """The counts so far by tool."""
        numbers: dict[str, dict[Verdict, int]] = {}
        issues: dict[str, dict[tuple[str, str], int]] = {}
        for (tool, *rest), count in self._tally.totals().items():
            numbers.setdefault(tool, {})
            if len(rest) == 1:
                numbers[tool][rest[0]] = count
            else:
                issues.setdefault(tool, {})[(rest[0], rest[1])] = count
        return {tool: _tool_counts(found, issues.get(tool, {})) for tool, found in numbers.items()}


def _require_plain(on_outcome: OnOutcome) -> None:
    """Raises TypeError for a coroutine function, which would be called and never run."""
    import inspect

    # An object may have a coroutine function for what calls it.
    called_by: Any = type(on_outcome).__call__
    if inspect.iscoroutinefunction(on_outcome) or inspect.iscoroutinefunction(called_by):
        raise TypeError(
            "`on_outcome` must be a plain function, for a check waits for nothing; let it start a task, or put the outcome "
            "into a queue"
        )


def _leave(awaitable: Any) -> None:
    """Raises TypeError for what a plain function returned that had to be waited for."""
    if hasattr(awaitable, "close"):
        awaitable.close()
    raise TypeError("`on_outcome` returned an awaitable, and a check waits for nothing")


def _tool_counts(numbers: dict[Verdict, int], issues: dict[tuple[str, str], int]) -> ToolCounts:
    coerced = numbers.get(Verdict.COERCED, 0)
    return ToolCounts(
        accepted=numbers.get(Verdict.ACCEPTED, 0) + coerced,
        coerced=coerced,
        rejected=numbers.get(Verdict.REJECTED, 0) + numbers.get(Verdict.UNKNOWN, 0),
        unchecked=numbers.get(Verdict.UNCHECKED, 0),
        issues=issues,
        unavailable=numbers.get(Verdict.UNAVAILABLE, 0),
    )


def log_rejection(tool: str, issues: tuple[Issue, ...]) -> None:
    """Says at INFO which fields of a call were wrong. Names are escaped, for they come from the model."""

    def fields() -> str:
        told = ", ".join(f"{issue.kind.name} `{_shown(issue.instance_location)}`" for issue in issues[:10])
        return told + (f" and {len(issues) - 10} more" if len(issues) > 10 else "")

    _log(_INFO, "rejected a call of %s: %s", tool, fields)


def log_refusal(tool: str, reason: Exception) -> None:
    """Says at WARNING that a tool was not registered, and why."""
    _log(_WARNING, "the tool %s was not registered: %s", tool, lambda: ascii(str(reason)[:500]))


def log_warning(tool: str, reason: Exception) -> None:
    """Says at WARNING what is the matter with a tool that was registered."""
    _log(_WARNING, "the tool %s: %s", tool, lambda: ascii(str(reason)[:500]))


def log_failure(stage: str, tool: str, error: BaseException) -> None:
    """Says at ERROR what failed on our side; the exception's type only, for its text may hold values."""
    _log(_ERROR, f"{stage} failed in a call of %s: %s", tool, lambda: type(error).__qualname__)


_INFO, _WARNING, _ERROR = 20, 30, 40


def _log(level: int, sentence: str, tool: Any, told: Callable[[], str]) -> None:
    """One line of the log, made only when somebody reads it; raises nothing, whatever the handlers do."""
    try:
        logger = _logger()
        if logger.isEnabledFor(level):
            # A model may send a name that is no text.
            name = ascii(tool[:100]) if isinstance(tool, str) else f"a name of type {type(tool).__name__}"
            called(logger.log, level, sentence, name, told())
    except Exception:
        # The log has failed, so there is nowhere to say it; the call must not suffer for it.
        return


def _shown(location: InstanceLocation) -> str:
    """A location on one line of ASCII that is not long, however long the keys are."""
    return path(location).encode("ascii", "backslashreplace").decode("ascii")


def _logger() -> Any:
    # Imported on first use: `logging` would be a good part of what `import callcheck` costs.
    import logging

    logger = logging.getLogger(LOGGER)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return logger
