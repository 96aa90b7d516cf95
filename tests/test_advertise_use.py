"""Advertised schemas in use: with the validators, with real tools, and with what people reported."""

from __future__ import annotations

import json
from typing import Any

import callcheck
import jsonschema_rs
import pytest
from callcheck_compiler import compile_tool
from callcheck_compiler.advertise import advertise

from tests.advertising import CLOSED_CREATE, CLOSED_DELETE, CREATE, DELETE, branch, engines
from tests.shared import needs_shared, reports, tools

# --- with the validators ---


def test_coercion_reaches_below_a_rewritten_root() -> None:
    config = branch({"retries": {"type": "integer"}})
    schema = {
        "anyOf": [
            {**CLOSED_CREATE, "properties": {**CLOSED_CREATE["properties"], "config": config}},
            CLOSED_DELETE,
        ]
    }
    tool = compile_tool("tool", advertise(schema))
    sent = {"action": "create", "name": "n", "config": {"retries": "3"}}
    assert tool.validate(sent) == {"action": "create", "name": "n", "config": {"retries": 3}}
    with pytest.raises(callcheck.InvalidArguments):
        tool.validate({"action": "delete", "id": "1", "config": {}})


def test_a_validator_tells_its_advertised_schema() -> None:
    schema = {"anyOf": [CREATE, DELETE]}
    assert compile_tool("tool", schema).advertised_schema is advertise(schema)


# --- real schemas, real reports ---


@needs_shared
def test_every_real_tool_comes_back_as_it_is() -> None:
    found = tools()
    assert len(found) > 6000
    assert all(advertise(tool["parameters"]) is tool["parameters"] for tool in found)


CASES = [case for case in reports() if case["want"]["verdict"] == "advertise"]


@needs_shared
def test_there_are_cases() -> None:
    assert len(CASES) == 10


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_people_reported(case: dict[str, Any]) -> None:
    schema, want = case["schema"], case["want"]
    before = json.dumps(schema)
    root = advertise(schema)
    for accepts in (*engines(schema).values(), *engines(root).values()):
        assert all(map(accepts, want["accepts"]))
        assert not any(map(accepts, want["rejects"]))
    form, report = advertise(schema, provider="anthropic")
    assert json.dumps(schema) == before
    assert form["type"] == root["type"] == want["root_type"]
    assert not set(want["no_root"]) & form.keys()
    assert set(want.get("mentions", ())) <= form["properties"].keys() & root["properties"].keys()
    dropped = set(want["no_root"]) & root.keys()
    assert all(all(map(accepts, want["accepts"])) for accepts in engines(form).values())
    assert (
        report.widened
        or not dropped
        or not any(map(jsonschema_rs.validator_for(form).is_valid, want["rejects"]))
    )
