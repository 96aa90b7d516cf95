"""The stages of one dispatch. Each takes a call and gives the call for the next stage, or the result that ends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import isawaitable
from typing import Any, NamedTuple

from .cancellation import Cancellation, called
from .coercion import SemanticError
from .containers import copied
from .issues import InstanceLocation, InvalidArguments
from .outcomes import log_failure
from .registered import RegisteredTool
from .registry import ToolRegistry
from .text import without_error_tags
from .tool_result import Status, ToolResult
from .tool_use import ToolUse
from .verdicts import Accepted, Rejected, mistake, not_run, rejection, shown_name
from .written import encodable, result_text


class Denied(NamedTuple):
    """What a hook or the permission function returns to stop a call; the model reads the reason."""

    reason: str = ""


@dataclass(frozen=True)
class Call:
    """A call that was validated, as hooks and the permission function see it.

    use        what the model sent, unchecked and unrepaired; a copy too
    tool       the tool as it is registered
    arguments  what validation returned, or a hook after it: a copy, which changing in place has no effect on the call
    context    what the caller gave to `dispatch`
    """

    use: ToolUse
    tool: RegisteredTool
    arguments: Any
    context: Any = None

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.tool.name


@dataclass(frozen=True)
class Tool:
    """What stands behind a tool's name.

    run             arguments -> what it returns to the model; may be a coroutine function
    semantic_check  arguments -> None, or the sentence that says what is wrong with them; may raise SemanticError instead,
                    as `semantic_boolean` does, or InvalidArguments; whatever else it raises is its own failure. May be a
                    coroutine function
    origin          the only origin whose tool of that name it stands behind; None for whichever has the name
    """

    run: Callable[[Any], Any]
    semantic_check: Callable[[Any], Any] | None = None
    origin: str | None = None


def plain_failure(use: ToolUse, error: Exception) -> str:
    """What a model reads of a tool's exception: its text, or its type when it has none."""
    return str(error) or type(error).__name__


Hook = Callable[[Call], Any]
Permission = Callable[[Call], Any]


@dataclass(frozen=True)
class Rules:
    """What a dispatcher was made with; the fields are those of `Dispatcher`."""

    registry: ToolRegistry
    tools: Mapping[str, Tool | Callable[[Any], Any]]
    hooks: Sequence[Hook]
    permission: Permission | None
    rejection_hint: Callable[[ToolUse], Any] | None
    describe_failure: Callable[[ToolUse, Exception], Any]


