"""Patterns beside Node's: the same texts match. Skipped where Node is not installed, or knows another Unicode."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from callcheck.ecma import is_valid_pattern, parse
from callcheck.ecma.program import Unsuitable
from callcheck.issues import SchemaError
from callcheck.linear_pattern import LinearPattern
from callcheck_compiler.patterns import compile_pattern, plan
from callcheck_compiler.patterns.expansion import without_properties
from callcheck_compiler.patterns.properties import property_ranges

from tests.pattern_samples import random_pattern, random_text
from tests.shared import maskbench, needs_shared, tools

# V8 also looks for a match between the halves of a surrogate pair, where ECMA-262 does not go with the `u` flag: `\B` alone
# matches in "1\u{1F600}1" there. Such a match is passed over.
SEARCH_IN_NODE = """
const answer = [];
const isBetween = (text, index) => /^[\\ud800-\\udbff][\\udc00-\\udfff]$/.test(text.slice(index - 1, index + 1));
const matches = (wanted, text) => {
  wanted.lastIndex = 0;
  for (let found; (found = wanted.exec(text)); wanted.lastIndex = found.index + 1) {
    if (!wanted.unicode || found.index === 0 || !isBetween(text, found.index)) return true;
  }
  return false;
};
for (const [pattern, texts] of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  let found = null;
  for (const flags of ["u", ""]) {
    if (found) break;
    try {
      const wanted = new RegExp(pattern, flags + "g");
      found = { flags, matches: texts.map((text) => matches(wanted, text)) };
    } catch {}
  }
  answer.push(found);
}
console.log(JSON.stringify(answer));
"""

UNICODE = "17.0"


@functools.cache
def unicode_of_node() -> str:
    if shutil.which("node") is None:
        return ""
    command = ["node", "-p", "process.versions.unicode"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


needs_node = pytest.mark.skipif(
    unicode_of_node() != UNICODE, reason=f"there is no Node with Unicode {UNICODE}"
)


def in_node(questions: list[tuple[str, list[str]]]) -> list[dict[str, Any] | None]:
    """For each pattern and its texts: the flags that Node compiles it with, and which texts match; None: no pattern."""
    answer = subprocess.run(
        ["node", "-e", SEARCH_IN_NODE],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)  # type: ignore[no-any-return]


def texts_for(pattern: str, source: random.Random, count: int) -> list[str]:
    expression = parse(pattern, property_ranges).expression
    return [random_text(source, expression) for _ in range(count)]


def compare(questions: list[tuple[str, list[str]]]) -> Counter[str]:
    """Hold what we find against what Node finds, with and without backtracking; how much was compared."""
    counts: Counter[str] = Counter()
    for (pattern, texts), answer in zip(questions, in_node(questions), strict=True):
        assert answer is not None, f"Node does not take {pattern!a}"
        try:
            planned = plan(pattern, "/pattern")
        except SchemaError:
            counts["refused"] += 1
            continue
        searches = {planned.kind: compile_pattern(pattern, "/pattern").search}
        with contextlib.suppress(Unsuitable):
            searches["without backtracking"] = LinearPattern(without_properties(pattern)).search
        for way, search in searches.items():
            counts[way] += 1
            for text, expected in zip(texts, answer["matches"], strict=True):
                told = f"{pattern!a} in {text!a}, {way}, flags {answer['flags']!r}"
                assert bool(search(text)) is expected, told
        counts["texts"] += len(texts)
    return counts


@needs_node
def test_no_match_begins_inside_a_surrogate_pair() -> None:
    assert compare(
        [(r"\B", ["1\U0001f6001", "1\U0001f600", "\U0001f600"]), (r"^.\B.$", ["1\U0001f600", "11"])]
    )


@needs_node
def test_random_patterns() -> None:
    seed = int(os.environ.get("CALLCHECK_SEED", "1"))
    number = int(os.environ.get("CALLCHECK_PATTERNS", "600"))
    source = random.Random(seed)
    questions = []
    for _ in range(number):
        pattern = random_pattern(source)
        pattern = source.choice(("", "^")) + pattern + source.choice(("", "$"))
        questions.append((pattern, texts_for(pattern, source, 8)))
    counts = compare(questions)
    print(dict(counts))
    assert counts["refused"] < number / 20, counts
    assert counts["texts"] > number * 7, counts


def patterns_in(schema: Any) -> Iterator[str]:
    """Every pattern of a schema, wherever it stands."""
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            if keyword == "pattern" and isinstance(value, str):
                yield value
            if keyword == "patternProperties" and isinstance(value, dict):
                yield from value
            yield from patterns_in(value)
    elif isinstance(schema, list):
        for each in schema:
            yield from patterns_in(each)


@needs_node
@needs_shared
@pytest.mark.parametrize(
    "schemas",
    [lambda: [tool["parameters"] for tool in tools()], lambda: [each["schema"] for each in maskbench()]],
)
def test_patterns_of_real_schemas(schemas: Any) -> None:
    source = random.Random(3)
    patterns: Iterable[str] = dict.fromkeys(
        pattern for schema in schemas() for pattern in patterns_in(schema)
    )
    taken = [pattern for pattern in patterns if is_valid_pattern(pattern)]
    assert len(taken) > 100
    counts = compare([(pattern, texts_for(pattern, source, 25)) for pattern in taken])
    assert counts["refused"] == 0, counts


FOREIGN = (
    *(
        "a{,3}",
        "a++",
        "a*+",
        "a?+",
        "a{1}{2}",
        "a{2,1}",
        "*",
        "^*",
        "a**",
        "(?=a)*",
        r"\b+",
        "{1}",
        "(?<=a)?",
    ),
    *(
        "(?i)a",
        "(?P<a>b)",
        "(?>a)",
        "(?#a)",
        "(?<1a>b)",
        "(?<a>b)(?<a>c)",
        "(?",
        "(?<",
        "(?<a",
        "(",
        ")",
        "(?'a'b)",
    ),
    *(
        r"\Z",
        r"\A",
        r"\z",
        r"\a",
        r"\e",
        r"\h",
        r"\Q",
        r"\U",
        r"\07",
        r"\c",
        r"\c1",
        r"\u12",
        r"\x1",
        r"\u{110000}",
        "\\",
    ),
    *(r"\1", r"(a)\2", r"\k<a>", r"(?<a>x)\k<b>", r"\k", r"(?<a>x)\k"),
    *(r"[\w-.]", "[b-a]", r"[\d-z]", r"[a-\d]", r"[\B]", "[", "[a", r"[\c]", r"[a\]"),
    *(
        r"\p{Nope}",
        r"\p{Script=Nope}",
        r"\p{Lu=Lu}",
        r"\pL",
        r"\p{}",
        r"\p{script=Latin}",
        r"\p{greek}",
        r"\p{ L}",
    ),
)


@needs_node
def test_what_node_refuses_is_refused() -> None:
    questions: list[tuple[str, list[str]]] = [(pattern, []) for pattern in FOREIGN]
    for pattern, answer in zip(FOREIGN, in_node(questions), strict=True):
        assert answer is None or answer["flags"] == "", pattern
        assert not is_valid_pattern(pattern), pattern
        with pytest.raises(SchemaError, match="pattern"):
            plan(pattern, "/pattern")


@needs_node
def test_unicode_properties() -> None:
    keys = ("L", "Lu", "gc=LC", "Alpha", "Emoji", "sc=Grek", "scx=Grek", "Script_Extensions=Hira", "P", "Any")
    texts = [chr(code) for code in (*range(0x700), *range(0x700, 0x110000, 499))]
    counts = compare([(rf"^\{letter}{{{key}}}$", texts) for key in keys for letter in "pP"])
    assert counts["re"] == counts["without backtracking"] == 2 * len(keys)
