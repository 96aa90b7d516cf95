"""What a server calls: schemas in, validators out, from the cache where the content is the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import JSON_SCHEMA, TOOL_INPUT, Policy
from callcheck.validator import Validator

from .cache import Cache
from .compilation import Unit, build_unit, choose_dialect
from .frontend.freeze import freeze
from .frontend.limits import DEFAULT_LIMITS, Limits
from .hashing import schema_hash
from .load import load

LARGEST_CACHE = 4096

_cache: Cache[Validator] = Cache(LARGEST_CACHE)


@dataclass(frozen=True)
class CompiledTools:
    """What became of many tools: the validators by name, and the refusals beside them."""

    validators: Mapping[str, Validator]
    refused: Mapping[str, SchemaError]


def compile_tool(
    name: str, schema: Any, policy: Policy = TOOL_INPUT, *, limits: Limits = DEFAULT_LIMITS
) -> Validator:
    """The validator of a tool. The same content and policy give the same object, from the cache.

    name    the tool's name, as the model knows it
    schema  the JSON Schema of its arguments; it is copied, never changed
    Raises SchemaError.
    """
    return _compiled(name, schema, policy, None, {}, limits)


def compile_schema(
    schema: Any,
    name: str = "input",
    policy: Policy = JSON_SCHEMA,
    dialect: str | None = None,
    resources: Mapping[str, Any] | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Validator:
    """The validator of any JSON Schema, with any instance at its root.

    dialect    URI of the dialect of a schema that names none itself; None means 2020-12
    resources  other documents that it may refer to, by absolute URI; nothing is ever fetched
    Raises SchemaError.
    """
    return _compiled(name, schema, policy, dialect, resources or {}, limits)


def compile_tools(
    tools: Mapping[str, Any] | Iterable[tuple[str, Any]],
    policy: Policy = TOOL_INPUT,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> CompiledTools:
    """The validators of many tools, given as name and schema; a refused one takes no other down.

    Of tools with the same name none is compiled: which one a call means cannot be told.
    """
    validators: dict[str, Validator] = {}
    refused: dict[str, SchemaError] = {}
    pairs = list(tools.items() if isinstance(tools, Mapping) else tools)
    count = Counter(name for name, _ in pairs if isinstance(name, str))
    for name, schema in pairs:
        if isinstance(name, str) and count[name] > 1:
            refused[name] = SchemaError(
                "another tool in the list has the same name, and each needs its own", tool=name
            )
            continue
        try:
            validators[name] = compile_tool(name, schema, policy, limits=limits)
        except SchemaError as error:
            refused[name] = error
    return CompiledTools(validators, refused)


def _compiled(
    name: str,
    schema: Any,
    policy: Policy,
    dialect: str | None,
    resources: Mapping[str, Any],
    limits: Limits,
) -> Validator:
    if not isinstance(policy, Policy):
        raise TypeError(f"policy must be a Policy such as callcheck.STRICT, not {type(policy).__name__}")
    if not isinstance(name, str):
        raise SchemaError(f"a tool's name must be a string, not {type(name).__name__}")
    try:
        frozen, text = freeze(schema, limits)
        others = freeze(dict(resources), limits)[1] if resources else "{}"
        key = (name, text, policy, dialect, others, limits)
        return _cache.get(
            key, lambda: _compile(name, frozen, text, policy, dialect, json.loads(others), limits)
        )
    except SchemaError as error:
        raise error.of_tool(name) from None
    except RecursionError:
        raise SchemaError(
            "it is nested too deeply to be compiled from here; use $ref for recursion", "", name
        ) from None


def _compile(
    name: str,
    schema: Any,
    text: str,
    policy: Policy,
    dialect: str | None,
    resources: Mapping[str, Any],
    limits: Limits,
) -> Validator:
    chosen = choose_dialect(schema, policy, dialect, resources)

    def rebuild() -> Unit:
        return build_unit(name, json.loads(text), policy, chosen, resources, limits, again=True)

    unit = build_unit(name, schema, policy, chosen, resources, limits)
    origin = (_rebuild, (name, text, policy, dialect, json.dumps(resources), limits))
    return load(unit, rebuild, text, schema_hash(text), _advertised, origin)


def _rebuild(
    name: str, text: str, policy: Policy, dialect: str | None, resources: str, limits: Limits
) -> Validator:
    """The other side of pickle."""
    return _compiled(name, json.loads(text), policy, dialect, json.loads(resources), limits)


def _advertised(schema: Any) -> tuple[Any, str | None]:
    from .advertise import advertise, unadvertisable

    return advertise(schema), unadvertisable(schema)
