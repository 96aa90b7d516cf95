"""Formats `idn-hostname` and `idn-email` (RFC 5890, RFC 6531)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .labels import (
    A_LABEL_PREFIX,
    a_label_of,
    is_right_to_left,
    is_u_label,
    keeps_bidi_rule,
    u_label_of,
)
from .network import ADDRESS_LITERAL, LABEL, LONGEST_HOSTNAME, LONGEST_LOCAL_PART, LONGEST_MAILBOX, local_part

# UTF8-non-ascii of RFC 6531, section 3.3: every character that UTF-8 has, and a lone surrogate is none.
_NOT_ASCII = r"\x80-\ud7ff\ue000-\U0010ffff"

_split_at_dots = re.compile("[.\u3002\uff0e\uff61]").split
_match_ascii_label = re.compile(LABEL).fullmatch
_match_local_part = re.compile(local_part(_NOT_ASCII)).fullmatch
_match_address_literal = re.compile(ADDRESS_LITERAL).fullmatch


def is_idn_hostname(value: str) -> bool:
    """Whether `value` is a host name in U-labels, A-labels or plain ones (RFC 5890, section 2.3.2.3).

    The dots are those of RFC 3490, section 3.1: the full stop, and its ideographic, fullwidth and halfwidth forms.
    """
    # An A-label is longer than its U-label, so this bounds all that follows.
    return len(value) <= LONGEST_HOSTNAME and _are_labels(_split_at_dots(value))


def is_idn_email(value: str) -> bool:
    """Whether `value` is a `Mailbox` (RFC 6531, section 3.3); its host name may come in any normalisation form."""
    local, at, domain = value.rpartition("@")
    if not at or _octets(value) > LONGEST_MAILBOX:
        return False
    if _match_local_part(local) is None or _octets(local) > LONGEST_LOCAL_PART:
        return False
    if _match_address_literal(domain) is not None:
        return True
    return _are_labels(unicodedata.normalize("NFC", domain).split("."))


def _octets(value: str) -> int:
    return len(value.encode(errors="surrogatepass"))


def _are_labels(labels: Sequence[str]) -> bool:
    """Whether each of `labels` is a label, and all together keep the Bidi rule and the length of a host name."""
    decoded: list[str] = []
    length = len(labels) - 1
    for label in labels:
        u_label = _decoded(label)
        if u_label is None:
            return False
        decoded.append(u_label)
        length += len(label if label.isascii() else a_label_of(label))
    if length > LONGEST_HOSTNAME:
        return False
    return not any(map(is_right_to_left, decoded)) or all(map(keeps_bidi_rule, decoded))


def _decoded(label: str) -> str | None:
    """`label` with an A-label as its U-label; None when it is not a label of a host name."""
    if not label.isascii():
        return label if is_u_label(label) else None
    if _match_ascii_label(label) is None:
        return None
    lowered = label.lower()
    if lowered.startswith(A_LABEL_PREFIX):
        return u_label_of(lowered)
    # The other labels with hyphens in these places are reserved (RFC 5890, section 2.3.1).
    return None if label[2:4] == "--" else label
