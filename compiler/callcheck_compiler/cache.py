"""A bounded cache that many threads may ask at once: what is being made by one is awaited by the others."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class _Entry(Generic[Made]):
    __slots__ = ("failed", "lock", "made", "ready")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.failed = False
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
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gives for this key, made once however many threads ask. What it raises is not kept."""
        while True:
            entry = self._entry(key)
            if entry.ready:
                return entry.made
            with entry.lock:
                if entry.ready:
                    return entry.made
                if entry.failed:
                    continue  # another thread's attempt failed; the next entry is a new attempt
                try:
                    entry.made = make()
                except BaseException:
                    entry.failed = True
                    with self._lock:
                        if self._entries.get(key) is entry:
                            del self._entries[key]
                    raise
                entry.ready = True
                return entry.made

    def _entry(self, key: Hashable) -> _Entry[Made]:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
                if len(self._entries) > self._largest:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(key)
            return entry

    def _after_fork(self) -> None:
        """In a child process: whoever held a lock is not here, and what was being made will never be ready."""
        self._lock = threading.Lock()
        self._entries = OrderedDict((key, entry) for key, entry in self._entries.items() if entry.ready)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)
