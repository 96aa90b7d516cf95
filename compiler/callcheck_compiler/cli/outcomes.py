"""What becomes of one recorded call, and the sums over all of them."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from callcheck import InvalidArguments, Validator
from callcheck.coercion import strict_json
from callcheck.issues import Issue, Kind, SchemaError
from callcheck.location import quoted, to_pointer
from rich.console import Console

from ..sources import BrokenLine, RecordedCall
from .changes import changes
from .screen import table


class Result(enum.Enum):
    """How a call ends."""

    VALID = "valid"
    COERCED = "coerced"
    REJECTED = "rejected"
    UNKNOWN_TOOL = "unknown tool"
    REFUSED_SCHEMA = "refused schema"
    BROKEN_LINE = "broken line"


PASSING = frozenset({Result.VALID, Result.COERCED})


@dataclass(frozen=True)
class Outcome:
    """What became of the call on one line.

    text     what the model reads, or why there is no verdict
    coerced  JSON Pointers of what was repaired
    """

    line: int
    tool: str
    result: Result
    text: str = ""
    issues: tuple[Issue, ...] = ()
    coerced: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same as JSON-ready values, without anything that was sent."""
        told: dict[str, Any] = {"line": self.line, "tool": self.tool, "outcome": self.result.value}
        if self.coerced:
            told["coerced"] = list(self.coerced)
        if self.text:
            told["text"] = self.text
        if self.issues:
            told["issues"] = [issue_as_json(issue) for issue in self.issues]
        return told


def issue_as_json(issue: Issue) -> dict[str, Any]:
    """An issue as JSON-ready values."""
    return {
        "kind": issue.kind.name.lower(),
        "instance_location": to_pointer(issue.instance_location),
        "keyword_location": issue.keyword_location,
        "keyword": issue.keyword,
        "message": issue.message,
    }


Checks = Callable[[str], "Validator | SchemaError | None"]  # by a tool's name; None for one that is not known


def outcome_of(call: RecordedCall | BrokenLine, checks: Checks) -> Outcome:
    """What becomes of one line of a recording."""
    if isinstance(call, BrokenLine):
        return Outcome(call.line, "", Result.BROKEN_LINE, f"The line {call.reason}.")
    check = checks(call.tool)
    if check is None:
        return Outcome(call.line, call.tool, Result.UNKNOWN_TOOL, f"There is no tool {quoted(call.tool)}.")
    if isinstance(check, SchemaError):
        return Outcome(call.line, call.tool, Result.REFUSED_SCHEMA, str(check))
    return checked(call, check)


def checked(call: RecordedCall, validator: Validator) -> Outcome:
    """The verdict on one call."""
    try:
        arguments = call.arguments if call.text is None else as_value(call.text, validator)
        value = validator.validate(arguments)
    except InvalidArguments as rejection:
        return Outcome(call.line, call.tool, Result.REJECTED, str(rejection), tuple(rejection.issues))
    if value is arguments:
        return Outcome(call.line, call.tool, Result.VALID)
    coerced = tuple(to_pointer(change.location) for change in changes(arguments, value))
    return Outcome(call.line, call.tool, Result.COERCED, coerced=coerced)


def as_value(text: str, validator: Validator) -> Any:
    """The arguments that a JSON text holds; raises InvalidArguments, as `validate_json` does, when it is broken."""
    try:
        return strict_json(text)
    except (ValueError, RecursionError):
        return validator.validate_json(text)


@dataclass
class Tally:
    """The sums over a run: results and kinds of mistake, for each tool."""

    results: dict[str, Counter[Result]] = field(default_factory=dict)
    kinds: dict[str, Counter[Kind]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count one call in."""
        self.results.setdefault(outcome.tool, Counter())[outcome.result] += 1
        self.kinds.setdefault(outcome.tool, Counter()).update(issue.kind for issue in outcome.issues)

    @property
    def totals(self) -> Counter[Result]:
        """The results over all tools."""
        return sum(self.results.values(), Counter())

    @property
    def all_passed(self) -> bool:
        """Whether every line held a call that is valid or could be repaired."""
        return all(result in PASSING for counts in self.results.values() for result in counts)

    def as_json(self) -> dict[str, Any]:
        """The sums as JSON-ready values."""
        totals = self.totals
        return {
            "calls": totals.total() - totals[Result.BROKEN_LINE],
            "results": {result.value: totals[result] for result in Result},
            "tools": {
                tool: {
                    **{result.value: count for result, count in counts.items()},
                    "issues": {
                        kind.name.lower(): self.kinds[tool][kind] for kind in Kind if self.kinds[tool][kind]
                    },
                }
                for tool, counts in sorted(self.results.items())
                if tool
            },
        }

    def print(self, console: Console) -> None:
        """The table by tool and by kind of mistake: tools with a mistake, most first, then the sums."""
        totals = self.totals
        if not totals:
            console.print("There are no calls.")
            return
        told = [tool for tool in self.results if not PASSING.issuperset(self.results[tool])]
        told.sort(key=lambda tool: (-self.mistakes(tool), tool))
        rows = [self.row(tool or "(broken lines)", self.results[tool], self.kinds[tool]) for tool in told]
        others = [tool for tool in self.results if tool not in set(told)]
        if others:
            rows.append(self.sum_row(f"({len(others):,} without a mistake)", others))
        rows.append(self.sum_row("all", list(self.results)))
        console.print()
        console.print(table("", COLUMNS, rows, numbers=True))

    def mistakes(self, tool: str) -> int:
        """How many of a tool's calls do not pass."""
        return sum(count for result, count in self.results[tool].items() if result not in PASSING)

    def sum_row(self, title: str, tools: list[str]) -> tuple[str, ...]:
        """The line for several tools together."""
        results: Counter[Result] = sum((self.results[tool] for tool in tools), Counter())
        kinds: Counter[Kind] = sum((self.kinds[tool] for tool in tools), Counter())
        return self.row(title, results, kinds)

    def row(self, title: str, results: Counter[Result], kinds: Counter[Kind]) -> tuple[str, ...]:
        """One line of the table."""
        others = sum(results[result] for result in OTHER_RESULTS)
        counts = [
            results.total(),
            *(results[result] for result in COUNTED),
            others,
            *(kinds[kind] for kind in Kind),
        ]
        return (title, *(f"{count:,}" if count else "·" for count in counts))


COUNTED = (Result.VALID, Result.COERCED, Result.REJECTED)
OTHER_RESULTS = tuple(result for result in Result if result not in COUNTED)
COLUMNS = (
    "Tool",
    "Lines",
    "Valid",
    "Coerced",
    "Rejected",
    "No verdict",
    *(kind.name.capitalize() for kind in Kind),
)
