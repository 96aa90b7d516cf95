"""Who is measured, each prepared once from a schema as its own documentation advises for many calls.

All answer the same question: formats are annotations, and defaults are not filled in (a checker that fills them in
would change the arguments that the next one sees).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import callcheck
import fastjsonschema
import jsonschema
import jsonschema_rs
from callcheck_compiler import compile_tool

from bench.models import Check, msgspec_check, pydantic_check

Build = Callable[[dict[str, Any]], "Check | None"]
OURS = "callcheck"


def _callcheck(schema: dict[str, Any]) -> Check:
    return compile_tool("Tool", schema, policy=callcheck.TOOL_INPUT).validate


def _fastjsonschema(schema: dict[str, Any]) -> Check:
    check: Check = fastjsonschema.compile(schema, use_default=False, use_formats=False)
    return check


def _jsonschema(schema: dict[str, Any]) -> Any:
    return jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)


def _jsonschema_rs(schema: dict[str, Any]) -> Any:
    return jsonschema_rs.validator_for(schema, validate_formats=False)


# A call that is right: the check that raises, and where there is one the check that answers yes or no.
VALIDATE: dict[str, Build] = {
    OURS: _callcheck,
    "fastjsonschema": _fastjsonschema,
    "jsonschema-rs validate": lambda schema: _jsonschema_rs(schema).validate,
    "jsonschema-rs is_valid": lambda schema: _jsonschema_rs(schema).is_valid,
    "jsonschema": lambda schema: _jsonschema(schema).validate,
    "pydantic": pydantic_check,
    "msgspec": msgspec_check,
}


def _told(check: Check | None) -> Check | None:
    """What an agent sends back: the text of the rejection."""
    if check is None:
        return None

    def rejection(arguments: Any) -> str | None:
        try:
            check(arguments)
        except Exception as error:
            return str(error)
        return None

    return rejection


def _listed(iterate: Callable[[Any], Any]) -> Check:
    return lambda arguments: list(iterate(arguments))


# A call that is wrong: callcheck tells every issue and writes the text; beside each of the others stands what it does.
REJECT: dict[str, Build] = {
    OURS: lambda schema: _told(_callcheck(schema)),
    "fastjsonschema, first error": lambda schema: _told(_fastjsonschema(schema)),
    "jsonschema-rs validate, first error": lambda schema: _told(_jsonschema_rs(schema).validate),
    "jsonschema-rs iter_errors, no text": lambda schema: _listed(_jsonschema_rs(schema).iter_errors),
    "jsonschema iter_errors, no text": lambda schema: _listed(_jsonschema(schema).iter_errors),
    "pydantic": lambda schema: _told(pydantic_check(schema)),
    "msgspec, first error": lambda schema: _told(msgspec_check(schema)),
}


def _fresh(schema: dict[str, Any], counter: list[int]) -> dict[str, Any]:
    """The schema with a comment that was never seen, so that no cache by content answers."""
    counter[0] += 1
    return {**schema, "$comment": f"compiled for the {counter[0]}th time"}


_COMPILED = [0]

# From a schema to something that can be called.
COMPILE: dict[str, Build] = {
    OURS: lambda schema: compile_tool("Tool", _fresh(schema, _COMPILED)).validate,
    "fastjsonschema": lambda schema: _fastjsonschema(_fresh(schema, _COMPILED)),
    "jsonschema-rs": lambda schema: _jsonschema_rs(_fresh(schema, _COMPILED)).validate,
    "jsonschema": lambda schema: _jsonschema(_fresh(schema, _COMPILED)).validate,
    "pydantic": pydantic_check,
    "msgspec": msgspec_check,
}
