"""The `callcheck` command: build, check, explain, lint, advertise."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ..extra import from_the_extra


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status; 2 where what it needs is not installed."""
    try:
        with from_the_extra():
            from .main import main as run
    except ModuleNotFoundError as missing:
        print(f"callcheck: {missing}.", file=sys.stderr)
        sys.exit(2)
    run(arguments)


__all__ = ["main"]
