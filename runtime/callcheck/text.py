"""Issues as the text that a model reads.

A text has fewer than 4,000 characters, encodes as UTF-8 and keeps one issue to a line, whatever the tool's name, the schema and
the arguments hold. What was sent is not repeated, but for the enum message of style `zod`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .hints import hint
from .issues import InstanceLocation, Issue, Kind
from .literals import json_words, python_word, python_words
from .location import loose_path, path, printable, value_at
from .policy import Policy, TextStyle
from .structure import structured

__all__ = ["render", "structured", "tool_use_error"]

MISSING, UNEXPECTED, TYPE, VALUE = Kind
COMPLETE, ZOD, PATHS = TextStyle

_MOST_LINES = 20
_MOST_VALUES = 5
_MOST_HINTS = 5
_MOST_CHARACTERS = 3500
_LONGEST_TOOL_NAME = 128
_LONGEST_MESSAGE = 600

Write = Callable[[Issue], str]


def render(tool: str, issues: Sequence[Issue], policy: Policy, arguments: object) -> str:
    """The text that tells a model what is wrong with its call of `tool`, in the style and with the hints of `policy`.

    `arguments` are those that the issues are about: style `zod` and hints look things up in them.
    """
    tool = printable(tool, _LONGEST_TOOL_NAME)
    write: Write
    if policy.text is COMPLETE:
        write = _complete_line
    elif policy.text is PATHS:
        write = _paths_line(tool if policy.root is None else printable(policy.root, _LONGEST_TOOL_NAME))
    else:
        mistyped = [issue for issue in issues if issue.kind is not VALUE]
        if not mistyped:
            return _zod_values(tool, issues, arguments)
        issues, write = mistyped, _zod_line
    lines, left = _lines(issues, _with_hints(write, arguments) if policy.hints else write, _MOST_LINES)
    if left:
        lines.append(f"… and {left} more")
    listed = "\n".join(lines)
    if policy.text is PATHS:
        return listed
    return f"{complete_heading(tool)}{'s' if len(lines) > 1 else ''}:\n{listed}"


def complete_text(heading: str, issues: Sequence[Issue]) -> str:
    """The text of style `complete` without hints, for issues of which most were made beforehand.

    heading  what `complete_heading` gives for the tool
    """
    if len(issues) == 1:
        return f"{heading}:\n{_known_line(issues[0])}"
    if len(issues) <= _MOST_LINES:
        told: list[str] = []
        for issue in issues:
            line = _known_line(issue)
            if line not in told:
                told.append(line)
        listed = "\n".join(told)
        # Nearly always there is room for all.
        if len(listed) <= _MOST_CHARACTERS:
            return f"{heading}s:\n{listed}" if len(told) > 1 else f"{heading}:\n{listed}"
    lines, left = _lines(issues, _known_line, _MOST_LINES)
    if left:
        lines.append(f"… and {left} more")
    return f"{heading}{'s' if len(lines) > 1 else ''}:\n" + "\n".join(lines)


def complete_heading(tool: str) -> str:
    """How a text of style `complete` begins, for one issue."""
    return f"{printable(tool, _LONGEST_TOOL_NAME)} failed due to the following issue"


class _Prepared(Issue):
    """An issue that was made beforehand, with its line; it pickles, and shows itself, as any other."""

    line = ""

    def __reduce__(self) -> tuple[type[Issue], tuple[Any, ...]]:
        return Issue, tuple(self)

    def __repr__(self) -> str:
        return repr(Issue(*self))


def prepared(issue: Issue) -> Issue:
    """The same issue, of which the line is known from now on: for one that is told again and again."""
    made = _Prepared(*issue)
    made.line = _complete_line(issue)
    return made


def _known_line(issue: Issue) -> str:
    return (issue.line if type(issue) is _Prepared else "") or _complete_line(issue)


def tool_use_error(text: str) -> str:
    """`text` as the content of an error result: a model knows a mistake of its own by these tags and words.

    A tag of that name inside `text`, which a parameter's name could bring in, is made harmless.
    """
    return f"<tool_use_error>InputValidationError: {without_error_tags(text)}</tool_use_error>"


def error_tags(text: str) -> str:
    """`text` as the content of an error result that is no mistake of the model; tags inside are made harmless too."""
    return f"<tool_use_error>{without_error_tags(text)}</tool_use_error>"


def without_error_tags(text: str) -> str:
    """`text` with the tags of `tool_use_error` made harmless, so that whoever wrote it cannot pass it off as an error."""
    return re.sub(_TAG, "&lt;", text)


_TAG = r"(?i)<(?=\s*/?\s*tool_use_error)"  # compiled when first used


def _lines(issues: Sequence[Issue], write: Write, most: int) -> tuple[list[str], int]:
    """As many lines as there is room for, each once, and how many issues are left."""
    if len(issues) == 1:
        return [write(issues[0])], 0
    lines: list[str] = []
    room = _MOST_CHARACTERS
    for told, issue in enumerate(issues):
        line = write(issue)
        if line in lines:
            continue
        room -= len(line)
        if len(lines) == most or room < 0:
            return lines, len(issues) - told
        lines.append(line)
    return lines, 0


def _with_hints(write: Write, arguments: object) -> Write:
    """`write` with a hint after each of the first few lines; looking for one is slow."""
    left = iter(range(_MOST_HINTS))
    return lambda issue: write(issue) + (hint(issue, arguments) if next(left, None) is not None else "")


def _complete_line(issue: Issue) -> str:
    kind, location, _, _, expected, received, message = issue
    if kind is MISSING:
        return f"The required parameter `{path(location)}` is missing{_known_values(expected)}"
    if kind is UNEXPECTED:
        return f"An unexpected parameter `{path(location)}` was provided"
    if kind is TYPE:
        return _type_line(location, path(location), expected, received)
    subject = f"The parameter `{path(location)}` is" if location else "The arguments are"
    return f"{subject} invalid: {printable(message, _LONGEST_MESSAGE)}"


def _known_values(expected: Any) -> str:
    """What the discriminator of a union may be; any other missing key has nothing expected."""
    return f" (one of {json_words(expected)})" if expected else ""


def _type_line(location: InstanceLocation, name: str, expected: Sequence[str], received: str) -> str:
    subject = f"The parameter `{name}` type is" if location else "The arguments are"
    word = "number" if received == "integer" else received
    line = f"{subject} expected as `{_joined_types(expected)}` but provided as `{word}`"
    if received == "number" and "number" in expected:
        # The only numbers that are not of type `number`.
        line += " (NaN and Infinity are not JSON)"
    return line


def _joined_types(expected: Sequence[str]) -> str:
    return expected[0] if len(expected) == 1 else printable(" | ".join(expected), _LONGEST_MESSAGE)


def _paths_line(root: str) -> Write:
    """Style `paths`: the location below `root`, and the types with integer and number apart."""

    def write(issue: Issue) -> str:
        kind, location, _, _, expected, received, message = issue
        if kind is MISSING:
            return f"{path(location[:-1], root)}: missing required field {python_word(location[-1])}"
        where = path(location, root)
        if kind is UNEXPECTED:
            return f"{where}: unexpected field"
        if kind is TYPE:
            return f"{where}: expected {_joined_types(expected)}, got {received}"
        return f"{where}: {printable(message, _LONGEST_MESSAGE)}"

    return write


def _zod_line(issue: Issue) -> str:
    kind, location, _, _, expected, received, _ = issue
    if kind is MISSING:
        return f"The required parameter `{loose_path(location)}` is missing"
    if kind is UNEXPECTED:
        return f"An unexpected parameter `{loose_path(location[-1:])}` was provided"
    return _type_line(location, loose_path(location), expected, received)


def _zod_values(tool: str, issues: Sequence[Issue], arguments: object) -> str:
    """Style `zod` where every parameter is there and has the right type."""

    def write(issue: Issue) -> str:
        return f"{loose_path(issue.instance_location, tool)}: {_zod_message(issue, arguments)}"

    lines, left = _lines(issues, write, _MOST_VALUES)
    if left:
        lines.append(f"(+{left} more)")
    return "; ".join(lines)


def _zod_message(issue: Issue, arguments: object) -> str:
    if issue.keyword in ("anyOf", "oneOf"):
        if not issue.expected:
            return f"does not match any allowed schema ({issue.keyword})"
        if not issue.message.startswith("expected one of"):
            return printable(issue.message, _LONGEST_MESSAGE)
    elif issue.keyword == "const":
        return f"expected {python_word(issue.expected)}"
    elif issue.keyword != "enum":
        return printable(issue.message, _LONGEST_MESSAGE)
    message = f"expected one of {python_words(issue.expected)}"
    try:
        return f"{message}, got {python_word(value_at(arguments, issue.instance_location))}"
    except LookupError:
        return message
