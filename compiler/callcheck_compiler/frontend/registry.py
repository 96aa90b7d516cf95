"""The names of schemas in a registry of the `referencing` library.

What a document names was found and checked before, by the keyword table; the library is not left to look for it. Its own
search lets the last of two schemas with one name have it, knows no identifier that sets a base and names an anchor (drafts
4 to 7), and needs a URI for what only a JSON Pointer leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referencing import Anchor, Registry, Resource, Specification
from referencing.exceptions import Unresolvable

from .names import Name, Named


@dataclass(frozen=True)
class Found:
    """What was found of a resource at one time: its root, unless that is still unknown, and plain names in it."""

    root: Named | None = None
    anchors: dict[str, Named] = field(default_factory=dict)


def _anchors(specification: Specification[Found], found: Found) -> Iterator[Anchor[Found]]:
    """Static ones only, so that no plain reference is ever led through the dynamic scope."""
    for name, named in found.anchors.items():
        yield Anchor(name=name, resource=specification.create_resource(Found(named)))  # type: ignore[call-arg]


# The library's classes are made by a wrapper around attrs that type checkers do not see through.
SPECIFICATION: Specification[Found] = Specification(  # type: ignore[call-arg]
    name="what was found",
    id_of=lambda found: None,
    subresources_of=lambda found: (),
    anchors_in=_anchors,
    maybe_in_subresource=lambda segments, resolver, subresource: resolver,
)


class Names:
    """Resources by their URIs, and schemas by their plain names in a resource."""

    def __init__(self) -> None:
        self._registry: Registry[Found] = Registry()

    def resource(self, uri: str) -> Named | None:
        """The root of the resource that has this URI."""
        resource = self._registry.get(uri)
        return None if resource is None else resource.contents.root

    def anchor(self, base: str, name: str) -> Named | None:
        """The schema that has this plain name in the resource with this URI."""
        if base not in self._registry:
            return None
        try:
            anchor = self._registry.anchor(base, name).value
        except Unresolvable:
            return None
        found: Found = anchor.resource.contents
        return found.root

    def add(self, found: Mapping[Name, Named]) -> None:
        """Remember names; one that is known already means what is given here from now on."""
        roots: dict[str, Named | None] = {}
        anchors: dict[str, dict[str, Named]] = {}
        for (uri, anchor), named in found.items():
            if anchor:
                anchors.setdefault(uri, {})[anchor] = named
                roots.setdefault(uri, self.resource(uri))
            else:
                roots[uri] = named
        pairs = [(uri, self._resource(root, anchors.get(uri, {}))) for uri, root in roots.items()]
        self._registry = self._registry.with_resources(pairs).crawl()

    @staticmethod
    def _resource(root: Named | None, anchors: dict[str, Named]) -> Resource[Any]:
        return SPECIFICATION.create_resource(Found(root, anchors))
