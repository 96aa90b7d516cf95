"""Where a subschema stands, and which subschema a reference names. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urldefrag, urljoin

from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DynamicAnchor, specification_with

from callcheck.issues import SchemaError

from ..keywords.dialects import DEFAULT, DIALECTS, Dialect, dialect_of

ROOT = ""


def escape(token: str) -> str:
    """One token of a JSON Pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


@dataclass(frozen=True)
class Place:
    """A subschema and what decides its meaning.

    contents   the raw subschema
    location   JSON Pointer in the author's document, or `uri#pointer` in another one
    base       the base URI that its references are resolved against
    dialect    the dialect that it is read by
    scope      the base URIs of the dynamic scope, outermost first, each once; empty where nothing depends on it
    """

    contents: Any
    location: str
    base: str
    dialect: Dialect
    scope: tuple[str, ...] = ()

    def at(self, *tokens: str | int) -> str:
        """The location of something below this place."""
        return self.location + "".join(f"/{escape(str(token))}" for token in tokens)


class Documents:
    """The author's schema and the documents that it may refer to."""

    def __init__(self, schema: Any, dialect: Dialect, resources: Mapping[str, Any], text: str) -> None:
        self._schema = schema
        self._dialect = dialect
        self._resources = resources
        self._refers = bool(resources) or 'Ref":' in text or '$ref":' in text
        self._dynamic = False
        self._registry: Registry[Any] | None = None
        self._places: dict[int, Place] = {}
        self._indexed: set[str] = set()

    def root(self) -> Place:
        """The place of the whole schema."""
        if not self._refers:
            return Place(self._schema, "", ROOT, self._dialect)
        self._register()
        place = self._places.get(id(self._schema)) or Place(self._schema, "", ROOT, self._dialect)
        return replace(place, scope=(place.base,)) if self._dynamic else place

    def below(self, place: Place, *tokens: str | int) -> Place:
        """The place of a subschema, by tokens from `place`."""
        contents = place.contents
        for token in tokens:
            contents = contents[token]
        if self._refers:
            known = self._places.get(id(contents))
            if known is not None:
                return self._entered(known, place.scope)
        return Place(contents, place.at(*tokens), place.base, place.dialect, place.scope)

    def resolve(self, place: Place, reference: str, location: str) -> Place:
        """The place that `$ref` names. Raises SchemaError when there is none."""
        target = self._look_up(place, reference, location)
        return self._entered(target, place.scope)

    def resolve_dynamic(self, place: Place, reference: str, location: str) -> Place:
        """The place that `$dynamicRef` names in this dynamic scope (Core 2020-12, section 8.2.3.2)."""
        target = self._look_up(place, reference, location)
        fragment = urldefrag(reference)[1]
        if isinstance(target.contents, dict) and target.contents.get("$dynamicAnchor") == fragment:
            for uri in place.scope:
                outermost = self._dynamic_anchor(uri, fragment)
                if outermost is not None:
                    return self._entered(outermost, place.scope)
        return self._entered(target, place.scope)

    def resolve_recursive(self, place: Place, location: str) -> Place:
        """The place that `$recursiveRef` names in this dynamic scope (Core 2019-09, section 8.2.4.2)."""
        target = self._look_up(place, "#", location)
        if _is_recursive(target):
            for uri in place.scope:
                outermost = self._look_up(replace(place, base=uri), "#", location)
                if _is_recursive(outermost):
                    return self._entered(outermost, place.scope)
        return self._entered(target, place.scope)

    def _entered(self, place: Place, scope: tuple[str, ...]) -> Place:
        if not self._dynamic or place.base in scope:
            return replace(place, scope=scope) if scope != place.scope else place
        return replace(place, scope=(*scope, place.base))

    def _look_up(self, place: Place, reference: str, location: str) -> Place:
        registry = self._register()
        try:
            resolved = registry.resolver(place.base).lookup(reference)
        except (Unresolvable, ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            raise SchemaError(
                f"the reference {reference!a:.200} names nothing in this document; nothing is ever fetched, so it "
                "must point to a place that exists, such as #/$defs/NAME, or be given in `resources`",
                location,
            ) from error
        uri = urljoin(place.base, urldefrag(reference)[0]) if urldefrag(reference)[0] else place.base
        self._index_document(uri)
        known = self._places.get(id(resolved.contents))
        if known is not None:
            return known
        return self._unindexed(uri, urldefrag(reference)[1], resolved.contents)

    def _unindexed(self, uri: str, fragment: str, contents: Any) -> Place:
        """A place that no keyword declares as a subschema, or a boolean, which has no identity."""
        resource = self._register()[uri].contents
        holder = self._places.get(id(resource))
        base, dialect, prefix = (
            (holder.base, holder.dialect, holder.location) if holder is not None else (uri, self._dialect, f"{uri}#")
        )
        if not isinstance(contents, (dict, bool)):
            raise SchemaError(f"the reference leads to a {type(contents).__name__}, which is no schema", prefix)
        from urllib.parse import unquote

        place = Place(contents, prefix + unquote(fragment), base, dialect)
        if isinstance(contents, dict):
            self._index(place, set())
        return place

    def _dynamic_anchor(self, uri: str, name: str) -> Place | None:
        try:
            anchor = self._register().anchor(uri, name).value
        except (Unresolvable, LookupError):
            return None
        if not isinstance(anchor, DynamicAnchor):
            return None
        self._index_document(uri)
        return self._places.get(id(anchor.resource.contents))

    def _register(self) -> Registry[Any]:
        if self._registry is None:
            self._registry = self._fill_registry()
            self._index(Place(self._schema, "", ROOT, self._dialect), set())
        return self._registry

    def _fill_registry(self) -> Registry[Any]:
        from jsonschema_specifications import REGISTRY

        root = Resource(self._schema, specification_with(self._dialect.uri))
        pairs = [(uri, self._resource(contents)) for uri, contents in self._resources.items()]
        registry = REGISTRY.with_resources(pairs).with_resource(ROOT, root)
        if root.id():
            registry = registry.with_resource(str(root.id()), root)
        return registry.crawl()

    def _resource(self, contents: Any) -> Resource[Any]:
        return Resource(contents, specification_with(self._dialect_of(contents).uri))

    def _dialect_of(self, contents: Any) -> Dialect:
        """The dialect of another document; one that is not known here is read like the author's schema."""
        try:
            return dialect_of(contents, self._dialect, resources=self._resources)
        except SchemaError:
            return DEFAULT

    def _index_document(self, uri: str) -> None:
        if uri in self._indexed:
            return
        self._indexed.add(uri)
        try:
            contents = self._register()[uri].contents
        except LookupError:
            return
        if id(contents) not in self._places:
            self._index(Place(contents, f"{uri}#", uri, self._dialect_of(contents)), set())

    def _index(self, place: Place, seen: set[int]) -> None:
        """Remember the base and dialect of every subschema below a place."""
        waiting = [place]
        while waiting:
            place = waiting.pop()
            contents = place.contents
            if not isinstance(contents, dict) or id(contents) in seen:
                continue
            seen.add(id(contents))
            place = _with_identifier(place)
            self._places[id(contents)] = place
            self._dynamic = self._dynamic or "$dynamicAnchor" in contents or "$recursiveAnchor" in contents
            for name, value in contents.items():
                row = place.dialect.keywords.get(name)
                if row is None:
                    continue
                for tokens, subschema in row.subschemas(value):
                    waiting.append(
                        Place(subschema, place.at(name, *tokens), place.base, place.dialect)
                    )


def _is_recursive(place: Place) -> bool:
    return isinstance(place.contents, dict) and place.contents.get("$recursiveAnchor") is True


def _with_identifier(place: Place) -> Place:
    """The same place, with the base URI and the dialect that its own identifier and `$schema` give it."""
    contents = place.contents
    identifier = contents.get(place.dialect.identifier)
    if not isinstance(identifier, str) or identifier.startswith("#"):
        return place
    if place.dialect.reference_overrides_siblings and "$ref" in contents:
        return place
    declared = contents.get("$schema")
    dialect = DIALECTS.get(declared.rstrip("#"), place.dialect) if isinstance(declared, str) else place.dialect
    return replace(place, base=urldefrag(urljoin(place.base, identifier))[0], dialect=dialect)
