"""What `lint` has to say about a schema: one `Finding` each."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any


class Severity(enum.IntEnum):
    """How much a finding matters.

    ERROR    the tool cannot be used as it is
    WARNING  calls go wrong, or something that was written does nothing
    INFO     worth knowing
    """

    INFO = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong or risky in a tool's schema.

    rule      the rule's name, a key of `RULES`
    severity  how much it matters
    tool      the tool's name
    location  JSON Pointer in the tool's schema
    reason    what is wrong, as a sentence without its full stop
    instead   what would be right
    place     where the tool was read
    """

    rule: str
    severity: Severity
    tool: str
    location: str
    reason: str
    instead: str
    place: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same as JSON-ready values."""
        return {
            "tool": self.tool,
            "place": self.place,
            "severity": self.severity.name.lower(),
            "rule": self.rule,
            "location": self.location,
            "reason": self.reason,
            "instead": self.instead,
        }
