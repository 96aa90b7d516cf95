"""Where each subschema stands, and what a reference leads to. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from callcheck.issues import SchemaError
from callcheck.location import escape_token, quoted

from ..extra import from_the_extra
from ..keywords.dialects import Dialect, dialect_of
from ..keywords.shapes import received
from ..keywords.uris import resolved, spelled
from ..meta_schemas.check import check_resources
from ..meta_schemas.reading import Resource
from .names import Meaning, Name, leads, meanings
from .private import private_copy

Scope = tuple[str, ...]

# Where a draft without boolean schemas takes booleans all the same.
_ALWAYS_BOOLEAN = frozenset({"additionalProperties", "additionalItems"})
_MOST_DIGITS = 19  # of an index
_NOTHING: Any = object()


@dataclass(frozen=True, eq=False)
class Place:
    """A schema where it stands.

    contents  the raw schema
    location  JSON Pointer in the author's document, `uri#pointer` in another one
    base      the URI against which its references are resolved
    dialect   the dialect by which it is read
    hidden    the identity of its resource, if that is one that no keyword holds, only a JSON Pointer leads to it; else 0
    """

    contents: Any
    location: str
    base: str
    dialect: Dialect
    hidden: int = 0

    def at(self, *tokens: str | int) -> str:
        """The location of something in it."""
        return self.location + "".join([f"/{escape_token(str(token))}" for token in tokens])

    def reads(self, keyword: str) -> bool:
        """Whether the schema has this keyword and its dialect interprets it here."""
        contents = self.contents
        if not isinstance(contents, dict) or keyword not in contents:
            return False
        if self.dialect.reference_overrides_siblings and "$ref" in contents and keyword != "$ref":
            return False
        return keyword in self.dialect.keywords

    def read(self, keyword: str, default: Any) -> Any:
        """The value of a keyword that is interpreted here, or the default."""
        return self.contents[keyword] if self.reads(keyword) else default


def entered(scope: Scope, place: Place) -> Scope:
    """The dynamic scope inside a place: the resources on the way to it, outermost first, each once."""
    return scope if place.hidden or place.base in scope else (*scope, place.base)


class Documents:
    """The author's schema and the documents that it may refer to, with every subschema found and its shape checked."""

    def __init__(
        self,
        schema: Any,
        dialect: Dialect,
        resources: Mapping[str, Any],
        extensions: bool,
    ) -> None:
        """Raises SchemaError where a keyword's value is not what its draft asks for."""
        self._given = {spelled(uri.removesuffix("#")): uri for uri in resources}
        if len(self._given) < len(resources):
            raise SchemaError("`resources` has one URI twice, in two spellings; give it once")
        self._resources = resources
        self._extensions = extensions
        self._default = dialect  # of a document without `$schema`; that of the author's, once it is known
        self._places: dict[int, Place] = {}
        self._names: dict[Name, Meaning] = {}
        self._hidden: dict[int, Meaning] = {}
        self.is_dynamic = False  # whether what a reference leads to may depend on the way that was taken
        self.root = self._add("", "", schema).place
        self._default = self.root.dialect

    def places(self) -> list[Place]:
        """Every schema that was looked at so far."""
        return list(self._places.values())

    def below(self, place: Place, *tokens: str | int) -> Place:
        """The subschema at these tokens below a place."""
        contents = place.contents
        for token in tokens:
            contents = contents[token]
        if isinstance(contents, dict):
            return self._places[id(contents)]
        return Place(contents, place.at(*tokens), place.base, place.dialect)

    def resolve(self, place: Place, reference: str, location: str) -> Place:
        """What `$ref` leads to (Core 2020-12, section 8.2.3.1). Raises SchemaError, at `location`, when that is nothing."""
        uri, _, fragment = reference.partition("#")
        try:
            base = resolved(place.base, uri) if uri else place.base
        except ValueError:
            raise _unresolved(reference, location, "it is no URI reference") from None
        is_own = bool(place.hidden) and base == place.base
        resource = self._hidden[place.hidden] if is_own else self._resource(base)
        if resource is None:
            raise _unresolved(reference, location, "no such document is known, and nothing is ever fetched")
        root = resource.certain(reference, location)
        fragment = unquote(fragment)
        if not fragment:
            return self._looked_at(root)
        if fragment.startswith("/"):
            return self._at_pointer(root, fragment, reference, location)
        target = self._names.get((root.base, fragment))
        if target is None or root.hidden:
            raise _unresolved(reference, location, f"no anchor {quoted(fragment)} is there")
        return target.certain(reference, location)

    def resolve_dynamically(self, place: Place, keyword: str, reference: str, scope: Scope) -> Place:
        """What a reference keyword leads to, in a dynamic scope (Core 2020-12, 8.2.3.2; Core 2019-09, 8.2.4.2)."""
        location = place.at(keyword)
        first = self.resolve(place, reference, location)
        anchor = unquote(reference.partition("#")[2])
        if keyword == "$ref" or bool(anchor) is (keyword == "$recursiveRef"):
            return first
        if first.hidden or not leads(first, anchor):
            return first
        found = (self._names.get((uri, anchor)) for uri in scope)
        outermost = next((meaning for meaning in found if meaning is not None and meaning.is_dynamic), None)
        return first if outermost is None else outermost.certain(reference, location)

    def subschemas(self, place: Place) -> Iterator[tuple[str, Place]]:
        """Every subschema of a schema, with the keyword that holds it."""
        contents = place.contents
        if not isinstance(contents, dict):
            return
        for name, row in place.dialect.keywords.items():
            if name in contents:
                for tokens, _ in row.subschemas(contents[name]):
                    yield name, self.below(place, name, *tokens)

    def _resource(self, uri: str) -> Meaning | None:
        """The root of a document or embedded resource by its URI."""
        known = self._names.get((uri, ""))
        if known is not None:
            return known
        if uri in self._given:
            return self._add(uri, f"{uri}#", private_copy(self._resources[self._given[uri]]))
        with from_the_extra():
            from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

        if uri in REGISTRY:
            return self._add(uri, f"{uri}#", REGISTRY[uri].contents)
        return self._inside_others(uri)

    def _inside_others(self, uri: str) -> Meaning | None:
        """A resource inside a document that was not needed so far; one that is refused may have been the one that holds it."""
        refusals: list[SchemaError] = []
        for other, name in self._given.items():
            if (other, "") not in self._names:
                try:
                    self._add(other, f"{other}#", private_copy(self._resources[name]))
                except SchemaError as refusal:
                    refusals.append(refusal)
            if (uri, "") in self._names:
                return self._names[uri, ""]
        if refusals:
            raise refusals[0]
        return None

    def _add(self, uri: str, location: str, contents: Any) -> Meaning:
        """Find every resource, anchor and subschema of a document; its own URI means the whole of it."""
        dialect = self._declared(contents, self._default, location)
        root = self._index(self._based(Place(contents, location, uri, dialect)))
        meaning = Meaning(root, is_dynamic=leads(root, ""))
        self._name((uri, ""), meaning)
        return meaning

    def _name(self, name: Name, meaning: Meaning) -> None:
        self._names[name] = meaning
        self.is_dynamic = self.is_dynamic or meaning.is_dynamic

    def _declared(self, contents: Any, default: Dialect, location: str) -> Dialect:
        """The dialect that a resource names by `$schema`, else the default."""
        try:
            dialect = dialect_of(contents, default, extensions=self._extensions, resources=self._resources)
        except SchemaError as refusal:
            raise SchemaError(refusal.reason, f"{location}/$schema") from None
        return dialect.extended() if self._extensions else dialect

    def _index(self, start: Place, is_held: bool = True) -> Place:
        """Check and remember a schema and its subschemas; answers the place of the schema itself.

        is_held  whether a keyword holds it; otherwise it has no names
        """
        found: list[Place] = []
        checked = [Resource(start.contents, start.location, start.dialect)]
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if not isinstance(place.contents, dict):
                if not isinstance(place.contents, bool):
                    raise SchemaError(
                        f"a schema must be an object, not {received(place.contents)}", place.location
                    )
                continue
            found.append(place)
            inside = [
                self._identified(below) if is_held else self._secluded(below)
                for below in self._checked(place)
            ]
            waiting.extend(reversed(inside))  # so that they are found in the order of the document
            for subschema in inside:
                if subschema.dialect is not place.dialect:
                    checked.append(Resource(subschema.contents, subschema.location, subschema.dialect))
        check_resources(checked, self._extensions)
        # Nothing of a schema that is refused can be named.
        self._places.update((id(place.contents), place) for place in found)
        # A resource of another document takes no part in this one, nor do its anchors.
        named = meanings(found if is_held else ())
        free = [name for name in named if name not in self._names and (name[0], "") not in self._names]
        for name in free:
            self._name(name, named[name])
        return start

    def _checked(self, place: Place) -> Iterator[Place]:
        """The subschemas of a schema, after a look at the shape of each of its keywords."""
        for name, value in place.contents.items():
            row = place.dialect.keywords.get(name)
            if row is None:
                continue
            row.parse(value, place.at(name))
            for tokens, subschema in row.subschemas(value):
                location = place.at(name, *tokens)
                if (
                    isinstance(subschema, bool)
                    and not place.dialect.boolean_schemas
                    and name not in _ALWAYS_BOOLEAN
                ):
                    raise SchemaError(
                        "a boolean is a schema from draft 6 on; here it must be an object", location
                    )
                yield replace(place, contents=subschema, location=location)

    def _identified(self, place: Place) -> Place:
        """The same place with the dialect and base URI that the schema itself declares."""
        contents = place.contents
        if isinstance(contents, dict) and "$schema" in contents and ("$id" in contents or "id" in contents):
            place = replace(place, dialect=self._declared(contents, place.dialect, place.location))
        return self._based(place)

    def _based(self, place: Place) -> Place:
        """The same place with the base URI that the schema itself declares."""
        contents = place.contents
        identifier = contents.get(place.dialect.identifier) if isinstance(contents, dict) else None
        if not isinstance(identifier, str) or identifier.startswith("#"):
            return place
        if place.dialect.reference_overrides_siblings and "$ref" in contents:
            return place
        try:
            base = resolved(place.base, identifier)
        except ValueError:
            location = place.at(place.dialect.identifier)
            raise SchemaError(f"{quoted(identifier)} is no URI reference", location) from None
        return replace(place, base=base)

    def _secluded(self, place: Place) -> Place:
        """The same place as declared by itself, in what no keyword holds: its URI is known to what is inside alone."""
        declared = self._identified(place)
        if declared.base == place.base:
            return declared
        declared = replace(declared, hidden=id(place.contents))
        self._hidden[declared.hidden] = Meaning(declared)
        return declared

    def _at_pointer(self, resource: Place, pointer: str, reference: str, location: str) -> Place:
        """The schema at a JSON Pointer below a resource's root."""
        place, contents, way = resource, resource.contents, list[str]()
        for token in pointer.split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            contents = _member(contents, key)
            if contents is _NOTHING:
                raise _unresolved(reference, location, f"there is nothing at {quoted(key)}")
            way.append(key)
            known = self._places.get(id(contents))
            if known is None and id(contents) in self._hidden:
                known = self._hidden[id(contents)].place
            if known is not None:
                place, way = known, []
        if not way:
            return self._looked_at(place)
        if not isinstance(contents, dict | bool):
            raise SchemaError(
                f"the reference {quoted(reference)} leads to {received(contents)}, not to a schema", location
            )
        return self._index(self._unheld(place, way), is_held=False)

    def _looked_at(self, place: Place) -> Place:
        """The same place. What no keyword holds may not have been looked at, where a pointer led past it."""
        is_known = not place.hidden or id(place.contents) in self._places
        return place if is_known else self._index(place, is_held=False)

    def _unheld(self, place: Place, way: list[str]) -> Place:
        """What no keyword that is known here holds, by the way to it from a place. What has an identifier on the way counts."""
        contents, done = place.contents, 0
        for index, key in enumerate(way):
            contents = _member(contents, key)
            if isinstance(contents, dict) and _has_identifier(contents):
                location = place.at(*way[done : index + 1])
                place, done = self._secluded(replace(place, contents=contents, location=location)), index + 1
        return replace(place, contents=contents, location=place.at(*way[done:]))


def _member(contents: Any, key: str) -> Any:
    """What a token of a JSON Pointer leads to."""
    if isinstance(contents, dict):
        return contents.get(key, _NOTHING)
    is_index = isinstance(contents, list) and key.isascii() and key.isdecimal() and len(key) < _MOST_DIGITS
    return contents[int(key)] if is_index and int(key) < len(contents) else _NOTHING


def _has_identifier(contents: dict[str, Any]) -> bool:
    return any(isinstance(contents.get(keyword), str) for keyword in ("id", "$id"))


def _unresolved(reference: str, location: str, why: str) -> SchemaError:
    return SchemaError(f"the reference {quoted(reference)} leads nowhere: {why}", location)
