"""What to say of a union of which no branch holds: the issues of one branch, not of all (docs/semantics.md, "Unions")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .issues import InstanceLocation, Issue, Kind
from .json_values import equal, json_type_name, type_name

_MOST_NUMBERS = 20
_LISTED = "fits best and its issues are listed"

ExplainBranch = Callable[[int], Sequence[Issue]]


class Union(NamedTuple):
    """What is known of an `anyOf` or `oneOf` beforehand.

    keyword           `anyOf` or `oneOf`
    keyword_location  where it stands
    branches          how many branches it has
    discriminator     the property that tells its object branches apart, if there is one
    values            (value of the discriminator, index of the branch) in branch order
    required          whether every object branch requires the discriminator
    unknown           the message for a value of the discriminator that no branch has
    other             the index of the other branch, where one of two admits only null
    """

    keyword: str
    keyword_location: str
    branches: int
    discriminator: str | None = None
    values: tuple[tuple[Any, int], ...] = ()
    required: bool = False
    unknown: str = ""
    other: int | None = None


def explain_union(
    union: Union, instance: Any, location: InstanceLocation, explain_branch: ExplainBranch
) -> Sequence[Issue]:
    """The issues of `instance`, at `location`, which fits no branch.

    `explain_branch` gives the issues of the branch at an index; it is asked only for those that matter.
    """
    if union.discriminator is not None and isinstance(instance, dict):
        if union.discriminator in instance:
            return _told_apart(union, instance[union.discriminator], location, explain_branch)
        if union.required:
            known = _known(union)
            return [_issue(union, Kind.MISSING, (*location, union.discriminator), known, "", "is required")]
    if union.other is not None:
        return explain_branch(union.other)
    fits = _fits(union, location, explain_branch)
    if all(fit.expected for fit in fits):
        names = tuple(dict.fromkeys(name for fit in fits for name in fit.expected))
        message = type_message(names, instance)
        return [_issue(union, Kind.TYPE, location, names, type_name(instance), message)]
    best = next(fit for fit in fits if fit.issues)
    # A union inside that says the same already is nearer to what is wrong.
    if len(fits) == 1 or any(issue.message.endswith(_LISTED) for issue in best.issues):
        return best.issues
    message = f"must match one of {union.branches} alternatives; alternative {best.index + 1} {_LISTED}"
    return [*best.issues, _issue(union, Kind.VALUE, location, (), type_name(instance), message)]


def type_message(expected: Sequence[str], instance: Any) -> str:
    """The message of a TYPE issue: ``must be `integer` | `null`, not `string` ``."""
    names = " | ".join([f"`{name}`" for name in expected])
    return f"must be {names}, not `{json_type_name(instance)}`"


def several_message(holding: Sequence[int], branches: int) -> str:
    """The message where more than one branch of a `oneOf` holds; `holding` are their 1-based numbers."""
    numbers = ", ".join(map(str, holding[:_MOST_NUMBERS]))
    if len(holding) > _MOST_NUMBERS:
        numbers += f", … and {len(holding) - _MOST_NUMBERS} more"
    return f"must match exactly one alternative but matches {len(holding)} of {branches}: {numbers}"


def _told_apart(
    union: Union, value: Any, location: InstanceLocation, explain_branch: ExplainBranch
) -> Sequence[Issue]:
    """The issues of the branch that the discriminator names, or the values that it may have."""
    for known, index in union.values:
        if equal(known, value):
            return explain_branch(index)
    where = (*location, union.discriminator or "")
    return [_issue(union, Kind.VALUE, where, _known(union), type_name(value), union.unknown)]


def _known(union: Union) -> tuple[Any, ...]:
    return tuple([value for value, _ in union.values])


class _Fit:
    """How far one branch is from what was sent: fewer issues are nearer, and a wrong type is farthest."""

    __slots__ = ("distance", "expected", "index", "issues")

    def __init__(self, index: int, issues: Sequence[Issue], expected: list[str]) -> None:
        self.index = index
        self.issues = issues
        self.expected = expected
        self.distance = (bool(expected), len(issues), index)


def _fits(union: Union, location: InstanceLocation, explain_branch: ExplainBranch) -> list[_Fit]:
    """How every branch fits, without the branches that are `false`, which nothing fits, unless all are.

    Only the one that fits best keeps its issues: those of all branches together could fill the memory.
    """
    possible: list[_Fit] = []
    impossible: list[_Fit] = []
    for index in range(union.branches):
        issues = explain_branch(index)
        is_false = issues[0].keyword_location == f"{union.keyword_location}/{index}"
        alike = impossible if is_false else possible
        fit = _Fit(index, issues, _types(issues, location))
        best = next((other for other in alike if other.issues), None)
        if best is not None:
            (fit if best.distance < fit.distance else best).issues = ()
        alike.append(fit)
    return possible or impossible


def _types(issues: Sequence[Issue], location: InstanceLocation) -> list[str]:
    """The types that a branch expects of the instance itself; none when the instance has the right type."""
    return [
        name
        for issue in issues
        if issue.kind is Kind.TYPE and issue.instance_location == location
        for name in issue.expected
    ]


def _issue(
    union: Union,
    kind: Kind,
    location: InstanceLocation,
    expected: tuple[Any, ...],
    received: str,
    message: str,
) -> Issue:
    return Issue(kind, location, union.keyword_location, union.keyword, expected, received, message)
