"""Keywords that say something about an instance and never reject it (Validation 2020-12, sections 8 and 9)."""

from __future__ import annotations

from . import shapes
from .keyword import Keyword, Role


def _annotation(name: str, vocabulary: str = "meta-data") -> Keyword:
    return Keyword(name, vocabulary, Role.ANNOTATION, parse=shapes.anything)


COMMENT = _annotation("$comment", "core")
TITLE = _annotation("title")
DESCRIPTION = _annotation("description")
DEFAULT = _annotation("default")
EXAMPLES = _annotation("examples")
DEPRECATED = _annotation("deprecated")
READ_ONLY = _annotation("readOnly")
WRITE_ONLY = _annotation("writeOnly")
CONTENT_ENCODING = _annotation("contentEncoding", "content")
CONTENT_MEDIA_TYPE = _annotation("contentMediaType", "content")
CONTENT_SCHEMA = Keyword(
    "contentSchema", "content", Role.ANNOTATION, parse=shapes.schema, subschemas=shapes.itself
)
