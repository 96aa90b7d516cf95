"""A bounded cache that many threads may ask at once: what is being made by one is awaited by the others."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class _Entry(Generic[Made]):
    __slots__ = ("lock", "made", "ready")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.ready = False
        self.made: Made


class Cache(Generic[Made]):
    """Keeps the most recently used things, by key.

    largest  how many are kept
    """

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._entries: OrderedDict[Hashable, _Entry[Made]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gives for this key, made once however many threads ask. What it raises is not kept."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
                if len(self._entries) > self._largest:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(key)
        if entry.ready:
            return entry.made
        with entry.lock:
            if not entry.ready:
                try:
                    entry.made = make()
                except BaseException:
                    with self._lock:
                        if self._entries.get(key) is entry:
                            del self._entries[key]
                    raise
                entry.ready = True
        return entry.made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)
