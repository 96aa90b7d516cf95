"""Output: consoles, tables, and text that strangers wrote made harmless for a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from callcheck.location import printable
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

LONGEST_CELL = 400
WIDE = 10_000  # where no terminal sets a width, a table is as wide as its contents and folds nothing


class Screen(Console):
    """A console that takes text as it is; colours follow the terminal and NO_COLOR."""

    def __init__(self, file: TextIO) -> None:
        width = None if file.isatty() else WIDE
        super().__init__(file=file, width=width, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave it to the command's guard."""
        raise BrokenPipeError


def screen() -> Screen:
    """The console on standard output."""
    return Screen(sys.stdout)


def shown(text: str, style: str = "") -> Text:
    """Text of a stranger's, on as many lines as it has, without anything that moves a cursor."""
    return Text("\n".join(printable(line, LONGEST_CELL) for line in text.split("\n")), style)


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str | Text]], numbers: bool = False
) -> Table:
    """A table; with `numbers`, every column but the first is aligned to the right."""
    made = Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        header_style="bold",
    )
    for index, column in enumerate(columns):
        made.add_column(column, justify="right" if numbers and index else "left", overflow="fold")
    for row in rows:
        made.add_row(*(shown(cell) if isinstance(cell, str) else cell for cell in row))
    return made


def source(console: Console, text: str, language: str) -> None:
    """Print source text, with colours where there are any."""
    if console.is_terminal:
        # The theme takes the terminal's own colours, so that it can be read on dark and light ones.
        console.print(Syntax(text, language, theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        console.file.write(text if text.endswith("\n") else text + "\n")


def json_line(value: Any) -> None:
    """Print a JSON value on one line, in ASCII."""
    sys.stdout.write(json.dumps(value) + "\n")
