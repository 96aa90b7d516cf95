"""Containers: a copy that shares none of them, and where two values differ."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.containers import changed_locations, copied


def test_a_copy_shares_no_container() -> None:
    shared: list[Any] = [1]
    value: Any = {"a": {"b": [1, {"c": None}]}, "one": shared, "two": shared}
    copy = copied(value)
    assert copy == value
    assert copy is not value
    assert copy["a"]["b"][1] is not value["a"]["b"][1]
    assert copy["one"] is copy["two"] is not shared
    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    assert copied(cycle)["self"] is not cycle
    assert copied("text") == "text"


@pytest.mark.parametrize(
    ("sent", "validated", "changed"),
    [
        ({"a": "1"}, {"a": 1}, (("a",),)),
        ({"a": 1.0}, {"a": 1}, (("a",),)),
        ({"a": "true", "b": "x"}, {"a": True, "b": "x"}, (("a",),)),
        ({"a": None, "b": 1}, {"b": 1}, (("a",),)),
        ({"a": [1, {"b": "2"}, "3"]}, {"a": [1, {"b": 2}, 3]}, (("a", 1, "b"), ("a", 2))),
        ({"a": "[1]"}, {"a": [1]}, (("a",),)),
        (None, {}, ((),)),
        ({"a": 1}, {"a": 1}, ()),
    ],
)
def test_changes_are_found_where_they_are(sent: Any, validated: Any, changed: Any) -> None:
    assert changed_locations(sent, validated) == changed
