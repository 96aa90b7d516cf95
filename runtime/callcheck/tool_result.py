"""What became of one tool use, and how it is told to the model."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from .issues import InstanceLocation, Issue
from .results import (
    anthropic_result,
    bedrock_result,
    call_result_content,
    gemini_result,
    is_call_result,
    mcp_result,
    openai_chat_result,
    openai_responses_result,
)
from .text import error_tags, tool_use_error, without_error_tags
from .tool_use import ToolUse
from .written import result_text, snapshot


class Status(enum.Enum):
    """How a dispatch ended; REJECTED alone is a mistake of the model."""

    SUCCEEDED = "succeeded"
    REJECTED = "rejected"
    UNAVAILABLE = "unavailable"
    DENIED = "denied"
    CHECK_FAILED = "check_failed"
    HOOK_FAILED = "hook_failed"
    PERMISSION_FAILED = "permission_failed"
    TOOL_FAILED = "tool_failed"
    INTERNAL_FAULT = "internal_fault"

    # Members are counted at every dispatch, and Enum's own hash is several times as slow.
    __hash__ = object.__hash__


@dataclass(frozen=True)
class ToolResult:
    """What became of one tool use. Raises ValueError for a `value` that cannot be written as JSON.

    use                what the model sent, as it sent it
    status             how it ended
    value              what the tool returned, when it SUCCEEDED: the object itself; the model reads what it was at its return
    text               what the model reads otherwise
    arguments          what the tool was called with, also when it failed; None when it was not called
    coerced_locations  where validation repaired what was sent
    issues             every issue, when it was REJECTED
    structured         the JSON-ready twin of `text`
    error              the exception behind a failure, for the server and not for the model
    """

    use: ToolUse
    status: Status
    value: Any = None
    text: str = ""
    arguments: Any = None
    coerced_locations: tuple[InstanceLocation, ...] = ()
    issues: tuple[Issue, ...] = ()
    structured: dict[str, Any] | None = None
    error: BaseException | None = None
    _written: Any = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        # Taken now: whoever else holds what the tool returned may change it before a shape of it is asked for.
        object.__setattr__(self, "_written", snapshot(self.value))

    @property
    def is_error(self) -> bool:
        """Whether the model is told of an error."""
        return self.status is not Status.SUCCEEDED

    @property
    def reported_failure(self) -> Any:
        """What a `CallToolResult` with `isError` says, when that is what the tool returned; else None."""
        failed = is_call_result(self._written) and self._written["isError"]
        return call_result_content(self._written) if failed else None

    def anthropic(self) -> dict[str, Any]:
        """A `tool_result` block."""
        return anthropic_result(self.use.id, self._content(), self.is_error)

    def openai_chat(self) -> dict[str, Any]:
        """A `tool` message of Chat Completions."""
        return openai_chat_result(self.use.id, self._tagged())

    def openai_responses(self) -> dict[str, Any]:
        """A `function_call_output` item of the Responses API."""
        return openai_responses_result(self.use.id, self._tagged())

    def gemini(self) -> dict[str, Any]:
        """A part with a `functionResponse`."""
        return gemini_result(self.use.id, str(self.use.name), self._content(), self.is_error)

    def bedrock(self) -> dict[str, Any]:
        """A block with a `toolResult` of the Converse API."""
        return bedrock_result(self.use.id, self._content(), self.is_error)

    def mcp(self) -> dict[str, Any]:
        """A `CallToolResult`, with the structured twin of an error."""
        if self.is_error:
            return mcp_result(self.text, is_error=True, structured=self.structured)
        return snapshot(self._written) if is_call_result(self._written) else mcp_result(self._written)

    def _content(self) -> Any:
        """A mistake of the model is marked as one; no other error is."""
        if self.status is Status.REJECTED:
            return tool_use_error(self.text)
        if self.is_error:
            return self.text
        return call_result_content(self._written) if is_call_result(self._written) else self._written

    def _tagged(self) -> Any:
        """The same where the tags alone tell an error: each error has them, and no tool can write them."""
        if not self.is_error:
            return without_error_tags(result_text(self._content()))
        return self._content() if self.status is Status.REJECTED else error_tags(self.text)
