"""The repairs that the fast path makes itself: those of the root's own scalars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from callcheck.policy import Coercion

from ..ir.nodes import AdditionalProperties as Additional
from ..ir.nodes import Conjunction, Program, Properties, Required
from .code import Code, literal, name, template
from .conditions import fails
from .shapes import sort_parts

if TYPE_CHECKING:
    from .checks import Body


@dataclass(frozen=True)
class Repair:
    """How a scalar of these types is repaired.

    quick  the function of `callcheck.abi` that knows the usual cases, or None
    whole  the one that knows them all, or None where the quick one does
    """

    types: frozenset[str]
    quick: str | None
    whole: str | None


class Repairs:
    """Writes the repairs of one function, on a copy that the first of them makes.

    result       the name of what is returned: the arguments, or their copy
    are_several  whether that is a name of its own, which begins as another of the arguments

    A single repair gives the copy the name of the arguments. What is judged after it has the repair already, which makes
    no difference.
    """

    def __init__(self, by_property: Mapping[str, Repair]) -> None:
        self._by_property = by_property
        self._written = 0
        self.are_several = len(by_property) > 1
        self.result = name("result" if self.are_several else "arguments")

    def get(self, property: str) -> Repair | None:
        """How a property is repaired, if it is."""
        return self._by_property.get(property)

    def write(
        self,
        body: Body,
        property: str,
        local: Code,
        arguments: Code,
        fail: Code,
        location: str,
        integral_floats: bool,
    ) -> None:
        """Test the type of a property's value, which `local` names, and repair it where it can be."""
        repair = self._by_property[property]
        scope = body.checks.scope
        wrong = template("if {t}:", t=fails(body.checks.typed(local, repair.types, integral_floats)))
        body.flush()
        body.block.comment(f"{location}/type, repaired where it can be")
        body.open(wrong)
        if repair.quick is not None:
            body.line(template("{l} = {q}({l}, {l})", l=local, q=scope.runtime(repair.quick)))
            body.open(wrong)
        if repair.whole is not None:
            body.line(template("{l} = {f}({l})", l=local, f=scope.runtime(repair.whole)))
            body.open(wrong)
        body.line(fail)
        body.shut()
        if repair.quick is not None and repair.whole is not None:
            body.shut()
        copy = template("{r} = {c}({a})", r=self.result, c=scope.runtime("dict_copy"), a=arguments)
        if self._written:
            body.open(template("if {r} is {a}:", r=self.result, a=arguments))
            body.line(copy)
            body.shut()
        else:
            body.line(copy)
        body.line(template("{r}[{k}] = {l}", r=self.result, k=literal(property), l=local))
        body.shut()
        self._written += 1


def repairs_of(program: Program, scalars: Mapping[str, frozenset[str]], coercion: Coercion) -> Repairs:
    """The repairs of the root's own scalars, given their effective types.

    Only where nothing else looks at the values: a repaired value is checked once, after its repair.
    """
    if not scalars or not isinstance(program.root, Conjunction):
        return Repairs({})
    found = sort_parts(program.root)
    plain = all(isinstance(part, (Required, Properties, Additional)) for part in found.objects)
    if found.types != frozenset({"object"}) or found.in_place or found.anywhere or found.never or not plain:
        return Repairs({})
    if any(isinstance(part, Additional) and part.patterns for part in found.objects):
        return Repairs({})
    repairs = {child: _repair(types, coercion) for child, types in scalars.items()}
    return Repairs({child: repair for child, repair in repairs.items() if repair is not None})


def _repair(types: frozenset[str], coercion: Coercion) -> Repair | None:
    """The rules that repair a scalar of these types; None where the fast path does not."""
    if types <= {"boolean", "null"}:
        if "boolean" in types and Coercion.QUOTED_BOOLEAN in coercion:
            return Repair(types, "boolean_word", None)
        return None
    if not types <= {"integer", "number", "null"} or "integer" not in types:
        return None
    quoted = Coercion.QUOTED_NUMBER in coercion
    if Coercion.INTEGRAL_FLOAT in coercion and "number" not in types:
        return (
            Repair(types, "small_integer", "quoted_integer")
            if quoted
            else Repair(types, None, "integral_float")
        )
    return Repair(types, None, "quoted_number") if quoted else None
