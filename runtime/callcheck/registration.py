"""How a registry's tools change: from the tools it has and a list, the tools it will have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeGuard

from .containers import copied
from .definitions import Definition, read_definition
from .policy import TOOL_INPUT, Policy
from .registered import RegisteredTool
from .validator import Validator

ORIGINS = ("builtin", "mcp", "custom")
_MOST_UNUSED = 10_000


class Compile(Protocol):
    """What makes a validator of a definition: `callcheck_compiler.compile_tool`, or `reference_validator`."""

    def __call__(self, name: str, schema: Any, *, policy: Policy) -> Validator:
        """Raises SchemaError when the schema is refused."""


class Changes(NamedTuple):
    """What adding or refreshing a list of tools did.

    added, replaced  names that are new, or whose schema or policy is
    kept             names whose validator is still the same object
    removed          names that the refreshed list no longer has, or whose new schema is refused
    refused          name (or position) -> why that tool was not registered; the others were
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    refused: Mapping[str, Exception]


class Source(NamedTuple):
    """Where a list of tools comes from: its origin, and which of several servers of that origin."""

    origin: str
    server: str = ""


class Refusal(NamedTuple):
    """A tool that was not registered: who listed it, and why not."""

    source: Source
    reason: Exception


@dataclass(frozen=True)
class Tools:
    """Everything that a reader of a registry needs, in one object that never changes after it is made.

    owners  name -> who registered it first, or was refused it for its schema; stays when the tool is removed, for
            the last 10,000 names that a source gave up in this way
    """

    by_name: Mapping[str, RegisteredTool] = field(default_factory=dict)
    refusals: Mapping[str, Refusal] = field(default_factory=dict)
    owners: Mapping[str, Source] = field(default_factory=dict)

    def reserved(self, name: str, source: Source) -> Tools:
        """The same with the name kept for the source, unless another one has it."""
        owners = {**self.owners}
        owners.setdefault(name, source)
        return replace(self, owners=owners)

    def bounded(self, source: Source) -> Tools:
        """The same without the oldest reservations of the source for names that it lists no longer, where it has many.

        So a server that lists ever new names fills no memory, and loses no name but its own.
        """
        listed = (self.by_name, self.refusals)
        unused = [
            name
            for name, owner in self.owners.items()
            if owner == source and not any(name in names for names in listed)
        ]
        if len(unused) <= _MOST_UNUSED:
            return self
        forgotten = set(unused[:-_MOST_UNUSED])
        return replace(
            self, owners={name: self.owners[name] for name in self.owners if name not in forgotten}
        )

    def released(self, names: Iterable[str] | None, source: Source) -> Tools:
        """The same without these names of the source, or without all of its names.

        Raises ValueError when one of them is not the source's.
        """
        own = {name for name, owner in self.owners.items() if owner == source}
        given_up = own if names is None else set(names)
        if not given_up <= own:
            foreign = ", ".join(map(repr, sorted(given_up - own)))
            raise ValueError(f"{_described(source)} cannot give up {foreign}: it does not have that name")
        return Tools(
            {name: tool for name, tool in self.by_name.items() if name not in given_up},
            {name: refusal for name, refusal in self.refusals.items() if name not in given_up},
            {name: owner for name, owner in self.owners.items() if name not in given_up},
        )


