"""`enum` and `const` as conditions, by the types of their members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..keywords.any_type import LARGE, MOST_ALIKE
from ..keywords.keyword import Constants
from .code import Code, literal
from .conditions import Condition, Test, every, some, test
from .types import type_condition

FEW = 2
TRUE_FALSE = (True, False)


def enum_condition(
    members: Sequence[Any], value: Code, known: frozenset[str], exact: bool, constants: Constants
) -> Condition:
    """Whether the value equals one of the members (Validation 2020-12, section 6.1.2).

    known  the types that the value can still have
    """
    if known == {"null"} and None in members:
        return every(())
    if any(isinstance(member, (list, dict)) for member in members):
        listed = constants.constant("members", tuple(members))
        return test("{f}({v})", "not {f}({v})", f=listed, v=value)
    strings = [member for member in members if isinstance(member, str)]
    numbers = [
        member for member in members if isinstance(member, (int, float)) and not isinstance(member, bool)
    ]
    choices: list[Condition] = []
    if strings and "string" in known:
        choices.append(_strings(strings, value, known, exact, constants))
    if numbers and known & {"integer", "number"}:
        choices.append(_numbers(numbers, value, known, exact, constants))
    for member in TRUE_FALSE:
        if any(item is member for item in members) and "boolean" in known:
            choices.append(_is(value, literal(member)))
    if None in members and "null" in known:
        choices.append(_is(value, literal(None)))
    return some(choices)


def _is(value: Code, member: Code) -> Test:
    return test("{v} is {m}", "{v} is not {m}", v=value, m=member)


def _strings(
    members: list[str], value: Code, known: frozenset[str], exact: bool, constants: Constants
) -> Condition:
    if len(members) == 1:
        only = literal(members[0])
        return test("{v} == {m}", "{v} != {m}", v=value, m=only)
    listed = constants.set_of(list(dict.fromkeys(members)))
    member = test("{v} in {ms}", "{v} not in {ms}", v=value, ms=listed)
    if known == {"string"}:
        return member
    return every([type_condition(value, frozenset({"string"}), exact, True), member])


def _numbers(
    members: list[Any], value: Code, known: frozenset[str], exact: bool, constants: Constants
) -> Condition:
    finite = [member for member in members if member - member == 0]
    if len(finite) > MOST_ALIKE and any(not -LARGE < member < LARGE for member in finite):
        listed = constants.constant("members", tuple(finite))
        return test("{f}({v})", "not {f}({v})", f=listed, v=value)
    member = test("{v} in {ms}", "{v} not in {ms}", v=value, ms=constants.set_of(finite))
    if known <= {"integer", "number"}:
        return member
    return every([type_condition(value, frozenset({"number"}), exact, True), member])
