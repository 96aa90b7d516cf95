"""Whether one value may be checked by one schema so often that the answers are worth remembering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from . import nodes
from .graph import components
from .nodes import Conjunction, Evaluated, Key, Part, Program, Schema
from .walk import branches, calls, children, parts

MOST_REPEATS = 64  # that are still cheaper than remembering
_ENORMOUS = 1 << 40  # counts stop here

Checked = Schema | Evaluated
UNEVALUATED = (nodes.UnevaluatedProperties, nodes.UnevaluatedItems)


def repeats(program: Program) -> bool:
    """Whether answers are to be remembered.

    That is so where a schema comes back to itself more than once on the same way into the instance, where references
    fan out on it, and where what is evaluated is asked for at many levels.
    """
    if not program.functions and not any(isinstance(part, UNEVALUATED) for part in parts(program.root)):
        return False
    called = {key: dict.fromkeys(calls(schema)) for key, schema in program.functions.items()}
    checks: dict[Key, int] = {}
    counted = _Ways(1, lambda key: checks.get(key, 1))
    for component in components(called):
        if len(component) > 1 or component[0] in called[component[0]]:
            circle = frozenset(component)
            returns = _Ways(0, lambda key, circle=circle: int(key in circle))  # type: ignore[misc]
            if any(returns.count(program.functions[key]) > 1 for key in component):
                return True
        for key in component:
            checks[key] = counted.count(program.functions[key])
    return counted.count(program.root) > MOST_REPEATS + counted.different


class _Ways:
    """Counts the schemas that are applied on the way into the instance on which they are most, each as often as it is.

    own   what a schema counts itself
    call  what the call of a function counts
    """

    def __init__(self, own: int, call: Callable[[Key], int]) -> None:
        self._own = own
        self._call = call
        self._known: dict[int, int] = {}

    @property
    def different(self) -> int:
        """How many different schemas were looked at."""
        return len(self._known)

    def count(self, start: Checked) -> int:
        """The count of a schema."""
        waiting: list[Checked] = [start]
        while waiting:
            checked = waiting[-1]
            if id(checked) in self._known:
                waiting.pop()
                continue
            unknown = [inner for inner in _inside(checked) if id(inner) not in self._known]
            waiting.extend(unknown)
            if not unknown:
                self._known[id(checked)] = min(self._counted(checked), _ENORMOUS)
        return self._known[id(start)]

    def _counted(self, checked: Checked) -> int:
        if isinstance(checked, (nodes.EvaluatedProperties, nodes.EvaluatedItems)):
            return self._own + self._sum(_inside(checked))
        if not isinstance(checked, Conjunction):
            return self._own
        in_place = 0
        for part in checked.parts:
            if isinstance(part, nodes.Call):
                in_place += self._call(part.target)
            elif isinstance(part, UNEVALUATED):
                in_place += self._known[id(part.evaluated)]
            else:
                in_place += self._sum(branches(part))
        return self._own + in_place + max(self._members(checked.parts), self._items(checked.parts))

    def _sum(self, inside: Iterable[Checked]) -> int:
        return sum(self._known[id(each)] for each in inside)

    def _members(self, parts: Iterable[Part]) -> int:
        """The count for the member of an object to which most schemas apply."""
        declared: Counter[str] = Counter()
        matched = others = names = 0
        for part in parts:
            if isinstance(part, nodes.Properties):
                for entry in part.properties:
                    declared[entry.name] += self._known[id(entry.schema)]
            elif isinstance(part, nodes.PatternProperties):
                matched += self._sum(schema for _, schema in part.patterns)
            elif isinstance(part, (nodes.AdditionalProperties, nodes.UnevaluatedProperties)):
                others += self._known[id(part.schema)]
            elif isinstance(part, nodes.PropertyNames):
                names += self._known[id(part.schema)]
        return max(names, matched + max(others, *declared.values(), 0))

    def _items(self, parts: Iterable[Part]) -> int:
        """The count for the item of an array to which most schemas apply."""
        prefix: Counter[int] = Counter()
        rest = anywhere = 0
        for part in parts:
            if isinstance(part, nodes.PrefixItems):
                prefix.update({index: self._known[id(schema)] for index, schema in enumerate(part.schemas)})
            elif isinstance(part, (nodes.Items, nodes.UnevaluatedItems)):
                rest += self._known[id(part.schema)]
            elif isinstance(part, nodes.Contains):
                anywhere += self._known[id(part.schema)]
        return anywhere + max(rest, *prefix.values(), 0)


def _inside(checked: Checked) -> Iterator[Checked]:
    """What is directly inside a schema, or decides what is evaluated."""
    if isinstance(checked, Conjunction):
        for part in checked.parts:
            yield from _inside_part(part)
    elif isinstance(checked, (nodes.EvaluatedProperties, nodes.EvaluatedItems)):
        if isinstance(checked, nodes.EvaluatedItems):
            yield from checked.containing
        for case in checked.cases:
            if isinstance(case, nodes.EvaluatedUnion):
                for schema, inner in case.branches:
                    yield from (schema, inner)
            else:
                if isinstance(case, nodes.EvaluatedWhen):
                    yield case.schema
                yield case.evaluated


def _inside_part(part: Part) -> Iterator[Checked]:
    if isinstance(part, UNEVALUATED):
        yield from (part.schema, part.evaluated)
    else:
        yield from children(part)
