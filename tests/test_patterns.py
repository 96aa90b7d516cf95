"""Patterns: ECMA-262 regular expressions, checked, translated, and never without bound."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from callcheck.ecma import is_valid_pattern
from callcheck.issues import SchemaError
from callcheck.linear_pattern import LinearPattern, linear_search
from callcheck.policy import Patterns
from callcheck_compiler.patterns import compile_pattern, plan, translate
from callcheck_compiler.patterns.properties import packed, property_ranges, unpacked

from tests.shared import SUITE, needs_suite

DRAFTS = ("draft4", "draft6", "draft7", "draft2019-09", "draft2020-12")

TRANSLATIONS = [
    ("", ""),
    ("^[a-z]+$", r"^[a-z]+\Z"),
    (r"^(a|b)*\d$", r"^(?:a|b)*[0-9]\Z"),
    (r"^https\:\/\/[a-z\-]+", r"^https://[\-a-z]+"),
    (r"\w\W", "[0-9A-Z_a-z][^0-9A-Z_a-z]"),
    (".", "[^\n\r\u2028\u2029]"),
    (r"[^]|[\s\S]", "(?s:.)|(?s:.)"),
    ("a[]", "a[^\x00-\U0010ffff]"),
    (r"\b\B", r"(?a:\b)(?!(?a:\b))"),
    (r"\cJ\x41\u0042\u{43}\0", "\nABC\x00"),
    (r"\ud83d\ude00[\ud83d\ude00-\ud83d\ude02]", "\U0001f600[\U0001f600-\U0001f602]"),
    (r"[\ud800-\udbff]\u{d800}\u{dc00}", "[\ud800-\udbff]\ud800\udc00"),
    (r"[\]\[^&~|-]", r"[\&\-\[\]\^\|\~]"),
    ("{a}]{1,2}x{2,}?", r"\{a\}\]{1,2}x{2,}?"),
    ("(?:(?:a))(b)(c|d)e", "ab(?:c|d)e"),
    ("(?:ab)*(?:a|b)+?(a)?", "(?:ab)*(?:a|b)+?a?"),
    (r"(?<n>a|b)\k<n>c", "(?P<g1>a|b)(?P=g1)c"),
    (r"(a)(b)\2*", "a(?P<g2>b)(?P=g2)*"),
    (r"(?:(x)y\1)*", "(?:(?P<g1>x)y(?P=g1))*"),
    ("(?<a>x)|(?<a>y)", "x|y"),
    ("(?<=a+)b", "(?<=a)b"),
    ("(?<=a*b{2,})c", "(?<=bb)c"),
    ("(?<!a|bc)d", "(?<!a)(?<!bc)d"),
    # In a lookahead: a group would be tried again once for each length.
    ("(?<=^a|bb)c", "(?=(?<=^a)|(?<=bb))c"),
    ("(?<=^a{0,2})b", "(?=(?<=^a{0})|(?<=^a{1})|(?<=^a{2}))b"),
]


@pytest.mark.parametrize(("pattern", "source"), TRANSLATIONS)
def test_translation(pattern: str, source: str) -> None:
    assert translate(pattern, "/pattern") == source
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        re.compile(source)
    assert is_valid_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(unclosed", "`(` is never closed"),
        ("a)", "`)` closes nothing"),
        ("a++", "no possessive quantifiers"),
        ("(?>a)", "no atomic groups"),
        ("(?P<n>a)", "write `(?<name>…)`"),
        ("(?i)a", "sets a flag"),
        (r"^[\w-\.]+@", r"in `\w-\.` a set cannot be an end of a range; write `\-` for a hyphen"),
        (r"a\Z", "write `$` for the end of the text"),
        ("a{,3}", "write `{0,n}`"),
        ("a{2,1}", "out of order"),
        (r"\p{Nope}", r"`\p{Nope}` names no Unicode property"),
        (r"\07", "octal"),
        (r"(a)\2", "refers to a group that does not exist"),
        ("(?<a>x)(?<a>y)", "two groups are named `a`"),
        ("((?<a>x)|y)(?<a>z)", "two groups are named `a`"),
    ],
)
def test_what_is_no_regular_expression_is_refused(pattern: str, reason: str) -> None:
    assert not is_valid_pattern(pattern)
    with pytest.raises(SchemaError) as refused:
        plan(pattern, "/properties/q/pattern")
    assert refused.value.keyword_location == "/properties/q/pattern"
    assert reason in refused.value.reason
    assert f"the pattern `{pattern}` is not a regular expression of ECMA-262" in refused.value.reason


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(a)|\1", "group 1 stands where that group may not have matched"),
        (r"\1(a)", "group 1 stands where"),
        (r"(a*)+\1", "group 1 stands where"),
        (r"(?!(a))\1", "group 1 stands where"),
        (r"(?:(?<n>a)|(?<n>b))\k<n>", "group 1 stands where"),
        (r"(.)(?<=\1)", "back-reference in a lookbehind"),
        ("a{5000000000}", "beyond the length of any text"),
        ("(" * 61 + "a" + ")" * 61, "nests groups 61 deep"),
        ("a" * 100_001, "100001 characters"),
        (r"\p{L}" * 500, "more than 100000 characters"),
        (r"^(a|b|ab)*(c)\2$", "cannot be matched without backtracking: it has a back-reference"),
        ("(a{1,1000}){1,1000}$", "longer than 2000 steps"),
        ("(?:){1000000}", "longer than 2000 steps"),
        ("(?:|b){3000}$", "longer than 2000 steps"),
    ],
)
def test_what_cannot_be_matched_is_refused(pattern: str, reason: str) -> None:
    assert is_valid_pattern(pattern)
    with pytest.raises(SchemaError) as refused:
        plan(pattern, "/pattern")
    assert reason in refused.value.reason
    assert len(refused.value.reason) < 500


def test_annex_b_is_admitted_where_it_means_one_thing() -> None:
    for pattern in ("{", "a{", "{}", "}", "]", "a{1", r"\-", r"\_", r"\@", r"\é", r"[\_]"):
        assert is_valid_pattern(pattern), pattern
        plan(pattern, "/pattern")
    for pattern in (r"\07", r"\q", r"[\w-.]", "(?=a)*", "{1}", "a{,3}", r"\1"):
        assert not is_valid_pattern(pattern), pattern


MANY = 50_000
LONG = [
    ("(" * 5000, False),
    ("(" * MANY + ")" * MANY, True),
    ("(?:" * MANY + ")*" * MANY, True),
    ("a|" * MANY, True),
    ("{1" * MANY, True),
    ("[" * MANY, False),
    ("\\k" + "[" * MANY, False),
    ("\\k" + "(?<" * MANY, False),
    ("\\p{" * MANY, False),
    ("(" * MANY + "".join(f"(?<a{number}>)" for number in range(5000)) + ")" * MANY, True),
    ("(?<a>x)|" * MANY + r"\k<a>", True),
    ("a{" + "9" * MANY + "}", True),
    (r"\u{" + "0" * MANY + "}", True),
]


@pytest.mark.parametrize(("pattern", "valid"), LONG)
def test_any_text_is_soon_known_to_be_a_regular_expression(pattern: str, valid: bool) -> None:
    assert is_valid_pattern(pattern) is valid


MATCHES = [
    ("^abc$", "abc", "abc\n"),
    ("^a.c$", "a😀c", "a\u2028c"),
    (r"^\s$", "\ufeff", "\x1c"),
    (r"^\d$", "7", "\u0667"),
    (r"^\w$", "_", "é"),
    (r"\bé", "aé", "é"),
    (r"^\B$", "", "a"),
    (r"^\p{Script=Greek}+$", "Ωmega"[:1], "Omega"),
    (r"^[^\p{L}]$", "1", "é"),
    ("^😀?$", "😀", "\ud83d"),
    (r"^\ud83d$", "\ud83d", "😀"),
    (r"^[\ud800-\udbff][\udc00-\udfff]$", "\ud800\udc00", "😀"),
    (r"^(?<q>['\"]).*\k<q>$", "'a'", "'a\""),
    (r"(?<=\$)\d+", "$5", "5"),
    ("(?<=^a*)b", "aab", "cab"),
    ("^(a+)+(?=b)", "aab", "aac"),
    ("(?<!^a{0,99})b", "cab", "aab"),
    (r"(?<=^(?:a|bb){1,40}(?=-)\b.)d", "bba-d", "ba-d"),
    (r"^(?!admin$)[a-z]+$", "admins", "admin"),
    (r"(?<=a(?:\b)?)", "ab", "ba"[:1]),
    (r"(?<=a(?:\b)*)b", "ab", "bb"),
    ("(?<!a(?:(?<=c))?)b", "bb", "ab"),
    ("(?<=a(?:(?=c)){0,3})b", "ab", "cb"),
    ("(?<=a(?:(?=c)){1,3})[bc]", "ac", "ab"),
    ("(?<=a(?:$)?)b", "ab", "b"),
    ("(?<=a(?:(?:^)?){2,3}b)c", "abc", "bc"),
    ("(?<=(?:a|bb){2}c)d", "abbcd", "bbcd"),
    ("(?<=x(?:a|bb){1,2}c)d", "xabbcd", "xcd"),
    ("(?<=" + "a" * 1500 + ")b", "a" * 1500 + "b", "a" * 1499 + "b"),
]


@pytest.mark.parametrize(("pattern", "matching", "other"), MATCHES)
def test_what_matches(pattern: str, matching: str, other: str) -> None:
    search = compile_pattern(pattern, "/pattern").search
    assert search(matching)
    assert not search(other)


LINEAR = [
    *(
        "^[a-z]+$",
        "^(a|b)*$",
        "abc",
        "",
        "^[a-z]+(-[a-z]+)*$",
        "[0-9a-z_]*",
        r"\d+",
        "^x-",
        r"^.+\.(wav|mp3)$",
        "(a{2}){3}",
    ),
    *(
        r"^\d{4}-\d{2}-\d{2}$",
        r"^[\w.-]+@[\w.-]+\.\w{2,}$",
        "^(?!pattern$).*$",
        r"^((?!clyde).)*$",
        r"(?<=\$)\d{1,9}",
    ),
    *(
        r"^(?:\S+\s+){0,199}\S+$",
        "^(GET|POST|PUT)(,(GET|POST|PUT))*$",
        r"^['\"](.*)['\"]$",
        "[0-9a-f]{32}",
        "^$|^(a*b)*$",
    ),
    *(
        "^(?:" + "|".join(f"name{number}" for number in range(1500)) + ")$",
        r"^(['\"])[^'\"]*\1$",
        "(?:a?){3}a{3}",
    ),
]
RISKY = [
    *(
        "^(a+)+$",
        "^(a*)*$",
        "((a*)*)*b",
        "^(a|a)*$",
        "^(a|ab|b)*$",
        "(a?){30}a{30}",
        r"^(.*)*x",
        "^(?:a|b|ab)+c",
        "(x+x+)+y",
    ),
    *(
        "^.*a.*b.*$",
        r"^(.+)/(.+)$",
        r"\w+\.ts$",
        "a+$",
        "^a*a*$",
        r"^(\w+\s?)*$",
        r"^([a-zA-Z0-9])(([\-.]|_+)?([a-zA-Z0-9]+))*$",
    ),
    *("^(([a-z])+.)+[A-Z]([a-z])+$", r"(a{0,20}){0,20}$", "^(?:|a)+(?:|a)+$"),
]


@pytest.mark.parametrize("policy", list(Patterns))
@pytest.mark.parametrize("pattern", LINEAR)
def test_harmless_patterns_stay_with_re(pattern: str, policy: Patterns) -> None:
    planned = plan(pattern, "/pattern", policy)
    assert planned.kind == "re"
    assert planned.arguments == (planned.text,) == (translate(pattern, "/pattern"),)


@pytest.mark.parametrize("pattern", RISKY)
def test_risky_patterns_never_take_long(pattern: str) -> None:
    with pytest.raises(SchemaError, match="more than linear time"):
        plan(pattern, "/pattern", Patterns.LINEAR)
    planned = plan(pattern, "/pattern")
    assert planned.kind == "linear"
    search = compile_pattern(pattern, "/pattern").search
    backtracking = re.compile(translate(pattern, "/pattern")).search
    for pump in ("a", "ab", "a/", "aB", "x", "a.", "-"):
        for end in ("", "!", "\n", "b", "c", "y"):
            # Without bound on backtracking, this would not end.
            search(pump * 20_000 + end)
            for text in (pump * 5 + end, end):
                assert (
                    bool(search(text)) is bool(backtracking(text)) is LinearPattern(planned.text).search(text)
                )


def test_anchored_patterns_are_told() -> None:
    for pattern, anchored in (
        ("^a", True),
        ("^a|^b", True),
        ("(^a)b", True),
        ("^a|b", False),
        ("a", False),
        ("", False),
    ):
        assert plan(pattern, "/pattern").anchored is anchored, pattern


def test_short_texts_of_risky_patterns_are_left_to_re() -> None:
    text, source, length = plan("^a*a*$", "/pattern").arguments
    assert isinstance(text, str)
    assert isinstance(source, str)
    assert (text, source) == ("^a*a*$", r"^a*a*\Z")
    assert isinstance(length, int)
    assert 50 < length < 1000
    search = linear_search(text, source, length)
    assert [bool(search("a" * count + end)) for count in (3, length, 5000) for end in ("", "b")] == [
        True,
        False,
    ] * 3


def test_unicode_properties_are_written_out_for_the_linear_matcher() -> None:
    planned = plan(r"^(\p{Lu}|[\p{Lu}\-\]])*(?:\P{L}|\\p)*$", "/pattern")
    assert planned.kind == "linear"
    assert r"\p{" not in planned.text
    pattern = LinearPattern(planned.text)
    for text, expected in (("ÉA-]12\\p", True), ("é", False), ("Ap", False)):
        assert pattern.search(text) is expected
        assert bool(compile_pattern(r"^(\p{Lu}|[\p{Lu}\-\]])*(?:\P{L}|\\p)*$", "").search(text)) is expected


def test_the_linear_matcher_forgets() -> None:
    pattern = LinearPattern("(a|b)*a(a|b){9}c$")
    text = "".join("ab"[(number * number >> 3) % 2] for number in range(30_000))
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 12_000)))
    assert not pattern.search(text)
    assert not pattern.search(letters)
    assert pattern.search(text + "a" * 10 + "c")


def test_properties_by_every_name() -> None:
    letters = property_ranges("L", None)
    assert (
        letters
        == property_ranges("Letter", None)
        == property_ranges("gc", "L")
        == property_ranges("General_Category", "Letter")
    )
    assert property_ranges("sc", "Grek") == property_ranges("Script", "Greek")
    assert property_ranges("Any", None) == ((0, 0x10FFFF),)
    assert (
        property_ranges("gc", "Alpha")
        is property_ranges("Script", "L")
        is property_ranges("Grek", None)
        is None
    )
    assert letters is not None
    assert unpacked(packed(letters)) == letters


def suite(*parts: str) -> Iterator[Any]:
    """(case group, test) of a file of the official suite, in every draft that has it."""
    for draft in DRAFTS:
        path = SUITE.joinpath("tests", draft, "optional", *parts)
        if path.exists():
            for group in json.loads(path.read_text(encoding="utf-8")):
                for test in group["tests"]:
                    yield draft, group["schema"], test


@needs_suite
def test_the_official_suite() -> None:
    counts = dict.fromkeys(("pattern", "patternProperties", "regex"), 0)
    for part in (("ecmascript-regex.json",), ("non-bmp-regex.json",), ("format", "regex.json")):
        for draft, schema, test in suite(*part):
            text, told = test["data"], (draft, schema, test)
            if "pattern" in schema:
                counts["pattern"] += 1
                assert (
                    not isinstance(text, str)
                    or bool(compile_pattern(schema["pattern"], "").search(text)) is test["valid"]
                ), told
            elif "patternProperties" in schema and schema.get("additionalProperties") is False:
                counts["patternProperties"] += 1
                (pattern,) = schema["patternProperties"]
                assert all(compile_pattern(pattern, "").search(key) for key in text) is test["valid"], told
            elif schema.get("format") == "regex":
                counts["regex"] += 1
                assert (not isinstance(text, str) or is_valid_pattern(text)) is test["valid"], told
    fewest = {"pattern": 300, "patternProperties": 80, "regex": 20}  # so that something was compared
    assert all(counts[keyword] >= number for keyword, number in fewest.items())


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(?<=^a*)b", "reaches back without bound"),
        ("(?<=^a{0,99})b", "different lengths"),
        ("(?<=^(?:a|bb){1,40})c", "so many alternatives"),
    ],
)
def test_lookbehinds_that_re_has_not(pattern: str, reason: str) -> None:
    with pytest.raises(SchemaError, match=reason):
        translate(pattern, "/pattern")
    with pytest.raises(SchemaError, match=reason):
        plan(pattern, "/pattern", Patterns.LINEAR)
    assert plan(pattern, "/pattern").arguments == (pattern, "", -1)


@pytest.mark.parametrize("pattern", ["?\x1f", "(\n", "[\u2028", "*\x1b[2J", "(\ud800", "\\u{202e}(\u202e"])
def test_a_refusal_shows_a_pattern_in_one_line(pattern: str) -> None:
    with pytest.raises(SchemaError) as refused:
        plan(pattern, "/pattern")
    assert str(refused.value).isprintable()
    assert refused.value.reason.isprintable()
