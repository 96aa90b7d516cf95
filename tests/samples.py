"""Instances that fit a schema roughly: for tools of which no call was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

DEPTH = 6
BY_TYPE: dict[str, Any] = {"string": "text", "integer": 3, "number": 2.5, "boolean": True, "null": None}


def nested(levels: int, innermost: Any) -> Any:
    """A value inside so many lists."""
    for _ in range(levels):
        innermost = [innermost]
    return innermost


def samples(schema: Any) -> Iterator[Any]:
    """The smallest instance (required properties alone), and two with every property."""
    for choice, every in ((0, False), (0, True), (1, True)):
        yield Sampler(schema, choice, every).instance(schema, 0)


class Sampler:
    """Walks a schema and takes the branch or the enum member with the number `choice`, if there is one."""

    def __init__(self, document: Any, choice: int, every_property: bool) -> None:
        self.document = document
        self.choice = choice
        self.every_property = every_property

    def instance(self, schema: Any, depth: int) -> Any:
        """An instance of `schema`; deep places become None."""
        if not isinstance(schema, dict) or depth > DEPTH:
            return None
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self._chosen(schema["enum"])
        if "$ref" in schema:
            return self.instance(self._target(schema["$ref"]), depth + 1)
        for union in ("anyOf", "oneOf"):
            if schema.get(union) and "properties" not in schema:
                return self.instance(self._chosen(schema[union]), depth + 1)
        return self._typed(schema, depth)

    def _typed(self, schema: dict[str, Any], depth: int) -> Any:
        type_ = schema.get("type", "object" if "properties" in schema else "string")
        if isinstance(type_, list):
            type_ = self._chosen(type_) if type_ else "string"
        if type_ == "object":
            return self._object(schema, depth)
        if type_ == "array":
            return self._array(schema, depth)
        if type_ in ("integer", "number"):
            return _number(schema, type_)
        return _string(schema) if type_ == "string" else BY_TYPE.get(type_)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        properties = schema.get("properties", {})
        names = properties if self.every_property else schema.get("required", ())
        made = {name: self.instance(properties.get(name, True), depth + 1) for name in names}
        if self.every_property and isinstance(schema.get("additionalProperties"), dict):
            made["another"] = self.instance(schema["additionalProperties"], depth + 1)
        return made

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        prefix = [self.instance(item, depth + 1) for item in schema.get("prefixItems", ())]
        count = max(schema.get("minItems", 0), 2 if self.every_property else 0) - len(prefix)
        items = schema.get("items", {"type": "string"})
        return prefix + [self.instance(items, depth + 1) for _ in range(min(count, 20))]

    def _chosen(self, alternatives: list[Any]) -> Any:
        return alternatives[min(self.choice, len(alternatives) - 1)]

    def _target(self, reference: str) -> Any:
        target = self.document
        for token in reference.lstrip("#").split("/")[1:]:
            if not isinstance(target, dict):
                return None
            target = target.get(token.replace("~1", "/").replace("~0", "~"))
        return target


def _number(schema: dict[str, Any], type_: str) -> Any:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    greatest = schema.get("maximum", schema.get("exclusiveMaximum"))
    if isinstance(least, (int, float)) and isinstance(greatest, (int, float)):
        middle = (least + greatest) / 2
        return int(middle) if type_ == "integer" else middle
    if isinstance(least, (int, float)):
        return int(least) + 1
    return int(greatest) - 1 if isinstance(greatest, (int, float)) else BY_TYPE[type_]


def _string(schema: dict[str, Any]) -> str:
    least = schema.get("minLength", 0)
    return "x" * least if least > 4 else "text"[: schema.get("maxLength", 4)]
