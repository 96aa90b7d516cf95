"""Hostile strings in every slot of a schema that takes one, on every engine.

The slots are found by walking the keyword table: a keyword that is added to a dialect is covered unasked.
"""

from __future__ import annotations

import builtins
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from callcheck import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, InvalidArguments, SchemaError
from callcheck.policy import Formats, Policy
from callcheck_compiler import compile_schema, compile_tool
from callcheck_compiler.aot import build_module
from callcheck_compiler.keywords.dialects import DIALECTS, Dialect
from callcheck_compiler.keywords.keyword import Keyword, Role
from callcheck_compiler.reference import reference_validator

from tests.agreement import assert_agree
from tests.engines import generated, imported
from tests.hostile import MARK, STRINGS, WORDS, assert_harmless, candidates, instances

POLICIES = (TOOL_INPUT, LENIENT, STRICT, STRICT_CORE, replace(JSON_SCHEMA, formats=Formats.ASSERT))


@pytest.fixture(autouse=True)
def nothing_runs() -> Iterator[None]:
    """No string was ever executed."""
    yield
    assert not hasattr(builtins, MARK)


def rows() -> dict[Dialect, list[Keyword]]:
    """Every row of every dialect, each in the newest dialect that has it."""
    found: dict[Dialect, list[Keyword]] = {}
    seen: set[int] = set()
    for dialect in reversed(list(DIALECTS.values())):
        found[dialect] = [row for row in dialect.walk if id(row) not in seen]
        seen.update(id(row) for row in dialect.walk)
    return {dialect: own for dialect, own in found.items() if own}


ROWS = rows()


def parses(row: Keyword, value: Any) -> bool:
    """Whether a row takes a value."""
    try:
        row.parse(value, f"/{row.name}")
    except SchemaError:
        return False
    return True


@pytest.mark.parametrize("dialect", ROWS, ids=lambda dialect: dialect.name)
def test_every_keyword_takes_some_candidate(dialect: Dialect) -> None:
    untouched = [row.name for row in dialect.walk if not any(parses(row, value) for value in candidates("a"))]
    assert untouched == []


def slots(dialect: Dialect, text: str) -> dict[str, Any]:
    """A property for each keyword and value with `text` in it that the keyword takes."""
    found: dict[str, Any] = {}
    for row in ROWS[dialect]:
        if row.role is Role.REFERENCE:
            values = [text, f"#/definitions/{pointer(text)}"]
        else:
            values = [value for value in candidates(text) if parses(row, value)]
            if row.role is Role.ANNOTATION:
                del values[1:-1]  # they all go the same way: nowhere
        for index, value in enumerate(values):
            found[f"{row.name} {index}"] = {row.name: value}
    return found


def pointer(text: str) -> str:
    """A string as one token of a JSON Pointer in a URI."""
    return quote(text.replace("~", "~0").replace("/", "~1"), safe="", errors="surrogatepass")


def attempt(make: Any, *arguments: Any, **more: Any) -> Any:
    """What `make` makes, or the refusal, which can be printed on one line."""
    try:
        return make(*arguments, **more)
    except SchemaError as error:
        refusal = error
    assert str(refusal).isprintable()
    return refusal


def accepted(dialect: Dialect, text: str, policy: Policy) -> tuple[Any, Any]:
    """The schema of the slots that are not refused, and its validator. A refusal names the slot."""
    found = slots(dialect, text)
    definitions = {text: {"title": text, "type": ["string", "object"], "enum": [text, {text: text}]}}
    for _ in range(len(found)):
        schema = {"$schema": dialect.uri, "definitions": definitions, "properties": found, "title": text}
        made = attempt(compile_schema, schema, text, policy)
        if not isinstance(made, SchemaError):
            return schema, made
        assert made.tool == text
        slot = made.keyword_location.split("/")[2].replace("~1", "/").replace("~0", "~")
        del found[slot]
    raise AssertionError("every slot was refused")


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
@pytest.mark.parametrize("dialect", ROWS, ids=lambda dialect: dialect.name)
def test_every_slot(dialect: Dialect, text: str) -> None:
    policy = POLICIES[STRINGS.index(text) % len(POLICIES)]
    schema, compiled = accepted(dialect, text, policy)
    assert_harmless(compiled.source)
    reference = reference_validator(text, schema, policy)
    module = generated(text, schema, policy)
    assert_harmless(Path(str(sys.modules[module.validate.__module__].__file__)).read_text(encoding="ascii"))
    for instance in instances(text):
        called = dict.fromkeys(schema["properties"], instance)
        assert_agree(reference, compiled, called)
        assert_agree(reference, module, called)


