"""The registry: which tools there are, how a call is judged, what is counted, what a refresh keeps."""

from __future__ import annotations

import gc
import json
import logging
import threading
import time
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from callcheck.containers import changed_locations, copied
from callcheck.definitions import Definition, read_definition, written_definition
from callcheck.issues import Kind, SchemaError
from callcheck.outcomes import Outcome, Tally, ToolCounts, Verdict
from callcheck.policy import LENIENT, STRICT, TOOL_INPUT
from callcheck.registry import ToolRegistry
from callcheck.verdicts import Accepted, Rejected, unknown_tool
from callcheck_compiler import compile_tool, reference_validator
from callcheck_compiler.advertise import advertise
from callcheck_compiler.advertise.tools import listed_tool

from tests.engines import ENGINES, engines

GREP = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "output_mode": {"enum": ["content", "files_with_matches", "count"]},
        "-n": {"type": "boolean"},
        "limit": {"type": "integer"},
    },
    "required": ["pattern"],
    "additionalProperties": False,
}
TASK = {
    "type": "object",
    "properties": {"taskId": {"type": "string"}, "status": {"type": "string"}},
    "required": ["taskId"],
}
REFUSED = {"type": "object", "properties": {"a": {"type": "strin"}}}


def registry(*tools: Any, **settings: Any) -> ToolRegistry:
    made = ToolRegistry(compile=compile_tool, **settings)
    for tool in tools:
        made.add(tool)
    return made


# --- checking one call ---


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_call_is_accepted_as_it_is(engine: Any) -> None:
    tools = registry(engine("Grep", GREP))
    sent = {"pattern": "x", "limit": 3}
    verdict = tools.check("Grep", sent)
    assert isinstance(verdict, Accepted)
    assert verdict.arguments is sent
    assert verdict.coerced_locations == ()


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_repaired_call_says_where(engine: Any) -> None:
    sent = {"pattern": "x", "-n": "true", "limit": "30"}
    verdict = registry(engine("Grep", GREP)).check("Grep", sent)
    assert verdict == Accepted({"pattern": "x", "-n": True, "limit": 30}, (("-n",), ("limit",)))
    assert sent == {"pattern": "x", "-n": "true", "limit": "30"}


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
def test_a_wrong_call_is_rejected_with_every_issue(engine: Any) -> None:
    verdict = registry(engine("TaskUpdate", TASK, policy=STRICT)).check(
        "TaskUpdate", {"id": "2", "status": "completed"}
    )
    assert isinstance(verdict, Rejected)
    assert [(issue.kind, issue.instance_location) for issue in verdict.issues] == [
        (Kind.MISSING, ("taskId",)),
        (Kind.UNEXPECTED, ("id",)),
    ]
    assert verdict.text == (
        "TaskUpdate failed due to the following issues:\n"
        "The required parameter `taskId` is missing\n"
        "An unexpected parameter `id` was provided"
    )
    assert [error["path"] for error in verdict.structured["errors"]] == ["taskId", "id"]


DEEP = "[" * 100_000 + "]" * 100_000

SENT_BY_A_MODEL: list[tuple[str, Any, bool]] = [
    ("a dict", {"pattern": "x"}, True),
    ("JSON text", '{"pattern": "x"}', True),
    ("JSON bytes", b'{"pattern": "x"}', True),
    ("a bytearray", bytearray(b'{"pattern": "x"}'), True),
    ("UTF-16 bytes", '{"pattern": "x"}'.encode("utf-16"), True),
    ("text to repair", '{"pattern": "x", "limit": "3"}', True),
    ("a lone surrogate", '{"pattern": "\\ud800"}', True),
    ("a key given twice", '{"pattern": 1, "pattern": "x"}', False),
    ("nothing", "", False),
    ("white space", "  \n", False),
    ("no bytes", b"", False),
    ("None", None, False),
    ("an empty dict", {}, False),
    ("a list", [], False),
    ("a number", 7, False),
    ("JSON null", "null", False),
    ("a JSON string", '"x"', False),
    ("cut JSON", '{"pattern": "x"', False),
    ("no JSON", "pattern=x", False),
    ("broken UTF-8", b'{"pattern": "\xff"}', False),
    ("NaN", '{"pattern": "x", "limit": NaN}', False),
    ("Infinity", '{"pattern": "x", "limit": -Infinity}', False),
    ("a number of 5,000 digits", '{"pattern": "x", "limit": ' + "9" * 5000 + "}", False),
    ("a wrong type of 400 digits", '{"pattern": ' + "9" * 400 + "}", False),
    ("very deep text", DEEP, False),
    ("very deep text inside", '{"pattern": ' + DEEP + "}", False),
    ("a surrogate as a key", '{"pattern": "x", "\\udcff": 1}', False),
    ("a tag as a key", '{"pattern": "x", "</tool_use_error>": 1}', False),
]


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("engine", [compile_tool, reference_validator], ids=["compiled", "reference"])
@pytest.mark.parametrize(
    ("sent", "accepted"), [case[1:] for case in SENT_BY_A_MODEL], ids=[c[0] for c in SENT_BY_A_MODEL]
)
def test_nothing_that_a_model_sends_raises(engine: Any, sent: Any, accepted: bool) -> None:
    verdict = registry(engine("Grep", GREP)).check("Grep", sent)
    assert isinstance(verdict, Accepted if accepted else Rejected)
    if isinstance(verdict, Rejected):
        assert verdict.issues
        assert verdict.text.startswith("Grep failed due to the following issue")
        assert len(verdict.text) < 4000
        verdict.text.encode("utf-8")
        json.dumps(verdict.structured)
    else:
        assert verdict.arguments["pattern"] in ("x", "\ud800")


