"""How long does it take to reject a call and to write the text for the model?"""

from __future__ import annotations

from typing import Any

import pytest

from bench.cases import rejected_cases
from bench.contestants import OURS, REJECT
from bench.rounds import a_round, chosen, contests


@pytest.mark.parametrize(("contestant", "which"), contests(REJECT))
def test_rejected_call(benchmark: Any, contestant: str, which: str) -> None:
    benchmark.group = f"100 rejected calls, {which}"
    cases = [case for case in chosen(rejected_cases(), which) if told_by_all(case)]
    benchmark(a_round(REJECT[contestant], cases))


def told_by_all(case: Any) -> bool:
    """Whether the case is rejected by callcheck and by those that read the same schema."""
    return all(
        REJECT[name](case.schema)(case.arguments)  # type: ignore[misc]
        for name in (OURS, "fastjsonschema, first error", "jsonschema-rs iter_errors, no text")
    )
