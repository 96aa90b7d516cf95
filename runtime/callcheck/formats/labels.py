"""The labels of internationalised host names: IDNA 2008 (RFC 5890 to 5893).

RFC 5892 derives what a character may do in a label from its Unicode properties, in whatever version of Unicode there
is; here it is the interpreter's, through `unicodedata`. A character newer than that is unassigned, so not allowed.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable

from .unicode_tables import (
    GREEK,
    HANGUL_JAMO,
    HEBREW,
    IGNORED_BY_DEFAULT,
    JAPANESE_OR_HAN,
    JOINING_WHAT_FOLLOWS,
    JOINING_WHAT_PRECEDES,
    SYMBOL_MARKS,
)

A_LABEL_PREFIX = "xn--"
LONGEST_LABEL = 63

_LETTERS_AND_DIGITS = frozenset({"Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"})
_VIRAMA = 9

# The exceptions of RFC 5892, section 2.6; for the digits and what follows them, its appendix A has rules.
_ARABIC_INDIC_DIGITS = frozenset(map(chr, range(0x660, 0x66A)))
_EXTENDED_ARABIC_INDIC_DIGITS = frozenset(map(chr, range(0x6F0, 0x6FA)))
_ALLOWED = frozenset("\u00df\u03c2\u06fd\u06fe\u0f0b\u3007")
_NOT_EVERYWHERE = frozenset("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b").union(
    _ARABIC_INDIC_DIGITS, _EXTENDED_ARABIC_INDIC_DIGITS
)
_ZERO_WIDTH_NON_JOINER = "\u200c"
_ZERO_WIDTH_JOINER = "\u200d"
_MIDDLE_DOT = "\u00b7"
_GREEK_KERAIA = "\u0375"
_HEBREW_PUNCTUATION = frozenset("\u05f3\u05f4")
_ADLAM_NASALIZATION_MARK = "\U0001e94b"
_KATAKANA_MIDDLE_DOT = "\u30fb"

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_IN_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_IN_LEFT_TO_RIGHT = frozenset({"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"})


def is_a_label(label: str) -> bool:
    """Whether `label`, as `u_label_of` takes it, is an A-label whose own letters keep the Bidi rule."""
    u_label = u_label_of(label)
    return u_label is not None and (not is_right_to_left(u_label) or keeps_bidi_rule(u_label))


def u_label_of(label: str) -> str | None:
    """The U-label of an A-label; None when `label` is none (RFC 5890, section 2.3.2.1; the Bidi rule aside).

    `label` is in lower case, starts with `xn--`, and holds letters, digits and hyphens, of which none is the last.
    """
    try:
        u_label = label[len(A_LABEL_PREFIX) :].encode("ascii").decode("punycode")
    except UnicodeError:
        return None
    # The same U-label has other, longer spellings in Punycode, which are no A-labels.
    return u_label if a_label_of(u_label) == label else None


def a_label_of(label: str) -> str | None:
    """The A-label of a U-label; None when `label` is none (RFC 5890, section 2.3.2.1; the Bidi rule aside)."""
    if not _is_u_label_of_any_length(label):
        return None
    a_label = A_LABEL_PREFIX + label.encode("punycode").decode("ascii")
    return a_label if len(a_label) <= LONGEST_LABEL else None


def is_right_to_left(label: str) -> bool:
    """Whether `label` makes its host name a Bidi domain name (RFC 5893, section 1.4)."""
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in label)


def keeps_bidi_rule(label: str) -> bool:
    """Whether `label`, which is not empty, satisfies the six conditions of RFC 5893, section 2."""
    classes = [unicodedata.bidirectional(character) for character in label]
    last = next((name for name in reversed(classes) if name != "NSM"), "NSM")
    if classes[0] == "L":
        return last in ("L", "EN") and _IN_LEFT_TO_RIGHT.issuperset(classes)
    return (
        classes[0] in ("R", "AL")
        and last in ("R", "AL", "EN", "AN")
        and _IN_RIGHT_TO_LEFT.issuperset(classes)
        and not ("EN" in classes and "AN" in classes)
    )


def _is_u_label_of_any_length(label: str) -> bool:
    """Whether `label` is a U-label, but for the length of its A-label (RFC 5891, section 4.2)."""
    return (
        not label.isascii()
        and len(label) < LONGEST_LABEL
        and "-" not in (label[0], label[-1])
        and label[2:4] != "--"
        and unicodedata.category(label[0])[0] != "M"
        and all(_may_stand_at(label, index) for index in range(len(label)))
        and unicodedata.is_normalized("NFC", label)
    )


def _may_stand_at(label: str, index: int) -> bool:
    """Whether the character at `index` is allowed there (RFC 5892, section 3, and the rules of its appendix A)."""
    character = label[index]
    if _is_allowed_everywhere(character):
        return True
    before = label[index - 1] if index else ""
    after = label[index + 1 : index + 2]
    if character == _ZERO_WIDTH_NON_JOINER:
        return _is_virama(before) or _joins_across(label, index)
    if character == _ZERO_WIDTH_JOINER:
        return _is_virama(before)
    if character == _MIDDLE_DOT:
        return before == after == "l"
    if character == _GREEK_KERAIA:
        return GREEK.fullmatch(after) is not None
    if character in _HEBREW_PUNCTUATION:
        return HEBREW.fullmatch(before) is not None
    if character == _KATAKANA_MIDDLE_DOT:
        return JAPANESE_OR_HAN.search(label) is not None
    if character in _ARABIC_INDIC_DIGITS:
        return _EXTENDED_ARABIC_INDIC_DIGITS.isdisjoint(label)
    if character in _EXTENDED_ARABIC_INDIC_DIGITS:
        return _ARABIC_INDIC_DIGITS.isdisjoint(label)
    return False


@functools.lru_cache(maxsize=4096)
def _is_allowed_everywhere(character: str) -> bool:
    """Whether the derived property of `character` is PVALID (RFC 5892, section 3)."""
    if character.isascii():
        return character.islower() or character.isdigit() or character == "-"
    if character in _ALLOWED:
        return True
    return (
        character not in _NOT_EVERYWHERE
        and unicodedata.category(character) in _LETTERS_AND_DIGITS
        and _is_stable(character)
        and IGNORED_BY_DEFAULT.fullmatch(character) is None
        and SYMBOL_MARKS.fullmatch(character) is None
        and HANGUL_JAMO.fullmatch(character) is None
    )


def _is_stable(character: str) -> bool:
    """Whether normalisation and case folding leave `character` as it is (RFC 5892, section 2.2)."""
    folded = unicodedata.normalize("NFKC", character).casefold()
    return unicodedata.normalize("NFKC", folded) == character


def _is_virama(character: str) -> bool:
    return character != "" and unicodedata.combining(character) == _VIRAMA


def _joins_across(label: str, index: int) -> bool:
    """Whether the letters on both sides of `index` join, looking through marks (RFC 5892, appendix A.1)."""
    before = _first_letter(reversed(label[:index]))
    after = _first_letter(label[index + 1 :])
    return (
        JOINING_WHAT_FOLLOWS.fullmatch(before) is not None
        and JOINING_WHAT_PRECEDES.fullmatch(after) is not None
    )


def _first_letter(characters: Iterable[str]) -> str:
    """The first character that is not transparent to joining; "" when there is none.

    Joining_Type T is that of the categories Mn, Me and Cf, of which a label can hold only Mn, and of one letter.
    """
    return next(
        (
            each
            for each in characters
            if unicodedata.category(each) != "Mn" and each != _ADLAM_NASALIZATION_MARK
        ),
        "",
    )
