"""One round of a benchmark: a check for each of a hundred tools, called once each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.cases import Case, spread
from bench.contestants import Build
from bench.models import Check, pydantic_check

COUNT = 100
MODELS = ("pydantic", "msgspec, first error", "msgspec")


def contests(builders: Mapping[str, Build]) -> list[tuple[str, str]]:
    """(contestant, which tools): all of them on real tools, and again on those that models can express too."""
    everywhere = [(name, "real tools") for name in builders if name not in MODELS]
    return everywhere + [(name, "tools with plain types") for name in builders]


def chosen(cases: Sequence[Case], which: str) -> list[Case]:
    """A hundred cases, evenly spread."""
    if which == "real tools":
        return spread(tuple(cases), COUNT)
    return spread(tuple(case for case in cases if pydantic_check(case.schema) is not None), COUNT)


def a_round(build: Build, cases: Sequence[Case]) -> Callable[[], None]:
    """Everything is prepared; what is returned makes the calls."""
    prepared: list[tuple[Check, Any]] = []
    for case in cases:
        check = build(case.schema)
        assert check is not None, case.tool
        prepared.append((check, case.arguments))

    def calls() -> None:
        for check, arguments in prepared:
            check(arguments)

    return calls
