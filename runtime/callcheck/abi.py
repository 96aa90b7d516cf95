"""The only names that generated code may use, and the version of their meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .coercion import (
    boolean_word,
    integral_float,
    json_text,
    quoted_boolean,
    quoted_integer,
    quoted_number,
    small_integer,
)
from .issues import InstanceLocation, InvalidArguments, Issue, Kind, in_order, in_order_once, without_repeats
from .json_values import Members, is_multiple_of, type_name, unique, word_of
from .names import name_message
from .text import prepared
from .unions import Union, explain_union, several_message
from .validator import Settlement

ABI = 1  # raised whenever a generated module of the last version would no longer mean the same

IssueAt = Callable[[InstanceLocation, Any], Issue]
IssuesByType = Mapping[type, Issue]

_JSON_TYPES = (type(None), bool, int, float, str, list, dict)
_issue: Callable[[type[Issue], tuple[Any, ...]], Issue] = (
    tuple.__new__
)  # half the time of Issue(...), which takes its fields by keyword too


# Methods as functions: a call takes fewer instructions than one through an attribute, and raises TypeError for what is
# of another type.
dict_get: Callable[..., Any] = dict.get
dict_copy: Callable[[Any], Any] = dict.copy
join_strings: Callable[[Any], str] = "".join


class Later:
    """A check of strings that is made, and its module imported, when it is first called."""

    __slots__ = ("_check", "_make")

    def __init__(self, make: Callable[[], Callable[[str], object]]) -> None:
        self._make = make
        self._check: Callable[[str], object] | None = None

    def __call__(self, text: str) -> object:
        check = self._check
        if check is None:
            check = self._check = self._make()
        return check(text)


def pattern(translated: str) -> Callable[[str], object]:
    """The search of a regular expression in Python's syntax; truthy where it is found."""
    return re.compile(translated).search


def anchored_pattern(translated: str) -> Callable[[str], object]:
    """The same for an expression that can match at the start alone."""
    return re.compile(translated).match


def linear_pattern(text: str) -> Callable[[str], object]:
    """The search of a pattern that `re` might not finish; truthy where it is found."""

    def make() -> Callable[[str], object]:
        from .linear_pattern import LinearPattern

        return LinearPattern(text).search

    return Later(make)


def members(values: Sequence[Any]) -> Callable[[Any], bool]:
    """Whether a value equals one of these as JSON."""
    return Members(values).holds


def json_value(text: str) -> Any:
    """A value of the schema that would be a long or deep literal, from JSON text."""
    return json.loads(text)


def json_values(text: str) -> tuple[Any, ...]:
    """The same for several values, from the JSON text of a list."""
    return tuple(json.loads(text))


def names(declared: Sequence[Any]) -> frozenset[Any]:
    """The declared names of an object, or the members of a long `enum`, as a set."""
    return frozenset(declared)


def format_check(dialect_and_name: tuple[str, str]) -> Callable[[str], object]:
    """The check of a format, as a dialect defines it."""

    def make() -> Callable[[str], object]:
        from .formats import formats_of

        dialect, name = dialect_and_name
        return formats_of(dialect)[name]

    return Later(make)


def content_check(media_type_and_encoding: tuple[str | None, str | None]) -> Callable[[str], bool]:
    """Whether a string decodes, and is JSON where that is its media type (Validation draft 7, section 8)."""
    from .content import fits

    media_type, encoding = media_type_and_encoding
    return lambda text: fits(text, media_type, encoding)


def missing_issue(keyword: str, keyword_location: str, message: str) -> Callable[[InstanceLocation], Issue]:
    """Makes the issue of an absent property, from its location."""
    return lambda location: missing_at(location, keyword, keyword_location, message)


def missing_at(location: InstanceLocation, keyword: str, keyword_location: str, message: str) -> Issue:
    """The issue of an absent property at a location that is known beforehand."""
    return prepared(Issue(Kind.MISSING, location, keyword_location, keyword, (), "", message))


def unexpected_issue(keyword: str, keyword_location: str, declared: tuple[str, ...], message: str) -> IssueAt:
    """Makes the issue of a property that should not be there."""
    kind = Kind.UNEXPECTED

    def issue(location: InstanceLocation, value: Any) -> Issue:
        return _issue(Issue, (kind, location, keyword_location, keyword, declared, type_name(value), message))

    return issue


def type_issue(keyword_location: str, expected: tuple[str, ...]) -> IssueAt:
    """Makes the issue of a value of the wrong type."""
    words = _TypeWords(expected)
    kind = Kind.TYPE

    def issue(location: InstanceLocation, value: Any) -> Issue:
        received, message = words[type(value)]
        return _issue(Issue, (kind, location, keyword_location, "type", expected, received, message))

    return issue


