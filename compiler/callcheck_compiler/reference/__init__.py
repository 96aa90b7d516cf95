"""The interpreted validator: walks the raw schema by the rows of the keyword table. The executable form of docs/semantics.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import TOOL_INPUT, Coercion, Keywords, Policy
from callcheck.validator import Settlement, Validator

from ..advertise import advertise, unadvertisable
from ..advertise.agreement import agreed_root
from ..keywords.dialects import DEFAULT, Dialect, dialect_named
from .alternatives import Chooser
from .coerce import Coercer
from .documents import Documents
from .private import private_copy
from .reachable import check_reachable
from .walk import Interpreter

# The rules by which nothing is changed that a branch of a union may hold as it is, and none for the root itself.
INSIDE_UNIONS = ~(Coercion.INTEGRAL_FLOAT | Coercion.EMPTY_AS_OBJECT)


def reference_validator(
    name: str,
    schema: Any,
    policy: Policy = TOOL_INPUT,
    dialect: str | None = None,
    resources: Mapping[str, Any] | None = None,
) -> Validator:
    """The validator of one tool's arguments, or of any instance, interpreted: slow, and right by construction.

    dialect    the URI of the dialect of a schema without `$schema`; None means 2020-12
    resources  other documents that references may lead to, by absolute URI; nothing is ever fetched

    Raises SchemaError, with the tool's name, when the schema is refused.
    """
    try:
        documents = _documents(private_copy(schema), policy, dialect, resources or {})
    except SchemaError as refusal:
        raise refusal.of_tool(name) from None
    pair = (_coercion(schema, documents, policy, resources or {}), Interpreter(documents, policy).explain)
    settlement = Settlement(name, policy, pair)
    return Validator(
        name,
        policy,
        "",
        settlement,
        settlement,
        lambda: (schema, advertise(schema), unadvertisable(schema)),
        lambda: "# interpreted: there is no generated source\n",
        (reference_validator, (name, schema, policy, dialect, resources)),
    )


def _coercion(
    schema: Any, documents: Documents, policy: Policy, resources: Mapping[str, Any]
) -> Callable[[Any], Any]:
    """The coercion of a tool: by its positions, by what the branches of its root agree on, by the one branch that is left."""
    own = Coercer(documents, policy).coerce
    inside = replace(policy, coercion=policy.coercion & INSIDE_UNIONS)
    if inside.coercion is Coercion.NONE or policy.keywords is Keywords.CORE:
        return own
    steps: list[Callable[[Any], Any]] = [
        Chooser(documents, Coercer(documents, inside), policy.extensions).repaired
    ]
    agreed = agreed_root(schema, documents.root.dialect)
    if agreed is not None:
        with suppress(SchemaError):
            shown = Documents(agreed, documents.root.dialect, resources, policy.extensions)
            check_reachable(shown, policy.patterns, True)
            steps.insert(0, Coercer(shown, inside).coerce)

    def coerce(arguments: Any) -> Any:
        while True:
            repaired = own(arguments)
            for step in steps if isinstance(repaired, dict) else ():
                repaired = step(repaired)
            if repaired is arguments:
                return arguments
            arguments = repaired

    return coerce


def _documents(schema: Any, policy: Policy, dialect: str | None, resources: Mapping[str, Any]) -> Documents:
    default: Dialect = DEFAULT if dialect is None else dialect_named(dialect)
    documents = Documents(schema, default, resources, policy.extensions)
    check_reachable(documents, policy.patterns, policy.keywords is not Keywords.CORE)
    return documents
