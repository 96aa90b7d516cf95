"""Emitted text as black formats it, which is asked only about the lines that it might change.

black takes about ten seconds for a hundred tools. Emitters write one statement, or the head of one, on a line, so most lines
are as black wants them; the others are formatted by themselves, each different one once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from black import format_str
from black.mode import Mode, TargetVersion

LINE_LENGTH = 88  # black's own, so that a project without settings finds nothing to change
INDENT = 4
# What black may change in a short line: parentheses that it thinks needless, commas that make it write one item on a line.
UNSETTLED = re.compile(r"(?:^|\b(?:del|elif|if|in|return|while) |= )\(|,[)\]}]")
ONE_TUPLE = re.compile(r"\((?:\"(?:[^\"\\]|\\.)*\"|\w+),\)")
CALL = re.compile(r"(?:\w+ = )?[\w.]+\(")
TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()\[\]{},]")
OPENING = frozenset("([{")
CLOSING = frozenset(")]}")
SEPARATOR = "callcheck_separator"


def formatted(text: str) -> str:
    """`text` as black writes it. Every statement, or the head of a compound one, stands on one line."""
    lines = [(line, len(line) - len(line.lstrip(" "))) for line in text.split("\n")]
    unsettled: dict[int, dict[str, None]] = {}
    for line, margin in lines:
        if not _is_settled(line, margin):
            unsettled.setdefault(margin, {})[line[margin:]] = None
    settled = {margin: _formatted_lines(margin, found) for margin, found in unsettled.items()}
    written: list[str] = []
    for line, margin in lines:
        replaced = settled.get(margin, {}).get(line[margin:])
        if replaced is None:
            written.append(line)
        else:
            written.extend(" " * margin + part if part else "" for part in replaced)
    return "\n".join(written)


def _is_settled(line: str, margin: int) -> bool:
    if line.startswith("#", margin) or (line.endswith(",") and line.startswith(('"', "'"), margin)):
        return True  # a comment, or an entry of what stands on several lines as black wants it
    return len(line) <= LINE_LENGTH and UNSETTLED.search(ONE_TUPLE.sub("()", line[margin:])) is None


def _formatted_lines(margin: int, lines: Iterable[str]) -> dict[str, list[str]]:
    """Each line as black writes it that far to the right, without the margin."""
    width = max(LINE_LENGTH - margin, 1)
    settled = {line: _broken_call(line, width) for line in lines}
    wanted = [line for line, parts in settled.items() if not parts]
    source = "".join(f"{_whole(line)}\n{SEPARATOR}\n" for line in wanted)
    mode = Mode(target_versions={TargetVersion.PY310}, line_length=width)
    pieces = format_str(source, mode=mode).split(f"\n{SEPARATOR}\n")
    pieces.pop()
    settled.update((line, _without_body(line, piece)) for line, piece in zip(wanted, pieces, strict=True))
    return settled


def _broken_call(line: str, width: int) -> list[str]:
    """A line that is nothing but a call, or gives one a name, broken up; nothing when that is not so simple.

    These are most of the long lines, and black takes a millisecond for each.
    """
    start = CALL.match(line)
    if start is None or UNSETTLED.search(ONE_TUPLE.sub("()", line)):
        return []
    arguments = _arguments(line, start.end())
    if not arguments:
        return []
    together = f"{' ' * INDENT}{', '.join(arguments)}"
    if len(together) <= width:
        return [start.group(), together, ")"]
    apart = [f"{' ' * INDENT}{argument}," for argument in arguments]
    return [start.group(), *apart, ")"] if len(apart) > 1 and max(map(len, apart)) <= width else []


def _arguments(line: str, start: int) -> list[str]:
    """The arguments between the bracket that ends at `start` and the end of the line; none when it closes before."""
    arguments: list[str] = []
    depth = 1
    begins = start
    for token in TOKEN.finditer(line, start):
        text = token.group()
        if text in OPENING:
            depth += 1
        elif text in CLOSING:
            depth -= 1
            if depth == 0 and token.end() < len(line):
                return []
        if depth == 0 or (depth == 1 and text == ","):
            arguments.append(line[begins : token.start()].strip())
            begins = token.end()
    return arguments if depth == 0 else []


def _whole(line: str) -> str:
    """A statement that can stand by itself: a head with a body, and before an `elif` an `if`."""
    if not line.endswith(":"):
        return line
    before = "if _:\n    pass\n" if line.startswith("elif ") else ""
    before = "try:\n    pass\n" if line.startswith("except ") else before
    return f"{before}{line}\n    pass"


def _without_body(line: str, piece: str) -> list[str]:
    lines = piece.strip("\n").split("\n")
    if not line.endswith(":"):
        return lines
    return lines[2 if line.startswith(("elif ", "except ")) else 0 : -1]
