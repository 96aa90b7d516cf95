"""Two validators of one tool on one call: the same verdict, value, issues in order, and text; nothing mutated."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import callcheck

PRESETS: dict[str, callcheck.Policy] = {
    "TOOL_INPUT": callcheck.TOOL_INPUT,
    "LENIENT": callcheck.LENIENT,
    "STRICT": callcheck.STRICT,
    "STRICT_CORE": callcheck.STRICT_CORE,
    "JSON_SCHEMA": callcheck.JSON_SCHEMA,
}


class Outcome(NamedTuple):
    """What became of one call; values and issues as `shown`."""

    accepted: bool
    value: str
    same_object: bool
    issues: tuple[str, ...]
    text: str


def shown(value: Any) -> str:
    """`repr`, which tells 1, 1.0 and True apart and keeps the order of keys; the type's name for what is too deep."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return repr(value)
    except RecursionError:
        return type(value).__name__
    finally:
        sys.set_int_max_str_digits(limit)


def outcome(validator: Any, arguments: Any) -> Outcome:
    """The outcome of one call, after checking that nothing was mutated and what was not coerced is shared."""
    before = shown(arguments)
    try:
        value = validator.validate(arguments)
    except callcheck.InvalidArguments as rejection:
        found = Outcome(False, "", False, tuple(map(shown, rejection.issues)), str(rejection))
        assert found.issues, "a rejection without an issue"
    else:
        found = Outcome(True, shown(value), value is arguments, (), "")
        assert_shared(arguments, value)
    assert shown(arguments) == before, "the caller's arguments were mutated"
    return found


def assert_consistent(validator: Any, arguments: Any, found: Outcome) -> None:
    """`is_valid`, `coerce` and `explain` tell the same as `validate`, and mutate nothing either."""
    before = shown(arguments)
    assert validator.is_valid(arguments) is found.accepted
    coerced = validator.coerce(arguments)
    assert_shared(arguments, coerced)
    assert tuple(map(shown, validator.explain(arguments))) == found.issues
    if found.accepted:
        assert shown(coerced) == found.value
        assert (coerced is arguments) is found.same_object
    assert shown(arguments) == before, "the caller's arguments were mutated"


def assert_shared(original: Any, result: Any) -> None:
    """What coercion did not touch is the very same object, at every depth."""
    if result is original or not isinstance(original, (dict, list)):
        return
    assert shown(result) != shown(original), "an untouched container was copied"
    if isinstance(original, dict) and isinstance(result, dict):
        for key, value in result.items():
            assert_shared(original[key], value)
    elif isinstance(original, list) and isinstance(result, list):
        for before, after in zip(original, result, strict=True):
            assert_shared(before, after)


def assert_agree(expected: Any, actual: Any, arguments: Any) -> Outcome:
    """Both validators give the same outcome, which is returned; the second also agrees with itself."""
    wanted = outcome(expected, arguments)
    found = outcome(actual, arguments)
    assert found == wanted
    assert_consistent(actual, arguments, found)
    return found
