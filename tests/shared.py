"""The shared corpora: where they are, and their records. They are not part of the repository."""

from __future__ import annotations

import functools
import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("CALLCHECK_SHARED", REPOSITORY.parent / "shared"))

needs_shared = pytest.mark.skipif(
    not (SHARED / "corpus" / "tools.jsonl").is_file(),
    reason=f"the shared corpora are not at {SHARED}; set CALLCHECK_SHARED to the directory that holds them",
)

# The official test suite is one of them, and scripts/get_suite puts it here.
_CORPUS_SUITE = SHARED / "corpus" / "json-schema-test-suite"
SUITE = _CORPUS_SUITE if _CORPUS_SUITE.is_dir() else REPOSITORY / ".suite"

needs_suite = pytest.mark.skipif(
    not SUITE.is_dir(),
    reason=f"the official test suite is neither at {_CORPUS_SUITE} nor at {SUITE}; scripts/get_suite gets it",
)


def shared_path(*parts: str) -> Path:
    """The path of something in the shared directory, which need not exist."""
    return SHARED.joinpath(*parts)


@functools.cache
def tools() -> list[dict[str, Any]]:
    """Every tool: `source`, `name`, `parameters`, and `schema_error` where the schema is not valid."""
    return _lines(shared_path("corpus", "tools.jsonl"))


@functools.cache
def calls() -> list[dict[str, Any]]:
    """Every call: `source`, `tool`, `tool_index` (into `tools()`), `arguments`, `origin`, `valid`."""
    return _lines(shared_path("corpus", "calls.jsonl"))


@functools.cache
def maskbench() -> list[dict[str, Any]]:
    """Every general schema: `name`, `schema`, and `tests` of `valid` and `data`."""
    path = shared_path("corpus", "maskbench.jsonl.gz")
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@functools.cache
def reports() -> list[dict[str, Any]]:
    """Every case made from a public report; the format is described beside the file."""
    return _lines(shared_path("cases", "reports.jsonl"))


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]
