"""The regular expressions of a schema, each looked at where a check can come to it; elsewhere it may be anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from callcheck.policy import Policy

from ..keywords.keyword import Keyword, Role
from ..patterns import Matcher, compile_pattern, plan
from .closures import read
from .documents import Documents, Place
from .limits import Meter

_ABSENT = object()
_WAYS_OF_A_STEP = 4


def check_expressions(row: Keyword, value: Any, place: Place, policy: Policy, meter: Meter) -> None:
    """Raises SchemaError where a keyword of a schema holds a regular expression that cannot be taken, or one that is too long."""
    if row.name == "pattern":
        _check(value, place.at("pattern"), policy, meter)
    elif row.name == "patternProperties":
        for expression in value:
            _check(expression, place.at("patternProperties", expression), policy, meter)


def check_uninterpreted(documents: Documents, policy: Policy) -> None:
    """The same for a whole schema of which not every keyword is interpreted; no reference is followed."""
    waiting = [documents.root()]
    while waiting:
        place = waiting.pop()
        for row in _rows(place):
            check_expressions(row, place.contents[row.name], place, policy, documents.meter)
            if row.role is Role.APPLICATOR:
                subschemas = row.subschemas(place.contents[row.name])
                waiting.extend(documents.below(place, row.name, *tokens) for tokens, _ in subschemas)


def _rows(place: Place) -> Iterator[Keyword]:
    """The keywords that do something where they stand, were they interpreted."""
    for name in place.contents if isinstance(place.contents, dict) else ():
        if read(place, name, _ABSENT) is _ABSENT:
            continue
        alone = name in ("then", "else") and read(place, "if") is None
        if not alone and (name != "additionalItems" or isinstance(read(place, "items"), list)):
            yield place.dialect.keywords[name]


class Searches:
    """Which names the patterns of a schema match: each pattern is made ready once, and what it looks at is counted."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._known: dict[str, tuple[Matcher, int]] = {}

    def matches(self, pattern: str, name: str) -> bool:
        """Whether a pattern, which was checked, matches somewhere in a name."""
        known = self._known.get(pattern)
        if known is None:
            known = self._known[pattern] = compile_pattern(pattern, ""), _effort_of_a_hundred(pattern)
        matcher, effort = known
        self._meter.step(1 + len(name) * effort // 100)
        return bool(matcher.search(name))


def _effort_of_a_hundred(pattern: str) -> int:
    """How many steps it takes to look at a hundred characters; without backtracking, for each all ways are followed."""
    planned = plan(pattern, "")
    return 1 if planned.kind == "re" else 100 * (1 + planned.steps // _WAYS_OF_A_STEP)


def _check(expression: str, location: str, policy: Policy, meter: Meter) -> None:
    meter.regular_expression(len(expression), location)
    meter.planned(expression, plan(expression, location, policy.patterns).steps)
