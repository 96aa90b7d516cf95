"""Back-references: where ECMA-262 and `re` agree on them, and where not.

In ECMA-262 a reference to a group that has not matched matches the empty text, and a group forgets at each turn of a
loop; in `re` such a reference fails, and groups remember. They agree where the group has certainly matched in the
same turn, before the reference.
"""

from __future__ import annotations

from callcheck.ecma.syntax import Alternation, Group, Item, Look, Reference, Repeat, Sequence

from .refusal import Untranslatable

_NONE: frozenset[int] = frozenset()


def referenced_groups(expression: Item) -> frozenset[int]:
    """The numbers of the groups that are referred to. Raises Untranslatable where `re` would differ."""
    referenced: set[int] = set()
    _visit(expression, _NONE, referenced)
    return frozenset(referenced)


def _visit(item: Item, matched: frozenset[int], referenced: set[int]) -> frozenset[int]:
    """The groups that have certainly matched after `item`, when `matched` have before it."""
    if isinstance(item, Sequence):
        after = matched
        for each in item.items:
            after = after | _visit(each, after, referenced)
        return after
    if isinstance(item, Group):
        return _visit(item.body, matched, referenced) | {item.number}
    if isinstance(item, Alternation):
        for branch in item.branches:
            _visit(branch, matched, referenced)
    elif isinstance(item, Repeat):
        _visit(item.repeated, matched, referenced)
    elif isinstance(item, Look):
        inside = _visit(item.body, matched, referenced)
        if item.ahead and not item.negative:
            return inside
    elif isinstance(item, Reference):
        number = item.numbers[0]
        if len(item.numbers) > 1 or number not in matched:
            raise Untranslatable(
                f"the back-reference to group {number} stands where that group may not have matched,"
                " which means different things in ECMA-262 and in Python"
            )
        referenced.add(number)
    return matched
