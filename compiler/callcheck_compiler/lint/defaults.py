"""Which defaults the schema itself rejects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from callcheck.issues import Issue, Kind, SchemaError
from callcheck.location import path
from callcheck.policy import Policy

from ..frontend.closures import REFERENCES
from ..frontend.documents import Place
from .subject import Subject

NO_COERCION = Policy()
HERE = "urn:callcheck:schema"


def defaults(subject: Subject) -> Iterator[tuple[str, Any, str]]:
    """(location, default, why it is rejected) of every `default` that its own subschema does not admit."""
    for place in subject.places:
        if "default" in place.contents and "#" not in place.location:
            if not subject.spend(cost(subject, place)):
                return
            value = place.contents["default"]
            reason = rejection(subject, place, value)
            if reason:
                yield place.at("default"), value, reason


def cost(subject: Subject, place: Place) -> int:
    """The keys that are read to check a default: those of its schema, or of all where that refers to others."""
    found = list(names_in(place.contents))
    return 1 + (len(subject.places) if any(name in REFERENCES for name in found) else len(found))


def rejection(subject: Subject, place: Place, value: Any) -> str | None:
    """Why a subschema rejects a value, as the end of a sentence; None when it admits it or cannot be compiled."""
    from .. import reference_validator

    resources = {}
    schema = {**place.contents, "$schema": subject.dialect.uri}
    if any(name in REFERENCES for name in names_in(place.contents)):
        # A subschema with references is checked where it stands, so that they keep their meaning.
        schema = {"$schema": subject.dialect.uri, "$ref": f"{HERE}#{quote(place.location, safe='/~')}"}
        resources = {HERE: subject.schema}
    try:
        issues = reference_validator("default", schema, NO_COERCION, resources=resources).explain(value)
    except SchemaError:
        return None
    return told(issues[0]) if issues else None


def names_in(schema: Any) -> Iterator[str]:
    """Every key inside a schema."""
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield from value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def told(issue: Issue) -> str:
    """An issue as the end of a sentence that begins with `it`."""
    where = f"`{path(issue.instance_location)}` " if issue.instance_location else ""
    if issue.kind is Kind.TYPE:
        expected = " or ".join(f"`{name}`" for name in issue.expected)
        return (
            f"must be {expected}, not `{issue.received}`"
            if not where
            else f"has {where}of type `{issue.received}`"
        )
    return f"has {where}that {issue.message}" if where else issue.message
