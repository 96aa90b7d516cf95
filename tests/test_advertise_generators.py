"""What generators write is advertised with its parameters."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck_compiler.advertise import advertise
from pydantic import TypeAdapter

from tests.advertising import VALUES, Schema, assert_same_arguments
from tests.generators import GENERATED, ClosedCreate, ClosedDelete


@pytest.mark.parametrize(
    ("schema", "parameters"), [case[1:] for case in GENERATED], ids=[case[0] for case in GENERATED]
)
def test_generated_schemas_are_advertised_with_their_parameters(schema: Schema, parameters: set[str]) -> None:
    root = advertise(schema)
    assert root["type"] == "object"
    assert set(root["properties"]) == parameters
    arguments: list[Any] = [{}]
    for key in parameters:
        arguments += [{key: value} for value in VALUES]
        arguments += [
            {"action": action, "kind": kind, key: value}
            for action, kind in (("create", "a"), ("delete", "file"), ("rename", "b"))
            for value in VALUES
        ]
    assert_same_arguments(schema, arguments)


def test_a_discriminator_becomes_one_enum_in_branch_order() -> None:
    root = advertise(TypeAdapter(ClosedDelete | ClosedCreate).json_schema())
    assert root["properties"]["action"] == {"title": "Action", "type": "string", "enum": ["delete", "create"]}
    assert root["properties"]["name"]["description"] == "its name"
    assert root["additionalProperties"] is False
