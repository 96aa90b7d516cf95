"""Loading generated modules: another ABI, files that are damaged, pickles, and what importing costs nobody."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import callcheck
import pytest
from callcheck.abi import ABI
from callcheck.generated import load_tools, require_abi
from callcheck_compiler.aot import build_module

from examples.agent_tools import TOOLS as AGENT_TOOLS
from tests.shared import REPOSITORY

TEXT = build_module({tool["name"]: tool["input_schema"] for tool in AGENT_TOOLS})
LINES = TEXT.splitlines(keepends=True)


@pytest.fixture
def checks(tmp_path: Path) -> Iterator[Path]:
    """A generated module; what is loaded from it is forgotten afterwards."""
    path = tmp_path / "checks_to_load.py"
    path.write_text(TEXT, encoding="ascii")
    yield path
    sys.modules.pop(path.stem, None)


def refusal(path: Path, module: str | None = None) -> str:
    """Why a file is not loaded; one sentence, and nothing is left behind."""
    before = dict(sys.modules)
    with pytest.raises(ImportError) as refused:
        load_tools(path, module)
    assert sys.modules.get(path.stem) is before.get(path.stem)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_load_tools(checks: Path) -> None:
    tools = load_tools(checks)
    assert list(tools) == [tool["name"] for tool in AGENT_TOOLS]
    assert tools["Grep"].validate({"pattern": "x"}) == {"pattern": "x"}
    assert load_tools(str(checks), "another_name")["Grep"] is not tools["Grep"]
    assert sys.modules.pop("another_name").TOOLS


@pytest.mark.parametrize(
    ("abi", "remedy"), [(ABI - 1, "callcheck build"), (ABI + 1, "install callcheck 9.9")]
)
def test_another_abi_is_refused(checks: Path, abi: int, remedy: str) -> None:
    wrong = TEXT.replace(f"\nABI = {ABI}\n", f"\nABI = {abi}\n").replace('COMPILER = "', 'COMPILER = "9.9')
    # What such a module needs may not even exist here.
    checks.write_text(wrong.replace("from callcheck.abi import (", "from callcheck.abi import (nothing,"))
    message = refusal(checks)
    assert f"for ABI {abi}" in message
    assert f"has ABI {ABI}" in message
    assert remedy in message
    assert checks.stem in message


def test_this_abi_is_taken() -> None:
    require_abi(ABI, "0", "checks")


@pytest.mark.parametrize("kept", range(0, len(LINES), 23))
def test_a_file_that_was_cut_off_is_refused(checks: Path, kept: int) -> None:
    checks.write_text("".join(LINES[:kept]))
    assert "generate it again with `callcheck build`" in refusal(checks)


SHORT = build_module({"Now": {"type": "object", "properties": {"zone": {"type": "string"}}}}, pretty=False)


@pytest.mark.parametrize("kept", [*range(0, len(SHORT), 41), *range(len(SHORT) - 90, len(SHORT) - 1)])
def test_a_file_that_was_cut_off_within_a_word_is_refused(checks: Path, kept: int) -> None:
    checks.write_text(SHORT[:kept])
    assert "generate" in refusal(checks)


@pytest.mark.parametrize("damage", ["\x00", "}", "  x", "é\udcff"])
def test_a_damaged_file_is_refused(checks: Path, damage: str) -> None:
    checks.write_bytes((TEXT + damage).encode("utf-8", "surrogateescape"))
    assert "is damaged" in refusal(checks)


def test_what_is_no_module_is_refused(tmp_path: Path) -> None:
    assert "is not a file" in refusal(tmp_path)
    assert "is not a file" in refusal(tmp_path / "absent.py")
    other = tmp_path / "checks.txt"
    other.write_text(TEXT)
    assert "must end in .py" in refusal(other)
    plain = tmp_path / "plain_module_without_tools.py"
    plain.write_text("x = 1\n")
    assert "has no TOOLS" in refusal(plain)


def test_what_was_loaded_before_stays_when_loading_fails(checks: Path) -> None:
    load_tools(checks)
    checks.write_text("TOOLS = (")
    assert "is damaged" in refusal(checks)
    assert sys.modules[checks.stem].TOOLS["Grep"]


def test_pickle_and_copy(checks: Path) -> None:
    grep = load_tools(checks)["Grep"]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(grep, protocol)) is grep
    assert copy.copy(grep) is copy.deepcopy(grep) is grep


def test_pickle_in_another_process(checks: Path) -> None:
    """As (module, name): the other side imports the module, and never needs the compiler."""
    pickled = pickle.dumps(load_tools(checks)["Grep"])
    assert len(pickled) < 200
    program = "import pickle, sys; grep = pickle.load(sys.stdin.buffer); print(grep.validate({'pattern': 'x', '-n': 'true'}))"
    finished = running(checks, program, pickled)
    assert finished == "{'pattern': 'x', '-n': True}\n"


def running(checks: Path, program: str, given: bytes = b"") -> str:
    """What a program prints in a new interpreter that has `callcheck` and the module, and no compiler."""
    path = f"{REPOSITORY / 'runtime'}{os.pathsep}{checks.parent}"
    finished = subprocess.run(
        [sys.executable, "-S", "-c", program],
        input=given,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr.decode()
    return finished.stdout.decode()


def test_importing_loads_no_more_than_it_needs(checks: Path) -> None:
    """No compiler, no schema parsed, no formats, no matcher, nothing that only a rejection needs."""
    needless = [
        "ast",
        "difflib",
        "inspect",
        "callcheck.formats",
        "callcheck.linear_pattern",
        "callcheck.listing",
    ]
    program = (
        "import dataclasses, sys; sys.modules.pop('ast'); sys.modules.pop('inspect')\n"
        f"import {checks.stem} as checks\n"
        f"print([name for name in {needless!r} if name in sys.modules], checks.grep._schemas._parsed)"
    )
    assert running(checks, program) == "[] None\n"


def test_tracebacks_show_the_generated_lines(checks: Path) -> None:
    program = (
        f"import traceback, {checks.stem} as checks\n"
        "try: checks.grep.validate(1)\n"
        "except ValueError: traceback.print_exc()"
    )
    shown = running(checks, program.replace("print_exc()", "print_exc(file=__import__('sys').stdout)"))
    assert 'checks_to_load.py", line' in shown
    assert "in _validate_grep\n    raise settled\n" in shown


def test_it_is_a_validator_like_any_other(checks: Path) -> None:
    grep = load_tools(checks)["Grep"]
    assert isinstance(grep, callcheck.Validator)
    assert grep.is_valid({"pattern": "x"})
    assert not grep.is_valid({})
    assert [issue.kind for issue in grep.explain({"n": 1})] == [
        callcheck.Kind.MISSING,
        callcheck.Kind.UNEXPECTED,
    ]
    assert grep.coerce({"-n": "true", "x": 1}) == {"-n": True, "x": 1}
    assert grep.validate_json('{"pattern": "x"}') == {"pattern": "x"}
    assert repr(grep).startswith("<Validator 'Grep' ")
