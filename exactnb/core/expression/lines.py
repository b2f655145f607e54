"""What everything that is written on one line shares: brackets, commas, and where it may be broken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.expression.letters import has_superscript
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.precedence import POWER, precedence


class Lines(ABC):
    """A writer of expressions; one for another output changes its signs, not its structure."""

    gap = " "  # what stands where a line may be broken: a blank, or one of the places of `breaking`
    times = " * "
    percent = "%"
    minus = "-"
    plus = "+"
    condition_bar = " | "

    @abstractmethod
    def write(self, expression: Expression) -> str:
        """Return an expression as one line of text."""

    @abstractmethod
    def labels(self, labels: tuple[str, ...]) -> str:
        """Return class labels."""

    @property
    def cross(self) -> str:
        """Return the sign between two factors, before which a line may be broken."""
        return f"{self.gap}{self.times.lstrip()}"

    def inner(self, text: str) -> str:
        """Return text that stands in brackets, inside of which a line is broken later."""
        return text

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts with commas between, behind which a line is broken first."""
        return f",{self.gap}".join(map(self.inner, parts))

    def bracketed(self, text: str) -> str:
        """Return a part in parentheses."""
        return f"({self.inner(text)})"

    def braced(self, text: str) -> str:
        """Return the parts of a set."""
        return f"{{{self.inner(text)}}}"

    def subscript(self, sign: str, text: str) -> str:
        """Return a sign with what stands under it."""
        return f"{sign}_{text}" if text.isalnum() else f"{sign}[{self.inner(text)}]"

    def exponent_text(self, number: int) -> str:
        """Return a small whole number as an exponent."""
        return f"^{integer_text(number)}"

    def within(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""
        text = self.write(part)
        return self.bracketed(text) if self.precedence(part) < needed else text

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together as it is written here."""
        if isinstance(part, Symbol) and has_superscript(part, None):
            return POWER
        return precedence(part)
