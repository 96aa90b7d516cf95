"""The policy is a frozen dataclass, for people and for `dataclasses`, though importing it does without that module."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable

import callcheck
import pytest
from callcheck import JSON_SCHEMA, LENIENT, STRICT, STRICT_CORE, TOOL_INPUT, Coercion, Policy, Undeclared

from tests.shared import REPOSITORY

PRESETS = [TOOL_INPUT, LENIENT, STRICT, STRICT_CORE, JSON_SCHEMA]
FIELDS = [
    "coercion",
    "undeclared",
    "keywords",
    "formats",
    "text",
    "hints",
    "extensions",
    "patterns",
    "root",
]


@dataclasses.dataclass(frozen=True)
class Extended(Policy):
    owner: str = "nobody"


@pytest.mark.parametrize("policy", [*PRESETS, Extended(hints=True, owner="me")])
def test_every_way_to_make_an_equal_one(policy: Policy) -> None:
    named = {field.name: getattr(policy, field.name) for field in dataclasses.fields(policy)}
    for other in (
        copy.copy(policy),
        copy.deepcopy(policy),
        pickle.loads(pickle.dumps(policy)),
        dataclasses.replace(policy),
        type(policy)(**named),
        type(policy)(*named.values()),
    ):
        assert other == policy
        assert hash(other) == hash(policy)
        assert repr(other) == repr(policy)
        assert type(other) is type(policy)


def test_presets_differ() -> None:
    assert len(set(PRESETS)) == len(PRESETS)
    assert Extended() != Policy()
    assert Policy().__eq__(()) is NotImplemented
    assert repr(STRICT).startswith("Policy(coercion=<Coercion.NONE: 0>, undeclared=<Undeclared.REJECT: ")


def test_fields() -> None:
    assert [field.name for field in dataclasses.fields(Policy)] == FIELDS
    assert list(dataclasses.asdict(TOOL_INPUT)) == FIELDS
    assert all(field.default == getattr(Policy(), field.name) for field in dataclasses.fields(Policy))
    assert dataclasses.is_dataclass(Policy)


def test_replaced() -> None:
    changed = dataclasses.replace(TOOL_INPUT, hints=True, undeclared=Undeclared.REJECT)
    assert (changed.hints, changed.undeclared, changed.coercion) == (
        True,
        Undeclared.REJECT,
        TOOL_INPUT.coercion,
    )
    assert (TOOL_INPUT.hints, TOOL_INPUT.undeclared) == (False, Undeclared.AS_SCHEMA)
    if sys.version_info >= (3, 13):
        assert copy.replace(TOOL_INPUT, hints=True, undeclared=Undeclared.REJECT) == changed


def test_matched() -> None:
    match Policy(Coercion.JSON_TEXT, hints=True):
        case Policy(Coercion.JSON_TEXT, hints=True):
            pass
        case _:
            raise AssertionError


FAULTS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: setattr(TOOL_INPUT, "hints", True),
        dataclasses.FrozenInstanceError,
        "cannot set the field 'hints'",
    ),
    (lambda: setattr(TOOL_INPUT, "new", True), dataclasses.FrozenInstanceError, "cannot set the field 'new'"),
    (
        lambda: delattr(TOOL_INPUT, "hints"),
        dataclasses.FrozenInstanceError,
        "cannot delete the field 'hints'",
    ),
    (lambda: Policy(hint=True), TypeError, "no field 'hint'; its fields are coercion, "),  # type: ignore[call-arg]
    (lambda: Policy(Coercion.ALL, coercion=Coercion.ALL), TypeError, "two values for the field 'coercion'"),  # type: ignore[misc]
    (lambda: Policy(*range(10)), TypeError, "has 9 fields, but 10 values"),
    (lambda: dataclasses.replace(TOOL_INPUT, hint=True), TypeError, "no field 'hint'"),  # type: ignore[call-arg]
]


@pytest.mark.parametrize(("fault", "error", "said"), FAULTS)
def test_refused(fault: Callable[[], object], error: type[Exception], said: str) -> None:
    before = repr(TOOL_INPUT)
    with pytest.raises(error, match=said):
        fault()
    assert repr(TOOL_INPUT) == before


def test_an_import_does_without_what_is_slow_to_import() -> None:
    program = (
        "import sys, callcheck.generated, callcheck.abi\n"
        "print([word for word in ('dataclasses', 'inspect', 'asyncio', 'logging') if word in sys.modules])"
    )
    command = [
        sys.executable,
        "-I",
        "-c",
        f"import sys\nsys.path.insert(0, {str(REPOSITORY / 'runtime')!r})\n" + program,
    ]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
    assert callcheck.Policy is Policy
