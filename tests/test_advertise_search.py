"""Searches for a schema whose advertised form accepts other arguments, or a provider's form that it should not.

`scripts/search_advertise` runs them at length.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import callcheck
import jsonschema_rs
from callcheck_compiler import compile_schema, reference_validator
from callcheck_compiler.advertise import PROVIDERS, advertise, unadvertisable
from callcheck_compiler.keywords.dialects import dialect_of
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.advertising import engines
from tests.agreement import assert_agree
from tests.provider_rules import as_json_schema, violations
from tests.strategies import documents_and_instances
from tests.union_roots import KEYS, VALUES, arguments, union_roots

Schema = Any
Accepts = Callable[[Any], bool]
Count = Callable[..., None]

PAIRS = int(os.environ.get("CALLCHECK_PAIRS", "600"))
ARGUMENTS = 15  # for each schema
search = settings(
    max_examples=-(-PAIRS // ARGUMENTS),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
all_arguments = st.lists(arguments, min_size=ARGUMENTS, max_size=ARGUMENTS)


def test_rewritten_roots_accept_the_same_arguments(count: Count) -> None:
    @search
    @given(union_roots(), all_arguments)
    def check(schema: Schema, values: list[Any]) -> None:
        before = json.dumps(schema)
        root = advertise(schema)
        assert advertise(root) is root
        assert advertise(json.loads(before)) is root or root is schema
        assert json.dumps(schema) == before
        note(json.dumps(root))
        assert_shows(schema, root)
        count("schemas with original and advertised root compared")
        originals, advertised = engines(schema), engines(root)
        for value in values:
            verdicts = {name: verdict(accepts, value) for name, accepts in originals.items()}
            # jsonschema has faults of its own, such as with the empty pattern beside `additionalProperties`.
            assert (
                len({verdicts[name] for name in verdicts if name != "jsonschema"}) == 1
            ), f"{verdicts} on {value}"
            assert not any(verdicts.values()) or unadvertisable(schema) is None
            for name, accepted in verdicts.items():
                assert verdict(advertised[name], value) is accepted, f"{name} on {value}"
                count("verdicts compared on both roots")
            count("pairs of a schema and arguments on which every engine was asked about both roots")

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
            if branch.get("required") and "$ref" not in branch and root is not schema:
                assert "required" in root or dialect_of(schema).name == "4"  # which has no empty one


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


repairable = st.sampled_from((*VALUES, "1", "2.5", "true", "1.0", '{"a": "1"}', '["1"]'))
repairable_arguments = st.lists(
    st.dictionaries(st.sampled_from(KEYS), repairable, max_size=4), min_size=ARGUMENTS, max_size=ARGUMENTS
)


def test_repairs_below_a_union_root(count: Count) -> None:
    """Engines agree; nothing that is valid is changed; what coercion made, coercion leaves alone."""

    @search
    @given(union_roots(), repairable_arguments)
    def check(schema: Schema, values: list[Any]) -> None:
        as_written = compile_schema(schema)
        for policy in (callcheck.TOOL_INPUT, callcheck.LENIENT):
            reference = reference_validator("tool", schema, policy)
            tool = compile_schema(schema, "tool", policy)
            for value in values:
                assert_agree(reference, tool, value)
                coerced = tool.coerce(value)
                assert tool.coerce(coerced) is coerced
                assert coerced == value or not as_written.is_valid(value)
                count("pairs with a root's repairs compared with the reference")

    check()
