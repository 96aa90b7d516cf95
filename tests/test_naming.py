"""Random names: the compiled validator and the reference refuse the same schemas, and find the same issues by the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from callcheck import JSON_SCHEMA, LENIENT, STRICT, SchemaError

from tests.engines import ENGINES
from tests.naming import INSTANCES, Naming

Count = Callable[..., None]
POLICIES = (JSON_SCHEMA, STRICT, LENIENT)
SOME = 450
SEARCHED = int(os.environ.get("CALLCHECK_EXAMPLES", "20000"))


def made(engine: str, seed: int) -> Any:
    """A validator, or why there is none; every third schema has another document, of a name that is common."""
    naming = Naming(seed)
    schema = naming.document()
    resources = {} if seed % 3 else {"http://x/b": naming.document()}
    try:
        return ENGINES[engine]("tool", schema, POLICIES[seed % 7 % 3], None, resources)
    except SchemaError as refusal:
        return refusal


def compare(seed: int) -> str:
    """What became of one schema, in a word."""
    compiled, reference = made("compiled", seed), made("reference", seed)
    assert isinstance(compiled, SchemaError) == isinstance(reference, SchemaError), (
        seed,
        compiled,
        reference,
    )
    if isinstance(compiled, SchemaError):
        return "in doubt" if "may mean" in str(compiled) else "refused"
    for instance in INSTANCES:
        found = compiled.explain(instance)
        assert found == reference.explain(instance), (seed, instance)
        assert compiled.is_valid(instance) is not bool(found), (seed, instance)
    return "compared"


def search(seeds: range, count: Count) -> None:
    became = [compare(seed) for seed in seeds]
    for word in sorted(set(became)):
        count(f"schemas full of names, {word}", became.count(word))
    # A search in which nearly everything is refused would hold nothing.
    assert became.count("compared") > len(seeds) / 2
    assert became.count("in doubt") > len(seeds) / 50


def test_some_names(count: Count) -> None:
    search(range(SOME), count)


@pytest.mark.slow
def test_many_names(count: Count) -> None:
    search(range(SOME, SOME + SEARCHED), count)
