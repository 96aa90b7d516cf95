"""Locations, for a reader and as JSON Pointers."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from callcheck.issues import InstanceLocation
from callcheck.location import (
    from_pointer,
    loose_path,
    path,
    pointer_tokens,
    printable,
    quoted,
    to_pointer,
    value_at,
)

HOSTILE = [
    "",
    " ",
    "a b",
    " a",
    "a ",
    "a.b",
    "a[0]",
    "]",
    "`",
    "a`b",
    '"',
    "'",
    "\\",
    "a\nb",
    "\r",
    "\t",
    "\x00",
    "\x7f",
    "pa\u200dth",
    "\u200c",
    "\x85",
    "\u2028",
    "\u202e",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "\ud800",
    "\udc80x",
    "\U0001f600",
    "\U000e0041",
    "~",
    "/",
    "~1",
    "…",
    "</tool_use_error>",
    "x" * 101,
    "\ud800" * 500,
    "`" * 100_000,
]


@pytest.mark.parametrize(
    ("location", "text"),
    [
        ((), "the arguments"),
        (("todos",), "todos"),
        (("todos", 0, "done"), "todos[0].done"),
        ((0,), "[0]"),
        ((0, 1, "a"), "[0][1].a"),
        (("-n",), "-n"),
        (("a", "-n"), "a.-n"),
        (("$ref", "@id", "x-y", "a b", "ключ", "1st", "0"), "$ref.@id.x-y.a b.ключ.1st.0"),
        (("a.b", "c"), '["a.b"].c'),
        (("a", "b.c"), 'a["b.c"]'),
        (("a[0]",), '["a[0]"]'),
        (("", 0, ""), '[""][0][""]'),
        ((" a", "b "), '[" a"]["b "]'),
        (("a`b",), '["a\\u0060b"]'),
        (('say "a.b"',), '["say \\"a.b\\""]'),
        (("a\nb", "\u2028"), '["a\\nb"]["\\u2028"]'),
        (("\ud800",), '["\\ud800"]'),
        (("\U000e0041",), '["\\udb40\\udc41"]'),
        (("{0}", "%(x)s", "${y}"), "{0}.%(x)s.${y}"),
        (("__proto__", "'"), "__proto__.'"),
    ],
)
def test_path(location: InstanceLocation, text: str) -> None:
    assert path(location) == text


def test_path_below_a_root() -> None:
    assert path((), "input") == "input"
    assert path(("flag",), "input") == "input.flag"
    assert path((0, "a"), "input") == "input[0].a"
    assert path(("a.b",), "input") == 'input["a.b"]'


def test_loose_path() -> None:
    assert loose_path(("a.b", "c[0]", 1, "")) == 'a.b.c[0][1][""]'
    assert loose_path(("a`b", "\n")) == '["a\\u0060b"]["\\n"]'
    assert loose_path((), "Tool") == "Tool"


def test_different_keys_give_different_paths() -> None:
    keys = [key for key in HOSTILE if len(key) <= 100]
    tokens: list[str | int] = [*keys, "a", "b", "0", 0, 1]
    locations: list[InstanceLocation] = [(token,) for token in tokens if token != "0"]
    locations += list(itertools.product(tokens, repeat=2))
    assert len({path(location) for location in locations}) == len(locations)


@pytest.mark.parametrize("key", HOSTILE, ids=ascii)
@pytest.mark.parametrize("write", [path, loose_path])
def test_any_key_gives_one_short_printable_line(key: str, write: Any) -> None:
    for location in ((key,), ("a", key, 0), (key,) * 50, (key,) * 5000):
        text = write(location)
        assert text.isprintable()
        assert "`" not in text
        assert len(text) <= 301
        text.encode("utf-8")


def test_a_long_name_and_a_deep_path_are_cut() -> None:
    assert path(("x" * 1000,)) == f'["{"x" * 99}…"]'
    assert path(("n",) * 60) == ".".join("n" * 60)
    deep = path(("first", *("n",) * 5000, "last"))
    assert deep.startswith("first.n.")
    assert deep.endswith(".n.last")
    assert "…" in deep
    assert path(("a", *(0,) * 40)) == "a" + "[0]" * 40


def test_keys_that_json_does_not_have() -> None:
    keys: Any = (None, 2.5, (1,))
    assert path(keys) == '["None"]["2.5"]["(1,)"]'
    assert to_pointer(keys) == "/None/2.5/(1,)"


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_quoted_text_is_a_json_string(text: str) -> None:
    written = quoted(text, 200)
    assert written.isprintable()
    assert "`" not in written
    if len(text) <= 200:
        assert json.loads(written) == text


def test_printable() -> None:
    assert printable("plain `text` with ключ", 100) == "plain `text` with ключ"
    assert printable("a\nb\ud800\u2028", 100) == "a\\nb\\ud800\\u2028"
    assert printable("abcdef", 6) == "abcdef"
    assert printable("abcdefg", 6) == "abcde…"
    assert len(printable("\U000e0041" * 1000, 600)) == 600


# RFC 6901, section 5
EXAMPLE = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}


@pytest.mark.parametrize(
    ("location", "pointer", "value"),
    [
        ((), "", EXAMPLE),
        (("foo",), "/foo", ["bar", "baz"]),
        (("foo", 0), "/foo/0", "bar"),
        (("",), "/", 0),
        (("a/b",), "/a~1b", 1),
        (("c%d",), "/c%d", 2),
        (("e^f",), "/e^f", 3),
        (("i\\j",), "/i\\j", 5),
        (('k"l',), '/k"l', 6),
        ((" ",), "/ ", 7),
        (("m~n",), "/m~0n", 8),
    ],
)
def test_pointers(location: InstanceLocation, pointer: str, value: Any) -> None:
    assert to_pointer(location) == pointer
    assert from_pointer(pointer, EXAMPLE) == location
    assert pointer_tokens(pointer) == tuple(map(str, location))
    assert value_at(EXAMPLE, location) == value


@pytest.mark.parametrize("key", HOSTILE, ids=ascii)
def test_pointers_of_any_key_lead_back(key: str) -> None:
    instance = {key: [{key: 1}]}
    location = (key, 0, key)
    assert from_pointer(to_pointer(location), instance) == location


def test_a_key_of_digits_and_an_index_are_told_apart_by_the_instance() -> None:
    assert from_pointer("/0/0", {"0": ["x"]}) == ("0", 0)


@pytest.mark.parametrize("pointer", ["a", "#/a", "/~", "/~2", "/a/~x", "~0"])
def test_not_a_pointer(pointer: str) -> None:
    with pytest.raises(ValueError, match="JSON Pointer"):
        pointer_tokens(pointer)


@pytest.mark.parametrize(
    "pointer",
    [
        "/b",
        "/a/2",
        "/a/-",
        "/a/-1",
        "/a/00",
        "/a/\u0660",
        "/a/x",
        "/a/" + "9" * 10_000,
        "/a/0/x",
        "/s/0",
        "/",
    ],
    ids=lambda pointer: pointer[:8],
)
def test_a_pointer_that_leads_nowhere(pointer: str) -> None:
    with pytest.raises(LookupError, match="no "):
        from_pointer(pointer, {"a": [1, 2], "s": "text"})


@pytest.mark.parametrize("location", [("b",), ("a", 5), ("a", "x"), (0,), ("s", 0), ("a", 0, "x")])
def test_no_value_at(location: InstanceLocation) -> None:
    with pytest.raises(LookupError, match="no value at"):
        value_at({"a": [1], "s": "text"}, location)
