"""The labels of internationalised host names: IDNA 2008 (RFC 5890 to 5893).

RFC 5892 derives what a character may do in a label from its Unicode properties, in whatever version of Unicode there
is; here it is the interpreter's, through `unicodedata`. A character newer than that is unassigned, so not allowed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .unicode_tables import (
    is_greek,
    is_hangul_jamo,
    is_hebrew,
    is_ignored_by_default,
    is_japanese_or_han,
    is_symbol_mark,
    joins_what_follows,
    joins_what_precedes,
)

A_LABEL_PREFIX = "xn--"
LONGEST_LABEL = 63

_LETTERS_AND_DIGITS = frozenset({"Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"})
_VIRAMA = 9

# The exceptions of RFC 5892, section 2.6, and the characters of which appendix A makes a rule.
_ALLOWED = frozenset("\u00df\u03c2\u06fd\u06fe\u0f0b\u3007")
_DISALLOWED = frozenset("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b")
_ARABIC_INDIC_DIGITS = frozenset("\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")
_EXTENDED_ARABIC_INDIC_DIGITS = frozenset("\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9")
_ZERO_WIDTH_NON_JOINER = "\u200c"
_ZERO_WIDTH_JOINER = "\u200d"
_MIDDLE_DOT = "\u00b7"
_GREEK_KERAIA = "\u0375"
_HEBREW_PUNCTUATION = frozenset("\u05f3\u05f4")
_KATAKANA_MIDDLE_DOT = "\u30fb"

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_IN_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_IN_LEFT_TO_RIGHT = frozenset({"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"})


def is_u_label(label: str) -> bool:
    """Whether `label` is a U-label (RFC 5890, section 2.3.2.1), the Bidi rule aside."""
    return (
        not label.isascii()
        and len(label) <= LONGEST_LABEL
        and "-" not in (label[0], label[-1])
        and label[2:4] != "--"
        and unicodedata.category(label[0])[0] != "M"
        and all(_may_stand_at(label, index) for index in range(len(label)))
        and unicodedata.is_normalized("NFC", label)
        and len(a_label_of(label)) <= LONGEST_LABEL
    )


def is_a_label(label: str) -> bool:
    """Whether `label`, in lower case and with its prefix, is an A-label whose own letters keep the Bidi rule."""
    decoded = u_label_of(label)
    return decoded is not None and (not is_right_to_left(decoded) or keeps_bidi_rule(decoded))


def a_label_of(label: str) -> str:
    """The A-label of a U-label (RFC 5891, section 4.4)."""
    return A_LABEL_PREFIX + label.encode("punycode").decode("ascii")


def u_label_of(label: str) -> str | None:
    """The U-label of an A-label; None when `label`, in lower case and `xn--…`, is none (RFC 5891, section 5.3).

    `label` holds letters, digits and hyphens only and does not end in a hyphen.
    """
    try:
        decoded = label[len(A_LABEL_PREFIX) :].encode("ascii").decode("punycode")
    except UnicodeError:
        return None
    return decoded if is_u_label(decoded) and a_label_of(decoded) == label else None


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


def _may_stand_at(label: str, index: int) -> bool:
    """Whether the character at `index` is allowed there (RFC 5892, section 3, and the rules of its appendix A)."""
    character = label[index]
    before = label[index - 1] if index else ""
    after = label[index + 1 : index + 2]
    if character == _ZERO_WIDTH_NON_JOINER:
        return _is_virama(before) or _joins_across(label, index)
    if character == _ZERO_WIDTH_JOINER:
        return _is_virama(before)
    if character == _MIDDLE_DOT:
        return before == after == "l"
    if character == _GREEK_KERAIA:
        return bool(is_greek(after))
    if character in _HEBREW_PUNCTUATION:
        return bool(is_hebrew(before))
    if character == _KATAKANA_MIDDLE_DOT:
        return any(map(is_japanese_or_han, label))
    if character in _ARABIC_INDIC_DIGITS:
        return _EXTENDED_ARABIC_INDIC_DIGITS.isdisjoint(label)
    if character in _EXTENDED_ARABIC_INDIC_DIGITS:
        return _ARABIC_INDIC_DIGITS.isdisjoint(label)
    return _is_allowed_anywhere(character)


def _is_allowed_anywhere(character: str) -> bool:
    """Whether the derived property of `character` is PVALID (RFC 5892, section 3)."""
    if character.isascii():
        return character.islower() or character.isdigit() or character == "-"
    if character in _ALLOWED:
        return True
    return (
        character not in _DISALLOWED
        and unicodedata.category(character) in _LETTERS_AND_DIGITS
        and _is_stable(character)
        and not is_ignored_by_default(character)
        and not is_symbol_mark(character)
        and not is_hangul_jamo(character)
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
    return bool(joins_what_follows(before) and joins_what_precedes(after))


def _first_letter(characters: Iterable[str]) -> str:
    """The first character that is not transparent to joining (Joining_Type T); "" when there is none."""
    return next((each for each in characters if unicodedata.category(each) not in ("Mn", "Me", "Cf")), "")
