"""Patterns that do no more than list texts."""

from __future__ import annotations

import pytest
from callcheck.policy import JSON_SCHEMA
from callcheck_compiler.patterns import compile_pattern, listed_texts

from tests.engines import engines, issues_of


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("^(asc|desc)$", ("asc", "desc")),
        ("^once$", ("once",)),
        ("^$", ("",)),
        ("^(?:a|b)[01]?$", ("a", "a0", "a1", "b", "b0", "b1")),
        ("^https?$", ("http", "https")),
        ("^(a|a)$", ("a",)),
        ("^x{2,3}$", ("xx", "xxx")),
        ("^\\ud83d\\ude00$", ("\U0001f600",)),
        ("^[]$", ()),
        ("^a|b$", None),
        ("^(a|b)", None),
        ("(a|b)$", None),
        ("^a*$", None),
        ("^.$", None),
        ("^(a)\\1$", None),
        ("^(?=a)a$", None),
        ("^[a-z]{2}$", None),
        ("^(?:(?:a{64}){64}){64}$", None),
        ("^(?:(?:){64}){64}$", ("",)),
        ("^(?:(?:){0,64}){64}$", None),
        ("^(", None),
    ],
)
def test_patterns_that_list_texts(pattern: str, texts: tuple[str, ...] | None) -> None:
    assert listed_texts(pattern) == texts
    for text in texts or ():
        assert compile_pattern(pattern, "/pattern").search(text)
        assert not compile_pattern(pattern, "/pattern").search(text + "\n")


@engines
def test_patterns_that_list_texts_on_every_engine(engine: str) -> None:
    schema = {"type": "object", "properties": {"p": {"pattern": "^(?:asc|desc)$"}}}
    accepted = [
        value
        for value in ("asc", "desc", "ASC", "asc\n", "", " asc", "ascdesc", 7, ["asc"], None)
        if not issues_of(engine, schema, {"p": value}, JSON_SCHEMA)
    ]
    assert accepted == ["asc", "desc", 7, ["asc"], None]
