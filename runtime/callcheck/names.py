"""What is wrong with the name of a property."""

from __future__ import annotations

from collections.abc import Sequence

from .issues import Issue
from .location import printable

_LONGEST_MESSAGE = 500


def name_message(reasons: Sequence[Issue]) -> str:
    """The message of a `propertyNames` issue, from the issues of the name itself, in order; bounded."""
    told = "; ".join([reason.message for reason in reasons])
    return printable(f"is not an allowed name: {told}", _LONGEST_MESSAGE)
