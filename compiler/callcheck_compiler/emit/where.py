"""Instance locations in generated code: what is known beforehand is written as a constant."""

from __future__ import annotations

from dataclasses import dataclass

from .code import Code, join, literal, template


@dataclass(frozen=True)
class Where:
    """A location: the name of a variable that holds its beginning, if any, and the tokens after it."""

    base: Code | None = None
    tokens: tuple[Code, ...] = ()

    def under(self, token: Code) -> Where:
        """One level deeper."""
        return Where(self.base, (*self.tokens, token))

    def key(self, name: str) -> Where:
        """Under a constant key."""
        return self.under(literal(name))

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
