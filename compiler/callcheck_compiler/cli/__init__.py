"""The `callcheck` command: build, check, explain, lint, advertise."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status; 2 where what it needs is not installed."""
    try:
        from .main import main as run
    except ModuleNotFoundError as missing:
        library = (missing.name or "callcheck").partition(".")[0]
        if library.startswith("callcheck"):
            raise
        print(
            f"callcheck: the command needs {library}, which comes with: pip install 'callcheck[compiler]'",
            file=sys.stderr,
        )
        sys.exit(2)
    run(arguments)


__all__ = ["main"]
