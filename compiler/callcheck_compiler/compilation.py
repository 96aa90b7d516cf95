"""One schema on its way through the stages: frozen, built, optimised, emitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

from callcheck.issues import SchemaError
from callcheck.policy import Coercion, Keywords, Policy

from .advertise.agreement import agreed_root
from .advertise.roots import is_object_root
from .emit.alternatives import Chooser, write_whole
from .emit.code import Code
from .emit.coerce import Coercer
from .emit.explain import Explainer
from .emit.scope import Scope
from .emit.validate import write_validate
from .frontend.alternatives import alternatives_of
from .frontend.build import Builder
from .frontend.coercions import Planner
from .frontend.documents import Documents
from .frontend.limits import Limits, Meter
from .ir.nodes import Program
from .ir.positions import INERT, NO_ALTERNATIVES, Alternatives, Plan
from .keywords.dialects import DEFAULT, DIALECTS, Dialect, dialect_of
from .optimise.pipeline import optimise

# What changes nothing that a branch of a union may hold as it is, and none but the root itself.
INSIDE_UNIONS = ~(Coercion.INTEGRAL_FLOAT | Coercion.EMPTY_AS_OBJECT)


class Unit:
    """What is emitted for one tool. Each stage runs when something first needs it.

    unions  makes the plan of what the branches of the root's unions agree on, and the branches
    """

    def __init__(
        self,
        name: str,
        policy: Policy,
        program: Program,
        planner: Planner,
        unions: Callable[[], tuple[Plan, Alternatives]],
        meter: Meter,
    ) -> None:
        self.name = name
        self.policy = policy
        self.program = program
        self._planner = planner
        self._unions = unions
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

    @cached_property
    def unions(self) -> tuple[Plan, Alternatives]:
        """Where a repair may be made because all branches of the root's unions agree, or only one of them can hold."""
        return self._unions()

    @cached_property
    def scalars(self) -> Mapping[str, frozenset[str]]:
        """The properties of the root that the fast path may repair, with their types."""
        return self._planner.root_scalars()

    def emit_validate(self, scope: Scope, validate: Code, settle: Code) -> None:
        """Write the fast path."""
        write_validate(self.fast, self.scalars, self.policy.coercion, scope, self.name, validate, settle)

    def emit_coerce(self, scope: Scope, coerce: Code) -> None:
        """Write the coercion alone."""
        agreed, alternatives = self.unions
        if agreed.root == INERT and not alternatives.first:
            Coercer(self.plan, scope, self.policy.coercion, self.name).write(coerce)
            return
        own = None
        if self.plan.root != INERT:
            own = scope.allocate("coerce", f"{self.name}_own")
            Coercer(self.plan, scope, self.policy.coercion, self.name).write(own)
        steps = []
        inside = self.policy.coercion & INSIDE_UNIONS
        if agreed.root != INERT:
            steps.append(Coercer(agreed, scope, inside, self.name).function(agreed.root))
        steps.extend(Chooser(alternatives, scope, inside, self.name).functions())
        write_whole(coerce, own, steps, scope)

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
    again: bool = False,
) -> Unit:
    """The unit of a frozen schema. Raises SchemaError, and nothing that is done with the unit raises it later.

    again  whether it is one that was made before, so that there is nothing left to warn of
    """
    documents = Documents(schema, dialect, resources, policy, Meter(limits), again)
    program = Builder(documents, policy, limits).program()
    planner = Planner(documents, policy, limits)

    def unions() -> tuple[Plan, Alternatives]:
        return _unions(documents, schema, dialect, resources, policy, limits)

    unit = Unit(name, policy, program, planner, unions, documents.meter)
    # What may be refused is made now.
    _ = unit.scalars
    if planner.may_refuse() or documents.meter.may_step_too_often:
        _ = unit.plan
    return unit


def _unions(
    documents: Documents,
    schema: Any,
    dialect: Dialect,
    resources: Mapping[str, Any],
    policy: Policy,
    limits: Limits,
) -> tuple[Plan, Alternatives]:
    """What `Unit.unions` gives. A schema that is too large for it is only not repaired there."""
    inside = replace(policy, coercion=policy.coercion & INSIDE_UNIONS)
    agreed, alternatives = Plan(INERT, {}), NO_ALTERNATIVES
    if inside.coercion is Coercion.NONE or policy.keywords is Keywords.CORE or is_object_root(schema):
        return agreed, alternatives
    with suppress(SchemaError, RecursionError), documents.meter.apart():
        alternatives = alternatives_of(documents, inside, limits)
    with suppress(SchemaError, RecursionError):
        root = agreed_root(schema, dialect)
        if root is not None:
            others = Documents(root, dialect, resources, policy, Meter(limits), read_before=True)
            agreed = Planner(others, inside, limits).plan()
    return agreed, alternatives


__all__ = ["DIALECTS", "Unit", "build_unit", "choose_dialect"]
