"""What is repaired below a root that is a union, though `validate` enforces the author's schema; each case on every engine."""

from __future__ import annotations

from typing import Any

import callcheck
import pytest
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, TOOL_INPUT, Coercion, Keywords, Policy
from callcheck_compiler import compile_tool
from callcheck_compiler.advertise import advertise
from pydantic import BaseModel, ConfigDict, Field, RootModel

from tests.agreement import shown
from tests.engines import ENGINES, engines

Schema = dict[str, Any]
INTEGER = {"type": "integer"}
TEXT = {"type": "string"}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def branch(properties: Schema, *required: str, **more: Any) -> Schema:
    made = {"type": "object", "properties": properties, **more}
    return {**made, "required": list(required)} if required else made


def closed(properties: Schema, *required: str, **more: Any) -> Schema:
    return branch(properties, *required, additionalProperties=False, **more)


def either(*branches: Any, keyword: str = "anyOf", **more: Any) -> Schema:
    return {keyword: list(branches), **more}


CONFIG = branch({"retries": INTEGER, "verbose": {"type": "boolean"}})
CREATE = branch({"action": {"const": "create"}, "name": TEXT, "config": CONFIG}, "action", "name")
DELETE = branch({"action": {"const": "delete"}, "id": INTEGER, "config": TEXT}, "action", "id")
BY_ACTION = either(CREATE, DELETE, keyword="oneOf")
RETRIES = {"action": "create", "name": "n", "config": {"retries": "3", "verbose": "true"}}
RETRIES_MADE = {"action": "create", "name": "n", "config": {"retries": 3, "verbose": True}}
BY_PRESENCE = either(branch({"name": TEXT, "count": INTEGER}, "name"), branch({"id": TEXT}, "id"))
REFERRED = {
    "$ref": "#/$defs/Call",
    "$defs": {"Call": either({"$ref": "#/$defs/C"}, {"$ref": "#/$defs/D"}), "C": CREATE, "D": DELETE},
}
AT_LEAST, AT_MOST = {**INTEGER, "minimum": 1}, {**INTEGER, "maximum": 9}

