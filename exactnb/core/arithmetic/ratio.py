"""A ratio as it was counted: 2 out of 4 is not yet one half."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from numbers import Rational

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic

Terms = tuple[Fraction, ...]


@frozen(slots=True, init=False, repr=False)
class Ratio(Symbolic):
    """Keep a numerator and a denominator, each a sum of terms, as they were counted.

    >>> Ratio(2, 4) == Ratio(1, 2)          # equality is of the form ...
    False
    >>> Ratio(2, 4).value == Ratio(1, 2).value   # ... and arithmetic is of the value
    True
    >>> Ratio((2, 1), (4, 2))               # (2+1)/(4+2): smoothed with λ = 1
    Ratio((2, 1), (4, 2))
    >>> Ratio((2, 1), (4, 2)).summed()
    Ratio(3, 6)
    """

    numerator: Terms
    denominator: Terms
    text: str = field(compare=False)

    def __init__(
        self,
        numerator: int | Fraction | tuple[int | Fraction, ...],
        denominator: int | Fraction | tuple[int | Fraction, ...],
        text: str = "",
    ) -> None:
        """Keep the terms, and the decimal or percentage that they were read from, as it was typed."""
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "numerator", _terms(numerator))
        object.__setattr__(self, "denominator", _terms(denominator))

    def summed(self) -> Ratio:
        """Return the ratio with its sums carried out: (2+1)/(4+2) becomes 3/6."""
        return Ratio(sum(self.numerator, Fraction(0)), sum(self.denominator, Fraction(0)))

    @property
    def value(self) -> Fraction:
        """Return the exact value.

        Raises ZeroDivisionError where the denominator adds up to 0: nothing was counted.
        """
        return sum(self.numerator, Fraction(0)) / sum(self.denominator, Fraction(0))

    def __repr__(self) -> str:
        return f"Ratio({_spell(self.numerator)}, {_spell(self.denominator)})"


def _terms(raw: int | Fraction | tuple[int | Fraction, ...]) -> Terms:
    parts = raw if isinstance(raw, tuple) else (raw,)
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (int, Fraction, Rational)):
            raise TypeError(f"the terms of a Ratio are int or Fraction (got {part!r})")
    return tuple(Fraction(part) for part in parts)


def _spell(terms: Terms) -> str:
    texts = []
    for term in terms:
        numerator, denominator = integer_text(term.numerator), integer_text(term.denominator)
        texts.append(numerator if denominator == "1" else f"Fraction({numerator}, {denominator})")
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
