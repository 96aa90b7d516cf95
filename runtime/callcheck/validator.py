"""The compiled check of one tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic

from .coercion import strict_json
from .issues import InvalidArguments, Issue, Kind, SchemaError
from .json_values import is_json
from .policy import Coercion, Policy, TextStyle
from .text import complete_heading, complete_text, render

# What `validate` returns: the TypedDict of a generated module, or nothing that a type checker knows. A default of a type
# variable is younger than the oldest Python here, but every type checker knows it from typing_extensions.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Arguments = TypeVar("Arguments", default=Any)
else:
    from typing import TypeVar

    Arguments = TypeVar("Arguments")

Check = Callable[[Any], Any]
Explain = Callable[[Any], list[Issue]]

NO_JSON = Issue(Kind.VALUE, (), "", "", (), "", "must hold nothing but JSON values")
TOO_DEEP = Issue(Kind.VALUE, (), "", "", (), "", "nested too deeply to be checked")


class Settlement:
    """The end of every check that the fast path could not accept: repair, explain, and return or raise.

    pair  coerce (arguments -> the arguments with every repair made, or the same object) and explain (coerced arguments
          -> every issue, in order), or a function that gives both when a call first needs them
    """

    __slots__ = ("_heading", "_later", "_name", "_pair", "_policy")

    def __init__(
        self, name: str, policy: Policy, pair: tuple[Check, Explain] | Callable[[], tuple[Check, Explain]]
    ) -> None:
        self._name = name
        self._policy = policy
        plain = policy.text is TextStyle.COMPLETE and not policy.hints
        self._heading = complete_heading(name) if plain else None
        self._pair = pair if isinstance(pair, tuple) else None
        self._later = None if isinstance(pair, tuple) else pair

    def __call__(self, arguments: Any) -> Any:
        """The coerced arguments. Raises InvalidArguments when they have issues."""
        settled = self.judge(arguments)
        if type(settled) is InvalidArguments:
            raise settled
        return settled

    def judge(self, arguments: Any) -> Any:
        """The coerced arguments, or, when they have issues, the InvalidArguments for the caller to raise."""
        try:
            coerce, explain = self._pair or self._functions()
            coerced = coerce(arguments)
            issues = explain(coerced)
        except Exception as error:
            coerced, issues = arguments, _beyond(arguments, error)
        if not issues:
            return coerced
        heading = self._heading
        if heading is not None:
            text = complete_text(heading, issues)
        else:
            text = render(self._name, issues, self._policy, coerced)
        return InvalidArguments(self._name, tuple(issues), text)

    def _functions(self) -> tuple[Check, Explain]:
        pair = self._pair
        if pair is None:
            assert self._later is not None
            pair = self._pair = self._later()
        return pair

    def outcome(self, arguments: Any) -> tuple[Any, list[Issue]]:
        """The coerced arguments and their issues."""
        try:
            coerce, explain = self._pair or self._functions()
            coerced = coerce(arguments)
            return coerced, explain(coerced)
        except Exception as error:
            return arguments, _beyond(arguments, error)

    def coerce(self, arguments: Any) -> Any:
        """The arguments with every repair made; the same object when there is none. Never rejects."""
        try:
            return self._functions()[0](arguments)
        except Exception as error:
            _beyond(arguments, error)
            return arguments


def _beyond(arguments: Any, error: Exception) -> list[Issue]:
    """The issues of arguments that are too deep for the stack, or no JSON. Raises any other error, which is a fault of ours."""
    if isinstance(error, RecursionError):
        return [TOO_DEEP]
    if is_json(arguments):
        raise error
    return [NO_JSON]


class Validator(Generic[Arguments]):
    """One tool's check, immutable and safe to share between threads and processes.

    name, policy       as given when it was compiled
    schema             the parameter schema; treat it as read-only
    advertised_schema  the schema to show to a provider: an object root, equivalent to `schema`
    unadvertisable     why there is none, and what to write instead; None when there is one
    schema_hash        SHA-256 of the schema's text, as hexadecimal digits
    source             the generated Python, for people
    validate           arguments -> the same object when nothing was coerced, else a repaired copy; raises
                       InvalidArguments. This is the generated function itself.
    """

    __slots__ = (
        "_origin",
        "_schemas",
        "_settlement",
        "_source",
        "name",
        "policy",
        "schema_hash",
        "validate",
    )

    name: str
    policy: Policy
    schema_hash: str
    validate: Callable[[Any], Arguments]
    _settlement: Settlement
    _schemas: Callable[[], tuple[Any, Any, str | None]]
    _source: Callable[[], str]
    _origin: tuple[Any, ...]

    def __init__(
        self,
        name: str,
        policy: Policy,
        schema_hash: str,
        validate: Callable[[Any], Arguments],
        settlement: Settlement,
        schemas: Callable[[], tuple[Any, Any, str | None]],
        source: Callable[[], str],
        origin: tuple[Any, ...],
    ) -> None:
        """Made by the compiler and by generated modules.

        schemas  gives the schema, the advertised schema and what `unadvertisable` says, when first asked for
        source   gives the generated source, when first asked for
        origin   (function, arguments) that makes an equal validator elsewhere, for pickle
        """
        put = object.__setattr__
        put(self, "name", name)
        put(self, "policy", policy)
        put(self, "schema_hash", schema_hash)
        put(self, "validate", validate)
        put(self, "_settlement", settlement)
        put(self, "_schemas", schemas)
        put(self, "_source", source)
        put(self, "_origin", origin)

    def __setattr__(self, attribute: str, value: Any) -> None:
        raise AttributeError(f"a Validator is immutable; `{attribute}` cannot be set")

    def __delattr__(self, attribute: str) -> None:
        raise AttributeError(f"a Validator is immutable; `{attribute}` cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return self._origin

    def __repr__(self) -> str:
        return f"<Validator {self.name!r} {self.schema_hash[:12]}>"

    @property
    def schema(self) -> Any:
        """The parameter schema as it was compiled; treat it as read-only."""
        return self._schemas()[0]

    @property
    def advertised_schema(self) -> Any:
        """The schema to show to a provider; the same object as `schema` where its root is an object."""
        return self._schemas()[1]

    @property
    def unadvertisable(self) -> str | None:
        """Why the root of the schema cannot be shown as an object, and what to write instead; None when it can."""
        return self._schemas()[2]

    @property
    def source(self) -> str:
        """The generated Python."""
        return self._source()

    def is_valid(self, arguments: Any) -> bool:
        """Whether `validate` would return. Never raises on a JSON value."""
        try:
            self.validate(arguments)
        except InvalidArguments:
            return False
        return True

    def explain(self, arguments: Any) -> list[Issue]:
        """Every issue of the arguments after coercion, in order; empty when they are valid."""
        return self._settlement.outcome(arguments)[1]

    def coerce(self, arguments: Any) -> Any:
        """The arguments with every repair made; the same object when there is none. Never rejects."""
        return self._settlement.coerce(arguments)

    def validate_json(self, text: str | bytes | bytearray) -> Arguments:
        """The value of a JSON text, validated. Raises InvalidArguments, for text that is not JSON too."""
        if not text.strip() and Coercion.EMPTY_AS_OBJECT in self.policy.coercion:
            return self.validate("")
        try:
            arguments = strict_json(text)
        except (ValueError, RecursionError) as error:
            issues = [_broken(error)]
            raise InvalidArguments(
                self.name, tuple(issues), render(self.name, issues, self.policy, None)
            ) from None
        return self.validate(arguments)


def _broken(error: Exception) -> Issue:
    if isinstance(error, RecursionError):
        return TOO_DEEP
    if isinstance(error, json.JSONDecodeError):
        reason = f"not valid JSON: {error.msg} at line {error.lineno} column {error.colno}"
    elif isinstance(error, UnicodeDecodeError):
        reason = f"not valid JSON: the byte at position {error.start} is not UTF-8"
    elif str(error).startswith("Exceeds"):
        reason = "a number has too many digits"
    else:
        reason = f"not valid JSON: {error}"
    return Issue(Kind.VALUE, (), "", "", (), "", reason)


__all__ = ["TOO_DEEP", "InvalidArguments", "SchemaError", "Settlement", "Validator"]
