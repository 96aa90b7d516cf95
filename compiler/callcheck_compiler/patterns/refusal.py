"""Why a pattern is refused, before it is known where it stands."""

from __future__ import annotations


class Untranslatable(ValueError):
    """A pattern that ECMA-262 allows has no equal that can be matched here. The reason ends a sentence about the pattern."""


class TooLong(Untranslatable):
    """What it would become is too long, however it is matched."""
