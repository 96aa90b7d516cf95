"""Formats `idn-hostname` and `idn-email` (RFC 5890, RFC 6531)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .labels import (
    A_LABEL_PREFIX,
    a_label_of,
    is_right_to_left,
    keeps_bidi_rule,
    u_label_of,
)
from .network import ADDRESS_LITERAL, LABEL, LONGEST_HOSTNAME, LONGEST_LOCAL_PART, LONGEST_MAILBOX, local_part
from .patterns import Pattern

# UTF8-non-ascii of RFC 6531, section 3.3: every character that UTF-8 has, and a lone surrogate is none.
_NOT_ASCII = r"\x80-\ud7ff\ue000-\U0010ffff"

_DOTS = str.maketrans("\u3002\uff0e\uff61", "...")

_ascii_label = Pattern(LABEL)
_local_part = Pattern(local_part(_NOT_ASCII))
_address_literal = Pattern(ADDRESS_LITERAL)


def is_idn_hostname(value: str) -> bool:
    """Whether `value` is a host name in U-labels, A-labels or plain ones (RFC 5890, section 2.3.2.3).

    The dots are those of RFC 3490, section 3.1: the full stop, and its ideographic, fullwidth and halfwidth forms.
    """
    # An A-label is longer than its U-label, so this bounds all that follows.
    return len(value) <= LONGEST_HOSTNAME and _are_labels(value.translate(_DOTS).split("."))


def is_idn_email(value: str) -> bool:
    """Whether `value` is a `Mailbox` (RFC 6531, section 3.3); its host name may be in any case and normalisation form."""
    local, at, domain = value.rpartition("@")
    if not at or _octets(value) > LONGEST_MAILBOX:
        return False
    if _local_part.fullmatch(local) is None or _octets(local) > LONGEST_LOCAL_PART:
        return False
    if _address_literal.fullmatch(domain) is not None:
        return True
    # Mail programs map a name before they look it up; of RFC 5895, section 2, these are the steps that no one disputes.
    return _are_labels(unicodedata.normalize("NFC", domain.lower()).split("."))


def _octets(value: str) -> int:
    return len(value.encode(errors="surrogatepass"))


def _are_labels(labels: Sequence[str]) -> bool:
    """Whether each of `labels` is a label, and all together keep the Bidi rule and the length of a host name."""
    u_labels: list[str] = []
    length = len(labels) - 1
    for label in labels:
        forms = _forms(label)
        if forms is None:
            return False
        u_labels.append(forms[0])
        length += len(forms[1])
    if length > LONGEST_HOSTNAME:
        return False
    return not any(map(is_right_to_left, u_labels)) or all(map(keeps_bidi_rule, u_labels))


def _forms(label: str) -> tuple[str, str] | None:
    """A label as people read it and as the DNS holds it; None when it is not a label of a host name."""
    if not label.isascii():
        a_label = a_label_of(label)
        return None if a_label is None else (label, a_label)
    if _ascii_label.fullmatch(label) is None:
        return None
    lowered = label.lower()
    if lowered.startswith(A_LABEL_PREFIX):
        u_label = u_label_of(lowered)
        return None if u_label is None else (u_label, label)
    # The other labels with hyphens in these places are reserved (RFC 5890, section 2.3.1).
    return None if label[2:4] == "--" else (label, label)
