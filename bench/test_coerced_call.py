"""How long does a call take whose scalars are quoted, beside the same call with plain ones?"""

from __future__ import annotations

from typing import Any

import pytest

from bench.cases import coerced_cases
from bench.contestants import OURS, VALIDATE
from bench.rounds import COUNT, a_round


@pytest.mark.parametrize("quoted", [False, True], ids=["plain", "quoted"])
def test_coerced_call(benchmark: Any, quoted: bool) -> None:
    benchmark.group = "100 calls with scalars, plain and quoted"
    pairs = coerced_cases()
    cases = [pair[quoted] for pair in pairs[:: max(1, len(pairs) // COUNT)]][:COUNT]
    benchmark(a_round(VALIDATE[OURS], cases))
