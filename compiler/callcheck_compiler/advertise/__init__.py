"""The schema to show to a provider: an object at its root, with every parameter, in the form that the provider takes."""

from __future__ import annotations

from typing import Any, overload

from callcheck.issues import SchemaError

from ..cache import Cache
from ..frontend.freeze import freeze
from ..frontend.limits import DEFAULT_LIMITS
from .providers import PROVIDERS, Provider
from .report import Advertised, Narrowing, Refusal, Report, Widening
from .roots import Root, is_object_root, object_root
from .work import MOST_STEPS_OF_A_FORM, bounded_work

__all__ = [
    "PROVIDERS",
    "Advertised",
    "Narrowing",
    "Refusal",
    "Report",
    "Widening",
    "advertise",
    "unadvertisable",
]

LARGEST_CACHE = 4096

_roots: Cache[Root] = Cache(LARGEST_CACHE)
_forms: Cache[tuple[dict[str, Any] | None, Report]] = Cache(LARGEST_CACHE)


@overload
def advertise(schema: Any) -> Any: ...
@overload
def advertise(schema: Any, provider: None) -> Any: ...
@overload
def advertise(schema: Any, provider: str) -> Advertised: ...


def advertise(schema: Any, provider: str | None = None) -> Any:
    """The schema as it is to be shown to a provider.

    Without `provider`: an object root that accepts exactly the objects that `schema` accepts, with `properties` merged from the
    branches of its unions, `required` what all of them require, and the unions kept. A root that is an object already, or that
    cannot be one (see `unadvertisable`), comes back as the very same object.

    With `provider` (a name in `PROVIDERS`): an `Advertised` of the schema that this provider accepts and a report of what it
    says differently; validation goes on enforcing `schema`. Raises ValueError for a provider that is not known.

    The author's schema is never altered. Equal content gives the same result object, which is not to be altered either.
    """
    if provider is None:
        if is_object_root(schema):
            return schema
        root = _root(schema)
        return root.schema if root.is_rewritten else schema
    if provider not in PROVIDERS:
        raise ValueError(
            f"the provider {provider!r} is not known; the known ones are {', '.join(map(repr, PROVIDERS))}"
        )
    return _form(schema, PROVIDERS[provider])


def unadvertisable(schema: Any) -> str | None:
    """Why the root of `schema` cannot be an object, and what to write instead; None when it can."""
    return None if is_object_root(schema) else _root(schema).reason


def _form(schema: Any, provider: Provider) -> Advertised:
    try:
        frozen, text = freeze(schema, DEFAULT_LIMITS)
    except SchemaError as refusal:
        return Advertised(schema, Report(provider.name, refused=(Refusal("", "", str(refusal)),)))
    made, report = _forms.get((text, provider.name), lambda: _read(provider, frozen, text))
    return Advertised(schema if made is None else made, report)


def _read(provider: Provider, frozen: dict[str, Any], text: str) -> tuple[dict[str, Any] | None, Report]:
    """The provider's form, None where that is the schema as it is; and the report."""
    try:
        with bounded_work(MOST_STEPS_OF_A_FORM):
            made, report = provider.form(frozen, text)
    except SchemaError as error:
        refusal = Refusal(error.keyword_location, "", error.reason)
        return None, Report(provider.name, refused=(refusal,))
    except RecursionError:
        refusal = Refusal("", "", "it is nested too deeply: write it flatter")
        return None, Report(provider.name, refused=(refusal,))
    return (None if made is frozen else made), report


def _root(schema: Any) -> Root:
    try:
        frozen, text = freeze(schema, DEFAULT_LIMITS)
    except SchemaError as refusal:
        return Root(schema, str(refusal))
    return _roots.get(text, lambda: object_root(frozen, text))
