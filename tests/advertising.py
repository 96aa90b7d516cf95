"""What the tests of advertised schemas share: branches of unions, and the comparison of what two schemas accept."""

from __future__ import annotations

import copy
import json
from typing import Any

import callcheck
import jsonschema
import jsonschema_rs
from callcheck_compiler import compile_schema, reference_validator
from callcheck_compiler.advertise import PROVIDERS, advertise

Schema = Any
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def engines(schema: Schema) -> dict[str, Any]:
    """Every validator there is, as a function of the arguments."""
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    return {
        "jsonschema-rs": jsonschema_rs.validator_for(schema).is_valid,
        "jsonschema": kind(schema).is_valid,
        "callcheck": compile_schema(schema).is_valid,
        "callcheck reference": reference_validator("tool", schema, callcheck.JSON_SCHEMA).is_valid,
    }


def assert_same_arguments(schema: Schema, arguments: list[Any]) -> None:
    """The schema and its advertised form accept the same of the arguments, on every engine."""
    before = copy.deepcopy(schema)
    shown = advertise(schema)
    assert schema == before, "the author's schema was altered"
    for name, accepts in engines(schema).items():
        rewritten = engines(shown)[name]
        for value in arguments:
            assert rewritten(value) == accepts(value), f"{name} on {value}: {json.dumps(shown)}"


def branch(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or [], **more}


CREATE = branch(
    {"action": {"const": "create"}, "name": {"type": "string", "description": "its name"}}, ["action", "name"]
)
DELETE = branch({"action": {"const": "delete"}, "id": {"type": "integer"}}, ["action", "id"])
CLOSED_CREATE = {**CREATE, "additionalProperties": False}
CLOSED_DELETE = {**DELETE, "additionalProperties": False}
VALUES: tuple[Any, ...] = ("create", "delete", "x", 1, 2, 2.5, None, True, {}, {"retries": 3})
NAMES = tuple(PROVIDERS)


def parameters(**properties: Schema) -> dict[str, Any]:
    """An object root that every provider takes but for what is in its properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}