class Run:
    """One dispatch. Where `waits` is false, a stage that returns an awaitable has failed."""

    def __init__(self, rules: Rules, use: ToolUse, context: Any, waits: bool) -> None:
        self._rules = rules
        # The pipeline's own from the start: whoever else holds what was sent may change it while a stage waits.
        self._use = _copy_of_use(use)
        self._context = context
        self._cancellation: Cancellation | None = None
        self._waits = waits
        self._coerced: tuple[InstanceLocation, ...] = ()
        # The tool's name, or "" when no tool has the name that was called; a refresh meanwhile changes nothing about it.
        self.tool_name = ""

    async def result(self) -> ToolResult:
        """The result, whatever the stages do. Only what is no Exception, such as a cancellation, is let through."""
        if self._waits:
            self._cancellation = Cancellation()
            await self._cancellation.let_through()
        try:
            return await self._through_the_stages()
        except Exception as error:
            return await self._failed(Status.INTERNAL_FAULT, error)

    async def _through_the_stages(self) -> ToolResult:
        registry = self._rules.registry
        registered = registry.lookup(self._use.name)
        if registered is None:
            return await self._without_a_tool(registry.reject_unknown(self._use.name))
        self.tool_name = registered.name
        verdict = registered.check(copied(self._use.arguments))
        if isinstance(verdict, Rejected):
            registry.record(registered, verdict)
            return await self._rejected(verdict)
        self._coerced = verdict.coerced_locations
        tool = self._tool_behind(registered)
        if tool is None:
            registry.record(registered, verdict)
            return await self._failed(Status.INTERNAL_FAULT, _nothing_behind(registered))
        checked = await self._checked(tool, registered, verdict)
        if checked is not None:
            return checked
        hooked = await self._hooked(tool, Call(self._use, registered, verdict.arguments, self._context))
        if isinstance(hooked, ToolResult):
            return hooked
        return await self._permitted(hooked) or await self._ran(tool, hooked)

    async def _without_a_tool(self, verdict: Rejected) -> ToolResult:
        """The result of a call by a name that no tool has, or that of a tool that could not be registered."""
        if verdict.reason is None:
            return await self._rejected(verdict)
        self.tool_name = self._use.name
        return ToolResult(
            self._use,
            Status.UNAVAILABLE,
            text=verdict.text,
            structured=verdict.structured,
            error=verdict.reason,
        )

    def _tool_behind(self, registered: RegisteredTool) -> Tool | None:
        behind = self._rules.tools.get(registered.name)
        tool = behind if behind is None or isinstance(behind, Tool) else Tool(behind)
        return None if tool is None or tool.origin not in (None, registered.origin) else tool

    async def _checked(self, tool: Tool, registered: RegisteredTool, accepted: Accepted) -> ToolResult | None:
        """The tool's own semantic check: None when it has nothing to say."""
        wrong: Rejected | None = None
        try:
            wrong = await self._semantic_mistake(tool, accepted.arguments)
        except Exception as error:
            return await self._failed(Status.CHECK_FAILED, error)
        finally:
            # A call is one outcome, known only now.
            self._rules.registry.record(registered, wrong or accepted)
        return None if wrong is None else await self._rejected(wrong)

    async def _semantic_mistake(self, tool: Tool, arguments: Any) -> Rejected | None:
        if tool.semantic_check is None:
            return None
        try:
            reason = await self._settled(called(tool.semantic_check, copied(arguments)))
        except InvalidArguments as error:
            return rejection(error)
        except SemanticError as error:
            reason = str(error)
        if reason is not None and not isinstance(reason, str):
            raise TypeError(f"a semantic check returns None or a str, not {type(reason).__name__}")
        return None if reason is None else mistake(self._use.name, reason.strip() or _NOT_ACCEPTABLE)

    async def _hooked(self, tool: Tool, call: Call) -> Call | ToolResult:
        """The hooks in their order: the call, rewritten or not, or the result of the hook that ended it."""
        for hook in self._rules.hooks:
            try:
                answer = await self._settled(called(hook, _for_reading(call)))
                if isinstance(answer, Denied):
                    return self._denied(answer)
                if answer is not None:
                    call = replace(call, arguments=await self._rewritten(tool, call, answer))
            except Exception as error:
                return await self._failed(Status.HOOK_FAILED, error)
        return call

    async def _rewritten(self, tool: Tool, call: Call, arguments: Any) -> Any:
        """What a hook made of the arguments, validated. Raises when it does not hold, which is no mistake of the model."""
        if not isinstance(arguments, dict):
            raise TypeError(
                f"a hook returns None, arguments as a dict, or Denied, not {type(arguments).__name__}"
            )
        verdict = call.tool.check(copied(arguments))
        if isinstance(verdict, Accepted):
            wrong = await self._semantic_mistake(tool, verdict.arguments)
            if wrong is None:
                return verdict.arguments
            verdict = wrong
        raise ValueError(f"a hook rewrote the arguments into invalid ones: {verdict.text}")

    async def _permitted(self, call: Call) -> ToolResult | None:
        """Permission: None when it is given, which takes a True and nothing that is merely truthy."""
        if self._rules.permission is None:
            return None
        try:
            answer = await self._settled(called(self._rules.permission, _for_reading(call)))
            if answer is True:
                return None
            if answer is False or isinstance(answer, Denied):
                return self._denied(answer or Denied())
            raise TypeError(
                f"a permission function returns True, False or Denied, not {type(answer).__name__}"
            )
        except Exception as error:
            return await self._failed(Status.PERMISSION_FAILED, error)

    async def _ran(self, tool: Tool, call: Call) -> ToolResult:
        """The call of the tool."""
        try:
            answer = called(tool.run, copied(call.arguments))
            # At once when it returns, before another call can change what it returned.
            result: ToolResult = await self._settled(answer, partial(self._succeeded, call.arguments))
        except Exception as error:
            return replace(await self._failed(Status.TOOL_FAILED, error), arguments=call.arguments)
        return result

    def _succeeded(self, arguments: Any, value: Any) -> ToolResult:
        """Raises ValueError when what the tool returned cannot be written, RuntimeError when it is an error of MCP."""
        result = ToolResult(
            self._use, Status.SUCCEEDED, value=value, arguments=arguments, coerced_locations=self._coerced
        )
        reported = result.reported_failure
        if reported is not None:
            raise RuntimeError(result_text(reported) or "it returned an error without a text")
        return result

    async def _settled(self, answer: Any, read: Callable[[Any], Any] | None = None) -> Any:
        """What a stage returned, waited for where it has to be, or what `read` makes of it.

        A cancellation that was asked for meanwhile goes through.
        """
        if self._cancellation is None:
            if not isawaitable(answer):
                return answer if read is None else read(answer)
            if hasattr(answer, "close"):
                answer.close()
            raise TypeError("an asynchronous function needs `dispatch`; `dispatch_sync` cannot wait for it")
        if isawaitable(answer):
            return await self._cancellation.wait(answer if read is None else _read_when_done(answer, read))
        await self._cancellation.let_through()
        return answer if read is None else read(answer)

    async def _rejected(self, verdict: Rejected) -> ToolResult:
        hint = await self._hint()
        return ToolResult(
            self._use,
            Status.REJECTED,
            text=f"{verdict.text}\n{hint}" if hint else verdict.text,
            issues=verdict.issues,
            structured=verdict.structured,
        )

    async def _hint(self) -> str:
        if self._rules.rejection_hint is None:
            return ""
        try:
            hint = await self._settled(called(self._rules.rejection_hint, _copy_of_use(self._use)))
            return str(hint) if hint else ""
        except Exception as error:
            log_failure("rejection_hint", self._use.name, error)
            return ""

    def _denied(self, answer: Denied) -> ToolResult:
        because = f": {answer.reason}" if answer.reason else "."
        return self._ended(
            Status.DENIED, f"Permission to use the tool `{self._shown}` was denied{because}", None
        )

    async def _failed(self, status: Status, error: Exception) -> ToolResult:
        log_failure(status.value, self._use.name, error)
        if status is Status.TOOL_FAILED:
            text = f"The tool `{self._shown}` failed: {await self._described(error)}"
        else:
            text = not_run(self._use.name)
        return self._ended(status, text, error)

    async def _described(self, error: Exception) -> str:
        try:
            describe = self._rules.describe_failure
            told = await self._settled(called(describe, _copy_of_use(self._use), error))
            return str(plain_failure(self._use, error) if told is None else told)
        except Exception as another:
            log_failure("describe_failure", self._use.name, another)
            return type(error).__name__

    def _ended(self, status: Status, text: str, error: Exception | None) -> ToolResult:
        return ToolResult(
            self._use,
            status,
            # What an exception says is not ours, and must not read as a mistake of the model.
            text=encodable(without_error_tags(text)),
            coerced_locations=self._coerced,
            structured={"type": status.value, "tool": self._shown},
            error=error,
        )

    @property
    def _shown(self) -> str:
        return shown_name(self._use.name)


_NOT_ACCEPTABLE = "The arguments are not acceptable"


async def _read_when_done(awaitable: Awaitable[Any], read: Callable[[Any], Any]) -> Any:
    return read(await awaitable)


def _nothing_behind(registered: RegisteredTool) -> LookupError:
    return LookupError(
        f"the tool {registered.name!r} is registered by the origin {registered.origin!r}, but the dispatcher "
        "has nothing to run for it"
    )


def _for_reading(call: Call) -> Call:
    """The call with copies of what was sent and of the arguments, so that what is changed in place goes nowhere."""
    return Call(_copy_of_use(call.use), call.tool, copied(call.arguments), call.context)


def _copy_of_use(use: ToolUse) -> ToolUse:
    sent = use.arguments
    return ToolUse(use.id, use.name, bytes(sent) if isinstance(sent, bytearray) else copied(sent))
