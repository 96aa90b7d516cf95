"""Ahead of time: tools in, the text of one importable module out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import TOOL_INPUT, Policy

from .advertise import advertise, unadvertisable
from .compilation import build_unit, choose_dialect
from .emit.module import Tool, write_module
from .emit.module_audit import audit_module
from .extra import from_the_extra
from .frontend.freeze import freeze
from .frontend.limits import DEFAULT_LIMITS, Limits
from .hashing import schema_hash


def build_module(
    tools: Mapping[str, Any] | Iterable[tuple[str, Any]],
    policy: Policy = TOOL_INPUT,
    *,
    dialect: str | None = None,
    resources: Mapping[str, Any] | None = None,
    limits: Limits = DEFAULT_LIMITS,
    pretty: bool = True,
) -> str:
    """The text of a module that holds the checks of these tools, given as name and schema: `TOOLS`, and a variable for each.

    It is ASCII, needs `callcheck` alone, and is the same to the byte under every version of Python. `dialect` and `resources`
    are those of `compile_schema`, for every tool. `pretty=False` leaves out black, and gives the same module in long lines.
    Raises SchemaError when a tool is refused, with its name, and ValueError when two have the same.
    """
    pairs = list(tools.items() if isinstance(tools, Mapping) else tools)
    names = [name for name, _ in pairs]
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"the name of a tool must be a string, not {type(name).__name__}")
    if len(set(names)) < len(names):
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two tools are called {json.dumps(repeated)}; rename one of them")
    built = [_tool(name, schema, policy, dialect, resources or {}, limits) for name, schema in pairs]
    text = write_module(built, policy)
    if pretty:
        # black is asked for where it is needed: a server that builds nothing does not have it.
        with from_the_extra():
            from .layout import formatted

        text = formatted(text)
    audit_module(text)
    return text


def _tool(
    name: str,
    schema: Any,
    policy: Policy,
    dialect: str | None,
    resources: Mapping[str, Any],
    limits: Limits,
) -> Tool:
    try:
        frozen, text = freeze(schema, limits)
        others = json.loads(freeze(dict(resources), limits)[1]) if resources else {}
        chosen = choose_dialect(frozen, policy, dialect, others)
        unit = build_unit(name, frozen, policy, chosen, others, limits)
    except SchemaError as error:
        raise error.of_tool(name) from None
    shown = advertise(frozen)
    advertised = None if shown is frozen else json.dumps(shown)
    return Tool(unit, schema_hash(text), text, advertised, unadvertisable(frozen))
