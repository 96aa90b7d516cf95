"""Large schemas, hostile schemas, odd arguments: Python's own limits do not show, and nothing takes more than its share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from callcheck import JSON_SCHEMA, LENIENT, STRICT, TOOL_INPUT, InvalidArguments, SchemaError
from callcheck.json_values import Members, unique
from callcheck_compiler import Limits, compile_schema, compile_tool
from callcheck_compiler.aot import build_module
from callcheck_compiler.reference import reference_validator

from tests.agreement import assert_agree
from tests.bombs import BOMBS, INTEGER, LARGE, NESTED, doubling, nested
from tests.engines import ENGINES, engines, generated

POLICIES = {"LENIENT": LENIENT, "STRICT": STRICT}
policies = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)


def work(function: Callable[[], Any]) -> int:
    """How many calls of functions something makes, of those in C too: what it costs, whatever the machine is doing."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


# Python's own limits


@engines
@pytest.mark.parametrize("levels", [60, 90])
@pytest.mark.parametrize("form", NESTED)
def test_nested_schemas(engine: str, form: str, levels: int) -> None:
    around, around_instance = NESTED[form]
    validator = ENGINES[engine]("tool", nested(levels, INTEGER, around), JSON_SCHEMA)
    good, bad = 1, "x"
    if around_instance is not None:
        good, bad = nested(levels, good, around_instance), nested(levels, bad, around_instance)
    assert validator.is_valid(good)
    assert not validator.is_valid(bad)
    assert validator.explain(bad)
    assert validator.coerce(good) is good


@engines
@pytest.mark.parametrize("name", LARGE)
def test_large_schemas(engine: str, name: str) -> None:
    """Beyond 255 arguments, 256 constants and the like."""
    validator = ENGINES[engine]("tool", LARGE[name](270), LENIENT)
    for instance in (
        {f"p{index}": "x" for index in range(300)},
        {"a": 0, "k": "k299", "v": "x"},
        ["x"] * 300,
        3,
    ):
        assert validator.is_valid(instance) is (not validator.explain(instance))


@engines
def test_a_hundred_thousand_members(engine: str) -> None:
    members = [f"v{index}" for index in range(100_000)]
    validator = ENGINES[engine]("tool", {"properties": {"a": {"enum": members}}}, TOOL_INPUT)
    assert validator.is_valid({"a": "v99999"})
    (issue,) = validator.explain({"a": "v100000"})
    assert len(issue.expected) == 100_000
    assert len(issue.message) < 500


def test_ten_thousand_properties() -> None:
    validator = compile_tool("tool", LARGE["closed properties"](10_000))
    called = {f"p{index}": "x" for index in range(10_000)}
    assert validator.validate(called) is called
    assert not validator.is_valid({**called, "p10000": "x"})
    assert not validator.is_valid({**called, "p9999": ""})


@engines
def test_an_all_of_of_a_thousand(engine: str) -> None:
    validator = ENGINES[engine]("tool", LARGE["allOf"](1000), TOOL_INPUT)
    assert validator.is_valid({"a": 999})
    assert len(validator.explain({"a": 997})) == 2


LARGEST = 10**400
BOUNDS: list[tuple[dict[str, Any], Any, Any]] = [
    ({"minimum": LARGEST}, LARGEST, LARGEST - 1),
    ({"maximum": -LARGEST}, -LARGEST, 1 - LARGEST),
    ({"exclusiveMinimum": LARGEST}, LARGEST + 1, LARGEST),
    ({"exclusiveMaximum": LARGEST}, 1e308, LARGEST),
    ({"multipleOf": LARGEST}, 3 * LARGEST, 3 * LARGEST + 1),
    ({"multipleOf": LARGEST}, 0, 1e308),
    ({"multipleOf": 1e-308}, 1e308, float("nan")),
    ({"multipleOf": 5e-324}, LARGEST, float("inf")),
    ({"const": LARGEST}, LARGEST, LARGEST + 1),
    ({"enum": [LARGEST, -LARGEST]}, -LARGEST, 1e308),
    ({"minLength": LARGEST}, 1, "x"),
    ({"maxLength": LARGEST, "minLength": 1}, "x", ""),
    ({"minItems": LARGEST}, 1, []),
    ({"maxItems": LARGEST, "minItems": 1}, [1], []),
    ({"minProperties": LARGEST}, 1, {}),
    ({"maxProperties": LARGEST, "minProperties": 1}, {"a": 1}, {}),
    ({"contains": True, "minContains": LARGEST}, 1, [1]),
    ({"contains": True, "maxContains": LARGEST}, [1], []),
    ({"minimum": 10**4000}, 10**4000, 1e308),
]


