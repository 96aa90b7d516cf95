"""Instance locations in generated code: what is known beforehand is written as a constant."""

from __future__ import annotations

from dataclasses import dataclass

from .code import Code, join, literal, template


@dataclass(frozen=True)
class Where:
    """A location: the name of a variable that holds its beginning, if any, and the tokens after it.

    known  the location itself, where nothing of it depends on the instance
    """

    base: Code | None = None
    tokens: tuple[Code, ...] = ()
    known: tuple[str | int, ...] | None = None

    def under(self, token: Code) -> Where:
        """One level deeper, under a variable key or index."""
        return Where(self.base, (*self.tokens, token))

    def key(self, key: str | int) -> Where:
        """One level deeper, under a constant key or index."""
        known = None if self.known is None else (*self.known, key)
        return Where(self.base, (*self.tokens, literal(key)), known)

    @property
    def code(self) -> Code:
        """The expression for the tuple."""
        if self.base is None:
            if len(self.tokens) == 1:
                return template("({t},)", t=self.tokens[0])
            return template("({ts})", ts=join(", ", self.tokens)) if self.tokens else template("()")
        if not self.tokens:
            return self.base
        return template("(*{b}, {ts})", b=self.base, ts=join(", ", self.tokens))


WHOLE = Where(known=())