# (schema, sent, what becomes of it), under TOOL_INPUT
REPAIRED: list[tuple[Any, Any, Any]] = [
    # The branch that a string names, open or closed, behind references, with any other branch of the same key.
    (BY_ACTION, RETRIES, RETRIES_MADE),
    (BY_ACTION, {"action": "delete", "id": "7", "config": "3"}, {"action": "delete", "id": 7, "config": "3"}),
    (REFERRED, RETRIES, RETRIES_MADE),
    ({"type": "object", **BY_ACTION}, RETRIES, RETRIES_MADE),
    ({"allOf": [BY_ACTION]}, RETRIES, RETRIES_MADE),
    ({"$schema": DRAFT_7, **BY_ACTION}, RETRIES, RETRIES_MADE),
    (either(BY_ACTION, branch({"url": TEXT}, "url")), RETRIES, RETRIES_MADE),
    (
        either(branch({"k": {"enum": ["a", "b"]}, "n": INTEGER}), branch({"k": {"const": "c"}, "n": TEXT})),
        {"k": "b", "n": "1"},
        {"k": "b", "n": 1},
    ),
    # The branch that has all its keys, or takes those that were sent.
    (BY_PRESENCE, {"name": "n", "count": "3"}, {"name": "n", "count": 3}),
    (
        either(closed({"id": INTEGER, "mode": TEXT}), closed({"id": TEXT, "name": TEXT})),
        {"id": "1", "mode": "m"},
        {"id": 1, "mode": "m"},
    ),
    # A branch that no object can satisfy is none.
    (either(branch({"n": INTEGER}), {"type": "null"}), {"n": "1"}, {"n": 1}),
    (either(branch({"n": INTEGER}), False), {"n": "1"}, {"n": 1}),
    (
        {**either(branch({"n": INTEGER}), {"$ref": "#/$defs/N"}), "$defs": {"N": TEXT}},
        {"n": "1"},
        {"n": 1},
    ),
    # What all branches agree on, though several may hold.
    (either(closed({"n": AT_LEAST, "a": TEXT}), closed({"n": AT_MOST, "b": TEXT})), {"n": "3"}, {"n": 3}),
    (
        either(closed({"c": closed({"r": AT_LEAST, "x": TEXT})}), closed({"c": closed({"r": AT_MOST})})),
        {"c": {"r": "3"}},
        {"c": {"r": 3}},
    ),
    (
        either(
            closed({"c": {"type": "array", "items": AT_LEAST}}),
            closed({"c": {"type": "array", "items": AT_MOST}}),
        ),
        {"c": ["3"]},
        {"c": [3]},
    ),
    (
        either(closed({"n": INTEGER, "a": TEXT}), closed({"b": TEXT})),
        {"n": "1", "b": "b"},
        {"n": 1, "b": "b"},
    ),
    # Two unions at the root, each by itself; and a union that stands in a branch.
    (
        {
            "allOf": [
                either(branch({"a": INTEGER}, "a"), {"required": ["x"]}),
                either(branch({"b": INTEGER}, "b"), {"required": ["y"]}),
            ]
        },
        {"a": "1", "b": "2"},
        {"a": 1, "b": 2},
    ),
    (
        either(
            branch({"k": {"const": "a"}}, "k", anyOf=[branch({"n": INTEGER}, "n"), branch({"m": TEXT}, "m")]),
            branch({"z": TEXT}, "z"),
        ),
        {"k": "a", "n": "1"},
        {"k": "a", "n": 1},
    ),
    # Keys of any spelling.
    (
        either(branch({"__proto__": INTEGER, "ключ": INTEGER}, "ключ"), {"required": ["\ud800"]}),
        {"__proto__": "1", "ключ": "2"},
        {"__proto__": 1, "ключ": 2},
    ),
]
# What may hold as it was sent, or belongs to no branch alone, stays.
LEFT: list[tuple[Any, Any]] = [
    (BY_PRESENCE, {"name": "n", "id": "i", "count": "3"}),
    (BY_PRESENCE, {"count": "3"}),
    (BY_ACTION, {**RETRIES, "action": "rename"}),
    (BY_ACTION, {key: value for key, value in RETRIES.items() if key != "action"}),
    (BY_ACTION, {**RETRIES, "action": ["create"]}),
    (either(closed({"n": INTEGER}), closed({"n": TEXT, "b": TEXT})), {"n": "1"}),
    (either(closed({"n": INTEGER}), branch({"b": TEXT})), {"n": "1"}),
    (either(closed({"n": INTEGER}), closed({"n": {"type": ["integer", "string"]}})), {"n": "1"}),
    (either(closed({"n": INTEGER}), closed({"b": TEXT}, patternProperties={"^n": TEXT})), {"n": "1"}),
    (either(closed({"n": INTEGER}), closed({"b": TEXT}, patternProperties={"[m-o]": {}})), {"n": "1"}),
    (either(branch({"n": INTEGER}), True), {"n": "1"}),
    (either(branch({"n": INTEGER}), {}), {"n": "1"}),
    (either(branch({"n": INTEGER}), {"type": "object"}), {"n": "1"}),
    # 3.0 is an integer, and so never wrong in a branch.
    (BY_ACTION, {"action": "delete", "id": 3.0}),
    # Below the root a union is left alone, as ever.
    (branch({"c": BY_ACTION}), {"c": RETRIES}),
    (either(closed({"n": {"anyOf": [INTEGER, {"type": "null"}]}}), closed({"b": TEXT})), {"n": "1"}),
    ({"if": {"required": ["n"]}, "then": branch({"n": INTEGER})}, {"n": "1"}),
    ({"not": branch({"n": INTEGER})}, {"n": "1"}),
    # A value that is no string rules nothing in: a number may be one that was quoted.
    (
        either(branch({"k": {"const": 1}, "n": INTEGER}, "k"), branch({"k": {"const": 2}, "n": TEXT}, "k")),
        {"k": 1, "n": "1"},
    ),
    # Under draft 7 what stands beside a reference says nothing.
    (
        {
            "$schema": DRAFT_7,
            "$ref": "#/definitions/any",
            "definitions": {"any": {}},
            **either(branch({"n": INTEGER})),
        },
        {"n": "1"},
    ),
    # No object, no branch.
    (BY_ACTION, "1"),
    (BY_ACTION, None),
    (BY_ACTION, [RETRIES]),
]


