"""The definitions that a provider's form keeps, and which of them lead back to themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .modern import LATEST
from .positions import Schema, subschemas
from .references import named_in
from .survey import APPLIED
from .work import spend

_PREFIX = "#/$defs/"


@dataclass(frozen=True)
class Definitions:
    """What stands under `$defs` at the root, in 2020-12."""

    contents: Mapping[str, Schema] = field(default_factory=dict)

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The references that lead to a circle: what is left when those that lead to nothing more are taken away."""
        leads_to = {
            _PREFIX + name: {other for other in named_in(inner, LATEST) if self._named(other) is not None}
            for name, inner in self.contents.items()
        }
        named_by: dict[str, list[str]] = {name: [] for name in leads_to}
        for name, others in leads_to.items():
            for other in others:
                named_by[other].append(name)
        ending = [name for name, others in leads_to.items() if not others]
        while ending:
            ended = ending.pop()
            for name in named_by[ended]:
                leads_to[name].discard(ended)
                if not leads_to[name]:
                    ending.append(name)
        return frozenset(name for name, others in leads_to.items() if others)

    def followed_by(self, schema: Schema) -> frozenset[str]:
        """The references that `schema` follows at the same instance, directly or through others."""
        if not self.contents:
            return frozenset()
        found: set[str] = set()
        waiting = [schema]
        while waiting:
            spend(1)
            schema = waiting.pop()
            waiting.extend(_applied(schema))
            reference = schema.get("$ref") if isinstance(schema, dict) else None
            if isinstance(reference, str) and reference not in found and self._named(reference) is not None:
                found.add(reference)
                waiting.append(self._named(reference))
        return frozenset(found)

    def named_by(self, references: Iterable[str]) -> dict[str, Schema]:
        """The definitions that these references name, by name."""
        return {reference[len(_PREFIX) :]: self._named(reference) for reference in references}

    def _named(self, reference: str) -> Any:
        """What a reference names here; None where it names nothing."""
        return self.contents.get(reference[len(_PREFIX) :]) if reference.startswith(_PREFIX) else None


def _applied(schema: Schema) -> Iterator[Schema]:
    """The subschemas that apply to the same instance."""
    return (inner for tokens, inner in subschemas(schema, LATEST) if tokens[0] in APPLIED)
