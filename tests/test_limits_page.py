"""The page about limits says what the code does."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

from callcheck_compiler import DEFAULT_LIMITS, Limits
from callcheck_compiler.patterns import MOST_CHARACTERS
from callcheck_compiler.patterns.plan import MOST_NESTED

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "limits.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([\d,]+) \|", re.MULTILINE)


def test_the_table_lists_every_limit_with_its_default() -> None:
    told = {name: int(number.replace(",", "")) for name, number in ROW.findall(PAGE)}
    assert told == {field.name: getattr(DEFAULT_LIMITS, field.name) for field in fields(Limits)}
    assert list(told) == [field.name for field in fields(Limits)]


def test_the_docstring_lists_every_limit() -> None:
    # From Python 3.13 on, `__doc__` itself has no indentation.
    words = re.findall(r"^(\w+) {2,}", inspect.getdoc(Limits) or "", re.MULTILINE)
    assert words == [field.name for field in fields(Limits)]


def test_the_page_tells_what_cannot_be_adjusted() -> None:
    assert f"at most {MOST_CHARACTERS:,} characters" in PAGE
    assert f"at most {MOST_NESTED} deep" in PAGE