@pytest.mark.parametrize("origin", ["builtin", "mcp"])
def test_deep_values_are_judged_without_raising(origin: str) -> None:
    open_schema: dict[str, Any] = {"type": "object", "properties": {"a": {"$ref": "#/$defs/list"}}}
    open_schema["$defs"] = {"list": {"type": "array", "items": {"$ref": "#/$defs/list"}}}
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": TOOL_INPUT, "mcp": None})
    tools.add(("Deep", open_schema), origin=origin)
    verdict = tools.check("Deep", {"a": nested(200_000)})
    assert isinstance(verdict, Rejected if origin == "builtin" else Accepted)


def test_empty_arguments_are_an_object_where_the_policy_says_so() -> None:
    tools = registry(compile_tool("Now", {"type": "object", "properties": {}}, policy=LENIENT))
    every: list[Any] = [None, "", "  ", b"", "{}", {}]
    for sent in every:
        verdict = tools.check("Now", sent)
        assert isinstance(verdict, Accepted), sent
        assert verdict.arguments == {}


@pytest.mark.parametrize("name", [None, 3, ["Grep"], {"name": "Grep"}, ""])
def test_a_name_that_is_none_is_rejected(name: Any) -> None:
    verdict = registry(("Grep", GREP), hints=True).check(name, {})
    assert isinstance(verdict, Rejected)
    json.dumps(verdict.structured)
    assert name not in registry(("Grep", GREP))


# --- unknown names ---


