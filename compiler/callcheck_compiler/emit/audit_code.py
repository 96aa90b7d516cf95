"""The third lock, as it stands in memory: what was compiled is held to the instructions and names that emitters use.

The tree of a tool's text costs more to make than the rest of the audit and the compilation together, so the code object that
is about to run is looked at instead. What this look does not recognise goes to the audit of the tree, which decides.
"""

from __future__ import annotations

import dis
from types import CodeType

from callcheck import abi

from .audit import ATTRIBUTES

KNOWN = abi.NAMES | abi.BUILTINS | ATTRIBUTES
CONSTANTS = frozenset({type(None), bool, int, float, str, tuple, frozenset})

# Every construct that emitters write, so that each version of Python says itself which instructions they become.
SPECIMEN = """
CONSTANT = make("a", ("b", 1, None, True), {"c": [1.5, -2], "d": {"e": (), "f": []}}, ())
def function(value, location, issues, memo):
    try:
        while True:
            result = value
            if type(value) is not dict or type(value["a"]) is not str or value["b"] not in {"x", "y"}:
                break
            remaining = len(value) - 1
            if not remaining:
                return result
            if "n" in value:
                n = value["n"]
                if type(n) is not int and (type(n) is not float or n - n != 0) or n >= 3 or n == 2 or n is None:
                    n = repair(n)
                    if result is value:
                        result = copy(value)
                    result["n"] = n
                if remaining == 1:
                    return result
                remaining -= 1
            for item in value[1:]:
                if item is True:
                    continue
                elif check(item) and not item or n is not None:
                    return settle(value)
            count = 0
            for key, item in value.items():
                if key not in {"a", "b"}:
                    count += 1
                    pass
            return result
    except Exception:
        pass
    if item is not None:
        key = item
    if item is None:
        key = item
    if item is not None or (item is None and check(item)):
        return {"a": value, "b": {"c": item}}
    key = ("f", id(value), location)
    found = memo.get(key)
    if found is None:
        found = memo[key] = []
        del found[0]
    issues.append(make((*location, "a", key), {"x"}, [n, *found], value))
    evaluated = {"a", "b", "c"}
    for index, item in enumerate(value[2:], 2):
        matches = (bool(check(item)), -index)
        if matches == (True, False):
            issues.extend(found)
    settled = settle.judge(value)
    if type(settled) is make:
        raise settled
    return settled
"""


# It only makes an operand wider, and so stands in long functions alone.
WIDENING = dis.opmap["EXTENDED_ARG"]


def instructions(code: CodeType) -> set[int]:
    """The instructions of a code object and of all in it."""
    found = {WIDENING, *code.co_code[::2]}
    for constant in code.co_consts:
        if type(constant) is CodeType:
            found |= instructions(constant)
    return found


def is_familiar(code: CodeType, names: frozenset[str], known: set[int]) -> bool:
    """Whether a code object, and all in it, uses nothing but what emitters write.

    names  those that were allocated for it or given to it, besides what all generated code may name
    known  the instructions of the specimen
    """
    allowed = KNOWN | names
    waiting = [code]
    while waiting:
        part = waiting.pop()
        if not (known.issuperset(part.co_code[::2]) and allowed.issuperset(part.co_names)):
            return False
        if part.co_freevars or part.co_cellvars:
            return False
        for constant in part.co_consts:
            kind = type(constant)
            if kind is CodeType:
                waiting.append(constant)
            elif kind not in CONSTANTS:
                return False
    return True
