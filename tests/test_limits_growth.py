"""What is near linear, counted in calls of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from callcheck.json_values import Members, unique

from tests.limiting import work


def ratio(function: Callable[[int], Callable[[], Any]], small: int) -> float:
    """How many times as much work ten times the size is."""
    function(small)()
    return work(function(10 * small)) / work(function(small))


LISTS: dict[str, Callable[[int], list[Any]]] = {
    "integers": lambda n: list(range(n)),
    "strings": lambda n: [f"v{i}" for i in range(n)],
    "mixed": lambda n: [(i, str(i), [i], {"a": i}, i + 0.5)[i % 5] for i in range(n)],
    "objects": lambda n: [{"a": i, "b": [i]} for i in range(n)],
    "integers that hash alike": lambda n: [i * (2**61 - 1) for i in range(n)],
}


@pytest.mark.parametrize("name", LISTS)
def test_uniqueness_is_linear(name: str) -> None:
    def check(count: int) -> Callable[[], Any]:
        items = LISTS[name](count)
        return lambda: unique(items)

    assert ratio(check, 300) < 11


@pytest.mark.parametrize("name", LISTS)
def test_a_member_is_found_in_constant_time(name: str) -> None:
    def check(count: int) -> Callable[[], Any]:
        members = Members(LISTS[name](count))
        last = LISTS[name](count)[-1]
        return lambda: members.holds(last) and members.holds([count])

    assert ratio(check, 300) < 1.5


def test_hash_collisions_are_not_compared() -> None:
    """Equality of the values, which no profiler counts, is not asked either."""
    compared = 0

    class Counted(int):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return int(self) == other

        def __hash__(self) -> int:
            return 1

    items: list[Any] = [Counted(index) for index in range(500)]
    assert unique(items)
    assert compared < 2000
