"""One tool of a registry, and the check of one call of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .coercion import strict_json
from .containers import changed_locations
from .issues import InvalidArguments, Issue
from .policy import TOOL_INPUT, Coercion
from .text import render
from .validator import TOO_DEEP, Validator
from .validator import _broken as broken_json
from .verdicts import Accepted, Rejected, rejection


@dataclass(frozen=True)
class RegisteredTool:
    """A tool of a registry, immutable.

    name, description  as its author wrote them
    origin             who wrote it: one of the registry's origins
    server             which of several lists of that origin it came from; "" when there is only one
    validator          its check; None when calls of this origin pass through unchecked
    unchecked_schema   its parameter schema when it has no validator
    """

    name: str
    description: str
    origin: str
    server: str
    validator: Validator | None
    unchecked_schema: Any = None

    @property
    def schema(self) -> Any:
        """Its parameter schema as its author wrote it; treat it as read-only."""
        return self.unchecked_schema if self.validator is None else self.validator.schema

    @property
    def advertised_schema(self) -> Any:
        """The schema to show to a provider, where no rewriting for that one provider is asked for."""
        return self.unchecked_schema if self.validator is None else self.validator.advertised_schema

    def check(self, arguments: Any) -> Accepted | Rejected:
        """What is to become of a call with these arguments: JSON values, or JSON text as str or bytes.

        Raises nothing for what a model can send.
        """
        if self.validator is None:
            return self._unchecked(arguments)
        try:
            sent = arguments if type(arguments) is dict else _parsed(arguments, self.validator)
            validated = self.validator.validate(sent)
        except InvalidArguments as reason:
            # The function that raised it holds it, and its traceback the function: left so, each waits for the collector.
            return rejection(reason.with_traceback(None))
        except RecursionError:
            return self._rejected(TOO_DEEP)
        return Accepted(validated, () if validated is sent else changed_locations(sent, validated))

    def _unchecked(self, arguments: Any) -> Accepted | Rejected:
        """Arguments pass as they are. Text is parsed, and rejected when it is not JSON, which no tool could take, or holds an
        integer that Python does not read, which has more than 4,300 digits.
        """
        if not isinstance(arguments, (str, bytes, bytearray)):
            return Accepted({} if arguments is None else arguments)
        if not arguments.strip():
            return Accepted({})
        try:
            return Accepted(json.loads(arguments))
        except (ValueError, RecursionError) as error:
            return self._rejected(broken_json(error))

    def _rejected(self, issue: Issue) -> Rejected:
        policy = TOOL_INPUT if self.validator is None else self.validator.policy
        return rejection(InvalidArguments(self.name, (issue,), render(self.name, [issue], policy, None)))


def _parsed(arguments: Any, validator: Validator) -> Any:
    """The value of a JSON text; anything else as it is. Raises InvalidArguments for text that is not JSON."""
    if not isinstance(arguments, (str, bytes, bytearray)):
        return arguments
    if not arguments.strip() and validator.policy.coercion & Coercion.EMPTY_AS_OBJECT:
        return ""
    try:
        return strict_json(arguments)
    except (ValueError, RecursionError):
        return validator.validate_json(arguments)
