"""An agent loop behind the gate, with a scripted model that makes the five commonest mistakes.

The model has no list of right answers: after each rejection it reads the text that it got, and corrects its call from
that alone.
Run it with `python -m examples.agent_loop`.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from typing import Any

import callcheck
from callcheck.dispatch import Dispatcher, ToolResult
from callcheck.registry import ToolRegistry
from callcheck_compiler import compile_tool

from examples.agent_tools import GREP, TODO_WRITE

# Nothing is repaired on the way, so that the model has to do it all; with TOOL_INPUT the quoted scalar would simply pass.
POLICY = dataclasses.replace(callcheck.STRICT, hints=True)


# --- the server: tools, the registry, the gate ---


def grep(arguments: dict[str, Any]) -> str:
    """Stands for a search."""
    return f"3 matches of {arguments['pattern']}"


def todo_write(arguments: dict[str, Any]) -> str:
    """Stands for writing a list."""
    return f"{len(arguments['todos'])} to do"


def make_dispatcher(policy: callcheck.Policy = POLICY) -> Dispatcher:
    """The gate in front of two tools."""
    registry = ToolRegistry(policies={"builtin": policy}, compile=compile_tool, hints=True)
    registry.add_many([GREP, TODO_WRITE])
    return Dispatcher(registry, {"Grep": grep, "TodoWrite": todo_write}, permission=lambda call: True)


def agent_loop(model: ScriptedModel, dispatcher: Dispatcher) -> list[ToolResult]:
    """Lets the model speak until it has no more tool use to make; the messages are those of Anthropic's API."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Find what is to be done."}]
    results: list[ToolResult] = []
    while (tool_use := model.answer(messages)) is not None:
        result = dispatcher.dispatch_sync(tool_use)
        results.append(result)
        messages.append({"role": "assistant", "content": [tool_use]})
        messages.append({"role": "user", "content": [result.anthropic()]})
    return results


# --- the model: five calls, each with a mistake ---


@dataclasses.dataclass
class Intention:
    """A call that the model wants to make, with the mistake that it makes first.

    mistake    which of the five it is
    knows      what the model would fill in for a parameter that it left out
    """

    mistake: str
    name: str
    input: dict[str, Any]
    knows: dict[str, Any] = dataclasses.field(default_factory=dict)


def intentions() -> list[Intention]:
    """The five commonest mistakes."""
    todo = {"content": "write tests", "status": "pending"}
    return [
        Intention("an unknown name", "grep_search", {"pattern": "TODO"}),
        Intention("a missing parameter", "Grep", {"path": "src"}, knows={"pattern": "TODO"}),
        Intention("a quoted scalar", "Grep", {"pattern": "TODO", "head_limit": "30"}),
        Intention("JSON text for a list", "TodoWrite", {"todos": json.dumps([todo])}),
        Intention("a wrong enum value", "Grep", {"pattern": "TODO", "output_mode": "files"}),
    ]


class ScriptedModel:
    """Makes the intended calls one after the other, and each again after a rejection, corrected by what the text says."""

    def __init__(self, wanted: list[Intention]) -> None:
        self._wanted = wanted
        self._made = 0

    def answer(self, messages: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The next tool use, or None when all is done."""
        if self._made:
            (result,) = messages[-1]["content"]
            if result.get("is_error"):
                correct(self._wanted[0], result["content"])
            else:
                self._wanted = self._wanted[1:]
        if not self._wanted:
            return None
        self._made += 1
        now = self._wanted[0]
        return {"type": "tool_use", "id": f"toolu_{self._made}", "name": now.name, "input": dict(now.input)}


def correct(intention: Intention, text: str) -> None:
    """Does what each line of the text asks for; raises ValueError when it cannot make sense of it."""
    understood = False
    for pattern, correction in CORRECTIONS:
        for found in re.finditer(pattern, text):
            correction(intention, found)
            understood = True
    if not understood:
        raise ValueError(f"the model is at a loss: {text}")


def rename(intention: Intention, found: re.Match[str]) -> None:
    """There is no such tool, but one with nearly that name."""
    intention.name = found["name"]


def fill_in(intention: Intention, found: re.Match[str]) -> None:
    """A required parameter is missing."""
    intention.input[found["parameter"]] = intention.knows[found["parameter"]]


def write_as_json(intention: Intention, found: re.Match[str]) -> None:
    """A number, a boolean, a list or an object was sent as text."""
    intention.input[found["parameter"]] = json.loads(intention.input[found["parameter"]])


def choose(intention: Intention, found: re.Match[str]) -> None:
    """The value must be one of a few: the one that starts like what was meant."""
    parameter = found["parameter"]
    allowed = json.loads(f"[{found['values']}]")
    intention.input[parameter] = next(
        value for value in allowed if value.startswith(intention.input[parameter])
    )


CORRECTIONS: list[tuple[str, Callable[[Intention, re.Match[str]], None]]] = [
    (r"There is no tool with the name .* \(did you mean `(?P<name>[^`]+)`", rename),
    (r"The required parameter `(?P<parameter>[^`]+)` is missing", fill_in),
    (r"The parameter `(?P<parameter>[^`]+)` type is expected as .* but provided as `string`", write_as_json),
    (r"The parameter `(?P<parameter>[^`]+)` is invalid: expected one of (?P<values>.*\")", choose),
]


def main() -> None:
    """Prints the conversation."""
    for intention in intentions():
        print(f"\n== {intention.mistake}")
        for result in agent_loop(ScriptedModel([intention]), make_dispatcher()):
            print(f"model -> {result.use.name} {json.dumps(result.use.arguments)}")
            print(f"tool  <- {result.anthropic()['content']}")


if __name__ == "__main__":
    main()
