"""A progress bar for long inputs, on a terminal only."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import BinaryIO

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from .screen import Screen

PATIENCE = 1.0
EVERY = 200


class Meter:
    """Counts the bytes that a command reads, and shows a bar once that takes longer than a moment.

    `console` is where the command prints meanwhile, so that the bar stays below its lines.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.console: Console = Screen(sys.stdout)
        shown_on = self.console if self.console.is_terminal else Screen(sys.stderr)
        self._progress: Progress | None = None
        self._is_running = False
        if shown_on.is_terminal:
            columns = (TextColumn("Checking"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
            self._progress = Progress(
                *columns, console=shown_on, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._task = self._progress.add_task("", total=size_of(file))

    def watched(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The same lines, counted."""
        if self._progress is None:
            yield from lines
            return
        begun = time.monotonic()
        read = 0
        for number, line in enumerate(lines):
            yield line
            read += len(line)
            if number % EVERY == 0:
                if not self._is_running and time.monotonic() - begun > PATIENCE:
                    self._progress.start()
                    self._is_running = True
                self._progress.update(self._task, completed=read)

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None and self._is_running:
            self._progress.stop()


def size_of(file: BinaryIO) -> int | None:
    """How many bytes there are to read, None for a pipe."""
    try:
        status = os.fstat(file.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
