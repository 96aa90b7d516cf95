"""The format checks: the official suite, cases beside it, and that no string is too hostile or too long."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from callcheck.formats import FORMATS, formats_of
from callcheck.formats.labels import _is_allowed_everywhere
from callcheck.formats.patterns import Pattern
from callcheck.formats.unicode_tables import (
    GREEK,
    HEBREW,
    JAPANESE_OR_HAN,
    JOINING_WHAT_FOLLOWS,
    JOINING_WHAT_PRECEDES,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared import SUITE, needs_suite

DIALECTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}

LONG = 200_000

VALID = [
    ("date-time", "0000-01-01T00:00:00Z"),
    ("date-time", "2016-12-31T23:59:60.5+00:00"),
    ("date-time", "2017-01-01T00:59:60+01:00"),
    ("date-time", "2024-02-29t00:00:00z"),
    ("time", "00:00:00.000000000000000000001Z"),
    ("duration", "P1Y"),
    ("email", "a" * 64 + "@example.com"),
    ("email", '"\\""@example.com'),
    ("email", '""@example.com'),
    ("email", "postmaster@localhost"),
    ("email", "a@[ipv6:2001:db8::1]"),
    ("hostname", "r3---sn-4g5e6nsy.example.com"),
    ("hostname", "a" * 63),
    ("hostname", ".".join(["a" * 49] * 5) + ".com"),
    ("hostname", "XN--9N2BP8Q.example"),
    ("hostname", "127.0.0.1"),
    ("idn-hostname", "XN--9N2BP8Q.example"),
    ("idn-hostname", "\u0628\u064b\u200c\u064b\u0628"),
    ("idn-hostname", "\u05d0\u05d1.\u05d0\u05d1-1"),
    ("idn-email", "user@B\u00fccher.example"),
    ("idn-email", "\u00fc@[127.0.0.1]"),
    ("ipv6", "1::2:3:4:5:6:7"),
    ("ipv6", "1:2:3:4:5:6:7::"),
    ("ipv6", "::1:2:3:4:5:6:7"),
    ("ipv6", "1:2:3:4::1.2.3.4"),
    ("iri", "http://example.com/\u00fc?\ue000"),
    ("json-pointer", "/\ud800"),
    ("relative-json-pointer", "0+1"),
    ("relative-json-pointer", "1-1/a"),
    ("relative-json-pointer", "0-1#"),
    ("regex", "^[a-z]+$"),
    ("uri", "a:"),
    ("uri", "http://"),
    ("uri", "http://user:pass@[v7.a:b]:80/a//b?c?d#e?/f"),
    ("uri-reference", "a/b:c"),
    ("uri-template", "{=reserved}"),
    ("uri-template", "{?a:3,b*}"),
]

INVALID = [
    ("date-time", ""),
    ("date-time", "2024-02-29 00:00:00Z"),
    ("date-time", "2023-02-29T23:59:60Z"),
    ("date-time", "2016-12-31X23:59:60Z"),
    ("date-time", "2016-12-31T23:59:60"),
    ("date", "1900-02-29"),
    ("time", "00:00:00.Z"),
    ("time", "23:59:60"),
    ("duration", "p1y"),
    ("duration", "P1H"),
    ("email", "a" * 65 + "@example.com"),
    ("email", '"a"b@example.com'),
    ("email", '"a\nb"@example.com'),
    ("email", "a@-example.com"),
    ("email", "a@" + "b" * 64),
    ("email", "a@" + ".".join(["b" * 60] * 5)),
    ("email", "a@[300.0.0.1]"),
    ("email", "a@[2001:db8::1]"),
    ("email", "\u00fc@example.com"),
    ("hostname", ".".join(["a" * 49] * 5) + ".info"),
    ("hostname", "xn--\u00fc"),
    ("hostname", "xn--a.xn--a"),
    ("hostname", "a..b"),
    ("idn-hostname", "ab--cd"),
    ("idn-hostname", "B\u00fccher"),
    ("idn-hostname", "u\u0308"),
    ("idn-hostname", "\u0628\u200c\u200c\u0628"),
    ("idn-hostname", "\ud800"),
    ("idn-hostname", "\u05d0.1a"),
    ("idn-email", "\ud800@example.com"),
    ("idn-email", "a@\ud800.com"),
    ("idn-email", "\u00fc" * 33 + "@example.com"),
    ("idn-email", "a@b\u3002com"),
    ("ipv4", "1.2.3.04"),
    ("ipv4", "1.2.3.4\n"),
    ("ipv6", "1:2:3:4:5:6:7:8::"),
    ("ipv6", "::1:2:3:4:5:6:7:8"),
    ("ipv6", "1:2:3:4:5::6:1.2.3.4"),
    ("ipv6", ":::"),
    ("ipv6", "1.2.3.4::"),
    ("iri", "http://example.com/\u202e"),
    ("iri", "http://example.com/\ud800"),
    ("iri", "http://example.com/#\ue000"),
    ("json-pointer", "/~"),
    ("relative-json-pointer", "0+01"),
    ("relative-json-pointer", "0+"),
    ("regex", "("),
    ("uri", "http://[fe80::1%25en0]/"),
    ("uri", "http://[]/"),
    ("uri", "http://[v7.]/"),
    ("uri", "http://a[::1]/"),
    ("uri", "a:b#c#d"),
    ("uri-reference", "a:b:c "),
    ("uri-reference", ":a"),
    ("uri-template", "{a:}"),
    ("uri-template", "{%4}"),
    ("uri-template", "{{a}}"),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"),
]

HOSTILE = [
    ".",
    "@",
    '"',
    "\\",
    '"\\a',
    "%",
    "%41",
    "/",
    "~0",
    "{",
    "{a}",
    "{a,",
    "0",
    "1:",
    ":",
    "[",
    "?",
    "#",
    "-",
    "a",
    "a.",
    "a--",
    "xn--a.",
    "(",
    "(?:",
    "a|",
    "\x00",
    "\n",
    "\ud800",
    "\u0301",
    "e\u0301",
    "\u00e9",
    "\u00e9.",
    "\u3042",
    "\u05d0",
    "\U0001f600",
]
BEGINNINGS = {
    "date-time": ["2024-01-01T00:00:00."],
    "time": ["00:00:00."],
    "duration": ["P", "P1YT"],
    "email": ["a@", '"'],
    "idn-email": ["a@", '"'],
    "hostname": ["xn--"],
    "idn-hostname": ["xn--"],
    "uri": ["a:", "http://", "http://["],
    "iri": ["a:", "http://", "http://["],
    "uri-reference": ["//", "/"],
    "iri-reference": ["//", "/"],
    "uri-template": ["{"],
    "relative-json-pointer": ["0/", "1"],
}

hostile_text = st.one_of(
    st.text(),
    st.text(alphabet=st.characters(exclude_categories=())),
    st.lists(st.sampled_from([*HOSTILE, *chain(*BEGINNINGS.values())])).map("".join),
)


def official_assertions(draft: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The format and the test of each assertion about a string in the official suite."""
    optional = SUITE / "tests" / draft / "optional"
    for path in sorted([*optional.glob("format/*.json"), *optional.glob("format-assertion.json")]):
        for group in json.loads(path.read_text(encoding="utf-8")):
            for test in group["tests"]:
                if isinstance(test["data"], str):
                    yield group["schema"]["format"], test


