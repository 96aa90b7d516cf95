"""The `callcheck` command: build, check, explain, lint, advertise."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
