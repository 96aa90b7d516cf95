"""Formats `hostname`, `ipv4`, `ipv6` and `email` (RFC 1123, RFC 2673, RFC 4291, RFC 5321)."""

from __future__ import annotations

from .patterns import Pattern

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_GROUP = "[0-9A-Fa-f]{1,4}"
IPV4 = rf"(?:{_OCTET}\.){{3}}{_OCTET}"
# Eight groups, of which a dotted quad is two; or fewer around one "::", which the lookaheads count.
IPV6 = (
    f"(?:(?:{_GROUP}:){{6}}(?:{_GROUP}:{_GROUP}|{IPV4})"
    f"|(?!:*(?:{_GROUP}:+){{7}}[0-9A-Fa-f])(?:{_GROUP}(?::{_GROUP})*)?::(?:{_GROUP}(?::{_GROUP})*)?"
    f"|(?!:*(?:{_GROUP}:+){{6}})(?:{_GROUP}(?::{_GROUP})*)?::(?:{_GROUP}:)*{IPV4})"
)
ADDRESS_LITERAL = rf"\[(?:{IPV4}|[Ii][Pp][Vv]6:{IPV6})\]"

LABEL = "(?!-)[A-Za-z0-9-]{1,63}(?<!-)"
HOSTNAME = rf"{LABEL}(?:\.{LABEL})*"
LONGEST_HOSTNAME = 253

ATOM_CHARACTERS = r"A-Za-z0-9!#$%&'*+/=?^_`{|}~\-"
QUOTED_CHARACTERS = r"\x20\x21\x23-\x5b\x5d-\x7e"
LONGEST_LOCAL_PART = 64
# A path is 256 octets with its angle brackets (RFC 5321, section 4.5.3.1.3).
LONGEST_MAILBOX = 254


def local_part(others: str = "") -> str:
    """The pattern of a `Local-part` (RFC 5321, section 4.1.2) that may also hold the characters `others`."""
    atom = f"[{ATOM_CHARACTERS}{others}]+"
    quoted = f"[{QUOTED_CHARACTERS}{others}]*"
    return rf'(?:{atom}(?:\.{atom})*|"{quoted}(?:\\[\x20-\x7e]{quoted})*")'


_ipv4 = Pattern(IPV4)
_ipv6 = Pattern(IPV6)
_hostname = Pattern(HOSTNAME)
_email = Pattern(f"{local_part()}@(?:{HOSTNAME}|{ADDRESS_LITERAL})")


def is_ipv4(value: str) -> bool:
    """Whether `value` is a dotted quad (RFC 2673, section 3.2), in decimal without leading zeros."""
    return _ipv4.fullmatch(value) is not None


def is_ipv6(value: str) -> bool:
    """Whether `value` is an IPv6 address (RFC 4291, section 2.2), without a zone or a prefix length."""
    return _ipv6.fullmatch(value) is not None


def is_ascii_hostname(value: str) -> bool:
    """Whether `value` is a host name (RFC 1123, section 2.1), whatever its labels may stand for."""
    return len(value) <= LONGEST_HOSTNAME and _hostname.fullmatch(value) is not None


def is_hostname(value: str) -> bool:
    """Whether `value` is a host name whose `xn--` labels are A-labels (RFC 1123; RFC 5890, section 2.3.2.1)."""
    if not is_ascii_hostname(value):
        return False
    if "--" not in value:
        return True
    from .labels import is_a_label

    return all(is_a_label(label) for label in value.lower().split(".") if label.startswith("xn--"))


def is_email(value: str) -> bool:
    """Whether `value` is a `Mailbox` (RFC 5321, section 4.1.2)."""
    return (
        len(value) <= LONGEST_MAILBOX
        and _email.fullmatch(value) is not None
        and value.rindex("@") <= LONGEST_LOCAL_PART
    )
