"""Searches for a schema whose advertised form accepts other arguments, or a provider's form that it should not.

`scripts/search_advertise` runs them at length.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import callcheck
import jsonschema
import jsonschema_rs
from callcheck_compiler import compile_schema, reference_validator
from callcheck_compiler.advertise import PROVIDERS, advertise, unadvertisable
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.provider_rules import as_json_schema, violations
from tests.strategies import documents_and_instances
from tests.union_roots import arguments, union_roots

Schema = Any
Accepts = Callable[[Any], bool]
Count = Callable[..., None]

PAIRS = int(os.environ.get("CALLCHECK_PAIRS", "600"))
ARGUMENTS = 15  # for each schema
search = settings(
    max_examples=max(1, PAIRS // ARGUMENTS),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
# Ours are slower to make than to ask, so that they look at one schema in so many.
OURS = int(os.environ.get("CALLCHECK_OURS", "1"))
all_arguments = st.lists(arguments, min_size=ARGUMENTS, max_size=ARGUMENTS)


def engines(schema: Schema, with_ours: bool) -> dict[str, Accepts]:
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    found: dict[str, Accepts] = {
        "jsonschema-rs": jsonschema_rs.validator_for(schema).is_valid,
        "jsonschema": kind(schema).is_valid,
    }
    if with_ours:
        found["callcheck"] = compile_schema(schema).is_valid
        found["callcheck reference"] = reference_validator("tool", schema, callcheck.JSON_SCHEMA).is_valid
    return found


def test_rewritten_roots_accept_the_same_arguments(count: Count) -> None:
    seen = 0

    @search
    @given(union_roots(), all_arguments)
    def check(schema: Schema, values: list[Any]) -> None:
        nonlocal seen
        seen += 1
        root = advertise(schema)
        assert advertise(root) is root
        note(json.dumps(root))
        assert_shows(schema, root)
        before, after = engines(schema, seen % OURS == 0), engines(root, seen % OURS == 0)
        for name, accepts in before.items():
            for value in values:
                accepted = verdict(accepts, value)
                assert verdict(after[name], value) is accepted, f"{name} on {value}"
                assert not accepted or unadvertisable(schema) is None
                count("original and advertised roots compared")

    check()


def verdict(accepts: Accepts, value: Any) -> bool | None:
    """The verdict; None where jsonschema recurses without end, which ours and jsonschema-rs do not."""
    try:
        return accepts(value)
    except RecursionError:
        return None


def assert_shows(schema: Schema, root: Schema) -> None:
    """`type`, and `properties` and `required` whenever a branch that can be an object has them."""
    if unadvertisable(schema) is not None:
        assert root is schema
        return
    assert root["type"] == "object"
    for keyword in ("anyOf", "oneOf", "allOf"):
        for branch in schema.get(keyword, ()):
            if (
                not isinstance(branch, dict)
                or unadvertisable(branch | {"$defs": schema["$defs"]}) is not None
            ):
                continue
            if branch.get("properties") and "$ref" not in branch and root is not schema:
                assert "properties" in root


def test_forms_accept_what_the_original_accepts(count: Count) -> None:
    @search
    @given(union_roots(), all_arguments)
    def check(schema: Schema, values: list[Any]) -> None:
        assert_forms(schema, values, count)

    check()


def test_forms_of_any_object_accept_what_the_original_accepts(count: Count) -> None:
    @search
    @given(documents_and_instances(later=True, root_object=True, most=ARGUMENTS))
    def check(pair: tuple[Schema, list[Any]]) -> None:
        schema, values = pair
        assert_forms(with_null_types(schema), [value for value in values if isinstance(value, dict)], count)

    check()


def with_null_types(schema: Any) -> Any:
    """The schema with `nullable` written out, for it is an extension that the other engines do not know."""
    if isinstance(schema, list):
        return [with_null_types(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        keyword: value if keyword in ("const", "enum", "default") else with_null_types(value)
        for keyword, value in schema.items()
        if keyword != "nullable" or not isinstance(value, bool)
    }
    if schema.get("nullable") is True and "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        made["type"] = list(dict.fromkeys([*types, "null"]))
    return made


def assert_forms(schema: Schema, values: list[Any], count: Count) -> None:
    """Every form is what its provider takes, and lets through what the original does, or says that it does not."""
    original = jsonschema_rs.validator_for(schema)
    verdicts = [original.is_valid(value) for value in values]
    for provider in PROVIDERS:
        form, report = advertise(schema, provider=provider)
        if report.refused:
            continue
        note(f"{provider}: {json.dumps(form)}\n{report}")
        assert violations(provider, form) == []
        if report.narrowed:
            continue
        accepts = jsonschema_rs.validator_for(as_json_schema(form)).is_valid
        for value, accepted in zip(values, verdicts, strict=True):
            if accepted or not report.widened:
                assert accepts(value) is accepted, f"{provider} on {value}"
            count("original and provider's form compared")


def test_strict_forms_accept_what_the_original_accepts_with_nulls_for_what_is_left_out(count: Count) -> None:
    @search
    @given(union_roots(), all_arguments)
    def check(schema: Schema, values: list[Any]) -> None:
        form, report = advertise(schema, provider="openai-strict")
        said = {entry.reason.partition(";")[0] for entry in report.narrowed}
        if report.refused or not said <= STRICT_BY_NATURE:
            return
        note(json.dumps(form))
        original, accepts = jsonschema_rs.validator_for(schema), jsonschema_rs.validator_for(form)
        for value in values:
            if original.is_valid(value) and value.keys() <= form["properties"].keys():
                sent = {key: value.get(key) for key in form["properties"]}
                if all(
                    isinstance(inner, (str, int, float, bool)) or inner is None for inner in sent.values()
                ):
                    assert accepts.is_valid(sent), f"on {sent}: {report}"
                    count("original and strict form compared")

    check()


# What every strict form says of itself.
STRICT_BY_NATURE = {"OpenAI strict takes closed objects", "OpenAI strict takes every key as required"}
