"""The official JSON-Schema-Test-Suite, every draft, required and optional, on every engine."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from callcheck.policy import JSON_SCHEMA, Formats, Policy

from tests.engines import ENGINES
from tests.shared import SUITE, needs_suite

pytestmark = needs_suite

DRAFTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
ASSERTING = replace(JSON_SCHEMA, formats=Formats.ASSERT)
# How many tests there are, so that a suite that is not found cannot pass for one that holds.
FEWEST = 7000


def files() -> Iterator[Path]:
    for draft in DRAFTS:
        yield from sorted((SUITE / "tests" / draft).rglob("*.json"))


def identifier(path: Path) -> str:
    return path.relative_to(SUITE / "tests").as_posix().removesuffix(".json")


def groups(path: Path) -> list[dict[str, Any]]:
    """The groups of a file: each a schema with tests."""
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@functools.cache
def remotes() -> dict[str, Any]:
    """The documents to which the suite's schemas refer, by URI."""
    root = SUITE / "remotes"
    return {
        f"http://localhost:1234/{path.relative_to(root).as_posix()}": json.loads(
            path.read_text(encoding="utf-8")
        )
        for path in root.rglob("*.json")
    }


def policy_for(path: Path) -> Policy:
    """Formats assert, and draft 7's content keywords with them, in the files that are about that; nowhere else."""
    asserts = path.parent.name == "format" or (path.stem == "content" and path.parent.name == "optional")
    return ASSERTING if asserts else JSON_SCHEMA


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", list(files()), ids=identifier)
def test_suite(path: Path, engine: str) -> None:
    dialect = DRAFTS[path.relative_to(SUITE / "tests").parts[0]]
    wrong = []
    for group in groups(path):
        validator = ENGINES[engine]("input", group["schema"], policy_for(path), dialect, remotes())
        for test in group["tests"]:
            if validator.is_valid(test["data"]) is not test["valid"]:
                wrong.append(f"{group['description']}: {test['description']}")
    assert wrong == []


def test_the_suite_is_whole() -> None:
    assert sum(len(group["tests"]) for path in files() for group in groups(path)) >= FEWEST
