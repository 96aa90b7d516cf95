"""What is counted and logged of each call, and that it holds names only."""

from __future__ import annotations

import gc
import logging
import threading
from functools import partial
from typing import Any

import pytest
from callcheck.outcomes import Outcome, Tally, ToolCounts, Verdict, log_warning
from callcheck.verdicts import Accepted, Rejected
from callcheck_compiler import compile_tool

from tests.registering import GREP, REFUSED, TASK, registry


def test_outcomes_are_counted_by_tool_kind_and_keyword() -> None:
    seen: list[Outcome] = []
    tools = registry(("Grep", GREP), ("Task", TASK), on_outcome=seen.append)
    for sent in ({"pattern": "x"}, {"pattern": "x", "limit": "3"}, {"-n": 3, "n": 1}, {}):
        tools.check("Grep", sent)
    tools.check("Nothing", {})
    tools.check("Nothing else", {})
    assert tools.counts() == {
        "Grep": ToolCounts(
            accepted=2,
            coerced=1,
            rejected=2,
            issues={
                ("MISSING", "required"): 2,
                ("UNEXPECTED", "additionalProperties"): 1,
                ("TYPE", "type"): 1,
            },
        ),
        "": ToolCounts(rejected=2, issues={("VALUE", ""): 2}),
    }
    assert [(outcome.tool, outcome.verdict) for outcome in seen] == [
        ("Grep", Verdict.ACCEPTED),
        ("Grep", Verdict.COERCED),
        ("Grep", Verdict.REJECTED),
        ("Grep", Verdict.REJECTED),
        ("Nothing", Verdict.UNKNOWN),
        ("Nothing else", Verdict.UNKNOWN),
    ]
    assert seen[1].coerced_locations == (("limit",),)


def test_an_outcome_and_the_log_hold_names_only(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[Outcome] = []
    tools = registry(("Grep", GREP), on_outcome=seen.append)
    with caplog.at_level(logging.DEBUG, logger="callcheck"):
        tools.check("Grep", {"pattern": 5150, "output_mode": "s3cret", "extra\nline": "s3cret"})
        tools.check("Grep", '{"pattern": "s3cret')
        tools.check("Grep", {"pattern": "s3cret"})
    told = repr(seen) + caplog.text
    assert "s3cret" not in told
    assert "5150" not in told
    rejected = [record.getMessage() for record in caplog.records]
    assert rejected[0].startswith(
        "rejected a call of 'Grep': UNEXPECTED `[\"extra\\nline\"]`, TYPE `pattern`"
    )
    assert all("\n" not in message for message in rejected)


@pytest.mark.parametrize("key", ["k" * 5_000_000, "\n" * 5_000_000, "\u00e4" * 5_000_000, "\ud800" * 300])
def test_a_key_beyond_any_length_makes_no_long_line(caplog: pytest.LogCaptureFixture, key: str) -> None:
    tools = registry(compile_tool("Closed", {"properties": {}, "additionalProperties": False}))
    with caplog.at_level(logging.INFO, logger="callcheck"):
        tools.check("Closed", {key: 1})
        tools.check("Closed", {f"{key}{number}": 1 for number in range(12)})
        tools.check(key, {})
    assert len(caplog.messages) == 3
    assert all(message.isascii() and message.isprintable() for message in caplog.messages)
    assert max(map(len, caplog.messages)) < 10_000


def test_what_is_not_registered_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    registry().refresh([("Bad\nname", REFUSED)])
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith("the tool 'Bad\\nname' was not registered: ")
    assert "strin" in record.getMessage()


def test_made_up_names_do_not_grow_the_counts() -> None:
    tools = registry(("Grep", GREP))
    for number in range(500):
        tools.check(f"made_up_{number}", {})
    assert list(tools.counts()) == [""]


def test_a_callback_that_raises_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def broken(outcome: Outcome) -> None:
        raise RuntimeError("a value that must not be logged")

    tools = registry(("Grep", GREP), on_outcome=broken)
    assert isinstance(tools.check("Grep", {"pattern": "x"}), Accepted)
    assert "RuntimeError" in caplog.text
    assert "a value that" not in caplog.text


def test_the_log_is_silent_until_it_is_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    def broken(outcome: Outcome) -> None:
        raise RuntimeError

    registry(("Grep", GREP), on_outcome=broken).check("Grep", {})
    assert any(isinstance(entry, logging.NullHandler) for entry in logging.getLogger("callcheck").handlers)
    assert capfd.readouterr().err == ""


def test_no_count_is_lost_between_threads() -> None:
    tally = Tally()

    def add() -> None:
        for _ in range(5000):
            tally.add("key")

    for _ in range(3):
        threads = [threading.Thread(target=add) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            tally.totals()
            thread.join()
    assert tally.totals() == {"key": 3 * 8 * 5000}


def test_a_rejection_leaves_nothing_for_the_garbage_collector() -> None:
    tools = registry(("Grep", GREP))
    tools.check("Grep", {})
    gc.collect()
    gc.disable()
    try:
        for _ in range(100):
            tools.check("Grep", {"pattern": 1})
        assert gc.collect() < 100
    finally:
        gc.enable()


def test_a_tool_that_could_not_be_registered_is_counted_under_its_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: list[Outcome] = []
    tools = registry(("Grep", GREP), on_outcome=seen.append)
    tools.refresh([("Bad", REFUSED)], origin="mcp")
    caplog.clear()
    verdict = tools.check("Bad", {"a": 1})
    assert isinstance(verdict, Rejected)
    assert verdict.reason is tools.refused["Bad"]
    assert verdict.issues == ()
    assert verdict.text == "The tool `Bad` is not available at present. Its arguments are not the reason."
    assert verdict.structured == {"type": "unavailable", "tool": "Bad"}
    assert tools.counts() == {"Bad": ToolCounts(unavailable=1)}
    assert seen == [Outcome("Bad", Verdict.UNAVAILABLE)]
    assert caplog.messages == ["registration failed in a call of 'Bad': SchemaError"]


async def waits(_: object) -> None: ...


class Waiting:
    async def __call__(self, _: object) -> None: ...


@pytest.mark.parametrize("on_outcome", [waits, Waiting(), Waiting().__call__, partial(waits)])
def test_a_callback_that_would_have_to_be_waited_for_is_refused(on_outcome: Any) -> None:
    with pytest.raises(TypeError, match="`on_outcome` must be a plain function"):
        registry(on_outcome=on_outcome)


@pytest.mark.filterwarnings("error")
def test_a_callback_that_returns_an_awaitable_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert registry(("Grep", GREP), on_outcome=lambda outcome: waits(outcome)).check("Grep", {"pattern": "x"})
    assert caplog.messages == ["on_outcome failed in a call of 'Grep': TypeError"]


class Broken(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        raise OSError("the disk is full")


class Unreadable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_a_log_that_fails_changes_nothing() -> None:
    def broken(outcome: Outcome) -> None:
        raise RuntimeError

    logger, handler = logging.getLogger("callcheck"), Broken()
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        tools = registry(("Grep", GREP), on_outcome=broken)
        assert isinstance(tools.check("Grep", {}), Rejected)
        assert isinstance(tools.check("Grep", {"pattern": "x"}), Accepted)
        assert list(tools.refresh([("Bad", REFUSED)]).refused) == ["Bad"]
        assert isinstance(tools.check("Bad", {}), Rejected)
        log_warning("Grep", Unreadable())
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
