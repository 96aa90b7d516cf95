"""What the check of one call gives back: `Accepted` or `Rejected`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .issues import InstanceLocation, InvalidArguments, Issue, Kind
from .location import loose_path, printable

_LONGEST_NAME = 128


class Accepted(NamedTuple):
    """The call may go on, with these arguments.

    arguments          what validation returned: what was sent, or a repaired copy of it
    coerced_locations  where something was repaired, in the order of what was sent
    """

    arguments: Any
    coerced_locations: tuple[InstanceLocation, ...] = ()


class Rejected(NamedTuple):
    """The call must not run: a mistake of the model, or of a tool that is not available.

    issues      every issue; empty when the tool is not available, and only then
    text        what the model reads
    structured  the same as JSON-ready values, without anything that was sent
    reason      why the tool is not available, which the server is to blame for; None for a mistake of the model
    """

    issues: tuple[Issue, ...]
    text: str
    structured: dict[str, Any]
    reason: Exception | None = None


def rejection(reason: InvalidArguments) -> Rejected:
    """What a validator raised, as a verdict."""
    return Rejected(reason.issues, str(reason), reason.structured)


def mistake(tool: str, message: str, expected: tuple[str, ...] = ()) -> Rejected:
    """A rejection for one reason that concerns the call as a whole; `message` is a sentence for the model."""
    from .text import structured

    issues = (Issue(Kind.VALUE, (), "", "", expected, "", message),)
    text = f"{printable(tool, _LONGEST_NAME)} failed due to the following issue:\n{message}"
    return Rejected(issues, text, structured(tool, issues))


def unknown_tool(name: Any, known: Iterable[str], hints: bool) -> Rejected:
    """The rejection of a call by a name that is no tool's; with `hints` it tells the nearest known ones."""
    if not isinstance(name, str):
        return mistake("The call", "The name of a tool must be a string")
    nearest = _nearest_names(name, known) if hints else ()
    suggestion = (
        f" (did you mean {' or '.join(f'`{shown_name(near)}`' for near in nearest)}?)" if nearest else ""
    )
    return mistake(name, f"There is no tool with the name `{shown_name(name)}`{suggestion}", nearest)


def unavailable(name: str, reason: Exception) -> Rejected:
    """The answer to a call of a tool that could not be registered, which is no mistake of the model."""
    shown = shown_name(name)
    text = f"The tool `{shown}` is not available at present. Its arguments are not the reason."
    return Rejected((), text, {"type": "unavailable", "tool": shown}, reason)


def _nearest_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    # Imported on first use: it is needed after a mistake only.
    from .nearest import nearest_names

    return tuple(nearest_names(name, known))


def shown_name(name: str) -> str:
    """A tool's name as it can stand between backticks: on one line, cut when it is long."""
    return loose_path((name,))


def not_run(name: str) -> str:
    """What the model reads when a tool was not run for a reason that is not the model's."""
    return f"The tool `{shown_name(name)}` was not run because of an internal error. Its arguments are not the reason."
