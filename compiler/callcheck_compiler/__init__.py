"""Compiles JSON Schemas of tools into specialised Python functions."""

from __future__ import annotations

from .api import CompiledTools, compile_schema, compile_tool, compile_tools
from .frontend.limits import DEFAULT_LIMITS, Limits
from .reference import reference_validator

__all__ = [
    "DEFAULT_LIMITS",
    "CompiledTools",
    "Limits",
    "compile_schema",
    "compile_tool",
    "compile_tools",
    "reference_validator",
]
