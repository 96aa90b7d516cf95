"""Issues as text and as its structured twin. The issues are made by hand: what finds them is tested elsewhere."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from typing import Any

import pytest
from callcheck.hints import closest
from callcheck.issues import InvalidArguments, Issue, Kind
from callcheck.policy import TOOL_INPUT, Policy, TextStyle
from callcheck.text import render, structured, tool_use_error

ZOD = replace(TOOL_INPUT, text=TextStyle.ZOD)
PATHS = replace(TOOL_INPUT, text=TextStyle.PATHS)
INPUT_PATHS = replace(PATHS, root="input")
HINTS = replace(TOOL_INPUT, hints=True)
STYLES = [TOOL_INPUT, ZOD, PATHS, HINTS, replace(ZOD, hints=True), replace(PATHS, hints=True)]

GREP = ("pattern", "output_mode", "-n", "-i", "head_limit", "limit")


def missing(*location: Any, expected: Any = ()) -> Issue:
    keyword = "anyOf" if expected else "required"
    return Issue(Kind.MISSING, location, f"/{keyword}", keyword, expected, "", "is required")


def unexpected(*location: Any, declared: tuple[str, ...] = GREP, received: str = "boolean") -> Issue:
    keyword = "additionalProperties"
    return Issue(Kind.UNEXPECTED, location, f"/{keyword}", keyword, declared, received, "is not expected")


def mistyped(*location: Any, expected: str, received: str) -> Issue:
    words = tuple(expected.split())
    message = f"must be {words}, not {received}"
    return Issue(Kind.TYPE, location, "/properties/x/type", "type", words, received, message)


def invalid(
    *location: Any, message: str, keyword: str = "minimum", expected: Any = 1, received: str = "integer"
) -> Issue:
    return Issue(Kind.VALUE, location, f"/properties/x/{keyword}", keyword, expected, received, message)


def not_a_member(*location: Any, members: tuple[Any, ...], received: str = "string") -> Issue:
    message = "expected one of " + ", ".join(map(json.dumps, members))
    return invalid(*location, message=message, keyword="enum", expected=members, received=received)


def rejection(tool: str, issues: list[Issue], policy: Policy, arguments: Any) -> str:
    """The text, having checked what holds for every text."""
    text = render(tool, issues, policy, arguments)
    text.encode("utf-8")
    assert len(text) < 4000
    assert all(line.isprintable() for line in text.split("\n"))
    return text


MODES = ("content", "files_with_matches", "count")

BYTE_FOR_BYTE: list[tuple[Policy, list[Issue], Any, str]] = [
    (
        TOOL_INPUT,
        [unexpected("n")],
        {"pattern": "TODO", "n": True},
        "Grep failed due to the following issue:\nAn unexpected parameter `n` was provided",
    ),
    (
        TOOL_INPUT,
        [missing("pattern"), unexpected("n"), mistyped("-i", expected="boolean", received="integer")],
        {"-i": 3, "n": True},
        "Grep failed due to the following issues:\n"
        "The required parameter `pattern` is missing\n"
        "An unexpected parameter `n` was provided\n"
        "The parameter `-i` type is expected as `boolean` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        [mistyped("limit", expected="integer", received="number")],
        {"pattern": "x", "limit": 3.5},
        "Grep failed due to the following issue:\n"
        "The parameter `limit` type is expected as `integer` but provided as `number`",
    ),
    (
        TOOL_INPUT,
        [not_a_member("output_mode", members=MODES)],
        {"pattern": "x", "output_mode": "bogus"},
        "Grep failed due to the following issue:\n"
        'The parameter `output_mode` is invalid: expected one of "content", "files_with_matches", "count"',
    ),
    (
        TOOL_INPUT,
        [mistyped("-n", expected="boolean", received="string")],
        {"pattern": "x", "-n": "true"},
        "Grep failed due to the following issue:\n"
        "The parameter `-n` type is expected as `boolean` but provided as `string`",
    ),
    (
        TOOL_INPUT,
        [missing("todos", 0, "content"), unexpected("todos", 0, "done")],
        {"todos": [{"done": True}]},
        "Grep failed due to the following issues:\n"
        "The required parameter `todos[0].content` is missing\n"
        "An unexpected parameter `todos[0].done` was provided",
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="integer string null", received="array")],
        {"x": []},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `integer | string | null` but provided as `array`",
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="string", received="null")],
        {"x": None},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `string` but provided as `null`",
    ),
    (
        TOOL_INPUT,
        [mistyped(expected="object", received="array")],
        [],
        "Grep failed due to the following issue:\nThe arguments are expected as `object` but provided as `array`",
    ),
    (
        TOOL_INPUT,
        [invalid(message="must have at least 1 property", keyword="minProperties", received="object")],
        {},
        "Grep failed due to the following issue:\nThe arguments are invalid: must have at least 1 property",
    ),
    (
        TOOL_INPUT,
        [invalid("limit", message="must be at least 1")],
        {"limit": 0},
        "Grep failed due to the following issue:\nThe parameter `limit` is invalid: must be at least 1",
    ),
    (
        TOOL_INPUT,
        [missing("shape", "kind", expected=("circle", "rect", 3, None, True))],
        {"shape": {}},
        "Grep failed due to the following issue:\n"
        'The required parameter `shape.kind` is missing (one of "circle", "rect", 3, null, true)',
    ),
    (
        TOOL_INPUT,
        [mistyped("x", expected="number", received="number")],
        {"x": math.nan},
        "Grep failed due to the following issue:\n"
        "The parameter `x` type is expected as `number` but provided as `number` (NaN and Infinity are not JSON)",
    ),
    (
        ZOD,
        [not_a_member("output_mode", members=MODES)],
        {"pattern": "x", "output_mode": "bogus"},
        "Grep.output_mode: expected one of ['content', 'files_with_matches', 'count'], got 'bogus'",
    ),
    (
        ZOD,
        [not_a_member("m", members=("a", "b"))],
        {"m": "c"},
        "Grep.m: expected one of ['a', 'b'], got 'c'",
    ),
    (
        ZOD,
        [
            missing("todos", 0, "content"),
            unexpected("todos", 0, "done"),
            mistyped("todos", 1, expected="object", received="integer"),
            invalid("limit", message="must be at least 1"),
        ],
        {"todos": [{"done": True}, 3], "limit": 0},
        "Grep failed due to the following issues:\n"
        "The required parameter `todos[0].content` is missing\n"
        "An unexpected parameter `done` was provided\n"
        "The parameter `todos[1]` type is expected as `object` but provided as `number`",
    ),
    (
        ZOD,
        [missing("a.b"), invalid("limit", message="must be at least 1")],
        {"limit": 0},
        "Grep failed due to the following issue:\nThe required parameter `a.b` is missing",
    ),
    (
        ZOD,
        [
            invalid("a", message="must match one of 2 alternatives; …", keyword="anyOf", expected=()),
            invalid("b", message="must match one of 2 alternatives; …", keyword="oneOf", expected=()),
            invalid("c", message="must match exactly one …", keyword="oneOf", expected=(1, 2)),
            invalid("d", 0, message='expected one of "x", "y"', keyword="anyOf", expected=("x", "y")),
            invalid("e", message='must be "x"', keyword="const", expected="x"),
        ],
        {"d": ["z"]},
        "Grep.a: does not match any allowed schema (anyOf); "
        "Grep.b: does not match any allowed schema (oneOf); "
        "Grep.c: must match exactly one …; "
        "Grep.d[0]: expected one of ['x', 'y'], got 'z'; "
        "Grep.e: expected 'x'",
    ),
    (
        ZOD,
        [invalid(key, message="must be at least 1") for key in "abcdefgh"],
        {},
        "; ".join(f"Grep.{key}: must be at least 1" for key in "abcde") + "; (+3 more)",
    ),
    (
        ZOD,
        [invalid(message="nested too deeply to be checked", keyword="", expected=())],
        {},
        "Grep: nested too deeply to be checked",
    ),
    (PATHS, [unexpected("n")], {"n": 1}, "Grep.n: unexpected field"),
    (
        replace(PATHS, root="output"),
        [missing("pattern")],
        {},
        "output: missing required field 'pattern'",
    ),
    (
        INPUT_PATHS,
        [
            missing("a", 0, "b"),
            mistyped("flag", expected="boolean", received="string"),
            mistyped("n", expected="integer null", received="number"),
            mistyped("m", expected="string", received="integer"),
            mistyped(expected="object", received="null"),
            invalid("a.b", message="must be at least 1"),
        ],
        {"a": [{}]},
        "input.a[0]: missing required field 'b'\n"
        "input.flag: expected boolean, got string\n"
        "input.n: expected integer | null, got number\n"
        "input.m: expected string, got integer\n"
        "input: expected object, got null\n"
        'input["a.b"]: must be at least 1',
    ),
    (
        HINTS,
        [unexpected("n")],
        {"pattern": "TODO", "n": True},
        "Grep failed due to the following issue:\nAn unexpected parameter `n` was provided (did you mean `-n`?)",
    ),
    (
        HINTS,
        [missing("taskId"), unexpected("id", declared=("taskId", "status", "metadata"))],
        {"id": "2", "status": "completed"},
        "Grep failed due to the following issues:\n"
        "The required parameter `taskId` is missing\n"
        "An unexpected parameter `id` was provided (did you mean `taskId`?)",
    ),
    (
        HINTS,
        [
            mistyped("todos", expected="array", received="string"),
            mistyped("o", expected="object null", received="string"),
            mistyped("either", expected="array object", received="string"),
            mistyped("flag", expected="boolean", received="string"),
            mistyped("list", expected="array", received="object"),
        ],
        {},
        "Grep failed due to the following issues:\n"
        "The parameter `todos` type is expected as `array` but provided as `string` (send a JSON array, not a string)\n"
        "The parameter `o` type is expected as `object | null` but provided as `string` (send a JSON object, not a string)\n"
        "The parameter `either` type is expected as `array | object` but provided as `string` "
        "(send a JSON array or object, not a string)\n"
        "The parameter `flag` type is expected as `boolean` but provided as `string`\n"
        "The parameter `list` type is expected as `array` but provided as `object`",
    ),
    (
        replace(PATHS, hints=True),
        [unexpected("todos", 0, "statu", declared=("content", "status"))],
        {"todos": [{"content": "a", "statu": "b"}]},
        "Grep.todos[0].statu: unexpected field (did you mean `status`?)",
    ),
]


@pytest.mark.parametrize(("policy", "issues", "arguments", "text"), BYTE_FOR_BYTE)
def test_byte_for_byte(policy: Policy, issues: list[Issue], arguments: Any, text: str) -> None:
    assert rejection("Grep", issues, policy, arguments) == text


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
    ("value", "got"),
    [
        (True, "True"),
        (None, "None"),
        (1.5, "1.5"),
        (10**5000, "a very large integer"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("\ud800", r"'\ud800'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_value_in_the_enum_message_of_zod(value: Any, got: str) -> None:
    text = rejection("T", [not_a_member("m", members=("a",))], ZOD, {"m": value})
    assert text == f"T.m: expected one of ['a'], got {got}"


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


def test_an_enum_message_of_zod_without_the_value() -> None:
    assert rejection("T", [not_a_member("m", members=("a", 1))], ZOD, {}) == "T.m: expected one of ['a', 1]"


def test_long_lists_of_members_are_cut() -> None:
    text = rejection("T", [not_a_member("m", members=tuple(range(5000)))], ZOD, {"m": "x"})
    assert re.fullmatch(r"T\.m: expected one of \[0, 1, 2, .*, \d+, … and \d+ more\], got 'x'", text)
    assert len(text) < 1200


def test_structured() -> None:
    issues = [
        missing("a/b", 0, "~"),
        mistyped("n", expected="integer null", received="integer"),
        not_a_member("m", members=("a", None, 1.5, [True], {"k": 10**400, "nan": math.nan})),
    ]
    report = InvalidArguments("Grep", tuple(issues), "text").structured
    assert report == {
        "type": "input_validation",
        "tool": "Grep",
        "errors": [
            {
                "kind": "missing",
                "location": "/a~1b/0/~0",
                "path": "a/b[0].~",
                "keyword": "required",
                "keyword_location": "/required",
                "expected": [],
                "received": "",
                "message": "is required",
            },
            {
                "kind": "type",
                "location": "/n",
                "path": "n",
                "keyword": "type",
                "keyword_location": "/properties/x/type",
                "expected": ["integer", "null"],
                "received": "number",
                "message": issues[1].message,
            },
            {
                "kind": "value",
                "location": "/m",
                "path": "m",
                "keyword": "enum",
                "keyword_location": "/properties/x/enum",
                "expected": ["a", None, 1.5, [True], {"k": "a very large integer", "nan": "nan"}],
                "received": "string",
                "message": issues[2].message,
            },
        ],
    }
    assert json.loads(json.dumps(report)) == report


def test_structured_is_bounded() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = {"not": deep}
    issues = [
        invalid("a", message="m" * 10**6, keyword="not", expected=deep),
        not_a_member("b", members=tuple(range(100_000))),
        invalid(
            "c", message="", keyword="not", expected={str(i): [list(range(100))] * 100 for i in range(100)}
        ),
        missing(*["deep"] * 100_000),
        missing("k" * 10**6, "a"),
        *[missing("x", i) for i in range(5000)],
    ]
    report = structured("T", issues)
    assert len(report["errors"]) == 50
    assert report["omitted"] == 4955
    assert len(json.dumps(report)) < 40_000
    assert report["errors"][3]["location"] == "/deep" * 200
    assert report["errors"][4]["location"] == ""


def test_tool_use_error() -> None:
    text = rejection("Stub", [unexpected("n")], TOOL_INPUT, {"n": 1})
    assert tool_use_error(text) == (
        "<tool_use_error>InputValidationError: Stub failed due to the following issue:\n"
        "An unexpected parameter `n` was provided</tool_use_error>"
    )


@pytest.mark.parametrize(
    "tag",
    [
        "</tool_use_error>",
        "</TOOL_USE_ERROR>",
        "< / tool_use_error >",
        "<tool_use_error>",
        "</tool_use_error x=1>",
    ],
)
def test_a_name_cannot_close_the_tag(tag: str) -> None:
    wrapped = tool_use_error(rejection("T", [unexpected(f"{tag} a < b <c>")], TOOL_INPUT, {}))
    inside = wrapped.removeprefix("<tool_use_error>").removesuffix("</tool_use_error>")
    assert re.search(r"<\s*/?\s*tool_use_error", inside, re.IGNORECASE) is None
    assert "&lt;" in inside
    assert "a < b <c>" in inside