@pytest.mark.parametrize(
    ("called", "suggested"),
    [
        ("grep", ("Grep",)),
        ("Gerp", ("Grep",)),
        ("todo_write", ("TodoWrite",)),
        ("Task", ("TaskUpdate", "TaskList")),
        ("Launch", ()),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_known_ones(
    called: str, suggested: tuple[str, ...]
) -> None:
    tools = registry(*[(name, TASK) for name in ("TaskList", "Grep", "TaskUpdate", "TodoWrite")], hints=True)
    verdict = tools.check(called, {})
    assert isinstance(verdict, Rejected)
    assert set(verdict.issues[0].expected) == set(suggested)
    line = f"{called} failed due to the following issue:\nThere is no tool with the name `{called}`"
    assert verdict.text.startswith(line)
    assert all(f"`{name}`" in verdict.text for name in suggested)
    assert ("did you mean" in verdict.text) is bool(suggested)


def test_without_hints_an_unknown_name_is_only_said_to_be_unknown() -> None:
    verdict = registry(("Grep", GREP)).check("grep", {})
    assert isinstance(verdict, Rejected)
    assert verdict.text == ("grep failed due to the following issue:\nThere is no tool with the name `grep`")


@pytest.mark.parametrize("name", ["x" * 100_000, "a\nb", "`", "\ud800", "</tool_use_error>", "\x00"])
def test_a_hostile_name_is_told_on_one_bounded_line(name: str) -> None:
    verdict = registry(("Grep", GREP), hints=True).check(name, {})
    assert isinstance(verdict, Rejected)
    assert verdict.text.count("\n") == 1
    assert len(verdict.text) < 1000
    verdict.text.encode("utf-8")


def test_a_name_beyond_any_length_gets_no_suggestion_and_takes_no_time() -> None:
    tools = registry(*[(f"a_{number}_{'ab' * 12}", TASK) for number in range(60)], hints=True)
    near = "a_1_" + "ab" * 12
    for name, suggested in ((near[:-1], True), (near + "_" * 99, True), (near + "_" * 101, False)):
        verdict = tools.check(name, {})
        assert isinstance(verdict, Rejected)
        assert ("did you mean" in verdict.text) is suggested
    started = time.perf_counter()
    tools.check("ab" * 500_000, {})
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("called", "meant"),
    [
        ("Gerp", "Grep"),
        ("grep_search", "Grep"),
        ("mcp__files__read_file_7", "read_file_7"),
        ("ReadFile4321", "read_file_4321"),
        ("mcp__repositories__list_open_pull_request", "mcp__repositories__list_open_pull_requests"),
    ],
)
def test_the_nearest_of_thousands_of_tools_is_found(called: str, meant: str) -> None:
    many = [f"read_file_{number}" for number in range(5000)]
    known = [*many, "Grep", "mcp__repositories__list_open_pull_requests"]
    verdict = unknown_tool(called, known, hints=True)
    assert meant in verdict.issues[0].expected
    assert len(verdict.issues[0].expected) <= 3


def test_the_nearest_of_many_tools_is_found() -> None:
    tools = registry(
        *[(f"zz_{number}_qq", TASK) for number in range(390)], ("create_issue", TASK), hints=True
    )
    verdict = tools.check("createIssue", {})
    assert isinstance(verdict, Rejected)
    assert verdict.issues[0].expected[0] == "create_issue"


# --- origins ---


def test_each_origin_has_its_policy() -> None:
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": STRICT, "mcp": None, "custom": None})
    for origin in ("builtin", "mcp", "custom"):
        tools.add((origin, TASK), origin=origin)
    incomplete = {"id": "2"}
    assert isinstance(tools.check("builtin", incomplete), Rejected)
    for origin in ("mcp", "custom"):
        verdict = tools.check(origin, incomplete)
        assert isinstance(verdict, Accepted)
        assert verdict.arguments is incomplete
    assert incomplete == {"id": "2"}


@pytest.mark.parametrize(
    ("sent", "passed"),
    [(None, {}), ("", {}), (b" ", {}), ('{"id": "2"}', {"id": "2"}), ({"n": None}, {"n": None}), ([], [])],
)
def test_an_unchecked_call_passes_whatever_is_in_it(sent: Any, passed: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None})
    tools.add(("task", TASK), origin="mcp")
    assert tools.check("task", sent) == Accepted(passed)


@pytest.mark.parametrize(
    "sent", ['{"a": ', b"\xff", DEEP, "9" * 5000], ids=["cut", "bytes", "deep", "digits"]
)
def test_an_unchecked_call_must_still_be_json(sent: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None})
    tools.add(("task", TASK), origin="mcp")
    verdict = tools.check("task", sent)
    assert isinstance(verdict, Rejected)
    assert verdict.text.startswith("task failed due to the following issue:")


def test_a_validator_with_another_policy_than_its_origin_is_compiled_again() -> None:
    tools = ToolRegistry(compile=compile_tool, policies={"builtin": STRICT})
    added = tools.add(compile_tool("Task", TASK, policy=TOOL_INPUT))
    assert added.validator is not None
    assert added.validator.policy == STRICT
    with pytest.raises(ValueError, match="compiled with another policy"):
        ToolRegistry(policies={"builtin": STRICT}).add(compile_tool("Task", TASK, policy=TOOL_INPUT))


def test_an_unknown_origin_is_refused() -> None:
    with pytest.raises(
        ValueError, match="'plugin' is not known; the known ones are 'builtin', 'mcp', 'custom'"
    ):
        registry().add(("Task", TASK), origin="plugin")
    with pytest.raises(ValueError, match="the known ones are 'mcp'"):
        ToolRegistry(policies={"mcp": None}).refresh([])


# --- registering and refreshing ---


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


# --- definitions and advertising ---

