"""The Model Context Protocol: any object root."""

from __future__ import annotations

from .provider import Names, Provider, References
from .roots import object_type
from .rule import Rule, Where

MCP = Provider(
    "mcp",
    "MCP",
    References.ANY,
    "MCP specification 2026-07-28, basic: JSON Schema Usage (references to the network are not followed)",
    Names(
        "names of 1 to 128 letters, digits, `_`, `-` and `.`",
        r"[A-Za-z0-9_.-]{1,128}",
        "MCP specification 2026-07-28, server/tools",
    ),
    (
        Rule(
            "takes `type: object` at the root, with whatever else JSON Schema has",
            "MCP specification 2026-07-28, schema.ts: Tool.inputSchema; SEP-2106",
            object_type,
            Where.ROOT,
        ),
    ),
)
