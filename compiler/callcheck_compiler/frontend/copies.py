"""Which values of a schema are the same JSON, in time that is linear in their size however often they are asked for."""

from __future__ import annotations

from json.encoder import encode_basestring_ascii as encoded
from typing import Any

from .limits import Meter

_CHARACTERS_OF_A_STEP = 100


class Copies:
    """Gives objects and lists a number each, the same one to those that are the same JSON.

    1, 1.0 and true differ, and the order of keys makes no difference. A value is known by its text, in which the numbers of the
    objects and lists in it stand for them, so that none is looked at again for those around it.
    """

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._numbers: dict[str, int] = {}
        self._known: dict[int, int] = {}  # by identity: the values are parts of documents, which stay

    def number(self, value: Any) -> int:
        """The number of an object or a list. Raises SchemaError when it takes too many steps."""
        unknown = [] if id(value) in self._known else [value]
        for container in unknown:
            members = container.values() if isinstance(container, dict) else container
            unknown += [
                member
                for member in members
                if isinstance(member, (dict, list)) and id(member) not in self._known
            ]
        for container in reversed(unknown):
            text = self._text(container)
            self._meter.step(1 + len(text) // _CHARACTERS_OF_A_STEP)
            self._known[id(container)] = self._numbers.setdefault(text, len(self._numbers))
        return self._known[id(value)]

    def _text(self, container: Any) -> str:
        if isinstance(container, dict):
            members = [f"{encoded(name)}:{self._member(member)}" for name, member in container.items()]
            return "{" + ",".join(sorted(members)) + "}"
        return "[" + ",".join(map(self._member, container)) + "]"

    def _member(self, member: Any) -> str:
        if isinstance(member, str):
            return encoded(member)
        return f"#{self._known[id(member)]}" if isinstance(member, (dict, list)) else repr(member)
