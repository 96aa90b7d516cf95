"""A tool as a provider's request lists it."""

from __future__ import annotations

from typing import Any, NamedTuple

from callcheck.definitions import Definition, with_untold, written_definition

from . import advertise
from .providers import PROVIDERS
from .report import Refusal, Report


class ListedTool(NamedTuple):
    """A tool in the shape of a provider's request, and what its schema says differently from the author's."""

    definition: dict[str, Any]
    report: Report


def listed_tool(name: str, schema: Any, provider: str, description: str = "") -> ListedTool:
    """The entry of one tool in the list of tools that is sent to `provider`.

    Raises ValueError for a provider that is not known.
    """
    form, report = advertise(schema, provider=provider)
    known = PROVIDERS[provider]
    if not known.takes_name(name):
        refusal = Refusal("", "name", f"{known.title} takes {known.names.says}: give the tool another name")
        report = report._replace(refused=(refusal, *report.refused))
    described = with_untold(description, report)
    return ListedTool(_written(Definition(name, form, described), provider), report)


def _written(tool: Definition, provider: str) -> dict[str, Any]:
    return written_definition(tool, "mcp" if provider == "portable" else provider, in_own_form=True)
