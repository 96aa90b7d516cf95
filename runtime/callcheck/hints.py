"""What was probably meant: the end of a line about an unexpected parameter, or about a container sent as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .issues import Issue, Kind
from .location import path, value_at

if TYPE_CHECKING:
    from difflib import SequenceMatcher

# Comparing names is slow: these bound it to milliseconds for the most unfavourable of them.
_MOST_NAMES = 64
_LONGEST_NAME = 32
CLOSE = 0.6


def hint(issue: Issue, arguments: object) -> str:
    """A suggestion in brackets with a space before it, or the empty string when there is none to make."""
    if issue.kind is Kind.UNEXPECTED:
        name = _meant(issue, arguments)
        return f" (did you mean `{path((name,))}`?)" if name is not None else ""
    if issue.kind is Kind.TYPE and issue.received == "string":
        containers = [name for name in issue.expected if name in ("array", "object")]
        if containers:
            return f" (send a JSON {' or '.join(containers)}, not a string)"
    return ""


def _meant(issue: Issue, arguments: object) -> str | None:
    """The declared name that is closest to the unexpected one, among those that the call does not use."""
    try:
        used = value_at(arguments, issue.instance_location[:-1])
    except LookupError:
        return None
    sent = issue.instance_location[-1]
    if not isinstance(sent, str) or len(sent) > _LONGEST_NAME or not isinstance(used, dict):
        return None
    return closest(sent, (name for name in issue.expected if name not in used))


def closest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that `name` was probably meant to be: the first of the closest; None when none is close."""
    return next(iter(nearest(name, known, 1, _LONGEST_NAME)), None)


def nearest(name: str, known: Iterable[str], most: int, longest: int) -> list[str]:
    """Up to `most` of the names that `name` was probably meant to be, the closest first, and among equals the first known.

    No more than 64 are looked at, and those longer than `longest` are passed over.
    """
    # Only here, for importing it takes as long as half of this package.
    from difflib import SequenceMatcher

    wanted = letters(name)
    matcher: SequenceMatcher[str] = SequenceMatcher(b=wanted, autojunk=False)
    close: list[tuple[float, str]] = []
    for candidate in _few(known, longest):
        closeness = _closeness(matcher, wanted, letters(candidate))
        if closeness:
            close.append((closeness, candidate))
    close.sort(key=lambda pair: -pair[0])
    return [candidate for _, candidate in close[:most]]


def _few(known: Iterable[Any], longest: int) -> Iterable[str]:
    for position, name in enumerate(known):
        if position == _MOST_NAMES:
            return
        if isinstance(name, str) and len(name) <= longest:
            yield name


def _closeness(matcher: SequenceMatcher[str], wanted: str, candidate: str) -> float:
    """From CLOSE (just close) to 1 (the same); 0 for what is not close."""
    if wanted == candidate:
        return 1.0
    matcher.set_seq1(candidate)
    ratio = matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0
    if ratio >= CLOSE:
        return ratio
    shorter, longer = sorted((wanted, candidate), key=len)
    # `id` for `taskId`, `file` for `filePath`.
    begins_or_ends = longer.startswith(shorter) or longer.endswith(shorter)
    return CLOSE if begins_or_ends and len(shorter) > 1 else 0.0


def letters(name: str) -> str:
    """A name without what people vary: case, dashes, underscores and the like."""
    folded = name.casefold()
    return "".join(filter(str.isalnum, folded)) or folded
