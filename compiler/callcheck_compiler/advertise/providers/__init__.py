"""The providers that `advertise` knows, by name. Each has a file of its own, with its rules and their sources."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .anthropic import ANTHROPIC
from .bedrock import BEDROCK
from .gemini import GEMINI
from .mcp import MCP
from .openai import OPENAI, STRICT
from .portable import PORTABLE
from .provider import Provider

PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {provider.name: provider for provider in (ANTHROPIC, OPENAI, STRICT, GEMINI, BEDROCK, MCP, PORTABLE)}
)

__all__ = ["PROVIDERS", "Provider"]
