"""Formats that are small languages: `uri-template`, `json-pointer`, `relative-json-pointer` and `regex`."""

from __future__ import annotations

from .identifiers import IPRIVATE, SUPPLEMENTARY_UCSCHAR, percent_signs_encode
from .patterns import Pattern

_LITERAL = (
    r"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~"
    rf"\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef{SUPPLEMENTARY_UCSCHAR}{IPRIVATE}"
)
_VARIABLE = r"[A-Za-z0-9_%]+(?:\.[A-Za-z0-9_%]+)*(?:\*|:[1-9][0-9]{0,3})?"
_EXPRESSION = rf"\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}}"

_INTEGER = "(?:0|[1-9][0-9]*)"
_POINTER = "(?:/(?s:.*))?"

_uri_template = Pattern(f"[{_LITERAL}]*(?:{_EXPRESSION}[{_LITERAL}]*)*")
_relative_pointer = Pattern(f"{_INTEGER}(?:#|{_POINTER})")
_adjusted_pointer = Pattern(f"{_INTEGER}(?:[+-]{_INTEGER})?(?:#|{_POINTER})")
_bare_tilde = Pattern("~(?![01])")


def is_uri_template(value: str) -> bool:
    """Whether `value` is a `URI-Template` of any level (RFC 6570, section 2)."""
    return _uri_template.fullmatch(value) is not None and percent_signs_encode(value)


def is_json_pointer(value: str) -> bool:
    """Whether `value` is a `json-pointer` (RFC 6901, section 3), not in its URI fragment form."""
    return (not value or value[0] == "/") and _tildes_escape(value)


def is_relative_json_pointer(value: str) -> bool:
    """Whether `value` is a `relative-json-pointer` as drafts 7 and 2019-09 know it."""
    return _relative_pointer.fullmatch(value) is not None and _tildes_escape(value)


def is_adjusted_json_pointer(value: str) -> bool:
    """Whether `value` is a `relative-json-pointer` as draft 2020-12 knows it, where `0+1` is the next array item."""
    return _adjusted_pointer.fullmatch(value) is not None and _tildes_escape(value)


def is_regex(value: str) -> bool:
    """Whether `value` is a pattern of ECMA-262 with the flag `u` (Validation 2020-12, section 7.3.8)."""
    from ..ecma import is_valid_pattern

    return is_valid_pattern(value)


def _tildes_escape(value: str) -> bool:
    """Whether every tilde is followed by 0 or 1 (RFC 6901, section 3)."""
    return "~" not in value or _bare_tilde.search(value) is None
