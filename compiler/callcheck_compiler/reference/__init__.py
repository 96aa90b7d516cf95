"""The interpreted validator: walks the raw schema by the rows of the keyword table. The executable form of docs/semantics.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import TOOL_INPUT, Keywords, Policy
from callcheck.validator import Settlement, Validator

from ..keywords.dialects import DEFAULT, Dialect, dialect_named
from .coerce import Coercer
from .documents import Documents
from .private import private_copy
from .reachable import check_reachable
from .walk import Interpreter


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
    pair = (Coercer(documents, policy).coerce, Interpreter(documents, policy).explain)
    settlement = Settlement(name, policy, pair)
    return Validator(
        name,
        policy,
        "",
        settlement,
        settlement,
        lambda: (schema, schema),
        lambda: "# interpreted: there is no generated source\n",
        (reference_validator, (name, schema, policy, dialect, resources)),
    )


def _documents(schema: Any, policy: Policy, dialect: str | None, resources: Mapping[str, Any]) -> Documents:
    default: Dialect = DEFAULT if dialect is None else dialect_named(dialect)
    documents = Documents(schema, default, resources, policy.extensions)
    check_reachable(documents, policy.patterns, policy.keywords is not Keywords.CORE)
    return documents
