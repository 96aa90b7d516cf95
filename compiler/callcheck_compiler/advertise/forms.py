"""What a dropped union is told as in words: which parameters go together."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..keywords.dialects import Dialect
from .annotations import split
from .merge import literals
from .shape import Shape

_MOST_BRANCHES = 12
_LONGEST_VALUE = 60


def forms_text(branches: Sequence[Shape], common: Sequence[str], exactly: bool, dialect: Dialect) -> str:
    """A sentence that tells the forms of a union's branches; empty where there is nothing to tell apart.

    `common` are the keys that every form has; `exactly` says that no two forms may fit at once.
    """
    possible = [branch for branch in branches if branch.possible]
    if not 2 <= len(possible) <= _MOST_BRANCHES:
        return ""
    forms = list(dict.fromkeys(_form(branch, common, dialect) for branch in possible))
    if len(forms) < 2 or not all(forms):
        return ""
    return f"Give {'exactly one' if exactly else 'one'} of: {'; '.join(forms)}."


def _form(branch: Shape, common: Sequence[str], dialect: Dialect) -> str:
    """What one branch asks for: `kind` "a" with `x`, `y`."""
    told: dict[str, str] = {}
    for key in branch.required:
        values = literals(split(branch.allows(key))[1], dialect) or []
        text = json.dumps(values[0], ensure_ascii=False) if len(values) == 1 else ""
        if text and len(text) <= _LONGEST_VALUE:
            told[key] = f"`{key}` {text}"
    others = ", ".join(f"`{key}`" for key in branch.required if key not in common and key not in told)
    if not told:
        return others
    return " and ".join(told.values()) + (f" with {others}" if others else "")