@engines
@pytest.mark.parametrize(("schema", "good", "bad"), BOUNDS, ids=range(len(BOUNDS)))
def test_numbers_of_four_hundred_digits(engine: str, schema: dict[str, Any], good: Any, bad: Any) -> None:
    validator = ENGINES[engine]("tool", {"properties": {"a": schema}}, JSON_SCHEMA)
    assert validator.is_valid({"a": good})
    issue, *_ = validator.explain({"a": bad})
    assert len(issue.message) < 200
    with pytest.raises(InvalidArguments) as rejected:
        validator.validate({"a": bad})
    assert json.dumps(rejected.value.structured)


# Bombs


@policies
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_shared_or_refused(name: str, policy: Any) -> None:
    """What is made of twice the definitions is at most about twice as long, and as much work."""
    sizes, works = [], []
    for count in (10, 20, 40):
        schema = BOMBS[name](count)
        made: list[Any] = []

        def compile_and_use(schema: Any = schema, made: list[Any] = made) -> None:
            made.append(compile_schema(schema, "tool", policy))
            for instance in ("x", 1, {"a": {"a": "x"}, "b": 1}, [["x"]]):
                made[0].explain(instance)

        works.append(work(compile_and_use))
        sizes.append(len(made[0].source))
    assert sizes[2] - sizes[1] < 3 * (sizes[1] - sizes[0])
    assert works[2] - works[1] < 3 * (works[1] - works[0])


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_on_every_engine(name: str) -> None:
    schema = BOMBS[name](40)
    reference = reference_validator("tool", schema, JSON_SCHEMA)
    for engine in (compile_schema(schema, "tool"), generated("tool", schema, JSON_SCHEMA)):
        for instance in ("x", "long", 1, {"b": 1}, {"a": {"a": "x"}}, [], [1], [["x"]]):
            assert_agree(reference, engine, instance)


def test_long_chains_of_references() -> None:
    schema: dict[str, Any] = {f"d{index}": {"$ref": f"#/$defs/d{index + 1}"} for index in range(1500)}
    schema = {"$defs": {**schema, "d1500": INTEGER}, "properties": {"a": {"$ref": "#/$defs/d0"}}}
    for validator in (compile_schema(schema, "tool"), generated("tool", schema, JSON_SCHEMA)):
        assert validator.is_valid({"a": 1})
        assert not validator.is_valid({"a": "x"})


CIRCLES: list[dict[str, Any]] = [
    {"$ref": "#"},
    {"allOf": [{"$ref": "#"}]},
    {"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#"}}}},
    {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
    {"$dynamicAnchor": "a", "$dynamicRef": "#a"},
    {"if": {"$ref": "#"}, "then": True},
    {"dependentSchemas": {"a": {"$ref": "#"}}},
    {"properties": {"a": {"oneOf": [{"$ref": "#/properties/a"}]}}},
]


@engines
@pytest.mark.parametrize("schema", CIRCLES, ids=range(len(CIRCLES)))
def test_circles_are_refused(engine: str, schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaError, match="without going into the instance"):
        ENGINES[engine]("tool", schema, JSON_SCHEMA)


def dynamic_scopes(count: int) -> dict[str, Any]:
    """Documents that all refer to each other, so that each can be reached through the others in every order."""
    documents = {
        f"d{index}": {
            "$id": f"d{index}",
            "$defs": {"q": {"$dynamicAnchor": f"T{index}"}},
            "properties": {
                "a": {"$dynamicRef": f"#T{index}"},
                **{f"x{other}": {"$ref": f"d{other}"} for other in range(count)},
            },
        }
        for index in range(count)
    }
    return {"$id": "http://example.com/root", "$defs": documents, "$ref": "d0"}


def test_dynamic_scopes_without_end_are_refused() -> None:
    with pytest.raises(SchemaError, match=r"Limits\.(steps|functions)"):
        compile_schema(dynamic_scopes(30), limits=Limits(steps=200_000))
    assert compile_schema(dynamic_scopes(3)).is_valid({"x1": {"x2": {"a": 1}}})


# The bounds themselves