DEFINITIONS: list[tuple[str, Any]] = [
    ("pair", ("t", TASK)),
    ("MCP", {"name": "t", "inputSchema": TASK}),
    ("Anthropic", {"name": "t", "input_schema": TASK, "description": ""}),
    ("OpenAI chat", {"type": "function", "function": {"name": "t", "parameters": TASK}}),
    ("OpenAI Responses", {"type": "function", "name": "t", "parameters": TASK}),
    ("Bedrock", {"toolSpec": {"name": "t", "inputSchema": {"json": TASK}}}),
    ("Gemini", {"name": "t", "parametersJsonSchema": TASK}),
    ("object of SDK 1", SimpleNamespace(name="t", inputSchema=TASK, description=None)),
    ("object of SDK 2", SimpleNamespace(name="t", input_schema=TASK)),
    ("definition", Definition("t", TASK)),
]


@pytest.mark.parametrize("tool", [case[1] for case in DEFINITIONS], ids=[case[0] for case in DEFINITIONS])
def test_definitions_are_read_in_every_shape(tool: Any) -> None:
    assert read_definition(tool) == Definition("t", TASK, "")


def test_an_openai_function_without_parameters_takes_none() -> None:
    for tool in ({"type": "function", "function": {"name": "t"}}, {"type": "function", "name": "t"}):
        assert read_definition(tool).schema == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    "tool", [("t",), {"name": "t"}, {"inputSchema": {}}, {"name": "", "parameters": {}}, 3, None]
)
def test_what_is_no_definition_is_refused(tool: Any) -> None:
    with pytest.raises(ValueError, match="tool"):
        read_definition(tool)


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-responses", "gemini", "bedrock", "mcp"])
def test_what_is_written_for_a_provider_can_be_read_again(provider: str) -> None:
    tool = Definition("t", TASK, "does things")
    assert read_definition(written_definition(tool, provider)) == tool


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'acme' is not known; the known ones are 'anthropic', 'openai'"):
        registry(("Grep", GREP)).advertised("acme")


