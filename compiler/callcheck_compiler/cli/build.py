"""`callcheck build`: tools compiled ahead of time, into one Python module."""

from __future__ import annotations

import difflib
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import click
from callcheck import Policy, SchemaError

from ..sources import Tool
from .failures import NOT_PASSED, PASSED, Failure, note
from .inputs import POLICIES, ToolsCommand, by_name, takes_policy, takes_tools, tools_of
from .places import refuse_to_replace, target
from .screen import screen, source


@click.command(cls=ToolsCommand)
@takes_tools
@click.option("-o", "--output", metavar="FILE", help="The module to write; standard output without it.")
@takes_policy
@click.option(
    "--check", is_flag=True, help="Write nothing; exit 1 with a diff when FILE is not what would be written."
)
@click.option(
    "--native",
    is_flag=True,
    help="Also compile FILE into an extension beside it; needs mypyc and a C compiler.",
)
def build(
    tools: str, mcp: str | None, timeout: float, output: str | None, policy: str, check: bool, native: bool
) -> int:
    """Compile TOOLS into one importable, typed Python module.

    Importing the module needs `callcheck` alone. It is the same to the byte wherever it is built. Nothing is written when a tool
    is refused, and the file is replaced in one step.
    """
    path = None if output in (None, "-") else target(Path(str(output)))
    if path is None and (check or native):
        word, purpose = ("--check", "compare with") if check else ("--native", "compile")
        raise click.UsageError(f"{word} needs -o FILE, the module to {purpose}")
    text = module_of(by_name(tools_of(tools, mcp, timeout)), POLICIES[policy])
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))
        return PASSED
    if check:
        return compare(path, text, native)
    refuse_to_replace(path)
    if not native and (stale := stale_extensions(path, text)):
        raise Failure(f"Nothing is written: {hides(stale[0], path)}; delete it, or build with --native.")
    replace(path, text)
    if native:
        compile_extension(path)
    for extension in stale_extensions(path, text):
        note(f"{hides(extension, path)}; delete it, or build with --native under the Python that it is for.")
    return PASSED


def hides(extension: Path, path: Path) -> str:
    """Why an extension is in the way of a module's new text."""
    return f"{extension} was compiled from another text of {path.name} and is imported in its place"


def compile_extension(path: Path) -> None:
    """Compile a module that was written. Raises Failure when that cannot be done."""
    from ..native import NativeError, build_native

    try:
        build_native(path)
    except NativeError as reason:
        raise Failure(f"{reason}.") from None


def has_extension(path: Path) -> bool:
    """Whether this Python would import an extension in the module's place."""
    return any(path.with_name(path.stem + suffix).is_file() for suffix in EXTENSION_SUFFIXES)


def stale_extensions(path: Path, text: str) -> list[Path]:
    """The extensions beside a module that were not compiled from this text, and hide it from whoever imports it."""
    from ..native import extensions_of, is_of

    return [extension for extension in extensions_of(path) if not is_of(extension, text)]


def module_of(tools: Mapping[str, Tool], policy: Policy) -> str:
    """The module's source. Raises Failure when a tool is refused."""
    from .. import compile_tools
    from ..aot import build_module

    schemas = {name: tool.parameters for name, tool in tools.items()}
    try:
        return build_module(schemas, policy)
    except SchemaError as first:
        others = len(compile_tools(schemas, policy).refused) - 1
        more = (
            f" (so {'is' if others == 1 else 'are'} {others} more; see `callcheck lint`)"
            if others > 0
            else ""
        )
        raise Failure(f"Nothing is built, for a tool is refused{more}: {first}.") from None


def compare(path: Path, text: str, native: bool) -> int:
    """Whether a file, and with `native` its extension, is what would be written; else the difference is told."""
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        note(f"{path} does not exist; write it with `callcheck build` without --check.")
        return NOT_PASSED
    except OSError as error:
        raise Failure(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from None
    if written == text.encode("utf-8"):
        stale = stale_extensions(path, text)
        for extension in stale:
            note(f"{extension} was not compiled from {path}; build with --native again, or delete it.")
        is_missing = native and not has_extension(path)
        if is_missing:
            note(f"{path} has no extension for this Python beside it; build with --native.")
        return NOT_PASSED if stale or is_missing else PASSED
    lines = difflib.unified_diff(
        written.decode("utf-8", "backslashreplace").splitlines(),
        text.splitlines(),
        str(path),
        f"{path} (as it would be written)",
        lineterm="",
    )
    source(screen(), "\n".join(lines) or "Only the line endings differ.", "diff")
    note(f"{path} is not what would be written now; run `callcheck build` without --check.")
    return NOT_PASSED


def replace(path: Path, text: str) -> None:
    """Write a file in one step: nobody ever sees half of it, and a failure leaves the old one."""
    path = path.resolve()  # what a symbolic link leads to is replaced, not the link
    try:
        mode = path.stat().st_mode & 0o777
    except OSError:
        mode = 0o666 & ~current_umask()
    temporary = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".tmp", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.") from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def current_umask() -> int:
    """The process's umask, which can only be read by setting it."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask
