"""Where a subschema stands, and which subschema a reference names. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from callcheck.issues import SchemaError
from callcheck.json_values import type_name
from callcheck.policy import Policy
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DynamicAnchor

from ..keywords.dialects import DEFAULT, Dialect, dialect_of
from ..keywords.wording import string_text
from ..meta_schemas.check import check_resources
from ..meta_schemas.reading import Resource as Checked
from .check import check_keyword
from .limits import DEFAULT_LIMITS, Meter
from .specifications import specification_of

ROOT = ""
_STEPS_OF_A_LOOK_UP = 10
_CHARACTERS_OF_A_STEP = 100


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
    scope      the base URIs of the dynamic scope that a dynamic reference may lead into, outermost first, each once
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
    """The author's schema and the documents that it may refer to, each looked through and checked when it is first needed."""

    def __init__(
        self,
        schema: Any,
        dialect: Dialect,
        resources: Mapping[str, Any],
        policy: Policy,
        meter: Meter | None = None,
    ) -> None:
        """Raises SchemaError where a keyword's value is not what its dialect asks for, or a limit is passed."""
        self.meter = meter if meter is not None else Meter(DEFAULT_LIMITS)
        self._schema = schema
        self._dialect = dialect
        self._resources = resources
        self._policy = policy
        self._dynamic = False
        self._dynamic_names: dict[str, set[str]] = {}
        self._registry: Registry[Any] | None = None
        self._places: dict[int, Place] = {}
        self._indexed: set[str] = set()
        self._root = self._index(Place(schema, "", ROOT, dialect))

    def root(self) -> Place:
        """The place of the whole schema."""
        return self._entered(self._root, ())

    def places(self) -> list[Place]:
        """Every schema that was looked at so far, booleans aside."""
        return list(self._places.values())

    def below(self, place: Place, *tokens: str | int) -> Place:
        """The place of a subschema, by tokens from `place`."""
        self.meter.step()
        contents = place.contents
        for token in tokens:
            contents = contents[token]
        known = self._places.get(id(contents))
        if known is not None and known.contents is contents:
            return self._entered(known, place.scope) if self._dynamic else known
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
        """The same place, reached in a dynamic scope; a resource with nothing new to lead to is left out of it."""
        if self._dynamic and place.base not in scope:
            self.meter.step(len(scope))
            known = {name for uri in scope for name in self._dynamic_names[uri]}
            if not self._dynamic_names.get(place.base, known) <= known:
                scope = (*scope, place.base)
        return replace(place, scope=scope) if scope != place.scope else place

    def _look_up(self, place: Place, reference: str, location: str) -> Place:
        self.meter.step(_STEPS_OF_A_LOOK_UP + (len(place.base) + len(reference)) // _CHARACTERS_OF_A_STEP)
        try:
            uri, fragment = _target(place.base, reference)
            contents = self._named(uri, fragment)
        except (Unresolvable, LookupError, ValueError, TypeError) as error:
            raise SchemaError(
                f"the reference {reference!a:.200} names nothing in this document; nothing is ever fetched, so it "
                "must point to a place that exists, such as #/$defs/NAME, or be given in `resources`",
                location,
            ) from error
        self._index_document(uri)
        known = self._places.get(id(contents))
        if known is not None:
            return known
        return self._unindexed(uri, fragment, contents, location)

    def _named(self, uri: str, fragment: str) -> Any:
        """What a URI and its fragment name, whatever the dynamic scope (Core 2020-12, section 8.2.3.1)."""
        if fragment and not fragment.startswith("/"):
            return self._register().anchor(uri, fragment).value.resource.contents
        return self._register().resolver(uri).lookup(f"#{fragment}").contents

    def _unindexed(self, uri: str, fragment: str, contents: Any, location: str) -> Place:
        """A place that no keyword declares as a subschema, or a boolean, which has no identity."""
        if not isinstance(contents, (dict, bool)):
            word = type_name(contents)
            raise SchemaError(
                f"the reference leads to a value of the type {word}, which is no schema", location
            )
        holder = self._places.get(id(self._register()[uri].contents))
        if holder is None:
            return self._index(Place(contents, f"{uri}#{unquote(fragment)}", uri, self._dialect))
        return self._index(Place(contents, holder.location + unquote(fragment), holder.base, holder.dialect))

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
        return self._registry

    def _fill_registry(self) -> Registry[Any]:
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

        root = specification_of(self._root.dialect).create_resource(self._schema)
        pairs = [(uri, self._resource(contents)) for uri, contents in self._resources.items()]
        registry: Registry[Any] = REGISTRY.with_resources(pairs).with_resource(ROOT, root)
        if self._root.base != ROOT:
            registry = registry.with_resource(self._root.base, root)
        return registry.crawl()

    def _resource(self, contents: Any) -> Resource[Any]:
        return specification_of(self._dialect_of(contents)).create_resource(contents)

    def _dialect_of(self, contents: Any) -> Dialect:
        """The dialect of another document; one that is not known here is read as the default."""
        try:
            found = dialect_of(contents, self._dialect, resources=self._resources)
        except SchemaError:
            found = DEFAULT
        return found.extended_form if self._policy.extensions else found

    def _index_document(self, uri: str) -> None:
        """Look through the document of a URI, once."""
        if uri in self._indexed:
            return
        self._indexed.add(uri)
        try:
            contents = self._register()[uri].contents
        except LookupError:
            return
        if id(contents) not in self._places:
            self._index(Place(contents, f"{uri}#", uri, self._dialect_of(contents)))

    def _index(self, start: Place) -> Place:
        """Check a schema and every subschema in it, and remember where each stands; gives the place of the schema."""
        first = self._identified(start)
        checked = [Checked(first.contents, first.location, first.dialect)]
        waiting = [first]
        while waiting:
            place = waiting.pop()
            contents = place.contents
            if not isinstance(contents, dict):
                if not isinstance(contents, bool):
                    word = type_name(contents)
                    raise SchemaError(
                        f"a schema must be an object or a boolean, not a value of the type {word}",
                        place.location,
                    )
                continue
            self.meter.step()
            self.meter.subschema(place.location)
            self.meter.foresee(len(place.location), place.location)
            self._places[id(contents)] = place
            keywords = place.dialect.keywords
            for name, value in contents.items():
                row = keywords.get(name)
                if row is None:
                    continue
                for tokens in check_keyword(row, value, place, self._policy, self.meter):
                    subschema = value
                    for token in tokens:
                        subschema = subschema[token]
                    below = self._identified(
                        Place(subschema, place.at(name, *tokens), place.base, place.dialect)
                    )
                    waiting.append(below)
                    if below.dialect is not place.dialect:
                        checked.append(Checked(below.contents, below.location, below.dialect))
            if "$dynamicAnchor" in contents or "$recursiveAnchor" in contents:
                self._note_dynamic(place, place is first or place.dialect.identifier in contents)
        check_resources(checked, self._policy.extensions)
        return first

    def _note_dynamic(self, place: Place, is_resource: bool) -> None:
        """Remember under which names dynamic references may lead to a place; `$recursiveRef` has none, and roots alone."""
        names = self._dynamic_names.setdefault(place.base, set())
        if "$dynamicAnchor" in place.contents and "$dynamicAnchor" in place.dialect.keywords:
            names.add(place.contents["$dynamicAnchor"])
        if is_resource and _is_recursive(place) and "$recursiveAnchor" in place.dialect.keywords:
            names.add("")
        self._dynamic = self._dynamic or bool(names)

    def _identified(self, place: Place) -> Place:
        """The same place, with the base URI and the dialect that its own identifier and `$schema` give it."""
        contents = place.contents
        if not isinstance(contents, dict):
            return place
        identifier = contents.get(place.dialect.identifier)
        if not isinstance(identifier, str) or identifier.startswith("#"):
            return place
        if place.dialect.reference_overrides_siblings and "$ref" in contents:
            return place
        dialect = place.dialect
        if "$schema" in contents and place.location:
            dialect = self._dialect_of(contents)
        try:
            base = urldefrag(urljoin(place.base, identifier))[0]
        except ValueError as error:
            location = place.at(dialect.identifier)
            raise SchemaError(f"{string_text(identifier)} is no URI reference", location) from error
        return replace(place, base=base, dialect=dialect)


def _target(base: str, reference: str) -> tuple[str, str]:
    """The URI that a reference names from a base, and the fragment there; joining knows no `urn:`."""
    if reference.startswith("#"):
        return base, reference[1:]
    uri, fragment = urldefrag(urljoin(base, reference))
    return uri, fragment


def _is_recursive(place: Place) -> bool:
    return isinstance(place.contents, dict) and place.contents.get("$recursiveAnchor") is True
