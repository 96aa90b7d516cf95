"""Patterns: ECMA-262 regular expressions, translated, and never without bound."""

from __future__ import annotations

import re

import pytest

from callcheck.ecma import is_valid_pattern
from callcheck.issues import SchemaError
from callcheck_compiler.patterns import compile_pattern, translate


@pytest.mark.parametrize(
    ("pattern", "source"),
    [
        ("^[a-z]+$", r"^[a-z]+\Z"),
        (r"^(a|b)*\d$", r"^(?:a|b)*[0-9]\Z"),
        (r"(?<n>a|b)\k<n>c", r"(?P<g1>a|b)(?P=g1)c"),
        ("(?<=a+)b", "(?<=a)b"),
        ("(?<!a|bc)d", "(?<!a)(?<!bc)d"),
    ],
)
def test_translation(pattern: str, source: str) -> None:
    assert translate(pattern, "/pattern") == source
    re.compile(source)
    assert compile_pattern(pattern, "/pattern")
    assert is_valid_pattern(pattern)


@pytest.mark.parametrize("pattern", ["(unclosed", "a++", "(?>a)", r"[\w-.]", r"\Z", "(?i)a", "a{2,1}", "(" * 5000])
def test_what_is_no_regular_expression(pattern: str) -> None:
    assert not is_valid_pattern(pattern)
    with pytest.raises(SchemaError, match="pattern"):
        translate(pattern, "/pattern")
