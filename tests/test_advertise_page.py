"""The page about advertised schemas: every rule is documented with its source."""

from __future__ import annotations

import re
from pathlib import Path

from callcheck_compiler.advertise import PROVIDERS

from tests.shared import REPOSITORY

DOCUMENT = Path(REPOSITORY, "docs", "advertise.md")


def test_every_rule_is_documented_with_its_source() -> None:
    text = re.sub(r"\s+", " ", DOCUMENT.read_text(encoding="utf-8"))
    missing = [
        f"{provider.title} {rule.says} ({rule.source})"
        for provider in PROVIDERS.values()
        for rule in provider.rules
        if f"{rule.says} | {rule.source} |" not in text
    ]
    assert missing == []
