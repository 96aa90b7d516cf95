"""What callcheck does with the calls of a coding agent: right ones, repaired ones, rejected ones."""

from __future__ import annotations

import json
from typing import Any

import callcheck
from callcheck_compiler import compile_tool

from examples.agent_tools import EDIT, GREP, TOOLS
from examples.speed import compare

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("a right call is handed back as it is", "Grep", {"pattern": "TODO", "-n": True, "head_limit": 30}),
    (
        "quoted booleans and numbers are repaired, in a copy",
        "Grep",
        {"pattern": "TODO", "-n": "true", "-A": "2", "head_limit": "30"},
    ),
    (
        "only where the schema does not admit a string: new_string stays as it is",
        "Edit",
        {"file_path": "/a.py", "old_string": "1", "new_string": "true", "replace_all": "false"},
    ),
    ("a name that the model made up", "Grep", {"query": "TODO", "n": True, "-i": 3}),
    ("a value outside the list, a bound, a missing name", "Read", {"path": "/a.py", "limit": 5000}),
    (
        "places inside a list",
        "TodoWrite",
        {
            "todos": [
                {"content": "test", "status": "done"},
                {"content": "", "status": "pending", "priority": "high"},
            ]
        },
    ),
    ("a free map checks its values", "Bash", {"command": "make", "env": {"DEBUG": 1}}),
    (
        "a union: only the branch that `action` names speaks",
        "Terminal",
        {"request": {"action": "send", "terminal": 1, "txt": "ls"}},
    ),
    ("a union: an action that does not exist", "Terminal", {"request": {"action": "kill", "terminal": 1}}),
]


def main() -> None:
    """Compile the six tools, make the calls, then show policies, the generated source and the speed."""
    validators = {
        tool["name"]: compile_tool(tool["name"], tool["input_schema"], policy=callcheck.TOOL_INPUT)
        for tool in TOOLS
    }
    for title, tool, arguments in CALLS:
        print(f"\n# {title}\n{tool}({json.dumps(arguments)})")
        show(validators[tool], arguments)
    strictness()
    source()
    optional = len(GREP["input_schema"]["properties"]) - len(GREP["input_schema"]["required"])
    print(
        f"\n# how long it takes on this machine, with Grep's schema: {optional} optional keys, more than most tools have"
    )
    print("# (`scripts/bench` measures thousands of real tools and calls; README has the means)")
    compare(GREP["input_schema"])


def show(validator: callcheck.Validator, arguments: dict[str, Any]) -> None:
    """Print what becomes of one call."""
    try:
        accepted = validator.validate(arguments)
    except callcheck.InvalidArguments as rejection:
        print(f"-> rejected; the model reads:\n{rejection}")
        return
    print(
        "-> accepted, the same object" if accepted is arguments else f"-> accepted as {json.dumps(accepted)}"
    )


def strictness() -> None:
    """Print the outcome of one call under each preset."""
    arguments = {"file_path": "/a.py", "old_string": "a", "new_string": "b", "replace_all": "true"}
    print(f"\n# the same call under each policy\nEdit({json.dumps(arguments)})")
    for preset in ("TOOL_INPUT", "LENIENT", "STRICT", "STRICT_CORE", "JSON_SCHEMA"):
        validator = compile_tool("Edit", EDIT["input_schema"], policy=getattr(callcheck, preset))
        print(f"{preset:12}", end=" ")
        show(validator, arguments)


def source() -> None:
    """Print the fast path that Grep's schema became."""
    print(
        "\n# the function that a call of Grep runs; `callcheck explain` shows what explains a wrong one too\n"
    )
    text = compile_tool("Grep", GREP["input_schema"]).source
    print(text[text.index("def ") :].split("\n\n\n")[0])


if __name__ == "__main__":
    main()
