"""What the tests of limits share: policies to compile with, and a measure of work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from callcheck import LENIENT, STRICT

POLICIES = {"LENIENT": LENIENT, "STRICT": STRICT}
policies = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)


def work(function: Callable[[], Any]) -> int:
    """How many calls of functions something makes, of those in C too: what it costs, whatever the machine is doing."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls
