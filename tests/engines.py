"""The engines: every way in which a schema becomes a validator. A table of cases runs on each of them.

An engine takes what `compile_tool` takes and two more: (name, schema, policy, dialect, resources) -> validator.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from callcheck.generated import load_tools
from callcheck.issues import Issue
from callcheck.policy import JSON_SCHEMA, TOOL_INPUT, Policy
from callcheck_compiler import compile_schema
from callcheck_compiler.aot import build_module
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


_folder = tempfile.TemporaryDirectory(prefix="callcheck-generated-")


def generated(
    name: str,
    schema: Any,
    policy: Policy = TOOL_INPUT,
    dialect: str | None = None,
    resources: Mapping[str, Any] | None = None,
) -> Any:
    """The validator out of a module that is built, written and imported; without black, which is slow and changes no meaning."""
    text = build_module([(name, schema)], policy, dialect=dialect, resources=resources, pretty=False)
    path = Path(_folder.name, f"checks_{hashlib.sha256(text.encode()).hexdigest()}.py")
    if path.stem not in sys.modules:
        path.write_text(text, encoding="ascii")
    return imported(path)[name]


def imported(path: Path) -> Mapping[str, Any]:
    """The `TOOLS` of a module that is a file, imported once; no bytecode is written."""
    known = sys.modules.get(path.stem)
    if known is not None:
        tools: Mapping[str, Any] = known.TOOLS
        return tools
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return load_tools(path)
    finally:
        sys.dont_write_bytecode = before


ENGINES: Mapping[str, Engine] = {
    "reference": reference_validator,
    "compiled": compiled,
    "generated": generated,
}

engines = pytest.mark.parametrize("engine", ENGINES)


def issues_of(
    engine: str, schema: Any, instance: Any, policy: Policy = JSON_SCHEMA, **more: Any
) -> list[Issue]:
    """The issues that an engine finds."""
    issues: list[Issue] = ENGINES[engine]("tool", schema, policy, **more).explain(instance)
    return issues
