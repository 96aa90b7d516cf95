"""Hints: the name that was meant, where one is close, and none where nothing is."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.hints import closest
from callcheck.issues import Issue
from callcheck.policy import TOOL_INPUT

from tests.rejections import HINTS, rejection, unexpected


@pytest.mark.parametrize(
    ("issue", "arguments"),
    [
        (unexpected("n"), {"-n": True, "n": True}),
        (unexpected("zebra"), {"zebra": True}),
        (unexpected("x", declared=()), {"x": True}),
        (unexpected("n"), "not an object"),
        (unexpected("a", "n"), {"b": {"n": 1}}),
        (unexpected("n" * 10_000), {"n" * 10_000: 1}),
    ],
)
def test_no_hint_where_nothing_is_close(issue: Issue, arguments: Any) -> None:
    assert rejection("Grep", [issue], HINTS, arguments) == rejection("Grep", [issue], TOOL_INPUT, arguments)


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("n", ["-n", "N"], "-n"),
        ("file", ["path", "file_path"], "file_path"),
        ("filePath", ["file", "file_path", "filepaths"], "file_path"),
        ("FILE-PATH", ["file_path"], "file_path"),
        ("old_str", ["file_path", "old_string", "new_string"], "old_string"),
        ("query", ["pattern", "path"], None),
        ("x", ["max", "x_offset"], None),
        ("--", ["-", "--"], "--"),
        ("a", [], None),
        ("color", ["colour"] * 1000, "colour"),
        ("a", ["b" * 100_000, 7, None, "A"], "A"),
    ],
)
def test_closest(name: str, known: Any, meant: str | None) -> None:
    assert closest(name, known) == meant
