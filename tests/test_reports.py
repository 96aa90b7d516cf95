"""What people reported about tools like this one, as cases; each on every engine."""

from __future__ import annotations

import builtins
import functools
import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import callcheck
import jsonschema_specifications  # type: ignore[import-untyped]
import pytest

from tests.agreement import shown
from tests.engines import ENGINES
from tests.shared import needs_shared, reports

pytestmark = needs_shared

POLICIES = {
    "tool": callcheck.TOOL_INPUT,
    "strict": callcheck.STRICT,
    "json-schema": callcheck.JSON_SCHEMA,
}
# `advertise` has a test of its own, and so has each `property`, which is a procedure.
CASES = [case for case in reports() if case["want"]["verdict"] not in ("advertise", "property")]
Want = dict[str, Any]


class Tried:
    """One case on one engine: what it was compiled to, or why it was refused, and how the call ended."""

    def __init__(self, case: dict[str, Any], engine: str) -> None:
        self.schema = evaluated(case, "schema")
        self.has_input = "input" in case or "input_py" in case
        self.input = evaluated(case, "input") if self.has_input else None
        self.schema_before, self.input_before = shown(self.schema), shown(self.input)
        self.refused: callcheck.SchemaError | None = None
        self.rejected: callcheck.InvalidArguments | None = None
        self.value: Any = None
        start = time.perf_counter()
        try:
            validator = ENGINES[engine]("tool", self.schema, POLICIES[case["policy"]])
        except callcheck.SchemaError as error:
            self.refused = error
        compiled = time.perf_counter()
        if self.refused is None and self.has_input:
            try:
                self.value = validator.validate(self.input)
            except callcheck.InvalidArguments as error:
                self.rejected = error
        self.compile_seconds, self.seconds = compiled - start, time.perf_counter() - compiled

    def check(self, want: Want) -> None:
        """Assert one outcome; every key of it is looked at."""
        VERDICTS[want["verdict"]](self, want)
        for key in want.keys() - {"verdict"}:
            DETAILS[key](self, want[key])


def evaluated(case: dict[str, Any], key: str) -> Any:
    """A member of a case: JSON, or a Python expression where JSON cannot say it."""
    if f"{key}_py" in case:
        return eval(case[f"{key}_py"], {"json": json, "functools": functools, "math": math})
    return case[key]


def accept(tried: Tried, want: Want) -> None:
    assert tried.refused is None, tried.refused
    assert tried.rejected is None, tried.rejected
    assert shown(tried.value) == tried.input_before


def coerce(tried: Tried, want: Want) -> None:
    assert tried.refused is None, tried.refused
    assert tried.rejected is None, tried.rejected
    assert shown(tried.value) == shown(evaluated(want, "value"))


def reject(tried: Tried, want: Want) -> None:
    assert tried.refused is None, tried.refused
    assert tried.rejected is not None, f"accepted as {shown(tried.value)[:200]}"
    assert tried.rejected.issues
    assert json.dumps(tried.rejected.structured)


def refuse_schema(tried: Tried, want: Want) -> None:
    assert tried.refused is not None, "the schema was compiled"
    assert "\n" not in str(tried.refused)


def text(tried: Tried) -> str:
    """What was said, by the rejection or the refusal."""
    return str(tried.rejected or tried.refused)


def names(tried: Tried, params: list[str]) -> None:
    """Each parameter stands in the text as a whole name, alone or as a step of a location."""
    if tried.rejected and tried.rejected.issues[0].keyword == "":
        return  # too deep, or not JSON: the arguments as a whole, and no parameter
    quoted = {json.loads(word) for word in re.findall(r'"(?:[^"\\]|\\.)*"', text(tried))}
    words = quoted.union(re.split(r"[`\[\]. ]", text(tried)))
    assert [name for name in params if name not in words] == [], text(tried)


def says(tried: Tried, words: list[str]) -> None:
    assert [word for word in words if word.lower() not in text(tried).lower()] == [], text(tried)


def says_not(tried: Tried, words: list[str]) -> None:
    assert [word for word in words if word.lower() in text(tried).lower()] == [], text(tried)


def holds(condition: Callable[[Tried, Any], Any]) -> Callable[[Tried, Any], None]:
    def check(tried: Tried, wanted: Any) -> None:
        assert condition(tried, wanted), f"{wanted!r}: {text(tried)[:500]}"

    return check


VERDICTS: dict[str, Callable[[Tried, Want], None]] = {
    "accept": accept,
    "coerce": coerce,
    "reject": reject,
    "refuse-schema": refuse_schema,
}
DETAILS: dict[str, Callable[[Tried, Any], None]] = {
    "value": lambda tried, value: None,  # looked at by `coerce`
    "value_py": lambda tried, value: None,
    "params": names,
    "says": says,
    "not_says": says_not,
    "same_object": holds(lambda tried, wanted: (tried.value is tried.input) is wanted),
    "input_unchanged": holds(lambda tried, wanted: shown(tried.input) == tried.input_before),
    "schema_unchanged": holds(lambda tried, wanted: shown(tried.schema) == tried.schema_before),
    "max_message": holds(lambda tried, limit: len(text(tried)) <= limit),
    "utf8_message": holds(lambda tried, wanted: text(tried).encode("utf-8")),
    "max_seconds": holds(lambda tried, limit: tried.seconds <= limit),
    "max_compile_seconds": holds(lambda tried, limit: tried.compile_seconds <= limit),
    "no_exec": holds(lambda tried, wanted: not hasattr(builtins, "PWNED")),
    "no_exception": holds(lambda tried, names: type(tried.rejected).__name__ not in names),
    "no_network": lambda tried, wanted: None,  # watched around the whole case, in `test_report`
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_report(case: dict[str, Any], engine: str) -> None:
    with nothing_opened() if case["want"].get("no_network") else unwatched():
        tried = Tried(case, engine)
    outcomes = [case["want"], case["alt"]] if "alt" in case else [case["want"]]
    failures = []
    for want in outcomes:
        try:
            tried.check(want)
        except AssertionError as failure:
            failures.append(f"{want}\n{failure}")
        else:
            return
    pytest.fail("\n\n".join([case["why"], *failures]))


@contextmanager
def unwatched() -> Iterator[None]:
    yield


WATCHED: list[list[str]] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook, installed once: notes sockets and files while someone watches. Imports may read modules."""
    if not WATCHED:
        return
    if event.startswith(("socket.", "urllib.")):
        WATCHED[-1].append(event)
    elif event == "open" and not str(arguments[0]).endswith((".py", ".pyc", ".so", ".json")):
        WATCHED[-1].append(f"open {arguments[0]}")


# The meta-schemas are read from their files once, when they are first needed.
assert jsonschema_specifications.REGISTRY
sys.addaudithook(_watch)


@contextmanager
def nothing_opened() -> Iterator[None]:
    """Fails when a socket or a file is opened inside."""
    WATCHED.append([])
    try:
        yield
    finally:
        opened = WATCHED.pop()
    assert opened == []
