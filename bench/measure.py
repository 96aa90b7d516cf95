"""Times of single calls: small loops, contestants in turn, the best of a few repeats, the loop itself subtracted."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from statistics import median
from time import perf_counter
from typing import Any

LOOP_SECONDS = 0.0002
REPEATS = 3


def times(functions: Mapping[str, Callable[[Any], Any]], arguments: Mapping[str, Any]) -> dict[str, float]:
    """Seconds of one `functions[name](arguments[name])`, for each name.

    The garbage collector is off meanwhile. In each repeat every function has its turn, so that a slow moment of the
    machine falls on all of them alike.
    """
    counts = {name: _count(function, arguments[name]) for name, function in functions.items()}
    best = dict.fromkeys(functions, math.inf)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(REPEATS):
            for name, function in functions.items():
                best[name] = min(best[name], _loop(function, arguments[name], counts[name]))
    finally:
        if was_enabled:
            gc.enable()
    return {name: max(seconds - EMPTY_LOOP, 1e-9) for name, seconds in best.items()}


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean, which is the right one for ratios."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))


def middle(values: Iterable[float]) -> float:
    """The median."""
    return median(list(values))


def _count(function: Callable[[Any], Any], argument: Any) -> int:
    """How many calls fill LOOP_SECONDS."""
    function(argument)
    once = min(_loop(function, argument, 3) for _ in range(2))
    return max(1, min(5000, int(LOOP_SECONDS / max(once, 1e-8))))


def _loop(function: Callable[[Any], Any], argument: Any, count: int) -> float:
    """Seconds of one call within a loop of `count`."""
    times_ = repeat(None, count)
    start = perf_counter()
    for _ in times_:
        function(argument)
    return (perf_counter() - start) / count


def _empty_loop(count: int) -> float:
    times_ = repeat(None, count)
    start = perf_counter()
    for _ in times_:
        pass
    return (perf_counter() - start) / count


EMPTY_LOOP = min(_empty_loop(20000) for _ in range(20))
