"""Formats `uri`, `uri-reference`, `iri`, `iri-reference` and `uuid` (RFC 3986, RFC 3987, RFC 4122)."""

from __future__ import annotations

import re

from .network import IPV6
from .patterns import Pattern

SUPPLEMENTARY_UCSCHAR = "".join(rf"\U{plane:04x}0000-\U{plane:04x}fffd" for plane in range(1, 14)) + (
    r"\U000e1000-\U000efffd"
)
IPRIVATE = r"\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
# RFC 3987 admits these by its grammar, less the bidirectional formatting characters that its section 4.1 forbids.
_UCSCHAR = r"\xa0-\u200d\u2010-\u2029\u202f-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + SUPPLEMENTARY_UCSCHAR

_SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*:"
_UNRESERVED = r"A-Za-z0-9\-._~"
_SUB_DELIMS = "!$&'()*+,;="
_IP_LITERAL = rf"{IPV6}|[Vv][0-9A-Fa-f]+\.[{_UNRESERVED}{_SUB_DELIMS}:]+"
# Without a scheme, the first segment of the path has no colon (RFC 3986, section 4.2).
_NO_SCHEME = "(?![^/?#]*:)"


def _after_scheme(others: str = "", others_in_query: str = "") -> str:
    """The pattern of all that follows the scheme; `others` are characters allowed beside those of RFC 3986.

    It is wider than the grammar in two places that `_holds` narrows: a percent sign counts as any character, and
    an IP literal, which is the only group, is anything in brackets.
    """
    name = f"{_UNRESERVED}%{_SUB_DELIMS}{others}"
    path = f"[{name}:@/]*"
    authority = rf"(?:[{name}:]*@)?(?:\[([^\[\]/?#@]*)\]|[{name}]*)(?::[0-9]*)?"
    hierarchy = f"(?://{authority}(?:/{path})?|(?!//){path})"
    return rf"{hierarchy}(?:\?[{name}:@/?{others_in_query}]*)?(?:#[{name}:@/?]*)?"


_ip_literal = Pattern(_IP_LITERAL)
_uri = Pattern(_SCHEME + _after_scheme())
_uri_reference = Pattern(f"(?:{_SCHEME}|{_NO_SCHEME}){_after_scheme()}")
_iri = Pattern(_SCHEME + _after_scheme(_UCSCHAR, IPRIVATE))
_iri_reference = Pattern(f"(?:{_SCHEME}|{_NO_SCHEME}){_after_scheme(_UCSCHAR, IPRIVATE)}")
_uuid = Pattern("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_bare_percent = Pattern("%(?![0-9A-Fa-f]{2})")


def percent_signs_encode(value: str) -> bool:
    """Whether every percent sign is followed by two hexadecimal digits (RFC 3986, section 2.1)."""
    return "%" not in value or _bare_percent.search(value) is None


def is_uri(value: str) -> bool:
    """Whether `value` is a `URI` (RFC 3986, appendix A)."""
    return _holds(_uri.fullmatch(value))


def is_uri_reference(value: str) -> bool:
    """Whether `value` is a `URI-reference` (RFC 3986, appendix A)."""
    return _holds(_uri_reference.fullmatch(value))


def is_iri(value: str) -> bool:
    """Whether `value` is an `IRI` (RFC 3987, section 2.2)."""
    return _holds(_iri.fullmatch(value))


def is_iri_reference(value: str) -> bool:
    """Whether `value` is an `IRI-reference` (RFC 3987, section 2.2)."""
    return _holds(_iri_reference.fullmatch(value))


def is_uuid(value: str) -> bool:
    """Whether `value` is a `UUID` (RFC 4122, section 3), of any version and variant."""
    return _uuid.fullmatch(value) is not None


def _holds(match: re.Match[str] | None) -> bool:
    """Whether a match of `_after_scheme` is one of the grammar."""
    if match is None:
        return False
    literal = match[1]
    if literal is not None and _ip_literal.fullmatch(literal) is None:
        return False
    return percent_signs_encode(match.string)
