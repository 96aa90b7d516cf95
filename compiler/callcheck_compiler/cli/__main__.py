"""`python -m callcheck_compiler.cli`."""

from __future__ import annotations

from .main import main

main()