@engines
@pytest.mark.parametrize(("schema", "sent", "made"), REPAIRED)
def test_repaired(engine: str, schema: Any, sent: Any, made: Any) -> None:
    tool = ENGINES[engine]("tool", schema, TOOL_INPUT)
    before = shown(sent)
    assert shown(tool.coerce(sent)) == shown(made)
    assert shown(sent) == before
    assert tool.coerce(made) is made
    if "b" not in sent or "n" not in sent:
        assert shown(tool.validate(sent)) == shown(made)


@engines
@pytest.mark.parametrize(("schema", "sent"), LEFT)
def test_left(engine: str, schema: Any, sent: Any) -> None:
    assert ENGINES[engine]("tool", schema, TOOL_INPUT).coerce(sent) is sent


@engines
@pytest.mark.parametrize(
    "policy", [JSON_SCHEMA, STRICT, Policy(coercion=Coercion.ALL, keywords=Keywords.CORE)]
)
@pytest.mark.parametrize(("schema", "sent", "made"), REPAIRED)
def test_nothing_without_coercion_or_unions(
    engine: str, policy: Policy, schema: Any, sent: Any, made: Any
) -> None:
    if policy.coercion and "properties" in schema:
        pytest.skip("its own properties are repaired under any keywords")
    assert ENGINES[engine]("tool", schema, policy).coerce(sent) is sent


# (schema, sent, what becomes of it), under LENIENT
LENIENTLY: list[tuple[Any, Any, Any]] = [
    (
        BY_ACTION,
        {"action": "create", "name": "n", "config": '{"retries": "3"}'},
        {"action": "create", "name": "n", "config": {"retries": 3}},
    ),
    (BY_ACTION, {"action": "create", "name": "n", "config": None}, {"action": "create", "name": "n"}),
    # The keys of the other branches, as a provider's strict form has them sent.
    (
        either(
            closed({"k": {"const": "a"}, "n": INTEGER}, "k"), closed({"k": {"const": "b"}, "m": TEXT}, "k")
        ),
        {"k": "a", "n": "1", "m": None},
        {"k": "a", "n": 1},
    ),
    (BY_ACTION, {"action": "create", "name": None}, {"action": "create", "name": None}),
    (either(branch({"n": INTEGER}), {"type": "null"}), {"n": "1"}, {"n": 1}),
]


@engines
@pytest.mark.parametrize(("schema", "sent", "made"), LENIENTLY)
def test_leniently(engine: str, schema: Any, sent: Any, made: Any) -> None:
    assert shown(ENGINES[engine]("tool", schema, LENIENT).coerce(sent)) == shown(made)


@engines
def test_validation_enforces_the_schema_as_it_was_written(engine: str) -> None:
    tool = ENGINES[engine]("tool", BY_ACTION, TOOL_INPUT)
    assert shown(tool.validate(RETRIES)) == shown(RETRIES_MADE)
    with pytest.raises(callcheck.InvalidArguments, match="retries"):
        tool.validate({"action": "create", "name": "n", "config": {"retries": "many"}})
    assert [issue.keyword_location for issue in tool.explain({"action": "delete", "id": "x"})] == [
        "/oneOf/1/properties/id/type"
    ]


@engines
@pytest.mark.parametrize("schema", [BY_ACTION, REFERRED])
def test_the_advertised_root_repairs_the_same(engine: str, schema: Any) -> None:
    assert shown(ENGINES[engine]("tool", advertise(schema), TOOL_INPUT).validate(RETRIES)) == shown(
        RETRIES_MADE
    )


class Retry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    retries: int


class Fetch(BaseModel):
    kind: str = Field(pattern="^fetch$")
    config: Retry


class Stop(BaseModel):
    force: bool


def test_plain_pydantic_unions() -> None:
    tool = compile_tool("tool", RootModel[Fetch | Stop].model_json_schema())
    assert tool.validate({"kind": "fetch", "config": {"retries": "3"}}) == {
        "kind": "fetch",
        "config": {"retries": 3},
    }
    assert tool.validate({"force": "true"}) == {"force": True}
