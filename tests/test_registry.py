"""Which tools there are: what is registered, what a refresh keeps, whose name is whose."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.issues import SchemaError
from callcheck.policy import STRICT, TOOL_INPUT, Policy
from callcheck.registry import ToolRegistry
from callcheck.verdicts import Accepted, Rejected
from callcheck_compiler import compile_tool, reference_validator

from tests.registering import GREP, REFUSED, TASK, registry


def test_add_raises_and_add_many_reports() -> None:
    tools = registry()
    with pytest.raises(SchemaError):
        tools.add(("Bad", REFUSED))
    changes = tools.add_many(
        [("Grep", GREP), ("Bad", REFUSED), 3, ("Task", TASK), ("Grep", TASK), {"name": "None"}]
    )
    assert changes.added == ("Grep", "Task")
    assert list(changes.refused) == ["Bad", "[2]", "Grep", "[5]"]
    assert isinstance(changes.refused["Bad"], SchemaError)
    assert "listed twice" in str(changes.refused["Grep"])
    assert list(tools) == ["Grep", "Task"]
    assert len(tools) == 2
    assert "Grep" in tools
    assert set(tools.refused) == {"Bad", "[2]", "[5]"}


def test_a_definition_needs_a_compile() -> None:
    with pytest.raises(ValueError, match=r"callcheck_compiler\.compile_tool"):
        ToolRegistry().add(("Grep", GREP))


def test_the_tools_of_a_generated_module_are_registered_as_they_are() -> None:
    module = SimpleNamespace(TOOLS={"Grep": compile_tool("Grep", GREP), "Task": compile_tool("Task", TASK)})
    tools = ToolRegistry()
    assert tools.add_many(module.TOOLS).added == ("Grep", "Task")
    found = tools.lookup("Grep")
    assert found is not None
    assert found.validator is module.TOOLS["Grep"]
    assert tools.lookup("grep") is None


def test_a_mapping_of_schemas_is_registered() -> None:
    assert registry().add_many({"Grep": GREP, "Task": TASK}).added == ("Grep", "Task")


def test_a_refresh_keeps_what_did_not_change() -> None:
    compiled: list[str] = []

    def counting(name: str, schema: Any, *, policy: Any) -> Any:
        compiled.append(name)
        return compile_tool(name, schema, policy=policy)

    tools = ToolRegistry(compile=counting)
    tools.refresh([("Grep", GREP), ("Task", TASK), ("Gone", TASK)], origin="mcp", server="a")
    before = {name: tools.lookup(name).validator for name in tools}  # type: ignore[union-attr]
    compiled.clear()
    longer = {**TASK, "required": ["taskId", "status"]}
    same = json.loads(json.dumps(GREP))
    changes = tools.refresh([("Grep", same), ("Task", longer), ("New", TASK)], origin="mcp", server="a")
    assert changes == (("New",), ("Task",), ("Grep",), ("Gone",), {})
    assert compiled == ["Task", "New"]
    assert tools.lookup("Grep").validator is before["Grep"]  # type: ignore[union-attr]
    assert tools.lookup("Task").validator is not before["Task"]  # type: ignore[union-attr]
    assert isinstance(tools.check("Task", {"taskId": "1"}), Rejected)
    assert isinstance(tools.check("Gone", {"taskId": "1"}), Rejected)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"type": "object", "enum": [1]}, {"type": "object", "enum": [True]}),
        ({"properties": {"a": {}, "b": {}}}, {"properties": {"b": {}, "a": {}}}),
        ({"minimum": 1}, {"minimum": 1.0}),
    ],
)
def test_a_schema_that_only_compares_equal_counts_as_changed(first: Any, second: Any) -> None:
    tools = registry()
    assert first == second
    tools.refresh([("Tool", first)])
    assert tools.refresh([("Tool", second)]).replaced == ("Tool",)
    tools.refresh([compile_tool("Tool", first)])
    assert tools.refresh([compile_tool("Tool", second)]).replaced == ("Tool",)


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_refresh_with_validators_keeps_the_former_objects(engine: Any) -> None:
    tools = ToolRegistry()
    first = engine("Grep", GREP)
    tools.refresh([first])
    assert tools.refresh([engine("Grep", json.loads(json.dumps(GREP)))]).kept == ("Grep",)
    assert tools.lookup("Grep").validator is first  # type: ignore[union-attr]
    assert tools.refresh([engine("Grep", TASK)]).replaced == ("Grep",)
    assert tools.refresh([engine("Grep", TASK, policy=STRICT)]).replaced == ("Grep",)


def test_a_refresh_touches_its_own_list_only() -> None:
    tools = registry(("Grep", GREP))
    tools.refresh([("a_task", TASK)], origin="mcp", server="a")
    tools.refresh([("b_task", TASK)], origin="mcp", server="b")
    assert tools.refresh([], origin="mcp", server="a").removed == ("a_task",)
    assert list(tools) == ["Grep", "b_task"]


def test_a_foreign_tool_cannot_take_the_name_of_another() -> None:
    tools = registry(("Bash", TASK))
    changes = tools.refresh([("Bash", {}), ("other", {})], origin="mcp", server="evil")
    assert changes.added == ("other",)
    assert "taken by a tool of origin 'builtin'" in str(changes.refused["Bash"])
    assert tools.lookup("Bash").origin == "builtin"  # type: ignore[union-attr]
    assert isinstance(tools.check("Bash", {}), Rejected)


def refuse_by_add(tools: ToolRegistry) -> None:
    with pytest.raises(SchemaError):
        tools.add(("Bash", REFUSED))


@pytest.mark.parametrize(
    "lose",
    [
        lambda tools: tools.refresh([("Bash", REFUSED)]),
        lambda tools: tools.add_many([("Bash", REFUSED)]),
        refuse_by_add,
        lambda tools: (tools.add(("Bash", TASK)), tools.refresh([])),
        lambda tools: (tools.add(("Bash", TASK)), tools.refresh([("Bash", REFUSED)])),
    ],
    ids=["refused by refresh", "refused by add_many", "refused by add", "removed", "refused later"],
)
def test_a_name_stays_reserved_when_its_tool_is_refused_or_removed(
    lose: Callable[[ToolRegistry], Any],
) -> None:
    tools = registry()
    lose(tools)
    for change in (tools.refresh, tools.add_many):
        changes = change([("Bash", {})], origin="mcp", server="evil")
        assert "taken by a tool of origin 'builtin'" in str(changes.refused["Bash"])
    with pytest.raises(ValueError, match="taken by a tool of origin 'builtin'"):
        tools.add(("Bash", {}), origin="mcp", server="evil")
    assert isinstance(tools.check("Bash", {}), Rejected)
    tools.refresh([("Bash", TASK)])
    assert tools.lookup("Bash").origin == "builtin"  # type: ignore[union-attr]


def test_a_foreign_listing_does_not_hide_why_a_tool_is_refused() -> None:
    tools = registry()
    tools.add_many([("Bash", REFUSED)])
    tools.refresh([("Bash", {})], origin="mcp", server="evil")
    tools.refresh([], origin="mcp", server="evil")
    assert isinstance(tools.refused["Bash"], SchemaError)


def test_what_has_no_name_reserves_none() -> None:
    tools = registry()
    for server in ("a", "b"):
        assert list(tools.refresh([{"no": "name"}], origin="mcp", server=server).refused) == ["[0]"]
    assert tools.add(("[0]", TASK)).origin == "builtin"


def test_a_server_that_lists_ever_new_names_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callcheck.registration._MOST_UNUSED", 10)
    tools = registry()
    tools.add(("Bash", TASK))
    tools.release(["Bash"])
    tools.add(("Write", TASK))
    tools.refresh([])
    for turn in range(20):
        tools.refresh([("kept", TASK), *((f"new_{turn}_{number}", {}) for number in range(5))], origin="mcp")
    assert len(tools._tools.owners) == 1 + 6 + 10
    assert "new_17_0" in tools._tools.owners
    assert "new_16_4" not in tools._tools.owners
    changes = tools.refresh([("Write", {}), ("kept", {})], origin="mcp", server="evil")
    assert list(changes.refused) == ["Write", "kept"]


def test_a_name_can_be_given_up_by_its_source_alone() -> None:
    tools = registry()
    tools.refresh([("one", TASK), ("two", TASK), ("bad", REFUSED)], origin="mcp", server="a")
    with pytest.raises(ValueError, match="server 'b' cannot give up 'one'"):
        tools.release(["one"], origin="mcp", server="b")
    tools.release(["one"], origin="mcp", server="a")
    assert list(tools) == ["two"]
    assert tools.refresh([("one", TASK), ("two", TASK)], origin="mcp", server="b").added == ("one",)
    tools.release(origin="mcp", server="a")
    assert tools.refused == {}
    assert tools.refresh([("one", TASK), ("two", TASK)], origin="mcp", server="b").added == ("two",)


def test_a_tool_whose_new_schema_is_refused_cannot_be_called() -> None:
    tools = registry()
    tools.refresh([("Task", TASK)], origin="mcp")
    changes = tools.refresh([("Task", REFUSED)], origin="mcp")
    assert changes.removed == ("Task",)
    verdict = tools.check("Task", {"taskId": "1"})
    assert isinstance(verdict, Rejected)
    assert "`Task` is not available at present" in verdict.text
    tools.refresh([("Task", TASK)], origin="mcp")
    assert tools.refused == {}
    assert isinstance(tools.check("Task", {"taskId": "1"}), Accepted)


def test_refusals_go_with_the_list_that_made_them() -> None:
    tools = registry()
    tools.refresh([("one", REFUSED)], origin="mcp", server="a")
    tools.refresh([("two", REFUSED)], origin="mcp", server="b")
    tools.refresh([], origin="mcp", server="a")
    assert list(tools.refused) == ["two"]


def test_a_reader_sees_one_list_or_the_other_during_refreshes() -> None:
    tools = registry()
    lists = [[(f"{letter}{number}", TASK) for number in range(20)] for letter in "ab"]
    tools.refresh(lists[0])
    torn: list[list[str]] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            seen = [entry["name"] for entry in tools.advertised("mcp")]
            if len({name[0] for name in seen}) != 1 or len(seen) != 20:
                torn.append(seen)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for turn in range(20):
        tools.refresh(lists[turn % 2])
    stop.set()
    for reader in readers:
        reader.join()
    assert torn == []


@pytest.mark.parametrize("policy", [TOOL_INPUT, None])
@pytest.mark.parametrize("compile", [compile_tool, reference_validator])
def test_a_schema_that_was_changed_in_place_is_another_one(compile: Any, policy: Policy | None) -> None:
    tools = ToolRegistry(compile=compile, policies={"builtin": policy})
    schema = copy.deepcopy(TASK)
    tools.refresh([("Task", schema)])
    schema["properties"]["taskId"]["type"] = "integer"  # type: ignore[index]
    assert tools.lookup("Task").schema == TASK  # type: ignore[union-attr]
    assert isinstance(tools.check("Task", {"taskId": "1"}), Accepted)
    assert tools.refresh([("Task", schema)]).replaced == ("Task",)
    assert tools.refresh([("Task", schema)]).kept == ("Task",)
    verdict = tools.check("Task", {"taskId": "x"})
    assert isinstance(verdict, Accepted if policy is None else Rejected)
