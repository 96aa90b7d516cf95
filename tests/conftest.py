"""Options, hypothesis profiles, and the counts that the searches print at the end of a run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest

# Where fixtures stand that several files of tests share.
pytest_plugins = ["tests.command", "tests.dispatching", "tests.generated_modules"]

COUNTS: pytest.StashKey[Counter[str]] = pytest.StashKey()

hypothesis.settings.register_profile("default", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("search", deadline=None, derandomize=False, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("CALLCHECK_HYPOTHESIS", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of this suite."""
    parser.addoption("--slow", action="store_true", help="also run the long searches")
    parser.addoption("--update-goldens", action="store_true", help="write goldens instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COUNTS] = Counter()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A `slow` test runs with --slow only."""
    if not config.getoption("--slow"):
        skip = pytest.mark.skip(reason="a long search; scripts/search or --slow runs it")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(skip)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Callable[[str, int], None]:
    """Adds to a number that is printed at the end of the run: `count("pairs compared", 6)`."""

    def add(what: str, number: int = 1) -> None:
        request.config.stash[COUNTS][what] += number

    return add


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of pytest-xdist sends its counts to the main run."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        counts: Counter[str] = session.config.stash[COUNTS]
        output["counts"] = dict(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[COUNTS].update(getattr(node, "workeroutput", {}).get("counts", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for what, number in sorted(config.stash[COUNTS].items()):
        terminalreporter.write_line(f"{number:>12,} {what}")
