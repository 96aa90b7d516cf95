"""One schema on its way through the stages: frozen, built, optimised, emitted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import Policy

from .emit.code import Code
from .emit.coerce import Coercer
from .emit.explain import Explainer
from .emit.scope import Scope
from .emit.validate import write_validate
from .frontend.build import Builder
from .frontend.coercions import Planner
from .frontend.documents import Documents
from .frontend.limits import Limits, Meter
from .ir.nodes import Program
from .ir.positions import Plan
from .keywords.dialects import DEFAULT, DIALECTS, Dialect, dialect_of
from .optimise.pipeline import optimise


class Unit:
    """What is emitted for one tool. Each stage runs when something first needs it."""

    def __init__(self, name: str, policy: Policy, program: Program, planner: Planner, meter: Meter) -> None:
        self.name = name
        self.policy = policy
        self.program = program
        self._planner = planner
        self._meter = meter

    def written(self, characters: int) -> None:
        """So many characters were written of what is emitted. Raises SchemaError when they are too many."""
        try:
            self._meter.write(characters)
        except SchemaError as error:
            raise error.of_tool(self.name) from None

    @property
    def may_write_too_much(self) -> bool:
        """Whether everything has to be emitted before the tool is accepted, because it may be beyond the limits."""
        return self._meter.may_write_too_much

    @cached_property
    def fast(self) -> Program:
        """The program for the fast path."""
        return optimise(self.program)

    @cached_property
    def plan(self) -> Plan:
        """Where a repair may be made."""
        return self._planner.plan()

    def emit_validate(self, scope: Scope, validate: Code, settle: Code) -> None:
        """Write the fast path."""
        scalars = self._planner.root_scalars()
        write_validate(self.fast, scalars, self.policy.coercion, scope, self.name, validate, settle)

    def emit_coerce(self, scope: Scope, coerce: Code) -> None:
        """Write the coercion alone."""
        Coercer(self.plan, scope, self.policy.coercion, self.name).write(coerce)

    def emit_explain(self, scope: Scope, explain: Code) -> None:
        """Write the explanation."""
        Explainer(self.program, scope, self.name).write(explain)


def choose_dialect(schema: Any, policy: Policy, dialect: str | None, resources: Mapping[str, Any]) -> Dialect:
    """The dialect of a schema: its own `$schema`, else the one asked for, else 2020-12."""
    default = DEFAULT
    if dialect is not None:
        default = dialect_of({"$schema": dialect}, DEFAULT, resources=resources)
    chosen = dialect_of(schema, default, extensions=policy.extensions, resources=resources)
    return chosen.extended_form if policy.extensions else chosen


def build_unit(
    name: str,
    schema: Any,
    policy: Policy,
    dialect: Dialect,
    resources: Mapping[str, Any],
    limits: Limits,
) -> Unit:
    """The unit of a frozen schema. Raises SchemaError, and nothing that is done with the unit raises it later."""
    documents = Documents(schema, dialect, resources, policy, Meter(limits))
    program = Builder(documents, policy, limits).program()
    planner = Planner(documents, policy, limits)
    unit = Unit(name, policy, program, planner, documents.meter)
    if planner.may_refuse():
        _ = unit.plan
    return unit


__all__ = ["DIALECTS", "Unit", "build_unit", "choose_dialect"]
