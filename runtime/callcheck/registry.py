"""The tools of a server by name: which there are, how each is checked, what is shown to a provider."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import Any

from .cancellation import called
from .definitions import Definition, require_provider, with_untold, written_definition
from .outcomes import OnOutcome, Outcomes, ToolCounts, Verdict, log_failure, log_refusal, log_warning
from .policy import Policy
from .registered import RegisteredTool
from .registration import Changes, Compile, Registration, Source, Tools, is_validator, listed_name
from .validator import Validator
from .verdicts import Accepted, Rejected, unavailable, unknown_tool

Advertise = Callable[[Any, "str | None"], Any]


class ToolRegistry:
    """Tools by name. Reading takes no lock: every change swaps in a complete new mapping.

    policies    origin -> the policy of its tools; None for tools whose calls pass through unchecked. Left out:
                validators keep the policy that they were compiled with, and definitions are compiled with TOOL_INPUT
    compile     makes a validator of a definition; needed only where definitions are registered
    advertise   (schema, provider) -> JSON Schema to show to that provider, or an object with `schema` in the form that is
                the provider's own and its `report`, such as the function of that name in `callcheck_compiler.advertise`
                gives; left out: the validator's advertised schema
    hints       whether the answer to an unknown name tells the nearest known ones
    on_outcome  is called with an `Outcome` after each check; what it raises is logged and goes no further. A plain
                function, for a check waits for nothing: TypeError for a coroutine function

    A tool whose schema cannot be shown as an object, so that providers refuse it or show no parameters, is warned about
    once.
    """

    def __init__(
        self,
        *,
        policies: Mapping[str, Policy | None] | None = None,
        compile: Compile | None = None,
        advertise: Advertise | None = None,
        hints: bool = False,
        on_outcome: OnOutcome | None = None,
    ) -> None:
        self._registration = Registration(None if policies is None else dict(policies), compile)
        self._advertise = advertise
        self._hints = hints
        self._outcomes = Outcomes(on_outcome)
        self._tools = Tools()
        self._changing = Lock()
        self._warned: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._tools.by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools.by_name)

    def __len__(self) -> int:
        return len(self._tools.by_name)

    def lookup(self, name: str) -> RegisteredTool | None:
        """The tool with that name, or None."""
        return self._tools.by_name.get(name) if isinstance(name, str) else None

    @property
    def refused(self) -> Mapping[str, Exception]:
        """The tools that could not be registered and why, by name; none of them can be called."""
        return {name: refusal.reason for name, refusal in self._tools.refusals.items()}

    def check(self, name: str, arguments: Any) -> Accepted | Rejected:
        """What is to become of a call: `arguments` are JSON values, or JSON text as str or bytes.

        Raises nothing for what a model can send. Counts the call, and tells `on_outcome` and the log.
        """
        tool = self.lookup(name)
        return self.reject_unknown(name) if tool is None else self.check_tool(tool, arguments)

    def reject_unknown(self, name: str) -> Rejected:
        """What `check` answers to a name that no tool has, or a tool whose schema is refused."""
        tools = self._tools
        refusal = tools.refusals.get(name) if isinstance(name, str) else None
        if refusal is not None:
            self._outcomes.record(name, Verdict.UNAVAILABLE)
            log_failure("registration", name, refusal.reason)
            return unavailable(name, refusal.reason)
        verdict = unknown_tool(name, tools.by_name, self._hints)
        self._outcomes.record(name if isinstance(name, str) else "", Verdict.UNKNOWN, issues=verdict.issues)
        return verdict

    def check_tool(self, tool: RegisteredTool, arguments: Any) -> Accepted | Rejected:
        """`check` for a tool that was looked up before, whatever the registry has under its name by now."""
        verdict = tool.check(arguments)
        self.record(tool, verdict)
        return verdict

    def record(self, tool: RegisteredTool, verdict: Accepted | Rejected) -> None:
        """Counts what became of a call, and tells `on_outcome` and the log; for who checks more than `check` does."""
        if isinstance(verdict, Rejected):
            self._outcomes.record(tool.name, Verdict.REJECTED, issues=verdict.issues)
        elif tool.validator is None:
            self._outcomes.record(tool.name, Verdict.UNCHECKED)
        elif verdict.coerced_locations:
            self._outcomes.record(tool.name, Verdict.COERCED, verdict.coerced_locations)
        else:
            self._outcomes.record(tool.name, Verdict.ACCEPTED)

    def counts(self) -> dict[str, ToolCounts]:
        """How many calls were accepted, coerced and rejected so far, by tool; unknown names are together under ""."""
        return self._outcomes.counts()

    def advertised(self, provider: str | None = None) -> list[dict[str, Any]]:
        """The tools in the shape of that provider's request, in the order in which they were registered.

        `provider` is "anthropic", "openai", "openai-responses", "openai-strict", "gemini", "bedrock", "mcp", or None for
        `name`, `description` and `schema`. Raises ValueError for another one. A tool for which `advertise` raises is logged
        and shown as it would be without `advertise`, and not as "openai-strict" promises.
        """
        return [self._written(tool, provider) for tool in self._tools.by_name.values()]

    def _written(self, tool: RegisteredTool, provider: str | None) -> dict[str, Any]:
        if self._advertise is not None:
            require_provider(provider)
            # A provider has one form of schema, whichever of its interfaces is used.
            form = "openai" if provider == "openai-responses" else provider
            try:
                shown = called(self._advertise, tool.schema, form)
                # A report beside the schema tells that it is the provider's own form.
                in_own_form = hasattr(shown, "report")
                described = with_untold(tool.description, getattr(shown, "report", None))
                definition = Definition(tool.name, shown.schema if in_own_form else shown, described)
                return written_definition(definition, provider, in_own_form)
            except Exception as error:
                # One tool takes no other tool of the list down.
                log_warning(tool.name, error)
                provider = "openai" if provider == "openai-strict" else provider
        return written_definition(Definition(tool.name, tool.advertised_schema, tool.description), provider)

    def _warn_unless_object(self, tool: RegisteredTool, stacklevel: int) -> None:
        schema = tool.advertised_schema if self._advertise is None else self._advertise(tool.schema, None)
        if tool.name in self._warned:
            return
        is_object = isinstance(schema, Mapping) and schema.get("type") == "object"
        reason: str | None = getattr(tool.validator, "unadvertisable", None)
        if is_object and (reason is None or schema != tool.schema):
            return
        warnings.warn(shown_as_written(tool.name, reason, is_object), stacklevel=stacklevel)
        self._warned.add(tool.name)

    def add(
        self, tool: Validator | Any, *, origin: str = "builtin", server: str = "", description: str = ""
    ) -> RegisteredTool:
        """Registers a validator or a definition (see `read_definition`), in place of one of the same name and source.

        Raises SchemaError when the schema is refused; ValueError for an origin that is not known, a name that a tool of
        another origin or server has, a definition when there is no `compile`. The name stays reserved all the same, and
        the tool is not registered when the warning about its schema is made an error.
        """
        self._registration.require_origin(origin)
        source = Source(origin, server)
        with self._changing:
            name = listed_name(tool)
            self._tools = old = self._tools if name is None else self._tools.reserved(name, source)
            added = self._registration.registered(tool, source, old, description)
            self._warn_unless_object(added, stacklevel=3)
            refusals = {name: refusal for name, refusal in old.refusals.items() if name != added.name}
            self._tools = Tools({**old.by_name, added.name: added}, refusals, old.owners)
        return added

    def add_many(
        self, tools: Mapping[str, Any] | Iterable[Any], *, origin: str = "builtin", server: str = ""
    ) -> Changes:
        """Registers what it can and reports the rest: validators, definitions, or the `TOOLS` of a generated module.

        Raises ValueError for an origin that is not known, and for nothing else.
        """
        return self._change(tools, Source(origin, server), whole_list=False)

    def refresh(
        self, tools: Mapping[str, Any] | Iterable[Any], *, origin: str = "builtin", server: str = ""
    ) -> Changes:
        """Makes `tools` the list of this origin and server, all at once for readers.

        A tool whose schema and policy are what they were keeps its validator. One whose new schema is refused is gone,
        and a call of it is answered as not available. Raises ValueError for an origin that is not known, and for nothing
        else.
        """
        return self._change(tools, Source(origin, server), whole_list=True)

    def release(
        self, names: Iterable[str] | None = None, *, origin: str = "builtin", server: str = ""
    ) -> None:
        """Gives up names of this origin and server, or all of them: their tools are gone, and any source may have them.

        Nothing else does that: a name stays with its source when its tool is refused or removed. Raises ValueError for a
        name that this source does not have.
        """
        with self._changing:
            self._tools = self._tools.released(names, Source(origin, server))

    def _change(self, tools: Mapping[str, Any] | Iterable[Any], source: Source, whole_list: bool) -> Changes:
        self._registration.require_origin(source.origin)
        if isinstance(tools, Mapping):
            tools = [tool if is_validator(tool) else (name, tool) for name, tool in tools.items()]
        listed = list(tools)
        with self._changing:
            self._tools, changes = self._registration.changed(self._tools, listed, source, whole_list)
            by_name = self._tools.by_name
            self._warned.intersection_update(self._tools.owners)
        for name in (*changes.added, *changes.replaced):
            try:
                self._warn_unless_object(by_name[name], stacklevel=4)
            except Exception as error:
                # A warning made an error, or a fault of `advertise`, takes no other tool down.
                log_warning(name, error)
        for name, reason in changes.refused.items():
            log_refusal(name, reason)
        return changes


def shown_as_written(name: str, reason: str | None, is_object: bool) -> str:
    """The warning about a tool whose root cannot be shown as an object, with the reason and what to write instead.

    `is_object`: the root says `type` `object`, but what is applied beside that cannot be told as parameters.
    """
    if is_object:
        return (
            f"the tool {name!r} is shown to providers as its author wrote it, with no more parameters than the "
            f"`properties` at the root of its schema, since that root cannot be rewritten: {reason}"
        )
    known = reason or 'write {"type": "object", "properties": {…}} at its root'
    return (
        f"the tool {name!r} is shown to providers as its author wrote it, without parameters, since the root of its "
        f"schema is no object and cannot be rewritten into one: {known}"
    )