@needs_suite
@pytest.mark.parametrize("draft", DIALECTS)
def test_official_suite(draft: str) -> None:
    formats = formats_of(DIALECTS[draft])
    assertions = list(official_assertions(draft))
    wrong = [
        (name, test["description"])
        for name, test in assertions
        # A format that the dialect does not define asserts nothing.
        if (name not in formats or formats[name](test["data"])) is not test["valid"]
    ]
    assert wrong == []
    assert {name for name, _ in assertions} - {"unknown"} == set(formats)


@pytest.mark.parametrize(("name", "value"), VALID)
def test_valid(name: str, value: str) -> None:
    assert FORMATS[name](value) is True


@pytest.mark.parametrize(("name", "value"), INVALID)
def test_invalid(name: str, value: str) -> None:
    assert FORMATS[name](value) is False


@pytest.mark.parametrize(
    ("draft", "number", "has", "lacks"),
    [
        ("draft4", 6, "uri", "uri-reference"),
        ("draft6", 9, "uri-template", "date"),
        ("draft7", 17, "date", "uuid"),
        ("draft2019-09", 19, "uuid", "color"),
        ("draft2020-12", 19, "duration", "color"),
    ],
)
def test_each_dialect_has_its_formats(draft: str, number: int, has: str, lacks: str) -> None:
    formats = formats_of(DIALECTS[draft])
    assert len(formats) == number
    assert has in formats
    assert lacks not in formats
    assert formats is formats_of(DIALECTS[draft].rstrip("#"))
    assert set(formats) <= set(FORMATS)


