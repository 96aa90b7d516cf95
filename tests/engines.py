"""The engines: every way in which a schema becomes a validator. A table of cases runs on each of them.

An engine takes what `compile_tool` takes and two more: (name, schema, policy, dialect, resources) -> validator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from callcheck.issues import Issue
from callcheck.policy import JSON_SCHEMA, TOOL_INPUT, Policy
from callcheck_compiler import compile_schema
from callcheck_compiler.reference import reference_validator

Engine = Callable[..., Any]


def compiled(
    name: str,
    schema: Any,
    policy: Policy = TOOL_INPUT,
    dialect: str | None = None,
    resources: Mapping[str, Any] | None = None,
) -> Any:
    """The compiled validator, in the engines' order of arguments."""
    return compile_schema(schema, name, policy, dialect, resources)


ENGINES: Mapping[str, Engine] = {
    "reference": reference_validator,
    "compiled": compiled,
}

engines = pytest.mark.parametrize("engine", ENGINES)


def issues_of(
    engine: str, schema: Any, instance: Any, policy: Policy = JSON_SCHEMA, **more: Any
) -> list[Issue]:
    """The issues that an engine finds."""
    issues: list[Issue] = ENGINES[engine]("tool", schema, policy, **more).explain(instance)
    return issues
