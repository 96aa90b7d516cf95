"""What names mean under an unknown keyword, where only a JSON Pointer leads: nothing but to what is inside; on every engine."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines import engines, issues_of
from tests.identifiers import DRAFT_4, DRAFT_7, DRAFT_2019_09, ONE, TWO, refusal_of

HIDDEN = {
    "$id": "two",
    "$anchor": "n",
    "maximum": 1,
    "properties": {"b": {"$ref": "#"}, "c": {"$ref": "two"}},
}

# (what stands under an unknown keyword, a reference to it, another reference, a location to which that leads; None where nowhere)
UNDECLARED: dict[str, tuple[Any, str, str, str | None]] = {
    "its identifier": (HIDDEN, "#/x-a", "two", None),
    "an identifier inside": ({"not": HIDDEN}, "#/x-a", "two", None),
    "its anchor": ({"$anchor": "n"}, "#/x-a", "#n", None),
    "its anchor in a resource": (HIDDEN, "#/x-a", "two#n", None),
    "its anchor, from inside": ({"$id": "two", "$anchor": "n", "not": {"$ref": "#n"}}, "#/x-a", "#/x-a", None),
    "a dynamic anchor": ({"$dynamicAnchor": "n"}, "#/x-a", "#n", None),
    "itself": (HIDDEN, "#/x-a", "#/x-a/properties/b", "/x-a/maximum"),
    "itself by its identifier": (HIDDEN, "#/x-a", "#/x-a/properties/c", "/x-a/maximum"),
    "what is around it": ({"b": {"$ref": "#/x-a/c"}, "c": {"maximum": 1}}, "#/x-a/c", "#/x-a/b", "/x-a/c/maximum"),
    "what has the name": (
        {"b": {"$ref": "two#/$defs/d"}, "c": {"$id": "two", "$defs": {"d": {}}}},
        "#/x-a/c",
        "#/x-a/b",
        None,
    ),
    "a resource on the way": (
        {"$id": "two", "b": {"$ref": "#/c"}, "c": {"maximum": 1}},
        "#/x-a",
        "#/x-a/b",
        "/x-a/c/maximum",
    ),
    "a resource on the way, not looked at": (
        {"b": {"$id": "two", "c": {"$ref": "#/d"}, "d": {"maximum": 1}}},
        "#",
        "#/x-a/b/c",
        "/x-a/b/d/maximum",
    ),
    "a resource on the way, not looked at, as a whole": (
        {"b": {"$id": "two", "maximum": 1, "c": {"$ref": "#"}}},
        "#/x-a/b/c",
        "#/x-a/b",
        "/x-a/b/maximum",
    ),
    "names of properties on the way": (
        {"properties": {"$id": {}, "$schema": {}, "id": True, "b": {"maximum": 1}}},
        "#/x-a",
        "#/x-a/properties/b",
        "/x-a/properties/b/maximum",
    ),
}  # fmt: skip


@engines
@pytest.mark.parametrize("case", UNDECLARED)
@pytest.mark.parametrize("first", [True, False])
def test_what_no_keyword_declares_has_no_names_in_whatever_order_it_is_found(
    engine: str, case: str, first: bool
) -> None:
    held, way, reference, leads_to = UNDECLARED[case]
    references = [{"$ref": way}, {"$ref": reference}]
    properties = dict(zip("pq" if first else "qp", references, strict=True))
    name = "q" if first else "p"
    # The order in which they stand is that in which they are followed, one way or the other.
    for order in ("pq", "qp"):
        schema = {
            "$id": ONE,
            "properties": {key: properties[key] for key in order},
            "x-a": held,
        }
        if leads_to is None:
            assert refusal_of(engine, schema).keyword_location.endswith("/$ref")
        else:
            (issue,) = issues_of(engine, schema, {name: 2})
            assert issue.keyword_location == leads_to


@engines
@pytest.mark.parametrize("dialect", [DRAFT_4, DRAFT_7])
def test_defs_are_unknown_until_draft_7(engine: str, dialect: str) -> None:
    tree = {
        "id" if dialect == DRAFT_4 else "$id": "Tree",
        "properties": {"left": {"$ref": "Tree"}},
        "maximum": 1,
    }
    schema = {"$schema": dialect, "properties": {"a": {"$ref": "#/$defs/tree"}}, "$defs": {"tree": tree}}
    (issue,) = issues_of(engine, schema, {"a": {"left": {"left": 2}}})
    assert issue.keyword_location == "/$defs/tree/maximum"
    assert refusal_of(engine, {**schema, "items": {"$ref": "Tree"}}).keyword_location == "/items/$ref"


@engines
def test_no_dynamic_reference_leads_into_what_no_keyword_declares(engine: str) -> None:
    schema: Any = {
        "$id": ONE,
        "properties": {"a": {"$ref": "#/x-a"}},
        "x-a": {"$id": "three", "$dynamicAnchor": "n", "maximum": 1, "properties": {"b": {"$ref": TWO}}},
        "$defs": {"t": {"$id": TWO, "$dynamicAnchor": "n", "properties": {"c": {"$dynamicRef": "#n"}}}},
    }
    assert issues_of(engine, schema, {"a": {"b": {"c": 2}}}) == []
    # Nor does it stand for the resource that has its URI as a name.
    schema["$defs"]["u"] = {"$id": "three", "$dynamicAnchor": "n", "maximum": 1}
    assert issues_of(engine, schema, {"a": {"b": {"c": 2}}}) == []
    schema = {
        "$schema": DRAFT_2019_09,
        "$id": ONE,
        "$recursiveAnchor": True,
        "maxProperties": 1,
        "properties": {"a": {"$ref": "#/x-a"}},
        "x-a": {"$id": "three", "$recursiveAnchor": True, "properties": {"b": {"$recursiveRef": "#"}}},
    }
    assert issues_of(engine, schema, {"a": {"b": {"a": {}, "b": {}}}}) == []
