"""Where each subschema stands, and what a reference leads to. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from callcheck.issues import SchemaError
from callcheck.location import escape_token, quoted

from ..keywords.dialects import Dialect, dialect_of
from ..keywords.shapes import received
from ..meta_schemas.check import check_resources
from ..meta_schemas.reading import Resource
from .names import doubtful_names, names_of
from .private import private_copy

Scope = tuple[str, ...]

# Where a draft without boolean schemas takes booleans all the same.
_ALWAYS_BOOLEAN = frozenset({"additionalProperties", "additionalItems"})
_MOST_DIGITS = 19  # of an index


@dataclass(frozen=True, eq=False)
class Place:
    """A schema where it stands.

    contents  the raw schema
    location  JSON Pointer in the author's document, `uri#pointer` in another one
    base      the URI against which its references are resolved
    dialect   the dialect by which it is read
    """

    contents: Any
    location: str
    base: str
    dialect: Dialect

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
    return scope if place.base in scope else (*scope, place.base)


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
        self._resources_given = resources
        self._extensions = extensions
        self._default = dialect  # of a document without `$schema`; that of the author's, once it is known
        self._places: dict[int, Place] = {}
        self._resources: dict[str, Place] = {}
        self._anchors: dict[tuple[str, str], Place] = {}
        self._doubtful: dict[tuple[str, str], tuple[Place, Place]] = {}
        self._dynamic_anchors: dict[tuple[str, str], Place] = {}
        self._recursive_anchors: set[str] = set()
        self.root = self._add("", "", schema)
        self._default = self.root.dialect

    @property
    def is_dynamic(self) -> bool:
        """Whether what a reference leads to may depend on the way that was taken."""
        return bool(self._dynamic_anchors or self._recursive_anchors)

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
            base = urljoin(place.base, uri) if uri else place.base
        except ValueError:
            raise _unresolved(reference, location, "it is no URI reference") from None
        resource = self._resource(base)
        if resource is None:
            raise _unresolved(reference, location, "no such document is known, and nothing is ever fetched")
        fragment = unquote(fragment)
        self._refuse_doubt(base, "", reference, location)
        if not fragment:
            return resource
        if fragment.startswith("/"):
            return self._at_pointer(resource, fragment, reference, location)
        target = self._anchors.get((resource.base, fragment))
        if target is None:
            raise _unresolved(reference, location, f"no anchor {quoted(fragment)} is there")
        self._refuse_doubt(resource.base, fragment, reference, location)
        return target

    def _refuse_doubt(self, base: str, anchor: str, reference: str, location: str) -> None:
        """Raises SchemaError where a name that is referred to may mean either of two schemas."""
        if (base, anchor) in self._doubtful:
            one, other = self._doubtful[base, anchor]
            raise SchemaError(
                f"the reference {quoted(reference)} may mean two schemas that have one `{one.dialect.identifier}`, "
                f"at {quoted(one.location)} and at {quoted(other.location)}",
                location,
            )

    def resolve_dynamically(self, place: Place, keyword: str, reference: str, scope: Scope) -> Place:
        """What a reference keyword leads to, in a dynamic scope (Core 2020-12, 8.2.3.2; Core 2019-09, 8.2.4.2)."""
        first = self.resolve(place, reference, place.at(keyword))
        if keyword == "$ref":
            return first
        if keyword == "$recursiveRef":
            outermost = (self._resources[uri] for uri in scope if uri in self._recursive_anchors)
            return next(outermost, first) if first.base in self._recursive_anchors else first
        name = unquote(reference.partition("#")[2])
        if self._dynamic_anchors.get((first.base, name)) is not first:
            return first
        found = (self._dynamic_anchors.get((uri, name)) for uri in scope)
        return next((target for target in found if target is not None), first)

    def subschemas(self, place: Place) -> Iterator[tuple[str, Place]]:
        """Every subschema of a schema, with the keyword that holds it."""
        contents = place.contents
        if not isinstance(contents, dict):
            return
        for name, row in place.dialect.keywords.items():
            if name in contents:
                for tokens, _ in row.subschemas(contents[name]):
                    yield name, self.below(place, name, *tokens)

    def _resource(self, uri: str) -> Place | None:
        """The root of a document or embedded resource by its URI."""
        known = self._resources.get(uri)
        if known is not None:
            return known
        for name in (uri, f"{uri}#"):
            if name in self._resources_given:
                return self._add(uri, f"{uri}#", private_copy(self._resources_given[name]))
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

        if uri in REGISTRY:
            return self._add(uri, f"{uri}#", REGISTRY[uri].contents)
        return self._inside_others(uri)

    def _inside_others(self, uri: str) -> Place | None:
        """A resource inside a document that was not needed so far; one that is refused may have been the one that holds it."""
        refusals: list[SchemaError] = []
        for name in self._resources_given:
            other = name.removesuffix("#")
            if other not in self._resources:
                try:
                    self._add(other, f"{other}#", private_copy(self._resources_given[name]))
                except SchemaError as refusal:
                    refusals.append(refusal)
            if uri in self._resources:
                return self._resources[uri]
        if refusals:
            raise refusals[0]
        return None

    def _add(self, uri: str, location: str, contents: Any) -> Place:
        """Find every resource, anchor and subschema of a document."""
        dialect = self._declared(contents, self._default, location)
        root = self._index(self._based(Place(contents, location, uri, dialect)))
        if self._resources.get(uri) is not root:
            self._resources[uri] = root
            self._doubtful.pop((uri, ""), None)
        self._note_recursive(root)
        return root

    def _is_known(self, base: str, anchor: str) -> bool:
        return (base, anchor) in self._anchors if anchor else base in self._resources

    def _declared(self, contents: Any, default: Dialect, location: str) -> Dialect:
        """The dialect that a resource names by `$schema`, else the default."""
        try:
            dialect = dialect_of(
                contents, default, extensions=self._extensions, resources=self._resources_given
            )
        except SchemaError as refusal:
            raise SchemaError(refusal.reason, f"{location}/$schema") from None
        return dialect.extended() if self._extensions else dialect

    def _index(self, start: Place) -> Place:
        """Check and remember a schema and its subschemas; answers the place of the schema itself."""
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
            for subschema in map(self._identified, self._checked(place)):
                waiting.append(subschema)
                if subschema.dialect is not place.dialect:
                    checked.append(Resource(subschema.contents, subschema.location, subschema.dialect))
        check_resources(checked, self._extensions)
        doubtful = doubtful_names(found)
        # Nothing of a schema that is refused can be named.
        self._doubtful.update((name, pair) for name, pair in doubtful.items() if not self._is_known(*name))
        for place in found:
            self._places[id(place.contents)] = place
            self._register(place)
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
                yield Place(subschema, location, place.base, place.dialect)

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
            base = urljoin(place.base, identifier).partition("#")[0]
            urlsplit(base)  # which says what joining may not
        except ValueError:
            location = place.at(place.dialect.identifier)
            raise SchemaError(f"{quoted(identifier)} is no URI reference", location) from None
        return replace(place, base=base)

    def _register(self, place: Place) -> None:
        """Remember by which URI and anchors a schema can be referred to."""
        for _, anchor in names_of(place):
            if anchor:
                self._anchors.setdefault((place.base, anchor), place)
            else:
                self._resources.setdefault(place.base, place)
                self._note_recursive(place)
        dynamic = (place.base, place.read("$dynamicAnchor", ""))
        if self._anchors.get(dynamic) is place:
            self._dynamic_anchors[dynamic] = place

    def _note_recursive(self, root: Place) -> None:
        """Remember whether a resource is one that `$recursiveRef` may lead to; below its root the keyword says nothing."""
        if root.read("$recursiveAnchor", False) is True:
            self._recursive_anchors.add(root.base)

    def _at_pointer(self, resource: Place, pointer: str, reference: str, location: str) -> Place:
        """The schema at a JSON Pointer below a resource's root."""
        place, contents, where = resource, resource.contents, resource.location
        for token in pointer.split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            where = f"{where}/{escape_token(key)}"
            if isinstance(contents, dict) and key in contents:
                contents = contents[key]
            elif (
                isinstance(contents, list)
                and key.isascii()
                and key.isdecimal()
                and len(key) < _MOST_DIGITS
                and int(key) < len(contents)
            ):
                contents = contents[int(key)]
            else:
                raise _unresolved(reference, location, f"there is nothing at {quoted(key)}")
            place = self._places.get(id(contents), place) if isinstance(contents, dict) else place
        if place.contents is contents and isinstance(contents, dict):
            return place
        if not isinstance(contents, dict | bool):
            raise SchemaError(
                f"the reference {quoted(reference)} leads to {received(contents)}, not to a schema", location
            )
        # No keyword that is known here holds it, so it has not been looked at yet.
        return self._index(self._identified(Place(contents, where, place.base, place.dialect)))


def _unresolved(reference: str, location: str, why: str) -> SchemaError:
    return SchemaError(f"the reference {quoted(reference)} leads nowhere: {why}", location)
