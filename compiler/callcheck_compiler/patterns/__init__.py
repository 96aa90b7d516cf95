"""Regular expressions from a schema: checked, translated for `re`, and planned so that none can hang a server."""

from __future__ import annotations

from .plan import Matcher, Plan, compile_pattern, listed_texts, plan, translate
from .translate import MOST_CHARACTERS

__all__ = ["MOST_CHARACTERS", "Matcher", "Plan", "compile_pattern", "listed_texts", "plan", "translate"]
