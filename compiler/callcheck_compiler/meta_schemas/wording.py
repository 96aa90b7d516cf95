"""What a meta-schema finds wrong, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from callcheck.issues import Issue, Kind, SchemaError
from callcheck.location import to_pointer, value_at

from ..keywords.shapes import named, received
from ..keywords.wording import name_text
from .reading import Resource

# What the patterns of the meta-schemas mean.
PATTERNS = {"^[^#]*#?$": "must have no fragment; `$anchor` gives a place in a schema its name"}


def refusal(resource: Resource, contents: Any, issues: Sequence[Issue]) -> SchemaError:
    """The refusal of a schema: where it is wrong first, and what would be right.

    contents  the schema as its meta-schema saw it
    issues    what its meta-schema found
    """
    issue = next((issue for issue in issues if not _sums_up(issue)), issues[0])
    location = issue.instance_location
    subject = next((name_text(token) for token in reversed(location) if isinstance(token, str)), "it")
    if issue.kind is Kind.MISSING:
        location = location[:-1]
    reason = f"{subject} {_reason(issue, contents)} (meta-schema of draft {resource.dialect.name})"
    return SchemaError(reason, resource.location + to_pointer(location))


def _sums_up(issue: Issue) -> bool:
    """Whether an issue only says that no alternative fits, and others say why."""
    return issue.keyword in ("anyOf", "oneOf") and issue.expected == ()


def _reason(issue: Issue, contents: Any) -> str:
    """The end of the sentence."""
    if issue.kind is not Kind.TYPE:
        return PATTERNS.get(issue.expected, issue.message) if issue.keyword == "pattern" else issue.message
    right = " or ".join(map(named, issue.expected))
    return f"must be {right}, not {received(value_at(contents, issue.instance_location))}"