def value_issue(keyword: str, keyword_location: str, expected: Any, message: str) -> IssueAt:
    """Makes the issue of a value that its type alone does not make wrong."""
    kind = Kind.VALUE

    def issue(location: InstanceLocation, value: Any) -> Issue:
        return _issue(Issue, (kind, location, keyword_location, keyword, expected, type_name(value), message))

    return issue


def type_at(location: InstanceLocation, keyword_location: str, expected: tuple[str, ...]) -> IssuesByType:
    """The issues of values of a wrong type at a location that is known beforehand, by the values' Python types."""
    words = _TypeWords(expected)

    def made(kind: type) -> Issue:
        received, message = words[kind]
        return Issue(Kind.TYPE, location, keyword_location, "type", expected, received, message)

    return _Located(made)


def value_at(
    location: InstanceLocation, keyword: str, keyword_location: str, expected: Any, message: str
) -> IssuesByType:
    """The issues of values that their types alone do not make wrong, by their Python types."""
    return _Located(
        lambda kind: Issue(Kind.VALUE, location, keyword_location, keyword, expected, word_of(kind), message)
    )


class _Located(dict[type, Issue]):
    """Issues that differ in the type that was received; each is made when it is first needed, and told at once from then on."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[type], Issue]) -> None:
        self._make = make

    def __missing__(self, kind: type) -> Issue:
        issue = self._make(kind)
        if _is_json_type(kind):
            issue = self[kind] = prepared(issue)
        return issue


class _TypeWords(dict[type, tuple[str, str]]):
    """The type that was received and the message about it, by the Python type of the value."""

    __slots__ = ("_names",)

    def __init__(self, expected: tuple[str, ...]) -> None:
        self._names = " | ".join([f"`{name}`" for name in expected])

    def __missing__(self, kind: type) -> tuple[str, str]:
        received = word_of(kind)
        told = "number" if received == "integer" else received
        words = received, f"must be {self._names}, not `{told}`"
        if _is_json_type(kind):
            self[kind] = words
        return words


def _is_json_type(kind: type) -> bool:
    return any(kind is known for known in _JSON_TYPES)  # a metaclass may call itself equal to anything


def name_issue(keyword_location: str, expected: Any) -> Callable[[InstanceLocation, list[Issue]], Issue]:
    """Makes the issue of a property's name, from what is wrong with the name."""

    def issue(location: InstanceLocation, reasons: list[Issue]) -> Issue:
        message = name_message(in_order(reasons))
        return Issue(Kind.VALUE, location, keyword_location, "propertyNames", expected, "string", message)

    return issue


def several_issue(
    keyword_location: str, branches: int
) -> Callable[[InstanceLocation, Any, list[int]], Issue]:
    """Makes the issue of a `oneOf` of which more than one branch holds, from the branches' 1-based numbers."""

    def issue(location: InstanceLocation, value: Any, holding: list[int]) -> Issue:
        message = several_message(holding, branches)
        return Issue(
            Kind.VALUE, location, keyword_location, "oneOf", tuple(holding), type_name(value), message
        )

    return issue


def explain_branches(
    union: Union,
    value: Any,
    location: InstanceLocation,
    branches: Sequence[Callable[..., None]],
    *memo: dict[Any, Any],
) -> Sequence[Issue]:
    """The issues of a value that fits no branch of a union. A branch takes (value, location, issues, *memo)."""

    def explain_branch(index: int) -> list[Issue]:
        issues: list[Issue] = []
        branches[index](value, location, issues, *memo)
        return in_order_once(issues)

    return explain_union(union, value, location, explain_branch)


# What generated code may name, besides what it defines itself and `BUILTINS`.
__all__ = [
    "InvalidArguments",
    "Settlement",
    "Union",
    "anchored_pattern",
    "boolean_word",
    "content_check",
    "dict_copy",
    "dict_get",
    "explain_branches",
    "format_check",
    "in_order",
    "in_order_once",
    "integral_float",
    "is_multiple_of",
    "join_strings",
    "json_text",
    "json_value",
    "json_values",
    "linear_pattern",
    "members",
    "missing_at",
    "missing_issue",
    "name_issue",
    "names",
    "pattern",
    "quoted_boolean",
    "quoted_integer",
    "quoted_number",
    "several_issue",
    "small_integer",
    "type_at",
    "type_issue",
    "unexpected_issue",
    "unique",
    "value_at",
    "value_issue",
    "without_repeats",
]
NAMES = frozenset(__all__)
BUILTINS = frozenset(
    {
        "Exception",
        "KeyError",
        "TypeError",
        "bool",
        "dict",
        "enumerate",
        "float",
        "id",
        "int",
        "isinstance",
        "len",
        "list",
        "range",
        "set",
        "str",
        "type",
    }
)
