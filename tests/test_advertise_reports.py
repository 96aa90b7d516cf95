"""Each provider's form of a schema: what its description and the report tell, and what is refused."""

from __future__ import annotations

import json

import pytest
from callcheck_compiler.advertise import Narrowing, Report, Widening, advertise

from tests.advertising import CLOSED_CREATE, CLOSED_DELETE, CREATE, NAMES, Schema, branch, parameters


def test_a_dropped_union_is_told_in_the_description_and_in_the_report() -> None:
    form, report = advertise({"oneOf": [CLOSED_CREATE, CLOSED_DELETE]}, provider="anthropic")
    assert (
        form["description"]
        == 'Give exactly one of: `action` "create" with `name`; `action` "delete" with `id`.'
    )
    assert report == Report(
        "anthropic", (Widening("", "oneOf", "Anthropic takes no `oneOf`, `allOf` or `anyOf` at the root"),)
    )
    assert str(report).splitlines() == [
        "is wider at the root, `oneOf`: Anthropic takes no `oneOf`, `allOf` or `anyOf` at the root",
        "Validation still enforces the schema as its author wrote it.",
    ]


def test_which_parameters_go_together_is_told() -> None:
    schema = {
        "type": "object",
        "properties": {"x": {}, "y": {}, "label": {}},
        "anyOf": [{"required": ["label"]}, {"required": ["x", "y"]}],
        "description": "A place.",
    }
    assert advertise(schema, provider="anthropic").schema == {
        "type": "object",
        "properties": {"x": {}, "y": {}, "label": {}},
        "description": "A place. Give one of: `label`; `x`, `y`.",
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/A", "$defs": {"A": CLOSED_CREATE}},
        {"allOf": [branch({"a": {"type": "string"}}, ["a"]), branch({"b": {"type": "integer"}}, ["b"])]},
        {"anyOf": [CLOSED_CREATE]},
        {"anyOf": [CREATE, {"type": "null"}]},
    ],
    ids=json.dumps,
)
def test_what_the_new_root_says_in_full_is_no_widening(schema: Schema) -> None:
    form, report = advertise(schema, provider="anthropic")
    assert set(form) <= {"type", "properties", "required", "additionalProperties"}
    assert not report


@pytest.mark.parametrize("provider", ["anthropic", "openai", "bedrock"])
@pytest.mark.parametrize(
    "root",
    [
        {"additionalProperties": False, "patternProperties": {"^a": {"type": "integer"}}},
        {"patternProperties": {"^a": {"type": "integer"}}},
        {
            "additionalProperties": False,
            "properties": {"b": {}},
            "patternProperties": {"^a": {}},
            "anyOf": [{"type": "object", "properties": {"b": {}, "a": False}}],
        },
    ],
    ids=json.dumps,
)
def test_a_pattern_at_the_root_lets_through_what_a_closed_branch_does_not(
    root: Schema, provider: str
) -> None:
    schema = {"anyOf": [{"type": "object", "properties": {"b": {}}, "additionalProperties": False}], **root}
    form, report = advertise(schema, provider=provider)
    assert "anyOf" not in form
    assert "anyOf" in [widening.keyword for widening in report.widened]


def test_what_asks_for_less_elsewhere_does_not_ask_for_more_in_a_negation() -> None:
    pattern = {"type": "string", "pattern": "^\\p{L}$"}
    form, report = advertise(
        parameters(p={"not": pattern}, q={"oneOf": [pattern, {"const": "a"}]}), provider="openai"
    )
    assert form["properties"]["p"] == {}
    assert "anyOf" in form["properties"]["q"]
    assert {(location, keyword) for location, keyword, _ in report.widened} == {
        ("/properties/p", "not"),
        ("/properties/q", "oneOf"),
        ("/properties/q/oneOf/0", "pattern"),
    }


def test_a_negation_of_what_is_named_goes_when_that_asks_for_less() -> None:
    schema = parameters(p={"not": {"$ref": "#/$defs/P"}}, q={"not": {"$ref": "#/$defs/Q"}}) | {
        "$defs": {"P": {"type": "string", "pattern": "\\p{L}"}, "Q": {"type": "string"}}
    }
    form = advertise(schema, provider="openai").schema
    assert form["properties"] == {"p": {}, "q": {"not": {"$ref": "#/$defs/Q"}}}


def test_a_strict_form_tells_that_null_stands_for_absence() -> None:
    form, report = advertise(
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
        provider="openai-strict",
    )
    assert form["required"] == ["a"]
    assert [entry.keyword for entry in report.narrowed] == ["required"]
    assert "sent as null" in report.narrowed[0].reason
    assert "NULL_AS_ABSENT" in report.widened[0].reason


def test_names_that_a_provider_refuses() -> None:
    schema = {"type": "object", "properties": {"a b": {}, "c": {}}, "required": ["c"]}
    form, report = advertise(schema, provider="anthropic")
    assert set(form["properties"]) == {"c"}
    assert report.narrowed == (
        Narrowing(
            "",
            "properties",
            'Anthropic takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`; "a b" is left out, for it does not fit',
        ),
    )
    form, report = advertise({**schema, "required": ["a b"]}, provider="anthropic")
    assert set(form["properties"]) == {"a b", "c"}
    assert [entry.reason for entry in report.refused] == [
        'Anthropic takes names of parameters of 1 to 64 letters, digits, `_`, `.` and `-`; "a b" is required: give it another name'
    ]


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        (parameters(**{f"p{n}": {"type": "string"} for n in range(5001)}), "properties"),
        (parameters(a={"enum": [f"v{n}" for n in range(1001)]}), "enum"),
        (parameters(a={"enum": [f"{n:060}" for n in range(251)]}), "enum"),
        (parameters(**{f"{n:0600}": {"type": "string"} for n in range(201)}), "properties"),
    ],
    ids=["properties", "values", "characters of an enum", "characters"],
)
def test_the_limits_of_strict_mode_are_refusals(schema: Schema, keyword: str) -> None:
    report = advertise(schema, provider="openai-strict").report
    assert [entry.keyword for entry in report.refused] == [keyword]


def test_too_many_levels_for_strict_mode() -> None:
    schema: Schema = {"type": "string"}
    for _ in range(11):
        schema = parameters(p=schema)
    assert "11 levels of objects" in advertise(schema, provider="openai-strict").report.refused[0].reason


@pytest.mark.parametrize("provider", NAMES)
@pytest.mark.parametrize(
    "schema",
    [{"type": "array"}, False, {"properties": 3}, {"type": "object", "properties": {"a": {"type": "x"}}}],
    ids=json.dumps,
)
def test_what_cannot_be_brought_into_form_is_left_as_written(schema: Schema, provider: str) -> None:
    form, report = advertise(schema, provider=provider)
    assert form is schema
    assert len(report.refused) == 1


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'acme' is not known; the known ones are 'anthropic', 'openai'"):
        advertise({"type": "object"}, provider="acme")
