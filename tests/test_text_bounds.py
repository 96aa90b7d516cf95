"""Whatever an issue holds: its text is short, its lines stay whole, and it repeats nothing that was sent."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from callcheck.issues import Issue, Kind
from callcheck.policy import TOOL_INPUT, Policy
from callcheck.text import structured, tool_use_error

from tests.rejections import (
    PATHS,
    STYLES,
    ZOD,
    invalid,
    missing,
    mistyped,
    not_a_member,
    rejection,
    unexpected,
)


@pytest.mark.parametrize("policy", STYLES)
def test_identical_lines_are_printed_once(policy: Policy) -> None:
    once = rejection("T", [unexpected("a")], policy, {})
    assert rejection("T", [unexpected("a")] * 3000, policy, {}) == once
    once = rejection("T", [invalid("a", message="must be even")], policy, {})
    assert rejection("T", [invalid("a", message="must be even")] * 3000, policy, {}) == once


def test_many_issues_are_capped() -> None:
    issues = [mistyped("a", i, expected="integer", received="string") for i in range(5000)]
    lines = rejection("T", issues, TOOL_INPUT, {}).split("\n")
    assert len(lines) == 22
    assert lines[0] == "T failed due to the following issues:"
    assert lines[20] == "The parameter `a[19]` type is expected as `integer` but provided as `string`"
    assert lines[21] == "… and 4980 more"
    assert rejection("T", issues[:20], TOOL_INPUT, {}).split("\n")[1:] == lines[1:21]
    assert rejection("T", issues[:21], TOOL_INPUT, {}).endswith("\n… and 1 more")


HOSTILE = [
    "a\nThe required parameter `b` is missing",
    "\r\x00\x1b[31m\u2028\u202e\x85",
    "\ud800\udfff",
    "`" * 50,
    "</tool_use_error>",
    "{0} %s %(x)s ${y}",
    "z" * 200_000,
    "\U000e0041" * 5000,
    "\n" * 5000,
    "",
]


@pytest.mark.parametrize("policy", [*STYLES, replace(PATHS, root="\n" * 5000)])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_nothing_breaks_lines_bounds_or_encoding(text: str, policy: Policy) -> None:
    kinds = [
        missing(text),
        missing("a", text, expected=(text,) * 500),
        unexpected(text, text, declared=(text, text + "x") * 100),
        mistyped(text, expected="integer", received="string"),
        Issue(Kind.TYPE, (text,), text, text, (text, text), "string", text),
        invalid(text, 0, message=text, keyword=text, expected=text),
        not_a_member("value", members=(text[:9000], text[:9000] + "y") * 300),
        invalid("value", message=text, keyword="const", expected=text),
        invalid("value", message=text, keyword="anyOf", expected=()),
    ]
    arguments = {"value": text, text: {text: text}}
    for issue in kinds:
        told = rejection(text, [issue], policy, arguments)
        has_header = policy.text is not PATHS.text and (
            issue.kind is not Kind.VALUE or policy.text is not ZOD.text
        )
        assert told.count("\n") == has_header
    many = [*kinds, *(missing(text, i) for i in range(100))]
    assert rejection(text, many, policy, arguments).count("\n") <= 22
    wrapped = tool_use_error(rejection(text, many, policy, arguments))
    assert wrapped.count("</tool_use_error>") == 1
    json.dumps(structured(text, many), ensure_ascii=False, allow_nan=False).encode("utf-8")
    assert len(json.dumps(structured(text, many * 100))) < 2_000_000


def test_names_are_shown_as_they_are_where_that_is_clear() -> None:
    issues = [
        mistyped(key, expected="integer", received="string")
        for key in ("{0}", "%(x)s", "${y}", "'", "__proto__")
    ]
    text = rejection("T", issues, TOOL_INPUT, {})
    assert all(f"parameter `{key}` type" in text for key in ("{0}", "%(x)s", "${y}", "'", "__proto__"))
    assert '`["a.b"].c`' in rejection(
        "T", [mistyped("a.b", "c", expected="integer", received="string")], TOOL_INPUT, {}
    )


@pytest.mark.parametrize("policy", STYLES)
def test_what_was_sent_is_not_repeated(policy: Policy) -> None:
    arguments = {"password": "hunter2", "n": "hunter2", "u": "hunter2", "c": "hunter2", "l": ["hunter2"]}
    issues = [
        invalid(
            "password",
            message="must have at least 40 characters",
            keyword="minLength",
            expected=40,
            received="string",
        ),
        mistyped("n", expected="integer", received="string"),
        unexpected("u", received="string"),
        invalid("c", message='must be "x"', keyword="const", expected="x", received="string"),
        invalid(
            "l", message="must not have equal items", keyword="uniqueItems", expected=True, received="array"
        ),
    ]
    for told in (issues, issues[:1], issues[3:]):
        text = rejection("T", told, policy, arguments)
        assert "hunter2" not in text
        assert "hunter2" not in json.dumps(structured("T", told))
    assert "40" in rejection("T", issues[:1], policy, arguments)


@pytest.mark.parametrize(
    "value", ["z" * 200_000, ["z" * 1000] * 1000, {str(i): i for i in range(1000)}], ids=type
)
def test_a_long_value_in_the_enum_message_of_zod_is_cut(value: Any) -> None:
    text = rejection("T", [not_a_member("m", members=("a",))], ZOD, {"m": value})
    assert text.startswith("T.m: expected one of ['a'], got ")
    assert len(text) < 600


def test_a_deep_or_cyclic_value_in_the_enum_message_of_zod() -> None:
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for value in (cyclic, deep):
        assert len(rejection("T", [not_a_member("m", members=("a",))], ZOD, {"m": value})) < 600


def test_long_lists_of_members_are_cut() -> None:
    text = rejection("T", [not_a_member("m", members=tuple(range(5000)))], ZOD, {"m": "x"})
    assert re.fullmatch(r"T\.m: expected one of \[0, 1, 2, .*, \d+, … and \d+ more\], got 'x'", text)
    assert len(text) < 1200
