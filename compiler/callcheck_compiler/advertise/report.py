"""What an advertised schema says differently from the author's, and where."""

from __future__ import annotations

from typing import Any, NamedTuple


class Widening(NamedTuple):
    """The advertised schema lets more through here. Validation still enforces what the author wrote.

    location  JSON Pointer of the schema, in `advertise(schema)` without a provider: the author's own, but for a rewritten root
    keyword   the keyword that is said more loosely, or not at all
    reason    what the provider takes, as a sentence
    """

    location: str
    keyword: str
    reason: str


class Narrowing(NamedTuple):
    """The advertised schema lets less through here: the provider's form cannot say all that the author's allows."""

    location: str
    keyword: str
    reason: str


class Refusal(NamedTuple):
    """The provider will refuse the tool for this, and no rewrite of the schema can help."""

    location: str
    keyword: str
    reason: str


class Report(NamedTuple):
    """Everything that one provider's form of a schema says differently. Empty when it says the same.

    untold  what a dropped root union asks for, in words, where the form has no place for it: for the tool's description
    """

    provider: str
    widened: tuple[Widening, ...] = ()
    narrowed: tuple[Narrowing, ...] = ()
    refused: tuple[Refusal, ...] = ()
    untold: str = ""

    def __bool__(self) -> bool:
        return bool(self.widened or self.narrowed or self.refused)

    def __str__(self) -> str:
        lines: list[str] = []
        for heading, entries in (
            ("is wider", self.widened),
            ("is narrower", self.narrowed),
            ("is refused", self.refused),
        ):
            lines.extend(
                f"{heading} at {location or 'the root'}, `{keyword}`: {reason}"
                for location, keyword, reason in entries
            )
        if self.widened:
            lines.append("Validation still enforces the schema as its author wrote it.")
        return "\n".join(lines)


class Advertised(NamedTuple):
    """A schema as one provider takes it, and what it says differently.

    schema  the parameters to send to the provider; the author's very object when the provider takes that as it is
    report  what was widened, narrowed, or will be refused
    """

    schema: dict[str, Any]
    report: Report