def test_a_dialect_of_ones_own_has_all_formats() -> None:
    assert formats_of("https://example.com/dialect") is FORMATS


@pytest.mark.parametrize("draft", ["draft4", "draft6"])
def test_labels_stand_for_themselves_before_draft_7(draft: str) -> None:
    assert formats_of(DIALECTS[draft])["hostname"]("xn--X")
    assert not formats_of(DIALECTS["draft7"])["hostname"]("xn--X")


@pytest.mark.parametrize("draft", ["draft7", "draft2019-09"])
def test_relative_pointers_do_not_adjust_an_index_before_2020_12(draft: str) -> None:
    assert not formats_of(DIALECTS[draft])["relative-json-pointer"]("0+1")


@pytest.mark.parametrize("name", sorted(FORMATS))
@settings(max_examples=100, deadline=None)
@given(value=hostile_text)
def test_never_raises(name: str, value: str) -> None:
    assert FORMATS[name](value) in (True, False)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_long_strings_return(name: str) -> None:
    """A check that backtracks would not come back from one of these in the lifetime of a test."""
    for repeated in ["(", "a|", "\\"] if name == "regex" else HOSTILE:
        for beginning in ["", *BEGINNINGS.get(name, [])]:
            value = beginning + repeated * (LONG // len(repeated))
            assert FORMATS[name](value + "!") in (True, False)


def compared_with_idna() -> tuple[Any, list[str]]:
    """The tables of the package `idna`, and the characters that both it and this interpreter know."""
    tables = pytest.importorskip(
        "idna.idnadata", reason="needs `idna`, with whose Unicode tables ours are compared"
    )
    if version(tables.__version__) < version(unicodedata.unidata_version):
        pytest.skip("the tables of the installed `idna` are older than the interpreter's Unicode")
    characters = map(chr, (*range(0x34000), *range(0xE0000, 0xE1000)))
    return tables, [character for character in characters if unicodedata.category(character) != "Cn"]


def version(dotted: str) -> tuple[int, ...]:
    return tuple(map(int, dotted.split(".")))


def test_allowed_characters_are_those_of_idna() -> None:
    tables, characters = compared_with_idna()
    contains = pytest.importorskip("idna.intranges").intranges_contain
    # These are allowed by a rule of the label, and not by their property alone.
    arabic_digits = {*map(chr, range(0x660, 0x66A)), *map(chr, range(0x6F0, 0x6FA))}
    differing = [
        hex(ord(character))
        for character in characters
        if _is_allowed_everywhere(character) != contains(ord(character), tables.codepoint_classes["PVALID"])
        and character not in arabic_digits
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("pattern", "scripts", "joining_types"),
    [
        (GREEK, ["Greek"], ""),
        (HEBREW, ["Hebrew"], ""),
        (JAPANESE_OR_HAN, ["Hiragana", "Katakana", "Han"], ""),
        (JOINING_WHAT_FOLLOWS, [], "LD"),
        (JOINING_WHAT_PRECEDES, [], "RD"),
    ],
)
def test_tables_are_those_of_idna(pattern: Pattern, scripts: list[str], joining_types: str) -> None:
    tables, characters = compared_with_idna()
    contains = pytest.importorskip("idna.intranges").intranges_contain
    ranges = [tables.scripts[name] for name in scripts] + [
        tables.joining_types[name] for name in joining_types
    ]
    differing = [
        hex(ord(character))
        for character in characters
        if (pattern.fullmatch(character) is not None)
        != any(contains(ord(character), each) for each in ranges)
    ]
    assert differing == []
