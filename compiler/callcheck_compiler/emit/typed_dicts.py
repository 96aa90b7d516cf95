"""What type checkers are told about the arguments of one tool: a TypedDict for each object, named after its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..ir import nodes
from ..ir.nodes import Never, Program, Schema
from .code import Code
from .public_names import class_name
from .python_types import (
    ANY,
    NEVER,
    Declaration,
    DictOf,
    Field,
    ListOf,
    Named,
    Type,
    Word,
    is_written,
    literals,
    union,
)
from .scope import Scope
from .shapes import widened

DEEPEST = 30  # levels of objects and lists; below that everything is Any
LONGEST = 60  # the same with references and unions counted too
MOST_FIELDS = 5_000  # of one tool; an object beyond that is a dict
OBJECT = frozenset({"object"})
ROOT = ("Arguments",)
SCALARS = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "null": "None"}

Place = tuple[str, ...]
Key = tuple[tuple[int, ...], frozenset[int]]


@dataclass
class Facts:
    """What the schemas of one position say together, as far as types can tell it.

    values    of `enum` or `const`
    declares  whether there is `properties`, even an empty one
    others    the schemas of keys that are not in `properties`; `covered` when they are those of all of them
    closed    whether there are no keys beyond those
    seen      the references that were followed
    """

    never: bool = False
    types: frozenset[str] | None = None
    values: tuple[Any, ...] | None = None
    properties: dict[str, list[Schema]] = field(default_factory=dict)
    declares: bool = False
    required: dict[str, None] = field(default_factory=dict)
    others: list[Schema] = field(default_factory=list)
    covered: bool = False
    closed: bool = False
    prefix: list[Schema] = field(default_factory=list)
    items: list[Schema] = field(default_factory=list)
    unions: list[nodes.Union] = field(default_factory=list)
    seen: set[nodes.Key] = field(default_factory=set)

    @property
    def tells(self) -> bool:
        """Whether there is more than a type in it, which a TypedDict or the like would show."""
        return bool(
            self.values is not None
            or self.declares
            or self.others
            or self.prefix
            or self.items
            or self.unions
        )


class TypeOf:
    """Finds the types of one tool's arguments, as validation leaves them.

    A type never excludes what validation lets through, with one exception: an `integer` is an `int`, although a whole float
    passes where nothing is coerced.
    """

    def __init__(self, program: Program, scope: Scope, tool: str) -> None:
        self.declarations: list[Declaration] = []
        self._program = program
        self._scope = scope
        self._tool = tool
        self._known: dict[Key, Type] = {}
        self._underway: dict[Key, int] = {}
        self._aliases: dict[Key, Named] = {}
        self._level = 0
        self._links = 0
        self._fields = 0
        self._root: Key = ((id(program.root),), frozenset())

    def root(self) -> Named:
        """The name that the type of the arguments as a whole has: `GrepArguments`."""
        named = Named(self._claimed(ROOT))
        self._aliases[self._root] = named
        self._of((self._program.root,), ROOT)
        return named

    def _of(self, schemas: tuple[Schema, ...], place: Place, settled: frozenset[int] = frozenset()) -> Type:
        """The type of a position that has these schemas, all of them. `settled`: unions that are looked into already."""
        key = (tuple(map(id, schemas)), settled)
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._underway:
            # Within itself without an object or a list between, it would add nothing.
            return self._alias(key, place) if self._underway[key] < self._level else ANY
        if self._links >= LONGEST:
            return ANY
        self._underway[key] = self._level
        self._links += 1
        found = self._found(schemas, settled, place)
        self._links -= 1
        del self._underway[key]
        alias = self._aliases.get(key)
        if alias is not None and found != alias:
            self.declarations.append(Declaration(alias.name, alias=found))
            found = alias
        self._known[key] = found
        return found

    def _alias(self, key: Key, place: Place) -> Named:
        if key not in self._aliases:
            self._aliases[key] = Named(self._claimed(place))
        return self._aliases[key]

    def _claimed(self, place: Place) -> Code:
        return self._scope.claim(class_name(self._tool, *place))

    def _found(self, schemas: tuple[Schema, ...], settled: frozenset[int], place: Place) -> Type:
        if self._level > DEEPEST:
            return ANY
        reference = _only_reference(schemas)
        if reference is not None:
            return self._target(reference)
        facts = Facts()
        for schema in schemas:
            self._gather(schema, facts, settled)
        if facts.never:
            return NEVER
        for part in facts.unions:
            if any(self._adds(branch, facts) for branch in part.branches):
                return self._branches(schemas, settled, place, facts, part)
        if facts.values is not None:
            return literals(value for value in facts.values if _admits(facts.types, value))
        key = (tuple(map(id, schemas)), settled)
        words = facts.types
        if words is None:
            if key != self._root or not facts.declares:
                return ANY
            words = OBJECT  # what models send as arguments always is one
        return self._by_type(words, facts, place, key)

    def _target(self, reference: nodes.Call) -> Type:
        schema = self._program.functions[reference.target]
        if schema == self._program.root:
            return self._of((self._program.root,), ROOT)
        if isinstance(schema, nodes.Conjunction):
            hint = schema.location.rsplit("/", 1)[-1]
            return self._of((schema,), (hint or "Root",))
        return self._of((schema,), ())

    # What the schemas say

    def _gather(self, schema: Schema, facts: Facts, settled: frozenset[int]) -> None:
        waiting: list[Schema | nodes.Part] = [schema]
        while waiting:
            found = waiting.pop()
            if isinstance(found, nodes.Conjunction):
                waiting.extend(reversed(found.parts))
            elif isinstance(found, nodes.AllOf):
                waiting.extend(reversed(found.branches))
            elif isinstance(found, nodes.Call):
                if found.target not in facts.seen:
                    facts.seen.add(found.target)
                    waiting.append(self._program.functions[found.target])
            elif isinstance(found, nodes.Union):
                if id(found) not in settled:
                    facts.unions.append(found)
            elif not isinstance(found, nodes.Always):
                _note(found, facts)

    def _adds(self, branch: Schema, facts: Facts) -> bool:
        """Whether a branch of a union says something about types that its parent does not."""
        own = Facts()
        self._gather(branch, own, frozenset())
        narrows = own.types is not None and (facts.types is None or not facts.types <= own.types)
        return own.tells or narrows

    # What that makes

    def _branches(
        self,
        schemas: tuple[Schema, ...],
        settled: frozenset[int],
        place: Place,
        facts: Facts,
        part: nodes.Union,
    ) -> Type:
        """The union of the branches, each together with what stands beside the union."""
        others = settled | {id(other) for other in facts.unions}
        types: list[Type] = []
        for branch, suffix in zip(part.branches, _suffixes(part), strict=True):
            together = (*schemas, branch)
            if self._stands_alone(branch, facts):
                together, inside = (branch,), frozenset[int]()
            else:
                inside = others
            types.append(self._of(together, (*place, suffix) if suffix else place, inside))
        return union(types)

    def _stands_alone(self, branch: Schema, facts: Facts) -> bool:
        """Whether a branch means the same without its parent."""
        if facts.values is not None or facts.declares or facts.required or facts.others:
            return False
        if facts.prefix or facts.items or len(facts.unions) > 1:
            return False
        own = Facts()
        self._gather(branch, own, frozenset())
        return facts.types is None or (own.types is not None and own.types <= facts.types)

    def _by_type(self, words: frozenset[str], facts: Facts, place: Place, key: Key) -> Type:
        types: list[Type] = [Word(python) for word, python in SCALARS.items() if word in words]
        if "array" in words:
            types.append(self._list(facts, place))
        if "object" in words:
            alone = words == OBJECT
            types.append(self._object(facts, place if alone else (*place, "Object"), key if alone else None))
        return union(types)

    def _list(self, facts: Facts, place: Place) -> Type:
        self._level += 1
        below = (*place, "Item")
        members = [self._of((schema,), (*below, str(index))) for index, schema in enumerate(facts.prefix, 1)]
        if facts.items:
            members.append(self._of(tuple(facts.items), below))
        else:
            members.append(ANY)
        self._level -= 1
        return ListOf(union(members))

    def _object(self, facts: Facts, place: Place, key: Key | None) -> Type:
        """`key` is that of the position when it is nothing but this object."""
        names = dict.fromkeys([*facts.properties, *facts.required])
        if not names and (facts.others or not (facts.declares or facts.closed)):
            return self._map(facts, place)
        self._fields += len(names)
        if self._fields > MOST_FIELDS:
            return DictOf(ANY)
        alias = self._aliases.get(key) if key is not None else None
        named = Named(self._claimed(place)) if alias is None else alias
        if key is not None:
            self._known[key] = named
        self._level += 1
        fields = tuple(self._entries(names, facts, () if place == ROOT else place))
        self._level -= 1
        self.declarations.append(Declaration(named.name, fields))
        return named

    def _map(self, facts: Facts, place: Place) -> Type:
        self._level += 1
        value = union([self._of((schema,), (*place, "Value")) for schema in facts.others])
        self._level -= 1
        return DictOf(value if facts.others and (facts.closed or facts.covered) else ANY)

    def _entries(self, names: dict[str, None], facts: Facts, place: Place) -> Iterator[Field]:
        for key in names:
            schemas = tuple(facts.properties.get(key, ()))
            found = self._of(schemas, (*place, key)) if schemas else ANY
            if is_written(key) and found != NEVER:
                yield Field(key, found, key in facts.required)


def _only_reference(schemas: tuple[Schema, ...]) -> nodes.Call | None:
    """The reference that a position consists of, as far as types go."""
    if len(schemas) != 1 or not isinstance(schemas[0], nodes.Conjunction):
        return None
    parts = [part for part in schemas[0].parts if isinstance(part, TELLING) or _is_literal(part)]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], nodes.Call) else None


TELLING = (
    nodes.TypeAssertion,
    nodes.Never,
    nodes.Required,
    nodes.Properties,
    nodes.PatternProperties,
    nodes.AdditionalProperties,
    nodes.UnevaluatedProperties,
    nodes.PrefixItems,
    nodes.Items,
    nodes.AllOf,
    nodes.Call,
    nodes.Union,
)


def _is_literal(part: nodes.Part) -> bool:
    return isinstance(part, nodes.Assertion) and part.row.name in ("enum", "const")


def _note(part: nodes.Part, facts: Facts) -> None:
    """Add what one part says about the instance itself."""
    if isinstance(part, nodes.TypeAssertion):
        types = widened(part.types)
        facts.types = types if facts.types is None else facts.types & types
    elif isinstance(part, nodes.Never):
        facts.never = True
    elif isinstance(part, nodes.Assertion):
        if _is_literal(part):
            facts.values = tuple(part.operand) if part.row.name == "enum" else (part.operand,)
    elif isinstance(part, nodes.Properties):
        facts.declares = True
        for entry in part.properties:
            facts.properties.setdefault(entry.name, []).append(entry.schema)
    elif isinstance(part, nodes.Required):
        if part.given is None:
            facts.required.update(dict.fromkeys(part.names))
    elif isinstance(part, nodes.PatternProperties):
        facts.others.extend(schema for _, schema in part.patterns)
    elif isinstance(part, (nodes.AdditionalProperties, nodes.UnevaluatedProperties)):
        _note_undeclared(part, facts)
    elif isinstance(part, nodes.PrefixItems):
        facts.prefix.extend(part.schemas)
    elif isinstance(part, nodes.Items):
        facts.items.append(part.schema)


def _note_undeclared(part: nodes.AdditionalProperties | nodes.UnevaluatedProperties, facts: Facts) -> None:
    if isinstance(part.schema, Never):
        facts.closed = True
    elif isinstance(part, nodes.AdditionalProperties):
        facts.others.append(part.schema)
        facts.covered = True


def _suffixes(part: nodes.Union) -> list[str]:
    """What tells the names of the branches apart: the discriminator's value where there is one for each."""
    if len(part.branches) == 1 or part.nullable is not None:
        return [""] * len(part.branches)
    told: dict[int, str] = {}
    for value, branch in part.discriminator.values if part.discriminator is not None else ():
        told.setdefault(branch, value if isinstance(value, str) else "")
    return [told.get(index) or f"Option{index + 1}" for index in range(len(part.branches))]


def _admits(types: frozenset[str] | None, value: Any) -> bool:
    if types is None:
        return True
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, float):
        return "number" in types or ("integer" in types and value.is_integer())
    words = {type(None): "null", int: "integer", str: "string", list: "array", dict: "object"}
    return words[type(value)] in types