def nested(names: tuple[str, ...]) -> Any:
    """A schema that uses names in every place that becomes a name in emitted code, or might."""
    scalars = [
        {"type": "boolean"},
        {"type": "integer"},
        {"type": "string", "pattern": "^a"},
        {"enum": list(names)},
    ]
    inner = {
        name: {
            "type": "object",
            "properties": {
                name: scalars[index % 4],
                f"{name}2": {"anyOf": [scalars[index % 4], {"type": "null"}]},
            },
            "required": [name],
        }
        for index, name in enumerate(names)
    }
    return {
        "type": "object",
        "properties": {**inner, **{f"{name} ": scalars[index % 4] for index, name in enumerate(names)}},
        "patternProperties": {"^_": {"not": {"required": list(names)}}},
        "$defs": {name: {"$anchor": "a", "$ref": f"#/properties/{pointer(name)}"} for name in names[:1]},
        "dependentRequired": {name: ["1"] for name in names},
    }


@pytest.mark.parametrize("policy", POLICIES, ids=range(len(POLICIES)))
@pytest.mark.parametrize("names", [WORDS, STRINGS], ids=["words", "hostile strings"])
def test_names_that_mean_something(names: tuple[str, ...], policy: Policy) -> None:
    schema = nested(names)
    engines = [
        compile_schema(schema, "tool", policy),
        generated("tool", schema, policy),
    ]
    reference = reference_validator("tool", schema, policy)
    assert_harmless(engines[0].source)
    for value in ("true", "3", True, 3.0, None, "a", *names[:3]):
        calls: list[Any] = [
            {name: {name: value, f"{name}2": value} for name in names},
            {f"{name} ": value for name in names},
            {**{name: {} for name in names}, **dict.fromkeys(names[::2], value)},
        ]
        for called in calls:
            for engine in engines:
                assert_agree(reference, engine, called)


def test_tools_with_names_that_mean_something() -> None:
    schemas = [
        (name, {"type": "object", "properties": {name: {"type": "boolean"}}})
        for name in (*WORDS[1:], *STRINGS)
    ]
    text = build_module(schemas, LENIENT)
    assert_harmless(text)
    path = Path(generated("a", {}).validate.__globals__["__file__"]).with_name("checks_of_hostile_names.py")
    path.write_text(text, encoding="ascii")
    tools = imported(path)
    assert list(tools) == [name for name, _ in schemas]
    for name, schema in schemas:
        compiled = compile_tool(name, schema, LENIENT)
        assert tools[name].validate({name: "true"}) == compiled.validate({name: "true"}) == {name: True}
        assert_agree(compiled, tools[name], {name: "no"})


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_strings_beside_the_schema(text: str) -> None:
    with pytest.raises(SchemaError):
        compile_schema({}, "input", dialect=text)
    with pytest.raises(SchemaError):
        reference_validator("input", {}, dialect=text)
    with pytest.raises(SchemaError):
        compile_schema({"$schema": text})
    with pytest.warns(UserWarning, match="dialect"):
        assert compile_tool("tool", {"$schema": text}).is_valid({})
    validator = compile_tool("tool", {"type": "object", "properties": {"a": {"type": "object"}}})
    for called in (text, f'{{"a": "{text}"}}', text.encode("utf-8", "surrogatepass"), f"[{text}"):
        with pytest.raises(InvalidArguments) as rejected:
            validator.validate_json(called)
        assert all(line.isprintable() for line in str(rejected.value).split("\n"))


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_other_documents_under_hostile_names(text: str) -> None:
    document = {"$defs": {text: {"const": text}}, "$anchor": "a", "title": text}
    for uri in (text, f"http://example.com/{text}", f"urn:{text}"):
        schema = {"$ref": uri, "properties": {"a": {"$ref": f"{uri}#/$defs/{pointer(text)}"}}}
        reference = attempt(reference_validator, "input", schema, JSON_SCHEMA, resources={uri: document})
        compiled = attempt(compile_schema, schema, resources={uri: document})
        if not isinstance(reference, SchemaError) and not isinstance(compiled, SchemaError):
            assert_harmless(compiled.source)
            assert_agree(reference, compiled, {"a": text, text: 1})
            assert_agree(reference, compiled, {"a": 1})


def test_another_document_under_a_plain_name() -> None:
    """So that the test above is known to compare something."""
    schema = {"$ref": "urn:a#/$defs/b"}
    document = {"$defs": {"b": {"const": STRINGS[0]}}}
    assert compile_schema(schema, resources={"urn:a": document}).is_valid(STRINGS[0])


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_what_is_advertised(text: str) -> None:
    branches = [
        {"properties": {text: {"const": text}, "b": {"title": text}}, "required": [text]},
        {"$ref": "#/$defs/a"},
    ]
    schema = {"oneOf": branches, "title": text, "$defs": {"a": {"properties": {text: {"enum": [1, "x"]}}}}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert isinstance(compile_tool(text, schema).advertised_schema, dict)
