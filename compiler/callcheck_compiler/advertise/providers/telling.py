"""What a schema can no longer assert is told in its description, so that the model still knows it."""

from __future__ import annotations

import json
from typing import Any

_LONGEST = 200


def told(schema: dict[str, Any], dropped: dict[str, Any]) -> dict[str, Any]:
    """The schema with the dropped keywords named at the end of its description."""
    notes = [f"{keyword}: {text}" for keyword, value in dropped.items() if (text := _text(value)) is not None]
    if not notes:
        return schema
    return with_note(schema, f"({'; '.join(notes)})")


def with_note(schema: dict[str, Any], note: str) -> dict[str, Any]:
    """The schema with a note at the end of its description."""
    description = schema.get("description")
    return {
        **schema,
        "description": f"{description} {note}" if isinstance(description, str) and description else note,
    }


def _text(value: Any) -> str | None:
    """A short value as JSON; None for one that is long, or a schema."""
    if isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value)
    ):
        return None
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else None
