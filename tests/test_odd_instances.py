"""What `json.loads` never gives: dicts that make up keys, values that compare as they like, keys that are no text."""

from __future__ import annotations

import copy
import pickle
from collections import Counter, defaultdict
from typing import Any

import pytest
from callcheck.issues import InvalidArguments, Issue, Kind
from callcheck.policy import JSON_SCHEMA, STRICT, TOOL_INPUT, Policy, TextStyle

from tests.engines import ENGINES, engines, issues_of

NEEDED: Any = {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}
UNTYPED: Any = {"properties": {"k": {"type": "string"}}, "required": ["k"]}
KINDS = [{"properties": {"k": {"const": value}}, "required": ["k"]} for value in ("a", "b")]
POLICIES = {"specification": JSON_SCHEMA, "tool": TOOL_INPUT, "strict": STRICT}

# Schemas of a value, at each place where something may look for a key that has to be there.
LOOKING: dict[str, Any] = {
    "an object": NEEDED,
    "an object or an array": {**UNTYPED, "type": ["object", "array"]},
    "anything": UNTYPED,
    "anyOf": {"anyOf": [NEEDED, {"type": "string"}]},
    "anyOf without types": {"anyOf": [UNTYPED, {"type": "string"}]},
    "oneOf": {"oneOf": [NEEDED, {"type": "string"}]},
    "nullable": {"anyOf": [NEEDED, {"type": "null"}]},
    "not": {"not": NEEDED},
    "if": {"if": NEEDED, "then": False},
    "told apart": {"oneOf": KINDS},
    "evaluated": {"anyOf": [NEEDED, {"maxProperties": 0}], "unevaluatedProperties": False},
    "dependent": {"dependentSchemas": {"k": UNTYPED}, "maxProperties": 0},
    "a reference": {"$ref": "#/$defs/needed"},
}


@engines
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("case", LOOKING)
@pytest.mark.parametrize("made", [lambda: defaultdict(str), Counter], ids=["defaultdict", "Counter"])
def test_a_key_that_a_dict_would_make_up_is_not_there(engine: str, case: str, policy: str, made: Any) -> None:
    schema = {"type": "object", "properties": {"p": LOOKING[case]}, "$defs": {"needed": NEEDED}}
    value = made()
    expected = issues_of(engine, schema, {"p": {}}, POLICIES[policy])
    assert issues_of(engine, schema, {"p": value}, POLICIES[policy]) == expected
    assert ENGINES[engine]("tool", schema, POLICIES[policy]).is_valid({"p": value}) is (not expected)
    assert len(value) == 0


@engines
@pytest.mark.parametrize("word", ["contains", "items"])
def test_nor_in_a_list(engine: str, word: str) -> None:
    value: Any = defaultdict(str)
    assert issues_of(engine, {word: {"anyOf": [NEEDED, {"type": "string"}]}}, [value]) != []
    assert len(value) == 0


class Unclear:
    """Compared with anything, it gives what is neither true nor false, as an array of NumPy does."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("neither true nor false")


@engines
@pytest.mark.parametrize(
    "keywords", [{"const": "a"}, {"enum": ["a"]}, {"enum": ["a", 1, None]}, {"enum": [[1]]}]
)
def test_a_value_that_compares_to_no_truth_is_rejected(engine: str, keywords: Any) -> None:
    check = ENGINES[engine]("tool", {"type": "object", "properties": {"p": keywords}}, TOOL_INPUT)
    with pytest.raises(InvalidArguments):
        check.validate({"p": Unclear()})


@engines
@pytest.mark.parametrize("style", TextStyle)
def test_a_key_that_is_none_is_told_as_a_key(engine: str, style: TextStyle) -> None:
    schema = {"type": "object", "properties": {"p": {}}, "additionalProperties": False}
    check = ENGINES[engine]("tool", schema, Policy(text=style))
    (issue,) = check.explain({None: 1})
    assert issue.instance_location == (None,)
    with pytest.raises(InvalidArguments, match="None"):
        check.validate({None: 1})


class Liar(type):
    """A class of this kind calls itself equal to `str`."""

    def __eq__(cls, other: object) -> bool:
        return other is str or cls is other

    def __hash__(cls) -> int:
        return hash(str)


class Lie(metaclass=Liar):
    pass


def test_a_class_that_passes_for_another_changes_no_later_text() -> None:
    check = ENGINES["compiled"](
        "tool", {"type": "object", "properties": {"p": {"type": "integer"}}}, TOOL_INPUT
    )
    for value in (Lie(), "text"):
        with pytest.raises(InvalidArguments) as rejection:
            check.validate({"p": value})
    assert "provided as `string`" in str(rejection.value)


def test_an_issue_that_was_made_beforehand_is_like_any_other() -> None:
    check = ENGINES["compiled"]("tool", NEEDED, TOOL_INPUT)
    (issue,) = check.explain({})
    plain = Issue(Kind.MISSING, ("k",), "/required", "required", (), "", "is required")
    for same in (issue, copy.deepcopy(issue), pickle.loads(pickle.dumps(issue))):
        assert same == plain
        assert repr(same) == repr(plain)
        assert hash(same) == hash(plain)
    assert type(pickle.loads(pickle.dumps(issue))) is Issue
    assert issue._replace(keyword="other").keyword == "other"