@dataclass(frozen=True)
class Registration:
    """The rules by which tools are registered; the fields are those of `ToolRegistry`."""

    policies: Mapping[str, Policy | None] | None
    compile: Compile | None

    def require_origin(self, origin: str) -> None:
        """Raises ValueError when `origin` is not a known one."""
        known = ORIGINS if self.policies is None else tuple(self.policies)
        if origin not in known:
            raise ValueError(
                f"the origin {origin!r} is not known; the known ones are {', '.join(map(repr, known))}"
            )

    def changed(
        self, old: Tools, listed: Iterable[Any], source: Source, whole_list: bool
    ) -> tuple[Tools, Changes]:
        """The tools after `listed` is registered, and what that changes.

        With `whole_list`, what the source no longer lists is removed. One bad tool never takes the others down.
        """
        made: dict[str, RegisteredTool] = {}
        refused: dict[str, Exception] = {}
        named: list[str] = []
        for position, item in enumerate(listed):
            name = listed_name(item)
            named += () if name is None else (name,)
            try:
                tool = self.registered(item, source, old)
                if tool.name in made:
                    raise ValueError(f"the name {tool.name!r} is listed twice; the first one is registered")
                made[tool.name] = tool
            except Exception as error:
                refused[f"[{position}]" if name is None else name] = error
        own = {name: tool for name, tool in old.by_name.items() if _source(tool) == source}
        removed = {name for name in own if name not in made and (whole_list or name in refused)}
        by_name = {name: tool for name, tool in old.by_name.items() if name not in removed} | made
        refusals = {
            name: refusal
            for name, refusal in old.refusals.items()
            if not (whole_list and refusal.source == source)
        } | {
            name: Refusal(source, reason)
            for name, reason in refused.items()
            # Another source's refusal of its own name says more than that the name is taken.
            if old.owners.get(name, source) == source
        }
        owners = {**old.owners}
        for name in named:
            owners.setdefault(name, source)
        unavailable = {name: refusal for name, refusal in refusals.items() if name not in by_name}
        kept = {name for name, tool in made.items() if name in own and _is_checked_alike(tool, own[name])}
        changes = Changes(
            added=tuple(name for name in made if name not in own),
            replaced=tuple(name for name in made if name in own and name not in kept),
            kept=tuple(name for name in made if name in kept),
            removed=tuple(name for name in old.by_name if name in removed),
            refused=refused,
        )
        return Tools(by_name, unavailable, owners).bounded(source), changes

    def registered(self, item: Any, source: Source, old: Tools, description: str = "") -> RegisteredTool:
        """The tool that a validator or a definition becomes. Raises SchemaError or ValueError when it cannot."""
        definition = Definition(item.name, None) if is_validator(item) else read_definition(item)
        name = definition.name
        former = old.by_name.get(name)
        owner = old.owners.get(name, source)
        if owner != source:
            raise ValueError(f"the name {name!r} is taken by a tool of {_described(owner)}")
        policy = TOOL_INPUT if self.policies is None else self.policies[source.origin]
        if policy is None:
            schema = copied(item.schema if is_validator(item) else definition.schema)
            return RegisteredTool(name, description or definition.description, *source, None, schema)
        if is_validator(item):
            validator = self._adopted(item, item.policy if self.policies is None else policy, former)
        else:
            validator = self._compiled(definition, policy, former)
        return RegisteredTool(name, description or definition.description, *source, validator)

    def _adopted(self, given: Validator, policy: Policy, former: RegisteredTool | None) -> Validator:
        """`given`, or the former validator when it does the same."""
        known = former.validator if former is not None else None
        if known is not None and known.policy == policy and _has_same_schema(known, given):
            return known
        if given.policy == policy:
            return given
        if self.compile is None:
            raise ValueError(
                f"{given.name!r} was compiled with another policy than its origin's: compile it with that one, "
                "or give the registry a `compile`"
            )
        return self.compile(given.name, copied(given.schema), policy=policy)

    def _compiled(self, definition: Definition, policy: Policy, former: RegisteredTool | None) -> Validator:
        """A new validator, or the former one when schema and policy are the same."""
        known = former.validator if former is not None else None
        if known is not None and known.policy == policy and _same_text(known.schema, definition.schema):
            return known
        if self.compile is None:
            raise ValueError(
                f"{definition.name!r} is a definition: give the registry a `compile`, such as "
                "`callcheck_compiler.compile_tool`"
            )
        # A copy, so that a change in place of what was listed is seen when it is listed again.
        return self.compile(definition.name, copied(definition.schema), policy=policy)


def _source(tool: RegisteredTool) -> Source:
    return Source(tool.origin, tool.server)


def _is_checked_alike(tool: RegisteredTool, former: RegisteredTool) -> bool:
    if tool.validator is None and former.validator is None:
        return _same_text(tool.unchecked_schema, former.unchecked_schema)
    return tool.validator is former.validator


def _described(source: Source) -> str:
    return f"origin {source.origin!r}" + (f", server {source.server!r}" if source.server else "")


def is_validator(item: Any) -> TypeGuard[Validator]:
    """Whether `item` is compiled already, and not a definition."""
    # The reference validator is none by class, only by what it has.
    return isinstance(item, Validator) or (hasattr(item, "validate_json") and hasattr(item, "schema_hash"))


def listed_name(item: Any) -> str | None:
    """The name of a validator or a definition; None for what is neither."""
    try:
        return item.name if is_validator(item) else read_definition(item).name
    except Exception:
        return None


def _has_same_schema(known: Validator, given: Validator) -> bool:
    if known is given:
        return True
    # The reference validator has no hash.
    if known.schema_hash and given.schema_hash:
        return known.schema_hash == given.schema_hash
    return _same_text(known.schema, given.schema)


def _same_text(schema: Any, other: Any) -> bool:
    """Whether two schemas read the same: 1, 1.0 and true differ, and so does the order of properties."""
    try:
        return json.dumps(schema) == json.dumps(other)
    except (TypeError, ValueError, RecursionError):
        return False
