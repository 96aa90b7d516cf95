"""The part of a generated module that only type checkers read: a class or an alias for each declared type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .code import NAME, Block, Code, join, literal, name, quoted, template
from .public_names import KEYWORDS
from .python_types import AnyOf, Declaration, DictOf, Field, ListOf, Named, Spelling, Type
from .scope import Scope

# In the body of a class, a key of one of these names would hide what the annotations below it mean.
IN_ANNOTATIONS = frozenset(
    {"Any", "Either", "Literal", "Never", "NotRequired", "bool", "dict", "float", "int", "list", "str"}
)
NOT_IN_CLASSES = IN_ANNOTATIONS | frozenset(KEYWORDS.split())
EXTENSIONS = ("Never", "NotRequired")


def write_declarations(declarations: Sequence[Declaration]) -> Block:
    """The declarations under `if TYPE_CHECKING`, and under `else` what each name is when the module runs.

    A TypedDict is a dict then. Importing a module stays cheap so, and Python 3.10, whose `typing` has no NotRequired, can do it.
    """
    block = Block()
    if not declarations:
        return block
    spelling = Spelling()
    body = Block(1)
    names = frozenset(Scope.spelled(declaration.name) for declaration in declarations)
    for declaration in declarations:
        _write(declaration, spelling, names, body)
        spelling.declared.add(Scope.spelled(declaration.name))
    block.blank()
    block.line(template("if TYPE_CHECKING:"))
    block.indent()
    _write_imports(spelling, block)
    block.extend(body)
    block.dedent()
    if declarations[-1].alias is None:
        block.blank()
    block.line(template("else:"))
    block.indent()
    classes: dict[str, str] = {}
    for declaration in declarations:
        found = "dict" if declaration.alias is None else _class_of(declaration.alias, classes)
        classes[Scope.spelled(declaration.name)] = found
        block.line(template("{n} = {o}", n=declaration.name, o=name(found)))
    return block


def _class_of(of: Type, classes: Mapping[str, str]) -> str:
    """The class of Python that values of a type have; `object` where that depends. `classes`: what declared names are."""
    if isinstance(of, AnyOf):
        found = {_class_of(member, classes) for member in of.members}
        return found.pop() if len(found) == 1 else "object"
    if isinstance(of, Named):
        return classes.get(Scope.spelled(of.name), "object")
    return "dict" if isinstance(of, DictOf) else "list" if isinstance(of, ListOf) else "object"


def _write_imports(spelling: Spelling, block: Block) -> None:
    """Import what was used; every type checker has `typing_extensions`, installed or not."""
    used = sorted(spelling.used - {"Union"})
    plain = [name(word) for word in used if word not in EXTENSIONS]
    if plain:
        block.line(template("from typing import {ws}", ws=join(", ", plain)))
    if "Union" in spelling.used:
        block.line(template("from typing import Union as Either"))
    younger = [name(word) for word in used if word in EXTENSIONS]
    if younger:
        block.line(template("from typing_extensions import {ws}", ws=join(", ", younger)))


def _write(declaration: Declaration, spelling: Spelling, names: frozenset[str], body: Block) -> None:
    body.blank()
    if declaration.alias is not None:
        spelling.used.add("TypeAlias")
        written = spelling.written(declaration.alias, evaluated=True)
        body.line(template("{n}: TypeAlias = {a}", n=declaration.name, a=written))
        return
    spelling.used.add("TypedDict")
    if all(_is_plain(field.key, names) for field in declaration.fields):
        body.line(template("class {n}(TypedDict):", n=declaration.name))
        body.indent()
        for field in declaration.fields:
            body.line(template("{k}: {t}", k=name(field.key), t=_annotation(field, spelling, False)))
        if not declaration.fields:
            body.line(template("pass"))
        body.dedent()
        return
    entries = [
        template("{k}: {t}", k=literal(field.key), t=_annotation(field, spelling, True))
        for field in declaration.fields
    ]
    body.line(
        template(
            "{n} = TypedDict({q}, {{es}})",
            n=declaration.name,
            q=quoted(declaration.name),
            es=join(", ", entries),
        )
    )


def _is_plain(key: str, names: frozenset[str]) -> bool:
    """Whether a key can be written as an attribute: also no name that Python mangles, or that annotations mean otherwise."""
    return (
        NAME.fullmatch(key) is not None
        and key not in NOT_IN_CLASSES
        and key not in names
        and not key.startswith("__")
    )


def _annotation(field: Field, spelling: Spelling, evaluated: bool) -> Code:
    written = spelling.written(field.type, evaluated)
    if field.required:
        return written
    spelling.used.add("NotRequired")
    return template("NotRequired[{t}]", t=written)
