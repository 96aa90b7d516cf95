"""Which names schemas give themselves, and what a name means that two of one document have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import TYPE_CHECKING, Any

from callcheck.issues import SchemaError
from callcheck.location import quoted

if TYPE_CHECKING:
    from .documents import Place

Name = tuple[str, str]  # a base URI, and an anchor there; an empty one for the resource itself

_SAME_DOCUMENT = ("", "#")  # names nothing but the resource in which it stands (RFC 3986, section 4.4)


@dataclass(frozen=True)
class Meaning:
    """What a name means: the first schema that has it, unless another one that differs from it has it too."""

    place: Place
    other: Place | None = None
    is_dynamic: bool = False

    def certain(self, reference: str, location: str) -> Place:
        """The schema. Raises SchemaError, at the reference's location, where it may be either of two."""
        if self.other is None:
            return self.place
        raise SchemaError(
            f"the reference {quoted(reference)} may mean two different schemas that have one name, "
            f"{_shown(self.place)} and {_shown(self.other)}",
            location,
        )


def names_of(place: Place) -> Iterator[Name]:
    """The names of a schema."""
    identifier = place.contents.get(place.dialect.identifier)
    until_draft_7 = place.dialect.reference_overrides_siblings
    if isinstance(identifier, str) and identifier not in _SAME_DOCUMENT:
        fragment = identifier.partition("#")[2]
        if until_draft_7 and "$ref" not in place.contents:
            yield place.base, fragment
        elif not until_draft_7 and not fragment:
            yield place.base, ""
    for keyword in ("$anchor", "$dynamicAnchor"):
        if place.reads(keyword):
            yield place.base, place.contents[keyword]


def meanings(places: Iterable[Place]) -> dict[Name, Meaning]:
    """What each name means that the schemas of a document have; these come in the order in which they stand in it."""
    having: defaultdict[Name, list[Place]] = defaultdict(list)
    for place in places:
        for name in names_of(place):
            having[name].append(place)
    digests: dict[int, bytes] = {}
    found: dict[Name, Meaning] = {}
    for name, (first, *more) in having.items():
        other = next((place for place in more if not _are_same(first, place, digests)), None)
        found[name] = Meaning(first, other, any(leads(place, name[1]) for place in (first, *more)))
    return found


def leads(place: Place, anchor: str) -> bool:
    """Whether a dynamic reference by an anchor, or a recursive one without, may come to a schema from elsewhere."""
    if anchor:
        return bool(place.read("$dynamicAnchor", "") == anchor)
    return place.read("$recursiveAnchor", False) is True


def _are_same(one: Place, another: Place, digests: dict[int, bytes]) -> bool:
    """Whether two schemas of one base URI are the same JSON, read in the same way."""
    if one is another:
        return True
    if one.dialect != another.dialect:
        return False
    return _digest(one.contents, digests) == _digest(another.contents, digests)


def _digest(value: Any, digests: dict[int, bytes]) -> bytes:
    """The digest of a container, in which those of its members count, so that each is computed once."""
    containers = [value]
    for container in containers:
        if id(container) not in digests:
            members = container.values() if isinstance(container, dict) else container
            containers.extend(member for member in members if isinstance(member, dict | list))
    for container in reversed(containers):
        if id(container) not in digests:
            pairs = container.items() if isinstance(container, dict) else enumerate(container)
            written = {
                key: digests[id(member)].hex() if isinstance(member, dict | list) else [member]
                for key, member in pairs
            }
            text = type(container).__name__ + dumps(written, sort_keys=True)
            digests[id(container)] = sha256(text.encode()).digest()
    return digests[id(value)]


def _shown(place: Place) -> str:
    return f"the schema at {quoted(place.location)}" if place.location else "the whole schema"
