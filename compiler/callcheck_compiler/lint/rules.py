"""The rules, each a small function of one tool's schema."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from typing import Any

from callcheck.formats import FORMATS
from callcheck.issues import SchemaError
from callcheck.location import path, quoted

from ..frontend.documents import Place
from ..frontend.limits import DEFAULT_LIMITS, Meter
from ..patterns import plan
from .defaults import defaults
from .finding import Finding, Severity
from .remedies import remedy
from .subject import Subject

# The formats of OpenAPI's registry that say how wide a value is: no check of text can follow from them.
OPENAPI_FORMATS = frozenset(
    {
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float",
        "double",
        "decimal",
        "decimal128",
        "double-int",
        "byte",
        "binary",
        "password",
    }
)


def refused(subject: Subject) -> Iterator[Finding]:
    """The schema is refused by the compiler."""
    if (refusal := subject.refusal) is not None:
        location, reason = refusal.keyword_location, refusal.reason
        yield finding(subject, "refused", Severity.ERROR, location, reason, remedy(refusal))


def patterns(subject: Subject) -> Iterator[Finding]:
    """Regular expressions that are not ECMA-262 or have no equal in Python, beyond the one that the compiler names."""
    told = None if subject.refusal is None else subject.refusal.keyword_location
    meter = Meter(DEFAULT_LIMITS)
    for place in subject.places:
        for pattern, location in expressions(place):
            try:
                meter.regular_expression(len(pattern), location)
                meter.planned(pattern, plan(pattern, location).steps)
            except SchemaError as refusal:
                if refusal.keyword_location != location:
                    subject.is_cut = True
                    return
                if location != told:
                    reason, instead = refusal.reason, remedy(refusal)
                    yield finding(subject, "pattern", Severity.ERROR, location, reason, instead)


def expressions(place: Place) -> Iterator[tuple[str, str]]:
    """(regular expression, location) of each one in a subschema."""
    contents = place.contents
    if isinstance(contents.get("pattern"), str):
        yield contents["pattern"], place.at("pattern")
    if isinstance(contents.get("patternProperties"), dict):
        for pattern in contents["patternProperties"]:
            yield pattern, place.at("patternProperties", pattern)


def undeclared_required(subject: Subject) -> Iterator[Finding]:
    """A required name that no schema for the same object declares, so that a model never learns of it."""
    for position in subject.positions:
        declared: set[str] = set()
        for place in position:
            declared.update(subject.value(place, "properties", dict))
        if any("patternProperties" in place.contents for place in position):
            continue  # a name that fits a pattern is declared
        is_closed = any(place.contents.get("additionalProperties") is False for place in position)
        for place in position:
            for index, name in enumerate(subject.value(place, "required", list)):
                if isinstance(name, str) and name not in declared:
                    yield undeclared(subject, place.at("required", index), name, declared, is_closed)


def undeclared(subject: Subject, location: str, name: str, declared: set[str], is_closed: bool) -> Finding:
    """The finding about one required name."""
    shown = f"`{path((name,))}`"
    consequence = ", and no other names are allowed: no call can be valid" if is_closed else ""
    close = difflib.get_close_matches(name, sorted(declared), n=1)
    hint = f", or write `{path((close[0],))}`" if close else ""
    return finding(
        subject,
        "required",
        Severity.ERROR if is_closed else Severity.WARNING,
        location,
        f"{shown} is required but not declared under `properties`{consequence}",
        f"declare {shown} under `properties`{hint}",
    )


def unadvertisable(subject: Subject) -> Iterator[Finding]:
    """A root that cannot be an object: a tool's arguments are one, and no provider advertises anything else."""
    from ..advertise import unadvertisable as why_not

    if subject.refusal is None and (reason := why_not(subject.schema)) is not None:
        what, _, instead = reason.partition(": write ")
        yield finding(
            subject,
            "advertise",
            Severity.WARNING,
            "",
            f"the root cannot be advertised as an object with parameters: {what}",
            f"write {instead}" if instead else 'make the root {"type": "object", "properties": {…}}',
        )


def formats(subject: Subject) -> Iterator[Finding]:
    """A `format` that JSON Schema does not define, so that nothing ever checks it."""
    for place in subject.places:
        name = place.contents.get("format")
        if not isinstance(name, str) or name in FORMATS:
            continue
        is_registered = name in OPENAPI_FORMATS
        close = difflib.get_close_matches(name.lower().replace("_", "-"), FORMATS, n=1)
        yield finding(
            subject,
            "format",
            Severity.INFO if is_registered else Severity.WARNING,
            place.at("format"),
            (
                f"{quoted(name)} is a format of OpenAPI, which only says how wide the value is"
                if is_registered
                else f"{quoted(name)} is not a format of JSON Schema, so nothing checks it"
            ),
            (
                "use `minimum` and `maximum` for a range that must hold"
                if is_registered
                else f"write {quoted(close[0])}" if close else "use `pattern`, or say it in the description"
            ),
        )


def open_objects(subject: Subject) -> Iterator[Finding]:
    """An object that declares properties and lets any other key pass, so that a misspelt name is not noticed."""
    for position in subject.positions:
        declaring = [place for place in position if subject.value(place, "properties", dict)]
        speaks = any(
            keyword in place.contents
            for place in position
            for keyword in ("additionalProperties", "unevaluatedProperties")
        )
        if declaring and not speaks:
            keyword = "additionalProperties" if len(position) == 1 else "unevaluatedProperties"
            yield finding(
                subject,
                "open",
                Severity.INFO,
                position[0].location,
                "names that are not declared pass, so a misspelt optional name is not noticed",
                f'add "{keyword}": false, or compile with a strict policy',
            )


def finding(
    subject: Subject, rule: str, severity: Severity, location: str, reason: str, instead: str
) -> Finding:
    """A finding about the subject's tool."""
    return Finding(rule, severity, subject.tool.name, location, reason, instead, subject.tool.place)


def wrong_defaults(subject: Subject) -> Iterator[Finding]:
    """A default that the schema itself rejects: a model that sends it is told that it is wrong."""
    for location, value, reason in defaults(subject):
        yield finding(
            subject,
            "default",
            Severity.WARNING,
            location,
            f"the default {shown(value)} is rejected by the schema itself: it {reason}",
            (
                "leave `default` out, or admit null beside the type"
                if value is None
                else "give a default that the schema admits, or leave it out"
            ),
        )


def shown(value: Any) -> str:
    """A default, as short JSON text."""
    from ..keywords.wording import value_text

    return value_text(value)


Rule = Callable[[Subject], Iterator[Finding]]
RULES: dict[str, Rule] = {
    "refused": refused,
    "pattern": patterns,
    "required": undeclared_required,
    "default": wrong_defaults,
    "advertise": unadvertisable,
    "format": formats,
    "open": open_objects,
}
