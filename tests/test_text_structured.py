"""The structured twin of the text, and the tag around the text."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from callcheck.issues import InvalidArguments
from callcheck.policy import TOOL_INPUT
from callcheck.text import structured, tool_use_error

from tests.rejections import invalid, missing, mistyped, not_a_member, rejection, unexpected


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
