"""`callcheck advertise`: a list of tools for a provider, and what it tells of what is wider."""

from __future__ import annotations

from pathlib import Path

import pytest
from callcheck_compiler.cli import advertise as advertising
from callcheck_compiler.sources.files import tools_of_text

from tests.command import READ, Command, one_sentence, written

UNION = {
    "anyOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]},
    ]
}


@pytest.mark.parametrize("provider", advertising.PROVIDERS)
def test_advertise_prints_a_list_that_is_read_again(command: Command, tmp_path: Path, provider: str) -> None:
    described = [
        {"name": "Pick", "description": "Picks.", "inputSchema": UNION},
        {"name": "Read", "inputSchema": READ},
    ]
    run = command("advertise", written(tmp_path, "tools.json", described), "--provider", provider)
    assert run.status == 0
    again = list(tools_of_text(run.out))
    # Where the root has no place for what the union asks for, the tool's description tells it.
    picks = "Picks. Give one of: `a`; `b`." if provider in ("bedrock", "portable") else "Picks."
    assert [(tool.name, tool.description) for tool in again] == [("Pick", picks), ("Read", None)]
    assert again[0].parameters["type"] == "object"
    assert set(again[0].parameters["properties"]) == {"a", "b"}


def test_advertise_tells_what_is_wider(command: Command, tmp_path: Path) -> None:
    tools = written(tmp_path, "tools.json", {"Pick": UNION, "Read": READ})
    run = command("advertise", tools, "--provider", "anthropic")
    assert run.status == 0
    assert all(line.startswith("callcheck: Pick: ") for line in run.err.splitlines())
    assert "`anyOf`" in run.err
    assert "Validation still enforces the schema as its author wrote it" in run.err
    assert command("advertise", written(tmp_path, "read.json", {"Read": READ}), "--provider", "mcp").err == ""


def test_advertise_knows_every_provider() -> None:
    from callcheck_compiler.advertise import PROVIDERS

    assert set(advertising.PROVIDERS) == set(PROVIDERS)


@pytest.mark.parametrize(
    ("options", "says"), [([], "Missing option '--provider'"), (["--provider", "x"], "'x' is not one of")]
)
def test_advertise_needs_a_provider(command: Command, tools: Path, options: list[str], says: str) -> None:
    assert says in one_sentence(command("advertise", tools, *options))
