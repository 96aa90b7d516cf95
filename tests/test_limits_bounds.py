"""The bounds themselves: what is beyond one is refused, in memory and in a module, and the refusal names the bound."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck import LENIENT, SchemaError
from callcheck_compiler import Limits, compile_schema, compile_tool
from callcheck_compiler.aot import build_module

from tests.bombs import BOMBS, LARGE, doubling, nested
from tests.limiting import policies

STRINGS = [f"v{index}" for index in range(100)]
BEYOND: list[tuple[Limits, Any, str, str]] = [
    (Limits(characters=100), {"enum": STRINGS}, "its text has more than 100 characters", ""),
    (Limits(depth=5), nested(6, {}, lambda inner: {"not": inner}), "nested more than 5 levels deep", "/not/not/not/not/not/not"),
    (Limits(values=50), {"enum": STRINGS}, "it has more than 50 values", ""),
    (Limits(subschemas=50), LARGE["properties"](60), "it has more than 50 subschemas", "/properties/p"),
    (Limits(references=50), LARGE["references to one"](60), "it has more than 50 references", "/properties/p"),
    (Limits(members=50), {"properties": {"a": {"enum": STRINGS}}}, "the enum has more than 50 members", "/properties/a/enum"),
    (Limits(pattern=50), {"pattern": "a" * 51}, "the pattern has more than 50 characters", "/pattern"),
    (Limits(functions=5), LARGE["references to many"](9), "more than 5 schemas of it are compiled apart", "/properties/p"),
    (Limits(positions=50), LARGE["objects"](60), "it has more than 50 places to coerce", ""),
    (Limits(source=9000), LARGE["objects"](30), "it would become more than 9,000 characters of Python", ""),
    (Limits(source=90), nested(9, {}, lambda inner: {"not": inner}), "more than 90 characters of Python", "/not"),
    (Limits(steps=50), LARGE["objects"](60), "compiling it takes more than 50 steps", ""),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "schema", "reason", "location"), BEYOND, ids=range(len(BEYOND)))
def test_what_is_beyond_a_bound_is_refused(limits: Limits, schema: Any, reason: str, location: str) -> None:
    changed = next(
        name for name in Limits.__annotations__ if getattr(limits, name) != getattr(Limits(), name)
    )
    for make in (
        lambda: compile_tool("a tool", schema, LENIENT, limits=limits),
        lambda: build_module({"a tool": schema}, LENIENT, limits=limits, pretty=False),
    ):
        with pytest.raises(SchemaError) as refused:
            make()
        assert reason in refused.value.reason
        assert f"Limits.{changed}" in refused.value.reason
        assert refused.value.tool == "a tool"
        assert refused.value.keyword_location.startswith(location)
    assert compile_tool("a tool", schema, LENIENT).explain({}) is not None


@policies
@pytest.mark.parametrize("name", [*LARGE, *(f"{name} bomb" for name in BOMBS)])
def test_source_is_what_is_measured(name: str, policy: Any) -> None:
    """A schema is accepted when all of its text is within the bound, and refused when it is not, in memory and in a module.

    In memory most of the text is written later: so this also holds that it was foreseen.
    """
    schema = BOMBS[name.removesuffix(" bomb")](20) if name.endswith(" bomb") else LARGE[name](40)
    written = len(compile_tool("tool", schema, policy).source)
    too_few, enough = Limits(source=written // 2), Limits(source=6 * written)
    compile_tool("tool", schema, policy, limits=enough).explain({})
    build_module({"tool": schema}, policy, limits=enough, pretty=False)
    with pytest.raises(SchemaError, match=r"Limits\.source"):
        compile_tool("tool", schema, policy, limits=too_few)
    with pytest.raises(SchemaError, match=r"Limits\.source"):
        build_module({"tool": schema}, policy, limits=too_few, pretty=False)


def test_a_refusal_is_the_same_each_time() -> None:
    refusals = set()
    for _ in range(3):
        with pytest.raises(SchemaError) as refused:
            compile_schema(doubling("anyOf")(60), limits=Limits(steps=500))
        refusals.add(str(refused.value))
    assert len(refusals) == 1
