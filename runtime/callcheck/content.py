"""Content inside strings, where its keywords assert (Validation draft 7, section 8)."""

from __future__ import annotations

import base64
import binascii
import json


def fits(text: str, media_type: str | None, encoding: str | None) -> bool:
    """Whether `text` decodes, and is JSON where that is its media type.

    media_type  `application/json` is checked, any other passes; None checks the encoding alone
    encoding    `base64` is checked, any other passes
    """
    content = _decoded(text, encoding)
    if media_type is None:
        return content is not None
    return media_type != "application/json" or content is None or _is_json(content)


def _decoded(text: str, encoding: str | None) -> str | bytes | None:
    """What `text` encodes; itself under an encoding that is not known here, None when it is not in that encoding."""
    if encoding != "base64":
        return text
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _is_json(text: str | bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
