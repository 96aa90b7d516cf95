"""Names for content: the hash of a schema, and the key under which its validator is cached."""

from __future__ import annotations

import hashlib


def schema_hash(text: str) -> str:
    """SHA-256 of a schema's JSON text, as hexadecimal digits. The order of keys counts, for issues follow it."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()
