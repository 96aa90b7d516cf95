"""The text of a generated module: what type checkers read, what is checked with, and the validators by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from callcheck.policy import Policy

from ..ir.nodes import Program
from .code import Block, Code, literal, name, template
from .declarations import write_declarations
from .opening import WORDS, write_entries, write_opening
from .public_names import variable_name
from .python_types import Named
from .scope import Scope, sanitised
from .typed_dicts import TypeOf


class Emitted(Protocol):
    """One tool on its way into a module."""

    @property
    def name(self) -> str: ...

    @property
    def program(self) -> Program: ...

    def written(self, characters: int) -> None: ...

    def emit_validate(self, scope: Scope, validate: Code, settle: Code) -> None: ...

    def emit_coerce(self, scope: Scope, coerce: Code) -> None: ...

    def emit_explain(self, scope: Scope, explain: Code) -> None: ...


@dataclass(frozen=True)
class Tool:
    """One tool of a module.

    schema_hash  of the schema's text
    schema       its JSON text
    advertised   the JSON text of the schema to advertise; None when that is the schema itself
    unadvertisable  why there is none, and what to write instead; None when there is one
    """

    emitted: Emitted
    schema_hash: str
    schema: str
    advertised: str | None
    unadvertisable: str | None = None


def write_module(tools: Sequence[Tool], policy: Policy) -> str:
    """The text of the module, each statement or head of one on a line of its own, however long.

    No two tools have the same name.
    """
    scope = Scope()
    scope.reserve(WORDS)
    variables = [scope.claim(variable_name(tool.emitted.name)) for tool in tools]
    types = [TypeOf(tool.emitted.program, scope, tool.emitted.name) for tool in tools]
    arguments = [of.root() for of in types]
    declarations = [declaration for of in types for declaration in of.declarations]
    sections = [
        _section(tool, scope, variable, named)
        for tool, variable, named in zip(tools, variables, arguments, strict=True)
    ]
    called = [literal(tool.emitted.name) for tool in tools]
    hashes = [literal(tool.schema_hash) for tool in tools]
    public = [*variables, *(declaration.name for declaration in declarations)]
    opening = write_opening(policy, public, called, hashes, scope.runtime_names)
    return opening + write_declarations(declarations).text + "".join(sections) + _tools(called, variables)


def _section(tool: Tool, scope: Scope, variable: Code, arguments: Named) -> str:
    """Everything that checks one tool, and its validator. A constant stands with the first tool that needs it."""
    emitted = tool.emitted
    scope.definitions, scope.functions, scope.written = Block(), Block(), emitted.written
    hint = sanitised(emitted.name) or "tool"
    validate, coerce, explain, settle = (
        scope.allocate(prefix, hint) for prefix in ("validate", "coerce", "explain", "settle")
    )
    emitted.emit_coerce(scope, coerce)
    emitted.emit_explain(scope, explain)
    emitted.emit_validate(scope, validate, settle)
    opening, foot = Block(), Block()
    opening.blank()
    opening.blank()
    opening.comment(f"The tool {emitted.name}")
    foot.blank()
    foot.blank()
    settlement = scope.runtime("Settlement")
    called = literal(emitted.name)
    foot.line(
        template("{s} = {m}({n}, POLICY, ({c}, {e}))", s=settle, m=settlement, n=called, c=coerce, e=explain)
    )
    head = template("{x}: Validator[{a}] = generated_validator(", x=variable, a=arguments.name)
    texts = [tool.schema] if tool.advertised is None else [tool.schema, tool.advertised]
    entries = [
        name("__name__"),
        called,
        name("POLICY"),
        template("SCHEMA_HASHES[{n}]", n=called),
        validate,
        settle,
        *map(literal, texts),
    ]
    if tool.unadvertisable is not None:
        entries += [template("None"), literal(tool.unadvertisable)]
    write_entries(foot, head, entries, template(")"))
    return opening.text + scope.definitions.text + scope.functions.text + foot.text


def _tools(called: Sequence[Code], variables: Sequence[Code]) -> str:
    """The last statement, so that a file that was cut off never has it."""
    block = Block()
    block.blank()
    block.blank()
    if not called:
        block.line(template("TOOLS: Mapping[str, Validator] = MappingProxyType({})"))
        return block.text
    block.line(template("TOOLS: Mapping[str, Validator] = MappingProxyType("))
    block.indent()
    entries = [
        template("{n}: {v}", n=tool, v=variable) for tool, variable in zip(called, variables, strict=True)
    ]
    write_entries(block, template("{"), entries, template("}"))
    block.dedent()
    block.line(template(")"))
    return block.text
