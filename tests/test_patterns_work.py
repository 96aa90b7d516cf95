"""Patterns: what planning them takes, and what they take, however few characters say it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest
from callcheck.ecma import parse
from callcheck.ecma.program import Unsuitable, build
from callcheck.issues import SchemaError
from callcheck.linear_pattern import MOST_INSTRUCTIONS, LinearPattern
from callcheck.policy import Patterns
from callcheck_compiler import Limits, compile_schema
from callcheck_compiler.patterns import plan
from callcheck_compiler.patterns.effort import Effort
from callcheck_compiler.patterns.translate import to_re

from tests.limiting import work


class TooMuch(Exception):
    """More calls were made than were allowed."""


def within(most: int, function: Callable[[], Any]) -> Any:
    """What a function answers. Raises TooMuch at once when it makes more than so many calls."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"
        if calls > most:
            raise TooMuch

    sys.setprofile(count)
    try:
        return function()
    finally:
        sys.setprofile(None)


NOTHING_OFTEN = [
    "(?:(?:(?:){999}){999}){999}",
    "(?:(?:(?:a{0}){999}){999}){999}",
    "(?:(?:(?:()){999}){999}){999}",
    "(?:(?:(?:){999}){999}){999}X",
    "a(?=(?:(?:(?:){999}){999}){999})X",
]


@pytest.mark.parametrize("pattern", NOTHING_OFTEN)
def test_a_repetition_of_nothing_is_built_once(pattern: str) -> None:
    expression = parse(pattern).expression
    program = within(200, lambda: build(expression, MOST_INSTRUCTIONS))
    assert len(program.instructions) < 10
    assert LinearPattern(pattern).search("aXb")
    within(100_000, lambda: plan(pattern, "/pattern"))


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:a" + "(?:)" * 4000 + "){999}",
        "(?:(?:a(?=.{900})){40}){40}" * 3,
        "(?:(?:(?:(?:)*){999}){999}){999}",
        "(?:(?:(?:(?:){0,999}){999}){999}){999}",
        "".join(f"(?=.{{{1000 + number}}})" for number in range(500)),
    ],
)
def test_a_program_is_bounded_with_all_that_it_is_built_of(pattern: str) -> None:
    expression = parse(pattern).expression
    with pytest.raises(Unsuitable, match="its counts make it longer than"):
        within(100_000, lambda: build(expression, MOST_INSTRUCTIONS))


def test_a_lookaround_is_built_once_however_often_it_is_repeated() -> None:
    program = build(parse("(?:a(?=b{900}(?<=c))){400}").expression, MOST_INSTRUCTIONS)
    assert len(program.looks) == 2
    search = LinearPattern("^(?:a(?!.{40}b)(?<=a)){30}$").search
    assert search("a" * 30)
    assert not search("a" * 29)


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:(?:(?<=a)){999}){999}b",
        "(?:(?:(?<!a)){99}){99}b",
        "(?:(?:(?<=a{60}|b{59})){9}){9}b",
        "^(?:(?:(?:(?<=a|bc)){99}){999}){999}",
        "(?:(?:){99}){99}b",
        "(?:(?:a{0}){99}){99}b",
        "(?:(?:()){99}){99}b",
        r"()(?:(?:\1){99}){99}b",
        "(?=(?:(?:){99}){99}b)c",
        r"(?<=b(?:(?:\b){60}){60}b)c",
        "(?:a|(?:(?:){99}){99}b)*c",
    ],
)
def test_what_takes_many_steps_at_each_place_is_not_linear(pattern: str) -> None:
    with pytest.raises(SchemaError, match="more than linear time"):
        within(300_000, lambda: plan(pattern, "/pattern", Patterns.LINEAR))
    with suppress(SchemaError):
        assert plan(pattern, "/pattern").kind == "linear"


@pytest.mark.parametrize(
    "pattern",
    [
        "(?<=1(?=.*b))c",
        "(?<=(?=.*b))c",
        "(?<!(?=.*b))c",
        "(?<=1(?![^b]*$))c",
        "(?<=1(?:(?=.*b)|2))c",
        "(?<=1(?<=1(?=.*b)))c",
        "(?=(?<=1(?=.*b))c)",
        "^(?:a|(?<=a(?=.*b))c)*$",
    ],
)
def test_what_a_lookbehind_looks_ahead_at_without_bound_is_not_linear(pattern: str) -> None:
    with pytest.raises(SchemaError, match="more than linear time"):
        plan(pattern, "/pattern", Patterns.LINEAR)
    assert plan(pattern, "/pattern").kind == "linear"


@pytest.mark.parametrize(
    "pattern",
    [
        "(?<=a)b",
        r"(?<!\w{1,9})-",
        "(?<=a+)b",
        r"(?<!@[a-z]{2,40}\.)[0-9]x",
        "^(?:(?<!a)b|[ac])*$",
        "(?<=1(?=b{1,9}))c",
        "(?:(?:){9}){9}b",
        "(?:a{0}b)*",
        "^(?:|a)+$",
    ],
)
def test_what_looks_behind_within_bounds_stays_with_re(pattern: str) -> None:
    assert plan(pattern, "/pattern", Patterns.LINEAR).kind == "re"


@pytest.mark.parametrize("repeated", ["(?:{}){{60}}", "(?:{}){{0,60}}", "(?:{}){{0,3}}"])
@pytest.mark.parametrize("innermost", ["", r"\b", "a{0}", "(?=b)"])
@pytest.mark.parametrize("before", ["", "b"])
def test_a_repetition_in_a_lookbehind_is_measured_once(before: str, innermost: str, repeated: str) -> None:
    pattern = innermost
    for _ in range(30):
        pattern = repeated.format(pattern)
    expression = parse(f"(?<={before}{pattern})c").expression
    assert within(100_000, lambda: to_re(expression, Effort()))


DEAR = [
    "^([{}b]{{0,99}}){{9}}",
    "(?:(?:{}|b){{0,9}}){{0,40}}$",
    "(?:{}" + "(?:)" * 15 + "){{1900}}|b+c",
    "(?<=x(?:{}|bb){{0,7}})y+z",
    "^(?:{}|" + "|".join(f"[{chr(300 + index)}{chr(9000 - index)}]" for index in range(1900)) + ")*$",
]


@pytest.mark.parametrize("pattern", DEAR)
def test_what_a_pattern_takes_is_charged(pattern: str) -> None:
    pattern = pattern.format("\u1234")  # which no other test plans
    calls = work(lambda: plan(pattern, "/pattern"))
    assert calls < 50 * (5 * len(pattern) + plan(pattern, "/pattern").steps)


def test_patterns_that_take_many_steps_are_refused_together() -> None:
    def schema(letters: Iterable[int]) -> dict[str, Any]:
        return {
            "properties": {
                f"p{index}": {"pattern": DEAR[0].format(chr(letter))} for index, letter in enumerate(letters)
            }
        }

    limits = Limits(steps=100_000)
    assert compile_schema(schema([600] * 100), limits=limits).is_valid({"p1": "b"})
    with pytest.raises(SchemaError, match=r"takes more than 100,000 steps"):
        compile_schema(schema(range(600, 640)), limits=limits)
