"""Emitted text becomes functions: the only place of the compiler that executes anything."""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Callable
from types import CodeType
from typing import Any

from callcheck import abi
from callcheck.policy import Policy
from callcheck.validator import Settlement, Validator

from .compilation import Unit
from .emit.audit import audit
from .emit.audit_code import SPECIMEN, instructions, is_familiar
from .emit.code import name
from .emit.scope import FIRST_LINES, Scope, sanitised

# The fourth lock: generated code sees these builtins alone.
SAFE_BUILTINS = {word: getattr(builtins, word) for word in sorted(abi.BUILTINS)}
INSTRUCTIONS = instructions(compile(SPECIMEN, "specimen", "exec"))
RUNTIME = {word: getattr(abi, word) for word in sorted(abi.NAMES)}
# Between the two halves of a validator's source.
BETWEEN = "\n\n# What follows is loaded by itself when a call first fails, with constants of its own.\n"

Function = Callable[[Any], Any]


class Source:
    """The text of one generated unit, as tracebacks and debuggers ask a module's loader for it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def get_source(self, module: str) -> str:
        """The text, whatever the module is called."""
        return self._text


def file_name(tool: str, text: str) -> str:
    """The name under which tracebacks show generated code: sanitised and hashed."""
    digest = hashlib.sha256(text.encode("ascii", "backslashreplace")).hexdigest()[:12]
    return f"callcheck/{sanitised(tool) or 'tool'}_{digest}.py"


def execute(tool: str, scope: Scope, injected: dict[str, Any]) -> dict[str, Any]:
    """Audit and run the text of a scope; gives its globals. `injected` stand under names of their own."""
    text = scope.text()
    code: CodeType = compile(text, file_name(tool, text), "exec", dont_inherit=True)
    if not is_familiar(code, scope.allocated | injected.keys(), INSTRUCTIONS):
        audit(text, frozenset(injected))
    namespace: dict[str, Any] = {
        **SAFE_BUILTINS,  # as globals too, where they are found a step sooner
        **RUNTIME,
        **injected,
        "__builtins__": SAFE_BUILTINS,
        "__name__": f"callcheck_generated.{sanitised(tool) or 'tool'}",
        "__loader__": Source(text),
    }
    exec(code, namespace)
    return namespace


class Later:
    """The coercion and the explanation of a tool, emitted and loaded when a call first needs them.

    rebuild  gives the tool's unit again, so that nothing but the schema's text is kept until then

    Two threads that fail first at the same time may both make them: the two are equal, and there is no lock that a fork
    could leave held for ever.
    """

    __slots__ = ("_pair", "_rebuild", "_text")

    def __init__(self, rebuild: Callable[[], Unit]) -> None:
        self._rebuild = rebuild
        self._pair: tuple[Function, Function] | None = None
        self._text = ""

    def __call__(self) -> tuple[Function, Function]:
        """The two functions."""
        if self._pair is None:
            self._pair = self._load(self._rebuild(), Scope())
        return self._pair

    def measure(self, unit: Unit) -> None:
        """Emit and load them at once, of an equal unit. Raises SchemaError when they are longer than the limits allow."""
        self._pair = self._load(unit, Scope(unit.written))

    def _load(self, unit: Unit, scope: Scope) -> tuple[Function, Function]:
        hint = sanitised(unit.name) or "tool"
        coerce, explain = scope.allocate("coerce", hint), scope.allocate("explain", hint)
        unit.emit_coerce(scope, coerce)
        unit.emit_explain(scope, explain)
        self._text = scope.text()
        namespace = execute(unit.name, scope, {})
        return namespace[scope.spelled(coerce)], namespace[scope.spelled(explain)]

    @property
    def text(self) -> str:
        """The emitted text."""
        self()
        return self._text


def load(
    unit: Unit,
    rebuild: Callable[[], Unit],
    text: str,
    digest: str,
    advertise: Callable[[Any], tuple[Any, str | None]],
    origin: tuple[Any, ...],
) -> Validator[Any]:
    """The validator of a unit. `text` is the schema's JSON text, `origin` what makes an equal validator by pickle."""
    later = Later(rebuild)
    settlement = Settlement(unit.name, unit.policy, later)
    hint = sanitised(unit.name) or "tool"
    scope = Scope(unit.written)
    validate = scope.allocate("validate", hint)
    unit.emit_validate(scope, validate, name("_settle"))
    if unit.may_write_too_much:
        later.measure(unit)
    source = scope.text()
    namespace = execute(unit.name, scope, {"_settle": settlement})
    function = namespace[scope.spelled(validate)]
    return Validator(
        unit.name,
        unit.policy,
        digest,
        function,
        settlement,
        _Schemas(text, advertise),
        lambda: source + BETWEEN + later.text.removeprefix(FIRST_LINES),
        origin,
    )


class _Schemas:
    """The schema and its advertised form, or why it has none; read from text when first asked for, and kept."""

    __slots__ = ("_advertise", "_read", "_text")

    def __init__(self, text: str, advertise: Callable[[Any], tuple[Any, str | None]]) -> None:
        self._text = text
        self._advertise = advertise
        self._read: tuple[Any, Any, str | None] | None = None

    def __call__(self) -> tuple[Any, Any, str | None]:
        read = self._read
        if read is None:
            schema = json.loads(self._text)
            read = self._read = (schema, *self._advertise(schema))
        return read


__all__ = ["Policy", "execute", "load"]
