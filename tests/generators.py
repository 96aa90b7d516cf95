"""What generators of schemas write, and the parameters it has."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tests.advertising import Schema


class Create(BaseModel):
    action: Literal["create"]
    name: str = Field(description="its name")


class Delete(BaseModel):
    action: Literal["delete"] = "delete"
    id: int
    force: bool | None = None


class ClosedCreate(Create):
    model_config = ConfigDict(extra="forbid")


class ClosedDelete(Delete):
    model_config = ConfigDict(extra="forbid")


class Folder(BaseModel):
    kind: Literal["folder"]
    children: list[Folder | File] = []


class File(BaseModel):
    kind: Literal["file"]
    size: int


GENERATED: list[tuple[str, Schema, set[str]]] = [
    (
        "pydantic, plain union",
        TypeAdapter(Create | Delete).json_schema(),
        {"action", "name", "id", "force"},
    ),
    (
        "pydantic, discriminated union",
        TypeAdapter(ClosedCreate | ClosedDelete).json_schema(),
        {"action", "name", "id", "force"},
    ),
    (
        "pydantic, discriminator",
        TypeAdapter(Annotated[Create | Delete, Field(discriminator="action")]).json_schema(),
        {"action", "name", "id", "force"},
    ),
    ("pydantic, recursive model", Folder.model_json_schema(), {"kind", "children"}),
    (
        "pydantic, recursive union",
        TypeAdapter(Folder | File).json_schema(),
        {"kind", "children", "size"},
    ),
    ("pydantic, optional model", TypeAdapter(Create | None).json_schema(), {"action", "name"}),
    (
        "zod, discriminatedUnion",
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "anyOf": [
                {
                    "type": "object",
                    "properties": {
                        "action": {"type": "string", "const": "create"},
                        "name": {"type": "string", "minLength": 1},
                    },
                    "required": ["action", "name"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {
                        "action": {"type": "string", "const": "rename"},
                        "name": {"$ref": "#/anyOf/0/properties/name"},
                        "to": {"type": ["string", "null"]},
                    },
                    "required": ["action", "name", "to"],
                    "additionalProperties": False,
                },
            ],
        },
        {"action", "name", "to"},
    ),
    (
        "zod, intersection",
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "number"}}, "required": ["b"]},
            ],
            "unevaluatedProperties": False,
        },
        {"a", "b"},
    ),
    (
        "TypeBox, Union of Objects",
        {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"kind": {"const": "a", "type": "string"}, "x": {"type": "number"}},
                    "required": ["kind", "x"],
                },
                {
                    "type": "object",
                    "properties": {
                        "kind": {"const": "b", "type": "string"},
                        "y": {"anyOf": [{"const": "p", "type": "string"}, {"const": "q", "type": "string"}]},
                    },
                    "required": ["kind"],
                },
            ]
        },
        {"kind", "x", "y"},
    ),
    (
        "TypeBox, Intersect",
        {
            "type": "object",
            "unevaluatedProperties": False,
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "integer"}}},
            ],
        },
        {"a", "b"},
    ),
    (
        "TypeBox, Recursive",
        {
            "$id": "T0",
            "type": "object",
            "properties": {"id": {"type": "string"}, "nodes": {"type": "array", "items": {"$ref": "T0"}}},
            "required": ["id", "nodes"],
        },
        {"id", "nodes"},
    ),
]
