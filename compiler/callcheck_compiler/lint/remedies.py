"""What would be right instead of what the compiler refuses."""

from __future__ import annotations

import re

from callcheck.issues import SchemaError

from ..frontend.closures import REFERENCES

EXPECTATION = re.compile(r"must be (.+?)(?:, not .+|, but .+)?", re.DOTALL)
ADVICE = re.compile(r"(?:.*); ((?:write|give|use|shorten|split|simplify|let) .+)", re.DOTALL)
OF_REFERENCES = "point to a place that exists, such as #/$defs/NAME, or write the schema here in its place"
OF_OPEN_BRACKETS = "close the bracket, or put a backslash before it where the character itself is meant"
OF_SYNTAX = (
    "put a backslash before what is meant as a character, balance the brackets, or leave the pattern out"
)
OF_UNMATCHABLE = "write a simpler pattern, or leave it out and say in the description what is expected"
OF_THE_REST = "write what the draft of the schema allows here, or leave it out"


def remedy(refusal: SchemaError) -> str:
    """What would be right, as the end of a finding; never empty."""
    reason = refusal.reason
    if reason.startswith("the reference "):
        return OF_REFERENCES
    if advice := ADVICE.fullmatch(reason):
        return advice[1]
    if reason.startswith("the pattern "):
        return of_pattern(reason)
    if refusal.keyword_location.rpartition("/")[2] in REFERENCES and "must be" not in reason:
        return OF_REFERENCES
    _, named, expected = reason.partition("must be ")
    if named and (found := EXPECTATION.fullmatch(named + expected)):
        return f"make it {found[1]}"
    return OF_THE_REST


def of_pattern(reason: str) -> str:
    """What would be right instead of a pattern."""
    if "is never closed" in reason:
        return OF_OPEN_BRACKETS
    return OF_SYNTAX if "is not a regular expression" in reason else OF_UNMATCHABLE
