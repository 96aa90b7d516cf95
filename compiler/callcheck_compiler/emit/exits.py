"""How a check of statements ends."""

from __future__ import annotations

from dataclasses import dataclass

from .code import Code


@dataclass(frozen=True)
class Exits:
    """How a check of statements ends.

    fail       the statement for an invalid instance
    done       the statement for a valid one, where nothing else is left to check; None where more follows
    from_loop  the statement for an invalid instance inside a loop, where `fail` would only leave that loop
    """

    fail: Code
    done: Code | None = None
    from_loop: Code | None = None

    @property
    def within(self) -> Exits:
        """The exits of something that is not checked last."""
        return Exits(self.fail, None, self.from_loop)

    def looped(self, done: Code | None = None) -> Exits:
        """The exits inside a loop. `done`: what goes on with the next round."""
        return Exits(self.from_loop or self.fail, done)
