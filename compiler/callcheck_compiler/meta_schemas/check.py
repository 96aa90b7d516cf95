"""Whether a schema is what the meta-schema of its dialect asks for, by validators that callcheck generated itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from callcheck.issues import InvalidArguments
from callcheck.validator import TOO_DEEP, Validator

from ..extra import from_the_extra
from ..keywords.dialects import Dialect
from .reading import Resource, as_read
from .wording import refusal

SPECIFICATIONS = "://json-schema.org/"


def check_resources(resources: Sequence[Resource], extensions: bool) -> None:
    """Check a document, and what it embeds that is read by another dialect than what is around it, the document first.

    extensions  whether the policy reads what tool authors write beyond the specification
    Raises SchemaError, at the first place where a meta-schema is not satisfied.
    """
    if _is_specification(resources[0].contents):
        return
    waiting = list(resources)
    apart = {id(resource.contents) for resource in resources[1:]}
    for resource in waiting:
        # Most schemas are just right as they are; what is not asked of the others is only then taken out.
        if _fits(resource.contents, resource.dialect) is None:
            continue
        contents, more = as_read(resource, apart, extensions)
        rejection = _fits(contents, resource.dialect)
        if rejection is not None:
            raise refusal(resource, contents, rejection.issues)
        waiting += more


def _fits(contents: Any, dialect: Dialect) -> InvalidArguments | None:
    """Why a schema does not satisfy the meta-schema of its draft, or None.

    One that is too deep for the interpreter's stack was still checked keyword by keyword.
    """
    try:
        _validator(dialect.name).validate(contents)
    except InvalidArguments as rejection:
        return None if rejection.issues == (TOO_DEEP,) else rejection
    return None


@cache
def _validator(draft: str) -> Validator:
    """The validator of a draft's meta-schema; the module that holds it is imported when a schema first needs it."""
    module = import_module(f".generated.{module_name(draft)}", __package__)
    return module.TOOLS[tool_name(draft)]  # type: ignore[no-any-return]


def module_name(draft: str) -> str:
    """The name of a draft's generated module."""
    return f"draft_{draft.replace('-', '_')}"


def tool_name(draft: str) -> str:
    """What a draft's meta-schema is called in its generated module."""
    return f"draft {draft}"


def _is_specification(contents: Any) -> bool:
    """Whether a document is a meta-schema of the drafts itself, which no validator need be there to check."""
    identifier = contents.get("$id", contents.get("id")) if isinstance(contents, dict) else None
    if not isinstance(identifier, str) or SPECIFICATIONS not in identifier:
        return False
    with from_the_extra():
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    known = REGISTRY.get(identifier.removesuffix("#"))
    return known is not None and known.contents == contents
