"""A regular expression that is compiled when it is first needed: few programs need every format."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

Match = Callable[[str], "re.Match[str] | None"]


class Pattern:
    """The pattern `source`; `fullmatch` and `search` are those of `re`."""

    def __init__(self, source: str) -> None:
        self._source = source

    @functools.cached_property
    def fullmatch(self) -> Match:
        return re.compile(self._source).fullmatch

    @functools.cached_property
    def search(self) -> Match:
        return re.compile(self._source).search
