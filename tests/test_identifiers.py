"""The names that schemas give themselves: what one means that stands twice, and when it means nothing; on every engine."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.policy import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT

from tests.engines import ENGINES, engines, issues_of
from tests.identifiers import DRAFT_4, DRAFT_6, DRAFT_7, DRAFT_2019_09, DRAFT_2020_12, ONE, TWO, refusal_of

POLICIES = {"specification": JSON_SCHEMA, "tool": TOOL_INPUT, "lenient": LENIENT, "strict": STRICT}


LATER = (DRAFT_2019_09, DRAFT_2020_12)
UNTIL_DRAFT_7 = (DRAFT_6, DRAFT_7)

# (dialects, two schemas of one name that differ, a reference to them); the first is the whole schema where it is None
TWICE: dict[str, tuple[tuple[str, ...], Any, Any, str]] = {
    "id in draft 4": ((DRAFT_4,), {"id": TWO, "maximum": 1}, {"id": TWO}, TWO),
    "id": ((*UNTIL_DRAFT_7, *LATER), {"$id": TWO, "maximum": 1}, {"$id": TWO}, TWO),
    "id with an empty fragment": (LATER, {"$id": TWO}, {"$id": f"{TWO}#"}, "two"),
    "id, relative and absolute": (LATER, {"$id": "two"}, {"$id": TWO}, f"{TWO}#"),
    "id of the whole schema": (LATER, None, {"$id": ONE}, ONE),
    "id of the whole schema, by a pointer": (LATER, None, {"$id": ONE}, "#/definitions/c"),
    "ids of nothing but letters": (LATER, {"$id": "a"}, {"$id": "./a"}, "a"),
    "a place inside": (
        (*UNTIL_DRAFT_7, *LATER),
        {"$id": TWO},
        {"$id": TWO, "definitions": {"a": {}}},
        f"{TWO}#/definitions/a",
    ),
    "fragment": (UNTIL_DRAFT_7, {"$id": "#n"}, {"$id": "#n", "maximum": 1}, "#n"),
    "anchor": (LATER, {"$anchor": "n", "maximum": 1}, {"$anchor": "n"}, "#n"),
    "anchor in two resources of one URI": (
        LATER,
        {"$id": TWO, "$anchor": "n"},
        {"$id": TWO, "not": {"$anchor": "n"}},
        f"{TWO}#n",
    ),
    "dynamic anchor": ((DRAFT_2020_12,), {"$dynamicAnchor": "n", "minimum": 3}, {"$dynamicAnchor": "n"}, "#n"),
    "both anchors": ((DRAFT_2020_12,), {"$dynamicAnchor": "n"}, {"$anchor": "n"}, "#n"),
    "one and true": (LATER, {"$id": TWO, "const": [[1]]}, {"$id": TWO, "const": [[True]]}, TWO),
    "one and a text": (LATER, {"$id": TWO, "default": [1]}, {"$id": TWO, "default": ["1"]}, TWO),
    "one, written in two ways": (LATER, {"$id": TWO, "maximum": 1}, {"$id": TWO, "maximum": 1.0}, TWO),
    "an object and a list": (LATER, {"$id": TWO, "default": [{}]}, {"$id": TWO, "default": [[]]}, TWO),
    "an order of items": (LATER, {"$id": TWO, "enum": [1, 2]}, {"$id": TWO, "enum": [2, 1]}, TWO),
    "what looks like the text of another": (
        LATER,
        {"$id": TWO, "default": ["#0"]},
        {"$id": TWO, "default": [{}]},
        TWO,
    ),
    "two dialects": (
        (DRAFT_2020_12,),
        {"$id": "http://example.com/", "$schema": DRAFT_7, "definitions": {"c": {"$id": "two"}}},
        {"$id": "two"},
        TWO,
    ),
}  # fmt: skip
CASES = [(dialect, case) for case, (dialects, *_) in TWICE.items() for dialect in dialects]


def holding(dialect: str, first: Any, second: Any, reference: str | None = None) -> Any:
    """A tool that holds two schemas and perhaps a reference to them."""
    whole = {
        "$schema": dialect,
        "id" if dialect == DRAFT_4 else "$id": ONE,
        "type": "object",
        "properties": {"a": {} if reference is None else {"$ref": reference}},
        "definitions": {"b": first, "c": second},
    }
    if first is None:
        del whole["definitions"]["b"]  # type: ignore[attr-defined]
    return whole


@engines
@pytest.mark.parametrize(("dialect", "case"), CASES)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_reference_that_may_mean_two_schemas_is_refused(
    engine: str, dialect: str, case: str, policy: str
) -> None:
    _, first, second, reference = TWICE[case]
    assert ENGINES[engine]("tool", holding(dialect, first, second), POLICIES[policy]).is_valid({"a": 5})
    refusal = refusal_of(engine, holding(dialect, first, second, reference), POLICIES[policy])
    assert refusal.keyword_location == "/properties/a/$ref"
    assert ("the whole schema" if first is None else '"/definitions/b') in refusal.reason
    assert '"/definitions/c' in refusal.reason
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 350


@engines
@pytest.mark.parametrize(("dialect", "case"), CASES)
def test_a_reference_that_may_mean_two_schemas_of_a_resource_is_refused_where_it_is_followed(
    engine: str, dialect: str, case: str
) -> None:
    _, first, second, reference = TWICE[case]
    resources = {ONE: holding(dialect, first, second, reference)}
    schema = {"$schema": dialect, "allOf": [{"$ref": ONE}]}
    if first is None:  # a document has the URI under which it is given, whatever in it has the same one
        assert issues_of(engine, schema, {"a": {}}, resources=resources) == []
        return
    refusal = refusal_of(engine, schema, JSON_SCHEMA, resources)
    assert refusal.keyword_location == f"{ONE}#/properties/a/$ref"
    assert f'"{ONE}#/definitions/b' in refusal.reason
    assert f'"{ONE}#/definitions/c' in refusal.reason
    assert issues_of(engine, {"type": "integer"}, 1, resources=resources) == []


# (dialects, a schema that stands twice, a reference to it); 2 does not satisfy it, and 1 does
COPIES: dict[str, tuple[tuple[str, ...], Any, str]] = {
    "id in draft 4": ((DRAFT_4,), {"id": TWO, "maximum": 1}, TWO),
    "id": ((*UNTIL_DRAFT_7, *LATER), {"$id": TWO, "maximum": 1}, TWO),
    "id with an empty fragment": (LATER, {"$id": f"{TWO}#", "maximum": 1}, "two"),
    "fragment": (UNTIL_DRAFT_7, {"$id": "#n", "maximum": 1}, "#n"),
    "anchor": (LATER, {"$anchor": "n", "maximum": 1}, "#n"),
    "dynamic anchor": ((DRAFT_2020_12,), {"$dynamicAnchor": "n", "maximum": 1}, "#n"),
    "a place inside": (
        (*UNTIL_DRAFT_7, *LATER),
        {"$id": TWO, "allOf": [{"maximum": 1}]},
        f"{TWO}#/allOf/0",
    ),
    "names inside": (
        LATER,
        {
            "$id": TWO,
            "allOf": [{"$ref": "#n"}, {"$ref": "three#m"}],
            "$defs": {
                "a": {"$anchor": "n"},
                "b": {"$id": "three", "$defs": {"c": {"$anchor": "m", "maximum": 1}}},
            },
        },
        TWO,
    ),
    "an identifier of its own dialect": (
        LATER,
        {"$id": TWO, "$schema": DRAFT_7, "definitions": {"a": {"$id": "#n", "maximum": 1}}, "allOf": [{"$ref": "#n"}]},
        TWO,
    ),
}  # fmt: skip


def shuffled(value: Any) -> Any:
    """The same JSON, its keys the other way round."""
    if isinstance(value, dict):
        return {name: shuffled(member) for name, member in reversed(value.items())}
    return [shuffled(member) for member in value] if isinstance(value, list) else value


@engines
@pytest.mark.parametrize(
    ("dialect", "case"), [(dialect, case) for case, (dialects, *_) in COPIES.items() for dialect in dialects]
)
def test_a_name_of_two_copies_means_either(engine: str, dialect: str, case: str) -> None:
    _, schema, reference = COPIES[case]
    for policy in (*POLICIES.values(), STRICT_CORE):
        tool = ENGINES[engine]("tool", holding(dialect, schema, shuffled(schema), reference), policy)
        assert tool.is_valid({"a": 1})
        assert [issue.instance_location for issue in tool.explain({"a": 2})] == [("a",)][
            policy is STRICT_CORE :
        ]
    (issue,) = issues_of(engine, holding(dialect, schema, shuffled(schema), reference), {"a": 2})
    assert issue.keyword_location.startswith("/definitions/b/")
    resources = {ONE: holding(dialect, shuffled(schema), schema, reference)}
    (issue,) = issues_of(
        engine, {"$schema": dialect, "allOf": [{"$ref": ONE}]}, {"a": 2}, resources=resources
    )
    assert issue.keyword_location.startswith(f"{ONE}#/definitions/b/")


# Shared schemas as generators write them: whole, with the identifier, wherever they are used.
TREE = {
    "$id": "Tree",
    "type": "object",
    "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "Tree"}}},
    "required": ["value"],
}


@engines
@pytest.mark.parametrize("dialect", [None, *UNTIL_DRAFT_7, *LATER])
def test_a_schema_that_refers_to_itself_may_stand_wherever_it_is_used(
    engine: str, dialect: str | None
) -> None:
    schema = {"type": "object", "properties": {"left": TREE, "right": TREE, "more": {"items": TREE}}}
    tool = ENGINES[engine]("tool", schema, TOOL_INPUT, dialect)
    tree = {"value": "1", "children": [{"value": 2}]}
    assert tool.validate({"left": tree, "right": tree, "more": [tree]})["right"]["value"] == 1
    wrong = {"children": [{"value": 2, "children": [{"value": None}]}], "value": 1}
    assert [
        (issue.instance_location, issue.keyword_location)
        for issue in tool.explain({"right": wrong, "more": [{}]})
    ] == [
        (("more", 0, "value"), "/properties/more/items/required"),
        (("right", "children", 0, "children", 0, "value"), "/properties/left/properties/value/type"),
    ]


# (schema, whether it is refused); two resources of one name in the way to a dynamic reference
DYNAMIC: dict[str, tuple[Any, bool]] = {}
for keyword, own, elsewhere, dialect in (
    ("$dynamicRef", {"$dynamicAnchor": "n"}, {"$anchor": "n"}, DRAFT_2020_12),
    ("$recursiveRef", {"$recursiveAnchor": True}, {}, DRAFT_2019_09),
):
    inner = {"$id": ONE, **own, "properties": {"b": {keyword: "#n" if keyword == "$dynamicRef" else "#"}}}
    for name, first, second, refused in (
        ("both differ", own | {"title": "first"}, own, True),
        ("one is none", elsewhere, own, True),
        ("the first is one", own, elsewhere, True),
        ("both are none", elsewhere | {"title": "first"}, elsewhere, False),
        ("copies", own, own, False),
    ):
        schema = {
            "$schema": dialect,
            "allOf": [{"$id": TWO, "properties": {"a": {"$ref": ONE}}, **first}, {"not": {"not": inner}}],
            "$defs": {"c": {"$id": TWO, "properties": {"a": {"$ref": ONE}}, **second}},
        }
        DYNAMIC[f"{keyword}, {name}"] = schema, refused


@engines
@pytest.mark.parametrize("case", DYNAMIC)
def test_two_resources_of_one_name_in_the_dynamic_scope(engine: str, case: str) -> None:
    schema, refused = DYNAMIC[case]
    if refused:
        refusal = refusal_of(engine, schema)
        keyword = case.partition(",")[0]
        assert refusal.keyword_location == f"/allOf/1/not/not/properties/b/{keyword}"
        assert '"/allOf/0"' in refusal.reason
        assert '"/$defs/c"' in refusal.reason
    else:
        assert issues_of(engine, schema, {"a": {"b": {}}}) == []


@engines
def test_an_anchor_is_no_dynamic_anchor_of_the_same_name(engine: str) -> None:
    inner = {"$id": TWO, "$dynamicAnchor": "n", "properties": {"b": {"$dynamicRef": "#n"}}, "required": ["c"]}
    schema = {"$id": ONE, "$defs": {"n": {"$anchor": "n"}, "i": inner}, "properties": {"a": {"$ref": TWO}}}
    found = issues_of(engine, schema, {"a": {"c": 1, "b": {}}})
    assert [issue.keyword_location for issue in found] == ["/$defs/i/required"]


@engines
@pytest.mark.parametrize(("dialect", "case"), CASES)
def test_who_reads_no_references_is_not_in_doubt(engine: str, dialect: str, case: str) -> None:
    _, first, second, reference = TWICE[case]
    assert ENGINES[engine]("tool", holding(dialect, first, second, reference), STRICT_CORE).is_valid({"a": 1})


@engines
def test_a_place_inside_one_of_two_schemas_of_one_name_is_doubtful_from_inside_too(engine: str) -> None:
    inside = {"$id": TWO, "allOf": [{"$ref": "#/definitions/a"}], "definitions": {"a": {}}}
    schema = {"$schema": DRAFT_7, "allOf": [inside, {"$id": TWO}]}
    assert refusal_of(engine, schema).keyword_location == "/allOf/0/allOf/0/$ref"
