"""How a command fails: one sentence on standard error and exit status 2, without a traceback."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress

import click
from callcheck.issues import SchemaError
from callcheck.location import printable

from ..sources import SourceError

PASSED, NOT_PASSED, FAILED = 0, 1, 2
LONGEST = 2000


class Failure(Exception):
    """A command cannot do what it was asked to; the message is one sentence."""


def guarded(run: Callable[[], int | None]) -> int:
    """The exit status of a command; whatever a person can put right is told in one sentence."""
    warnings.showwarning = warn
    try:
        status = run()
        sys.stdout.flush()
        return status or PASSED
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.UsageError as error:
        return fail(usage(error))
    except click.ClickException as error:
        return fail(error.format_message())
    except (Failure, SourceError, SchemaError) as error:
        return fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        return fail("Interrupted.")
    except BrokenPipeError:
        leave_standard_output()
        return FAILED
    except OSError as error:
        leave_standard_output()
        return fail(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.")
    except RecursionError:
        return fail("A schema is nested too deeply to be compiled.")
    except MemoryError:
        return fail("There is not enough memory.")


def usage(error: click.UsageError) -> str:
    """What is wrong with the command line, and where to read how it is used."""
    message = error.format_message().strip().rstrip(".")
    message = " ".join(message.split())
    path = error.ctx.command_path if error.ctx is not None else "callcheck"
    return f"{message}; see `{path} --help`."


def fail(sentence: str) -> int:
    """Tell a failure, on one printable line."""
    note(sentence)
    return FAILED


def note(sentence: str) -> None:
    """One printable line on standard error."""
    line = printable(" ".join(sentence.splitlines()).rstrip("."), LONGEST) + "."
    with suppress(OSError):
        click.echo(f"callcheck: {line}", err=True)


def warn(message: Warning | str, *_: object, **__: object) -> None:
    """A warning of the compiler's, without the place in its code."""
    note(f"warning: {message}")


def leave_standard_output() -> None:
    """Nobody reads it any more, or it is full: what is still buffered must not raise at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