STRINGS = [f"v{index}" for index in range(100)]
BEYOND: list[tuple[Limits, Any, str, str]] = [
    (Limits(characters=100), {"enum": STRINGS}, "its text has more than 100 characters", ""),
    (Limits(depth=5), nested(6, {}, lambda inner: {"not": inner}), "nested more than 5 levels deep", "/not/not/not/not/not/not"),
    (Limits(values=50), {"enum": STRINGS}, "it has more than 50 values", ""),
    (Limits(subschemas=50), LARGE["properties"](60), "it has more than 50 subschemas", "/properties/p"),
    (Limits(references=50), LARGE["references to one"](60), "it has more than 50 references", "/properties/p"),
    (Limits(members=50), {"properties": {"a": {"enum": STRINGS}}}, "the enum has more than 50 members", "/properties/a/enum"),
    (Limits(pattern=50), {"pattern": "a" * 51}, "the pattern has more than 50 characters", "/pattern"),
    (Limits(functions=5), LARGE["references to many"](9), "more than 5 schemas of it are compiled apart", "/properties/p"),
    (Limits(positions=50), LARGE["objects"](60), "it has more than 50 places to coerce", ""),
    (Limits(source=9000), LARGE["objects"](30), "it would become more than 9,000 characters of Python", ""),
    (Limits(source=90), nested(9, {}, lambda inner: {"not": inner}), "more than 90 characters of Python", "/not"),
    (Limits(steps=50), LARGE["objects"](60), "compiling it takes more than 50 steps", ""),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "schema", "reason", "location"), BEYOND, ids=range(len(BEYOND)))
def test_what_is_beyond_a_bound_is_refused(limits: Limits, schema: Any, reason: str, location: str) -> None:
    changed = next(
        name for name in Limits.__annotations__ if getattr(limits, name) != getattr(Limits(), name)
    )
    for make in (
        lambda: compile_tool("a tool", schema, LENIENT, limits=limits),
        lambda: build_module({"a tool": schema}, LENIENT, limits=limits, pretty=False),
    ):
        with pytest.raises(SchemaError) as refused:
            make()
        assert reason in refused.value.reason
        assert f"Limits.{changed}" in refused.value.reason
        assert refused.value.tool == "a tool"
        assert refused.value.keyword_location.startswith(location)
    assert compile_tool("a tool", schema, LENIENT).explain({}) is not None


