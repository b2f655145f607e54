"""Additive smoothing, written as a person writes it: (2 + 1)/(4 + 2)."""

from __future__ import annotations

from fractions import Fraction

from exactnb.expression.nodes import Expression, Integer, Product, Quotient, Sum
from exactnb.expression.written import literal

__all__ = ["smoothed"]


def smoothed(
    hits: Expression, trials: Expression, smoothing: Fraction, cells: int | Expression
) -> Expression:
    """Return (hits + λ)/(trials + cells·λ), with nothing added that is zero.

    Source: D. Jurafsky and J. H. Martin, Speech and Language Processing (3rd ed. draft), ch. 4.

    >>> smoothed(Integer(2), Integer(4), Fraction(0), 2)
    Quotient(numerator=Integer(value=2), denominator=Integer(value=4))
    """
    if smoothing == 0:
        return Quotient(hits, trials)
    count = Integer(cells) if isinstance(cells, int) else cells
    added = count if smoothing == 1 else Product((count, literal(smoothing)))
    return Quotient(Sum((hits, literal(smoothing))), Sum((trials, added)))