def test_a_union_root_is_advertised_with_parameters() -> None:
    union = {"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}
    tools = registry()
    tools.add(("Union", union), description="one or the other")
    tools.add(("Grep", GREP))
    first, second = tools.advertised("anthropic")
    assert first["name"] == "Union"
    assert first["description"] == "one or the other"
    assert first["input_schema"]["type"] == "object"
    assert "a" in first["input_schema"]["properties"]
    assert second == {"name": "Grep", "input_schema": GREP}
    assert tools.lookup("Union").schema == union  # type: ignore[union-attr]


def test_a_root_that_cannot_be_an_object_is_warned_about_once() -> None:
    tools = registry()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        tools.add(("Text", {"type": "string"}))
        tools.refresh([("Text", {"type": "string", "minLength": 1}), ("Grep", GREP)])
        tools.refresh([("Number", {"type": "number"})])
    assert [str(warning.message)[:41] for warning in warned] == [
        "the tool 'Text' is shown to providers as ",
        "the tool 'Number' is shown to providers a",
    ]
    assert {warning.filename for warning in warned} == {__file__}
    assert tools.advertised()[0]["schema"] == {"type": "number"}


UNADVERTISABLE: list[tuple[Any, str]] = [
    (
        {"type": "string"},
        r'it takes `string`, and arguments are always an object: write \{"type": "object", .* under `value`$',
    ),
    (
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "its `anyOf` leaves no object that fits: write branches",
    ),
    ({"enum": ["a", 1]}, "its `enum` lists no object that fits: write the arguments as `properties`"),
]


@engines
@pytest.mark.parametrize(("schema", "reason"), UNADVERTISABLE)
def test_the_warning_tells_why_and_what_to_write_instead(engine: str, schema: Any, reason: str) -> None:
    tools = ToolRegistry()
    with pytest.warns(UserWarning, match=f"the tool 'T' .* rewritten into one: {reason}") as warned:
        tools.refresh([ENGINES[engine]("T", schema)])
    assert len(warned) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tools.add(ENGINES[engine]("T", {**schema, "title": "the same name again"}))


@pytest.mark.parametrize("advertising", [None, advertise])
def test_the_warning_for_what_is_not_checked_says_what_to_write(advertising: Any) -> None:
    tools = ToolRegistry(policies={"mcp": None}, advertise=advertising)
    with pytest.warns(UserWarning, match='rewritten into one: write .*"properties".* at its root$'):
        tools.add(("T", {"type": "string"}), origin="mcp")


@pytest.mark.filterwarnings("error")
def test_a_warning_made_an_error_takes_no_other_tool_down(caplog: pytest.LogCaptureFixture) -> None:
    tools = registry()
    with pytest.raises(UserWarning, match="the tool 'Text' is shown"):
        tools.add(("Text", {"type": "string"}))
    assert "Text" not in tools
    changes = tools.refresh([("Text", {"type": "string"}), ("Bad", REFUSED), ("Grep", GREP)])
    assert (changes.added, list(changes.refused)) == (("Text", "Grep"), ["Bad"])
    assert list(tools) == ["Text", "Grep"]
    assert caplog.messages[0].startswith("the tool 'Text': ")


@pytest.mark.parametrize("provider", [None, "mcp", "anthropic", "openai", "openai-responses"])
def test_the_compiler_advertises_for_each_provider(provider: str | None) -> None:
    tools = registry(("Grep", GREP), advertise=advertise)
    (shown,) = tools.advertised(provider)
    assert read_definition(shown).schema == GREP if provider else shown["schema"] == GREP


@pytest.mark.parametrize("schema", [GREP, {"anyOf": [TASK, {"type": "null"}]}, {"type": "object"}])
def test_gemini_is_sent_each_dialect_under_its_own_key(schema: Any) -> None:
    """`parameters` is OpenAPI's and `parametersJsonSchema` JSON Schema; only one of them may be given."""
    (plain,) = registry(("T", schema)).advertised("gemini")
    assert plain == {"name": "T", "parametersJsonSchema": advertise(schema)}
    (rewritten,) = registry(("T", schema), advertise=lambda schema, provider: advertise(schema)).advertised(
        "gemini"
    )
    assert rewritten == plain
    (own_form,) = registry(("T", schema), advertise=advertise).advertised("gemini")
    form = advertise(schema, provider="gemini").schema
    assert own_form == ({"name": "T", "parameters": form} if form.get("properties") else {"name": "T"})
    assert own_form == listed_tool("T", schema, "gemini").definition


def test_openai_is_told_which_tools_are_strict() -> None:
    """The Responses interface takes a function for a strict one where nothing is said."""
    tools = registry(("T", TASK), advertise=advertise)
    assert tools.advertised("openai-responses")[0]["strict"] is False
    assert "strict" not in tools.advertised("openai")[0]["function"]
    assert tools.advertised("openai-strict")[0]["function"]["strict"] is True


def test_advertising_can_be_left_to_a_rewriter() -> None:
    asked: list[Any] = []

    def rewrite(schema: Any, provider: str | None) -> Any:
        asked.append(provider)
        return {"type": "object"}

    tools = registry(("Grep", GREP), advertise=rewrite)
    assert tools.advertised("mcp") == [{"name": "Grep", "inputSchema": {"type": "object"}}]
    assert asked == [None, "mcp"]


# --- outcomes ---


def test_outcomes_are_counted_by_tool_kind_and_keyword() -> None:
    seen: list[Outcome] = []
    tools = registry(("Grep", GREP), ("Task", TASK), on_outcome=seen.append)
    for sent in ({"pattern": "x"}, {"pattern": "x", "limit": "3"}, {"-n": 3, "n": 1}, {}):
        tools.check("Grep", sent)
    tools.check("Nothing", {})
    tools.check("Nothing else", {})
    assert tools.counts() == {
        "Grep": ToolCounts(
            accepted=2,
            coerced=1,
            rejected=2,
            issues={
                ("MISSING", "required"): 2,
                ("UNEXPECTED", "additionalProperties"): 1,
                ("TYPE", "type"): 1,
            },
        ),
        "": ToolCounts(rejected=2, issues={("VALUE", ""): 2}),
    }
    assert [(outcome.tool, outcome.verdict) for outcome in seen] == [
        ("Grep", Verdict.ACCEPTED),
        ("Grep", Verdict.COERCED),
        ("Grep", Verdict.REJECTED),
        ("Grep", Verdict.REJECTED),
        ("Nothing", Verdict.UNKNOWN),
        ("Nothing else", Verdict.UNKNOWN),
    ]
    assert seen[1].coerced_locations == (("limit",),)


def test_an_outcome_and_the_log_hold_names_only(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[Outcome] = []
    tools = registry(("Grep", GREP), on_outcome=seen.append)
    with caplog.at_level(logging.DEBUG, logger="callcheck"):
        tools.check("Grep", {"pattern": 5150, "output_mode": "s3cret", "extra\nline": "s3cret"})
        tools.check("Grep", '{"pattern": "s3cret')
        tools.check("Grep", {"pattern": "s3cret"})
    told = repr(seen) + caplog.text
    assert "s3cret" not in told
    assert "5150" not in told
    rejected = [record.getMessage() for record in caplog.records]
    assert rejected[0].startswith(
        "rejected a call of 'Grep': UNEXPECTED `[\"extra\\nline\"]`, TYPE `pattern`"
    )
    assert all("\n" not in message for message in rejected)


@pytest.mark.parametrize("key", ["k" * 5_000_000, "\n" * 5_000_000, "\u00e4" * 5_000_000, "\ud800" * 300])
def test_a_key_beyond_any_length_makes_no_long_line(caplog: pytest.LogCaptureFixture, key: str) -> None:
    tools = registry(compile_tool("Closed", {"properties": {}, "additionalProperties": False}))
    with caplog.at_level(logging.INFO, logger="callcheck"):
        tools.check("Closed", {key: 1})
        tools.check("Closed", {f"{key}{number}": 1 for number in range(12)})
        tools.check(key, {})
    assert len(caplog.messages) == 3
    assert all(message.isascii() and message.isprintable() for message in caplog.messages)
    assert max(map(len, caplog.messages)) < 10_000


def test_what_is_not_registered_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    registry().refresh([("Bad\nname", REFUSED)])
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith("the tool 'Bad\\nname' was not registered: ")
    assert "strin" in record.getMessage()


def test_made_up_names_do_not_grow_the_counts() -> None:
    tools = registry(("Grep", GREP))
    for number in range(500):
        tools.check(f"made_up_{number}", {})
    assert list(tools.counts()) == [""]


def test_a_callback_that_raises_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def broken(outcome: Outcome) -> None:
        raise RuntimeError("a value that must not be logged")

    tools = registry(("Grep", GREP), on_outcome=broken)
    assert isinstance(tools.check("Grep", {"pattern": "x"}), Accepted)
    assert "RuntimeError" in caplog.text
    assert "a value that" not in caplog.text


def test_the_log_is_silent_until_it_is_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    def broken(outcome: Outcome) -> None:
        raise RuntimeError

    registry(("Grep", GREP), on_outcome=broken).check("Grep", {})
    assert any(isinstance(entry, logging.NullHandler) for entry in logging.getLogger("callcheck").handlers)
    assert capfd.readouterr().err == ""


def test_no_count_is_lost_between_threads() -> None:
    tally = Tally()

    def add() -> None:
        for _ in range(5000):
            tally.add("key")

    for _ in range(3):
        threads = [threading.Thread(target=add) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            tally.totals()
            thread.join()
    assert tally.totals() == {"key": 3 * 8 * 5000}


def test_a_rejection_leaves_nothing_for_the_garbage_collector() -> None:
    tools = registry(("Grep", GREP))
    tools.check("Grep", {})
    gc.collect()
    gc.disable()
    try:
        for _ in range(100):
            tools.check("Grep", {"pattern": 1})
        assert gc.collect() < 100
    finally:
        gc.enable()


# --- containers ---


def test_a_copy_shares_no_container() -> None:
    shared: list[Any] = [1]
    value: Any = {"a": {"b": [1, {"c": None}]}, "one": shared, "two": shared}
    copy = copied(value)
    assert copy == value
    assert copy is not value
    assert copy["a"]["b"][1] is not value["a"]["b"][1]
    assert copy["one"] is copy["two"] is not shared
    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    assert copied(cycle)["self"] is not cycle
    assert copied("text") == "text"


@pytest.mark.parametrize(
    ("sent", "validated", "changed"),
    [
        ({"a": "1"}, {"a": 1}, (("a",),)),
        ({"a": 1.0}, {"a": 1}, (("a",),)),
        ({"a": "true", "b": "x"}, {"a": True, "b": "x"}, (("a",),)),
        ({"a": None, "b": 1}, {"b": 1}, (("a",),)),
        ({"a": [1, {"b": "2"}, "3"]}, {"a": [1, {"b": 2}, 3]}, (("a", 1, "b"), ("a", 2))),
        ({"a": "[1]"}, {"a": [1]}, (("a",),)),
        (None, {}, ((),)),
        ({"a": 1}, {"a": 1}, ()),
    ],
)
def test_changes_are_found_where_they_are(sent: Any, validated: Any, changed: Any) -> None:
    assert changed_locations(sent, validated) == changed