@policies
@pytest.mark.parametrize("name", [*LARGE, *(f"{name} bomb" for name in BOMBS)])
def test_source_is_what_is_measured(name: str, policy: Any) -> None:
    """A schema is accepted when all of its text is within the bound, and refused when it is not, in memory and in a module.

    In memory most of the text is written later: so this also holds that it was foreseen.
    """
    schema = BOMBS[name.removesuffix(" bomb")](20) if name.endswith(" bomb") else LARGE[name](40)
    written = len(compile_tool("tool", schema, policy).source)
    too_few, enough = Limits(source=written // 2), Limits(source=6 * written)
    compile_tool("tool", schema, policy, limits=enough).explain({})
    build_module({"tool": schema}, policy, limits=enough, pretty=False)
    with pytest.raises(SchemaError, match=r"Limits\.source"):
        compile_tool("tool", schema, policy, limits=too_few)
    with pytest.raises(SchemaError, match=r"Limits\.source"):
        build_module({"tool": schema}, policy, limits=too_few, pretty=False)


def test_a_refusal_is_the_same_each_time() -> None:
    refusals = set()
    for _ in range(3):
        with pytest.raises(SchemaError) as refused:
            compile_schema(doubling("anyOf")(60), limits=Limits(steps=500))
        refusals.add(str(refused.value))
    assert len(refusals) == 1


# Arguments


class Key(str):
    """A string of its own kind."""


class OddList(list):  # type: ignore[type-arg]
    """A list that iterates over something else than it holds."""

    def __iter__(self) -> Any:
        yield from (object(), "x", 1, None)

    def __len__(self) -> int:
        return 10**6


class OddDict(dict):  # type: ignore[type-arg]
    """A dict that holds and raises what it likes."""

    def __getitem__(self, key: Any) -> Any:
        raise KeyError(key)

    def __contains__(self, key: Any) -> bool:
        return True

    def get(self, key: Any, default: Any = None) -> Any:
        return self


class OddInteger(int):
    """An int that compares as it likes."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        raise ValueError("no")

    def __hash__(self) -> int:
        return 1


def circular() -> Any:
    around: list[Any] = []
    around.append({"a": around})
    return around


EVERYTHING: dict[str, Any] = {
    "type": ["object", "array", "string", "number", "null"],
    "properties": {"a": {"$ref": "#"}, "b": {"enum": [1, "x", [1], {"a": 1}]}, "c": {"multipleOf": 0.1}},
    "required": ["b"],
    "patternProperties": {"^x": {"type": "integer"}},
    "propertyNames": {"maxLength": 5},
    "additionalProperties": {"type": "string"},
    "items": {"anyOf": [{"$ref": "#"}, {"type": "boolean"}]},
    "contains": {"const": 1},
    "uniqueItems": True,
    "minimum": 0,
    "maxLength": 3,
    "pattern": "^a",
}
ODD: dict[str, Callable[[], Any]] = {
    "nan": lambda: float("nan"),
    "infinity": lambda: [float("inf"), float("-inf"), {"c": float("nan")}],
    "huge": lambda: {"b": 10**5000, "c": -(10**5000)},
    "surrogates": lambda: {"\ud800": "\udfff", "b": "\ud83d"},
    "null key": lambda: {None: 1, "b": 1},
    "mixed keys": lambda: {1: 1, None: 2, "b": 3, (): 4, 1.5: 5, b"a": 6},
    "bytes": lambda: b"abc",
    "tuple": lambda: (1, 2),
    "set": lambda: {"b": {1, 2}},
    "object": lambda: object(),
    "type": lambda: int,
    "complex": lambda: [1j, 1 + 2j],
    "function": lambda: {"b": len},
    "generator": lambda: (x for x in [1]),
    "string subclass": lambda: {Key("b"): Key("x"), Key("a"): Key("abcd")},
    "integer subclass": lambda: [OddInteger(1), OddInteger(2)],
    "odd list": lambda: OddList([1, 2]),
    "odd list within": lambda: {"b": OddList([1]), "a": OddList()},
    "odd dict": lambda: OddDict(b=1),
    "odd dict within": lambda: [OddDict(), {"a": OddDict(a=1)}],
    "a list in itself": circular,
    "deep arrays": lambda: nested(100_000, 1, lambda inner: [inner]),
    "deep objects": lambda: nested(100_000, {"b": 1}, lambda inner: {"a": inner, "b": 1}),
    "deep where nothing looks": lambda: {"b": nested(100_000, 1, lambda inner: [inner])},
}


@engines
@pytest.mark.parametrize("policy", [TOOL_INPUT, LENIENT, STRICT], ids=["TOOL_INPUT", "LENIENT", "STRICT"])
@pytest.mark.parametrize("name", ODD)
def test_odd_arguments_are_answered(engine: str, name: str, policy: Any) -> None:
    validator = ENGINES[engine]("tool", EVERYTHING, policy)
    called = ODD[name]()
    accepted = validator.is_valid(called)
    issues = validator.explain(called)
    assert (not issues) is accepted
    validator.coerce(called)
    if accepted:
        validator.validate(called)
        return
    with pytest.raises(InvalidArguments) as rejected:
        validator.validate(called)
    assert json.dumps(rejected.value.structured).isascii()
    assert len(str(rejected.value)) < 5000
    assert str(rejected.value).encode("utf-8")


@engines
@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"a":' * 200_000, "[" * 200_000 + "]" * 200_000, "1" * 5000, "-" * 9]
)
def test_odd_texts_are_answered(engine: str, text: str) -> None:
    validator = ENGINES[engine]("tool", {"type": "object"}, LENIENT)
    for called in (text, text.encode()):
        with pytest.raises(InvalidArguments) as rejected:
            validator.validate_json(called)
        assert len(rejected.value.issues) == 1


# Near linear, counted


def ratio(function: Callable[[int], Callable[[], Any]], small: int) -> float:
    """How many times as much work ten times the size is."""
    function(small)()
    return work(function(10 * small)) / work(function(small))


LISTS: dict[str, Callable[[int], list[Any]]] = {
    "integers": lambda n: list(range(n)),
    "strings": lambda n: [f"v{i}" for i in range(n)],
    "mixed": lambda n: [(i, str(i), [i], {"a": i}, i + 0.5)[i % 5] for i in range(n)],
    "objects": lambda n: [{"a": i, "b": [i]} for i in range(n)],
    "integers that hash alike": lambda n: [i * (2**61 - 1) for i in range(n)],
}


@pytest.mark.parametrize("name", LISTS)
def test_uniqueness_is_linear(name: str) -> None:
    def check(count: int) -> Callable[[], Any]:
        items = LISTS[name](count)
        return lambda: unique(items)

    assert ratio(check, 300) < 11


@pytest.mark.parametrize("name", LISTS)
def test_a_member_is_found_in_constant_time(name: str) -> None:
    def check(count: int) -> Callable[[], Any]:
        members = Members(LISTS[name](count))
        last = LISTS[name](count)[-1]
        return lambda: members.holds(last) and members.holds([count])

    assert ratio(check, 300) < 1.5


def test_hash_collisions_are_not_compared() -> None:
    """Equality of the values, which no profiler counts, is not asked either."""
    compared = 0

    class Counted(int):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return int(self) == other

        def __hash__(self) -> int:
            return 1

    items: list[Any] = [Counted(index) for index in range(500)]
    assert unique(items)
    assert compared < 2000
