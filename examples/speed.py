"""How long the calls of the demonstration take, beside the other validators that Python has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.contestants import COMPILE, OURS, REJECT, VALIDATE, Build
from bench.measure import times

# pydantic and msgspec are left out: they check models, not schemas; `scripts/bench` has them.
PEERS = ("fastjsonschema", "jsonschema-rs", "jsonschema")

VALID = {"pattern": "TODO", "output_mode": "content", "-n": True}
QUOTED = {"pattern": "TODO", "output_mode": "content", "-n": "true"}
WRONG = {"query": "TODO", "output_mode": "content", "-n": True}


def compare(schema: dict[str, Any]) -> None:
    """Print microseconds for Grep's schema: a valid call, a repaired one, a rejected one, and compiling it."""
    show("a valid call", VALIDATE, schema, VALID)
    show("the same with a quoted boolean, which the others reject", {OURS: VALIDATE[OURS]}, schema, QUOTED)
    show("a wrong call: here every issue and the text, there what the name says", REJECT, schema, WRONG)
    show("compiling the schema", COMPILE, schema, None)


def show(title: str, builders: Mapping[str, Build], schema: dict[str, Any], arguments: Any) -> None:
    """Print one table; without arguments the builders themselves are measured."""
    chosen = {name: build for name, build in builders.items() if name == OURS or name.startswith(PEERS)}
    if arguments is None:
        measured = times(chosen, dict.fromkeys(chosen, schema))
    else:
        checks = {name: check for name, build in chosen.items() if (check := build(schema)) is not None}
        measured = times(checks, dict.fromkeys(checks, arguments))
    print(f"\n{title}")
    for name, seconds in measured.items():
        beside = "" if name == OURS else f"  {seconds / measured[OURS]:8.2f} times as long"
        print(f"  {name:36} {seconds * 1e6:10.2f} µs{beside}")
