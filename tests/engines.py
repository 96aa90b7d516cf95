"""The engines: every way in which a schema becomes a validator. A table of cases runs on each of them.

An engine takes what `compile_tool` takes and two more: (name, schema, policy, dialect, resources) -> validator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from callcheck_compiler.reference import reference_validator

Engine = Callable[..., Any]

ENGINES: Mapping[str, Engine] = {
    "reference": reference_validator,
}
