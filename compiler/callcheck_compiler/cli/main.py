"""The command group and the entry point."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import click

from .advertise import advertise
from .build import build
from .check import check
from .explain import explain
from .failures import guarded
from .lint import lint


def installed_version() -> str:
    """The version of the distribution."""
    try:
        return version("callcheck")
    except PackageNotFoundError:  # run from a source tree
        import callcheck

        return callcheck.__version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False)
@click.version_option(installed_version(), prog_name="callcheck")
def commands() -> None:
    """Check the arguments that a language model sends to tools.

    TOOLS is a file, a directory, module:attribute, or - for standard input; --mcp 'COMMAND' in its place asks a running MCP
    server. The form inside is recognised: an MCP tools/list result, an OpenAI or Anthropic tools array, {name: schema}, or
    JSON Lines.

    Exit status: 0 when all is well, 1 when something was found, 2 when the command could not be carried out.
    """


for command in (build, check, explain, lint, advertise):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(guarded(lambda: run(words)))


def run(words: list[str]) -> int | None:
    """Run the command line. Not by click's own `main`, which has its own statuses for interrupts and broken pipes."""
    with commands.make_context("callcheck", words) as context:
        status: int | None = commands.invoke(context)
    return status
