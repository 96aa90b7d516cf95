"""`python -m callcheck_compiler.cli`."""

from __future__ import annotations

from . import main

main()
