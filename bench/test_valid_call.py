"""How long does a call take that is right?"""

from __future__ import annotations

from typing import Any

import pytest

from bench.cases import valid_cases
from bench.contestants import VALIDATE
from bench.rounds import a_round, chosen, contests


@pytest.mark.parametrize(("contestant", "which"), contests(VALIDATE))
def test_valid_call(benchmark: Any, contestant: str, which: str) -> None:
    benchmark.group = f"100 valid calls, {which}"
    benchmark(a_round(VALIDATE[contestant], chosen(valid_cases(), which)))
