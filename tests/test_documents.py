"""What the README and the demo show is what happens."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
ROOTS = [str(REPOSITORY / "runtime"), str(REPOSITORY / "compiler")]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_readmes_code_prints_what_the_readme_says() -> None:
    program, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", README, re.DOTALL).groups()  # type: ignore[union-attr]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(program, "README.md", "exec"), {})
    assert output.getvalue() == printed


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/dispatch.md"])
def test_every_link_leads_to_a_file(document: str) -> None:
    page = REPOSITORY / document
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_demo_runs() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "examples.demo"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(ROOTS), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "-> accepted, the same object" in finished.stdout
    assert "An unexpected parameter `query` was provided" in finished.stdout
    assert "\ndef _validate_grep(arguments):\n" in finished.stdout
    assert re.search(r"jsonschema-rs validate +[0-9.]+ µs +[0-9.]+ times as long", finished.stdout)
