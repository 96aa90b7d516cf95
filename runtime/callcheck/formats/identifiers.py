"""Formats `uri`, `uri-reference`, `iri`, `iri-reference` and `uuid` (RFC 3986, RFC 3987, RFC 4122)."""

from __future__ import annotations

import re

from .network import IPV6

SUPPLEMENTARY_UCSCHAR = "".join(rf"\U{plane:04x}0000-\U{plane:04x}fffd" for plane in range(1, 14)) + (
    r"\U000e1000-\U000efffd"
)
IPRIVATE = r"\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
# RFC 3987 admits these by its grammar, less the bidirectional formatting characters that its section 4.1 forbids.
_UCSCHAR = r"\xa0-\u200d\u2010-\u2029\u202f-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + SUPPLEMENTARY_UCSCHAR

_SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*:"
_UNRESERVED = r"A-Za-z0-9\-._~"
_SUB_DELIMS = "!$&'()*+,;="
_IP_LITERAL = rf"\[(?:{IPV6}|[Vv][0-9A-Fa-f]+\.[{_UNRESERVED}{_SUB_DELIMS}:]+)\]"
# Without a scheme, the first segment of the path has no colon (RFC 3986, section 4.2).
_NO_SCHEME = "(?![^/?#]*:)"


def _after_scheme(others: str, others_in_query: str = "") -> str:
    """The pattern of all that follows the scheme; `others` are characters allowed beside those of RFC 3986.

    A percent sign counts as any character here: its two digits are looked at afterwards.
    """
    name = f"{_UNRESERVED}%{_SUB_DELIMS}{others}"
    path = f"[{name}:@/]*"
    authority = f"(?:[{name}:]*@)?(?:{_IP_LITERAL}|[{name}]*)(?::[0-9]*)?"
    hierarchy = f"(?://{authority}(?:/{path})?|(?!//){path})"
    return rf"{hierarchy}(?:\?[{name}:@/?{others_in_query}]*)?(?:#[{name}:@/?]*)?"


_match_uri = re.compile(_SCHEME + _after_scheme("")).fullmatch
_match_uri_reference = re.compile(f"(?:{_SCHEME}|{_NO_SCHEME}){_after_scheme('')}").fullmatch
_match_iri = re.compile(_SCHEME + _after_scheme(_UCSCHAR, IPRIVATE)).fullmatch
_match_iri_reference = re.compile(f"(?:{_SCHEME}|{_NO_SCHEME}){_after_scheme(_UCSCHAR, IPRIVATE)}").fullmatch
_match_uuid = re.compile("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}").fullmatch
_find_bare_percent = re.compile("%(?![0-9A-Fa-f]{2})").search


def percent_signs_encode(value: str) -> bool:
    """Whether every percent sign is followed by two hexadecimal digits (RFC 3986, section 2.1)."""
    return "%" not in value or _find_bare_percent(value) is None


def is_uri(value: str) -> bool:
    """Whether `value` is a `URI` (RFC 3986, appendix A)."""
    return _match_uri(value) is not None and percent_signs_encode(value)


def is_uri_reference(value: str) -> bool:
    """Whether `value` is a `URI-reference` (RFC 3986, appendix A)."""
    return _match_uri_reference(value) is not None and percent_signs_encode(value)


def is_iri(value: str) -> bool:
    """Whether `value` is an `IRI` (RFC 3987, section 2.2)."""
    return _match_iri(value) is not None and percent_signs_encode(value)


def is_iri_reference(value: str) -> bool:
    """Whether `value` is an `IRI-reference` (RFC 3987, section 2.2)."""
    return _match_iri_reference(value) is not None and percent_signs_encode(value)


def is_uuid(value: str) -> bool:
    """Whether `value` is a `UUID` (RFC 4122, section 3), of any version and variant."""
    return _match_uuid(value) is not None
