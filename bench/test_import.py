"""How long does a server wait until the checks of 100 real tools are there, from a generated module or otherwise?"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from callcheck_compiler.aot import build_module

from bench.cases import every_schema, spread
from tests.shared import REPOSITORY

TOOLS = 100
ROUNDS = 10
COMPILE = """
import json
schemas = json.load(open("schemas.json", encoding="ascii"))
"""
# What a fresh interpreter runs. The second line is what the standard library's share of the third costs.
FRESH = {
    "nothing": "",
    "dataclasses, json, re, typing": "import dataclasses, json, re, typing",
    "the generated module": "import checks",
    "jsonschema": "import jsonschema",
    "pydantic": "import pydantic",
    "jsonschema-rs, and making the validators": COMPILE
    + "import jsonschema_rs\nfor schema in schemas: jsonschema_rs.validator_for(schema)",
    "fastjsonschema, and compiling": COMPILE
    + "import fastjsonschema\nfor schema in schemas: fastjsonschema.compile(schema, use_default=False)",
    "callcheck_compiler, and compiling": COMPILE
    + "import callcheck_compiler\nfor schema in schemas: callcheck_compiler.compile_tool('tool', schema)",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the generated module and the schemas."""
    path = tmp_path_factory.mktemp("import")
    chosen = spread(tuple(every_schema()), TOOLS)
    pairs = [(f"{name} {number}", schema) for number, (name, schema) in enumerate(chosen)]
    (path / "checks.py").write_text(build_module(pairs), encoding="ascii")
    (path / "schemas.json").write_text(json.dumps([schema for _, schema in chosen]), encoding="ascii")
    return path


@pytest.mark.parametrize("what", FRESH)
def test_fresh_interpreter(benchmark: Any, folder: Path, what: str) -> None:
    benchmark.group = f"a fresh interpreter that has the checks of {TOOLS} real tools at its end"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(REPOSITORY / "runtime"), str(REPOSITORY / "compiler"))),
    }
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run() -> None:
        subprocess.run([sys.executable, "-c", FRESH[what]], cwd=folder, env=environment, check=True)

    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)


def test_running_server(benchmark: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark.group = (
        f"importing a generated module of {TOOLS} real tools where `callcheck` is imported already"
    )
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.syspath_prepend(str(folder))

    def again() -> Any:
        sys.modules.pop("checks", None)
        return importlib.import_module("checks")

    assert len(again().TOOLS) == TOOLS
    benchmark(again)
    del sys.modules["checks"]
