"""Sources: tools, and recorded calls of them, out of whatever files and servers hold them."""

from __future__ import annotations

from .mcp_stdio import read_mcp_tools
from .read import read_tools
from .recorded_calls import BrokenLine, RecordedCall, read_calls
from .tool import SourceError, Tool

__all__ = ["BrokenLine", "RecordedCall", "SourceError", "Tool", "read_calls", "read_mcp_tools", "read_tools"]
