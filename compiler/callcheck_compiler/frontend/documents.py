"""Where a subschema stands, and which subschema a reference names. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote, urldefrag

from callcheck.issues import SchemaError
from callcheck.json_values import type_name
from callcheck.policy import Policy

from ..extra import from_the_extra
from ..keywords.dialects import Dialect, dialect_of
from ..keywords.uris import resolved, spelled
from ..keywords.wording import string_text
from ..meta_schemas.check import check_resources
from ..meta_schemas.reading import Resource as Checked
from .check import check_keyword
from .identifiers import ROOT, Identifiers
from .limits import DEFAULT_LIMITS, Meter
from .names import Named, is_dynamic

_STEPS_OF_A_LOOK_UP = 10
_CHARACTERS_OF_A_STEP = 100
_MOST_DIGITS_OF_AN_INDEX = 19


def escape(token: str) -> str:
    """One token of a JSON Pointer (RFC 6901, section 3)."""
    if "~" not in token and "/" not in token:
        return token
    return token.replace("~", "~0").replace("/", "~1")


@dataclass(frozen=True)
class Place:
    """A subschema and what decides its meaning.

    contents   the raw subschema
    location   JSON Pointer in the author's document, or `uri#pointer` in another one
    base       the base URI that its references are resolved against
    dialect    the dialect that it is read by
    scope      the base URIs of the dynamic scope that a dynamic reference may lead into, outermost first, each once
    hidden     the identity of the resource in which it stands, when only a JSON Pointer leads to that; else 0
    """

    contents: Any
    location: str
    base: str
    dialect: Dialect
    scope: tuple[str, ...] = ()
    hidden: int = 0

    def at(self, *tokens: str | int) -> str:
        """The location of something below this place."""
        location = self.location
        for token in tokens:
            location += f"/{escape(str(token))}"
        return location


class Documents:
    """The author's schema and the documents that it may refer to, each looked through and checked when it is first needed."""

    def __init__(
        self,
        schema: Any,
        dialect: Dialect,
        resources: Mapping[str, Any],
        policy: Policy,
        meter: Meter | None = None,
        read_before: bool = False,
    ) -> None:
        """Raises SchemaError where a keyword's value is not what its dialect asks for, or a limit is passed.

        read_before  whether these documents were looked through before, so that there is nothing left to warn of
        """
        self.meter = meter if meter is not None else Meter(DEFAULT_LIMITS)
        self._dialect = dialect
        self._resources = resources
        self._unread = _in_one_spelling(resources)
        self._warn = not read_before
        self._identifiers = Identifiers()
        self._policy = policy
        self._places: dict[int, Place] = {}
        self._hidden: dict[int, Place] = {}  # resources that have no names but to themselves
        self._root = self._index(self._based(Place(schema, "", ROOT, dialect)))
        self._identifiers.name(ROOT, self._root)

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
            return self._entered(known, place.scope) if self._identifiers.are_dynamic else known
        return Place(contents, place.at(*tokens), place.base, place.dialect, place.scope)

    def resolve(self, place: Place, reference: str, location: str) -> Place:
        """The place that `$ref` names. Raises SchemaError when there is none."""
        target = self._look_up(place, reference, location)
        return self._entered(target, place.scope)

    def resolve_dynamic(self, place: Place, reference: str, location: str) -> Place:
        """The place that `$dynamicRef` names in this dynamic scope (Core 2020-12, section 8.2.3.2)."""
        try:
            fragment = unquote(urldefrag(reference)[1])
        except ValueError as error:
            raise _unresolved(reference, location) from error
        if not fragment:
            return self.resolve(place, reference, location)
        return self._outermost(place, reference, fragment, location)

    def resolve_recursive(self, place: Place, location: str) -> Place:
        """The place that `$recursiveRef` names in this dynamic scope (Core 2019-09, section 8.2.4.2)."""
        return self._outermost(place, "#", "", location)

    def _outermost(self, place: Place, reference: str, name: str, location: str) -> Place:
        """What a reference leads to; the outermost resource with such a name has it where the first one has it."""
        target = self._look_up(place, reference, location)
        if is_dynamic(target, name) and not target.hidden:
            for uri in place.scope:
                named = self._identifiers.dynamic(uri, name)
                if named is not None:
                    target = named.only(reference, location)
                    break
        return self._entered(target, place.scope)

    def _entered(self, place: Place, scope: tuple[str, ...]) -> Place:
        """The same place, reached in a dynamic scope; a resource with nothing new to lead to is left out of it."""
        names = self._identifiers.dynamic_names(place.base)
        if names and place.base not in scope and not place.hidden:
            self.meter.step(len(scope))
            if not names <= {name for uri in scope for name in self._identifiers.dynamic_names(uri)}:
                scope = (*scope, place.base)
        return replace(place, scope=scope) if scope != place.scope else place

    def _look_up(self, place: Place, reference: str, location: str) -> Place:
        self.meter.step(_STEPS_OF_A_LOOK_UP + (len(place.base) + len(reference)) // _CHARACTERS_OF_A_STEP)
        try:
            uri, fragment = _target(place.base, reference)
        except ValueError as error:
            raise _unresolved(reference, location) from error
        if place.hidden and uri == place.base:
            resource = self._hidden[place.hidden]
        else:
            named = self._resource(uri)
            if named is None:
                raise _unresolved(reference, location)
            resource = named.only(reference, location)
        if fragment.startswith("/"):
            return self._at_pointer(resource, unquote(fragment), reference, location)
        if not fragment:
            return self._looked_through(resource)
        found = self._identifiers.anchor(resource.base, unquote(fragment))
        if found is None or resource.hidden:
            raise _unresolved(reference, location)
        return found.only(reference, location)

    def _at_pointer(self, resource: Place, pointer: str, reference: str, location: str) -> Place:
        """The place at a JSON Pointer; one that no keyword declares as a subschema is looked through now."""
        place, contents, tokens = resource, resource.contents, []
        for token in pointer.split("/")[1:]:
            key: str | int = token.replace("~1", "/").replace("~0", "~")
            if (
                isinstance(contents, list)
                and token.isascii()
                and token.isdecimal()
                and len(token) < _MOST_DIGITS_OF_AN_INDEX
            ):
                key = int(token)
            try:
                contents = contents[key]
            except (LookupError, TypeError) as error:
                raise _unresolved(reference, location) from error
            tokens.append(key)
            known = self._places.get(id(contents)) or self._hidden.get(id(contents))
            if known is not None:
                place, tokens = known, []
        if not tokens:
            return self._looked_through(place)
        if not isinstance(contents, (dict, bool)):
            word = type_name(contents)
            raise SchemaError(
                f"the reference leads to a value of the type {word}, which is no schema", location
            )
        return self._index(self._undeclared(place, tokens), declared=False)

    def _looked_through(self, place: Place) -> Place:
        """The same place; of a resource that no keyword declares only a part may have been asked for so far."""
        known = not place.hidden or id(place.contents) in self._places
        return place if known else self._index(place, declared=False)

    def _undeclared(self, place: Place, tokens: list[str | int]) -> Place:
        """The place of what no keyword declares as a subschema.

        Whatever has an identifier on the way to it is a resource, so that it means the same by whichever way it is found first.
        """
        self.meter.step(len(tokens))
        contents, passed = place.contents, 0
        for count, token in enumerate(tokens, 1):
            contents = contents[token]
            is_resource = isinstance(contents, dict) and any(
                isinstance(contents.get(name), str) for name in ("id", "$id")
            )
            if is_resource or count == len(tokens):
                place = replace(place, contents=contents, location=place.at(*tokens[passed:count]))
                place, passed = self._apart(place), count
        return place

    def _apart(self, place: Place) -> Place:
        """The same place, with what it gives itself; a resource that no keyword declares is known to nobody but itself."""
        self.meter.step(_STEPS_OF_A_LOOK_UP)
        found = self._identified(place)
        if found.base != place.base:
            found = self._hidden[id(place.contents)] = replace(found, hidden=id(place.contents))
        return found

    def _resource(self, uri: str) -> Named | None:
        """The root of a document, or of a resource inside one, by its URI. Raises SchemaError where its document is refused."""
        known = self._identifiers.resource(uri)
        if known is not None:
            return known
        if uri in self._unread:
            return self._read(uri, self._unread[uri])
        with from_the_extra():
            from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

        if uri in REGISTRY:
            return self._read(uri, REGISTRY[uri].contents)
        return self._inside_others(uri)

    def _inside_others(self, uri: str) -> Named | None:
        """A resource inside a document that was not needed so far; one that is refused may have been the one that holds it."""
        refusal: SchemaError | None = None
        for other, contents in list(self._unread.items()):
            try:
                if self._identifiers.resource(other) is None:
                    self._read(other, contents)
            except SchemaError as error:
                refusal = refusal or error
            found = self._identifiers.resource(uri)
            if found is not None:
                return found
        if refusal is not None:
            raise refusal
        return None

    def _read(self, uri: str, contents: Any) -> Named | None:
        """Look through another document; what its URI then names."""
        location = f"{uri}#"
        dialect = self._declared(contents, self._dialect, location)
        root = self._index(self._based(Place(contents, location, uri, dialect)))
        self._identifiers.name(uri, root)
        self._unread.pop(uri, None)
        return self._identifiers.resource(uri)

    def _declared(self, contents: Any, default: Dialect, location: str) -> Dialect:
        """The dialect of a resource: the one that its `$schema` names, else the default."""
        extensions = self._policy.extensions
        try:
            found = dialect_of(
                contents, default, extensions=extensions, resources=self._resources, warn=self._warn
            )
        except SchemaError as refusal:
            raise SchemaError(refusal.reason, f"{location}/$schema") from None
        return found.extended_form if extensions else found

    def _index(self, start: Place, declared: bool = True) -> Place:
        """Check a schema and every subschema in it, and remember where each stands; gives the place of the schema.

        declared  whether a keyword says that it is one, so that what it names itself is a name
        """
        identified = self._identified if declared else self._apart
        found: list[Place] = []
        checked = [Checked(start.contents, start.location, start.dialect)]
        waiting = [start]
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
            found.append(place)
            keywords = place.dialect.keywords
            inside: list[Place] = []
            for name, value in contents.items():
                row = keywords.get(name)
                if row is None:
                    continue
                for tokens in check_keyword(row, value, place, self.meter):
                    subschema = value
                    for token in tokens:
                        subschema = subschema[token]
                    below = identified(
                        Place(subschema, place.at(name, *tokens), place.base, place.dialect, (), place.hidden)
                    )
                    inside.append(below)
                    if below.dialect is not place.dialect:
                        checked.append(Checked(below.contents, below.location, below.dialect))
            waiting += reversed(inside)  # so that they are found in the order of the document
        check_resources(checked, self._policy.extensions)
        # What is refused stays unknown, for another reference may ask for a part of it.
        if declared:
            self._identifiers.add(found, self.meter)
        for place in found:
            self._places[id(place.contents)] = place
        return start

    def _identified(self, place: Place) -> Place:
        """The same place, with the dialect and the base URI that it gives itself as a resource of its own."""
        contents = place.contents
        if isinstance(contents, dict) and "$schema" in contents and ("$id" in contents or "id" in contents):
            place = replace(place, dialect=self._declared(contents, place.dialect, place.location))
        return self._based(place)

    def _based(self, place: Place) -> Place:
        """The same place, with the base URI that its identifier gives it."""
        identifier = (
            place.contents.get(place.dialect.identifier) if isinstance(place.contents, dict) else None
        )
        if not isinstance(identifier, str) or identifier.startswith("#"):
            return place
        if place.dialect.reference_overrides_siblings and "$ref" in place.contents:
            return place
        try:
            base = resolved(place.base, identifier)
        except ValueError as error:
            location = place.at(place.dialect.identifier)
            raise SchemaError(f"{string_text(identifier)} is no URI reference", location) from error
        return replace(place, base=base)


def _in_one_spelling(resources: Mapping[str, Any]) -> dict[str, Any]:
    """The documents by their URIs in one spelling, without the empty fragment that some have. Raises SchemaError where one is given twice."""
    found: dict[str, Any] = {}
    for uri, contents in resources.items():
        bare = spelled(uri.removesuffix("#"))
        if bare in found:
            raise SchemaError(f"`resources` has {string_text(bare)} twice, in two spellings; give it once")
        found[bare] = contents
    return found


def _unresolved(reference: str, location: str) -> SchemaError:
    return SchemaError(
        f"the reference {reference!a:.200} names nothing in this document; nothing is ever fetched, so it "
        "must point to a place that exists, such as #/$defs/NAME, or be given in `resources`",
        location,
    )


def _target(base: str, reference: str) -> tuple[str, str]:
    """The URI that a reference names from a base, and the fragment there; joining knows no `urn:`."""
    if reference.startswith("#"):
        return base, reference[1:]
    return resolved(base, reference), urldefrag(reference)[1]
