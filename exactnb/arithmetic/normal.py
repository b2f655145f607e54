"""Probabilities under a normal distribution: sums of its distribution function Φ at exact places.

Φ has no closed form. It is enclosed to any precision; two such numbers are equal where they are seen to
be the same sum, and told apart by enclosures else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exactnb.arithmetic import enclosure, values
from exactnb.arithmetic.germ import is_finite
from exactnb.arithmetic.irrational import Irrational, sign_by_enclosures
from exactnb.arithmetic.values import UNDEFINED, Finite, Infinite, Number, Undefined
from exactnb.errors import ExactnbError, Unsupported

__all__ = ["NormalSum", "Place", "phi"]


@dataclass(frozen=True, slots=True)
class Place:
    """A positive number of standard deviations, away/√variance.

    The variance is 1 wherever the quotient has an exact form of its own.
    """

    away: Finite
    variance: Fraction = Fraction(1)

    def tail(self, bits: int) -> enclosure.Ball:
        """Return a ball around Φ(−away/√variance)."""
        away = values.enclose(self.away, bits)
        deviation = enclosure.exact(self.variance, bits).root(bits)
        return away.over(deviation, bits).normal_tail(bits)

    def is_same(self, other: Place) -> bool:
        """Say whether two places are seen to be one."""
        try:
            return self.variance == other.variance and values.compare(self.away, other.away) == 0
        except ExactnbError:
            return False


Term = tuple[Fraction, Place]
"""A rational coefficient, not zero, and the place z of Φ(−z)."""


@dataclass(frozen=True, slots=True)
class NormalSum(Irrational):
    """Stand for constant + Σ c·Φ(−z), each place z once: what is small is enclosed narrowly so."""

    constant: Fraction
    terms: tuple[Term, ...]

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        total = enclosure.exact(self.constant, bits)
        for coefficient, place in self.terms:
            part = enclosure.exact(coefficient, bits).times(place.tail(bits), bits)
            total = total.plus(part, bits)
        return total

    def compare(self, other: Fraction) -> int:
        """Return -1 or 1 as this is less or greater; raise Undecidable where enclosures do not tell."""
        away = NormalSum(self.constant - other, self.terms)
        return sign_by_enclosures(away.enclose, "a sum with Φ in it could not be told from a number")

    def plus(self, other: Fraction) -> Number:
        """Return the sum with a rational number."""
        return _sum(self.constant + other, self.terms)

    def times(self, other: Fraction) -> Number:
        """Return the product with a rational number."""
        terms = ((coefficient * other, place) for coefficient, place in self.terms)
        return _sum(self.constant * other, terms)

    def joined(self, other: Irrational) -> Number:
        """Return the sum with another such sum."""
        if not isinstance(other, NormalSum):
            raise Unsupported("a sum with Φ in it is added to such sums and rational numbers only")
        return _sum(self.constant + other.constant, (*self.terms, *other.terms))

    def is_same(self, other: Irrational) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        return isinstance(other, NormalSum) and self.joined(other.times(Fraction(-1))) == 0  # type: ignore[arg-type]


def phi(away: Number, variance: Number = Fraction(1)) -> Number:
    """Return Φ(away/√variance), the chance that a standard normal number is not larger.

    >>> phi(Fraction(0)), phi(Infinite(-1))
    (Fraction(1, 2), Fraction(0, 1))
    >>> phi(Fraction(-3), Fraction(4)).terms
    ((Fraction(1, 1), Place(away=Fraction(3, 2), variance=Fraction(1, 1))),)
    """
    if isinstance(away, Undefined) or isinstance(variance, Undefined | Infinite):
        return UNDEFINED
    if values.sign(variance) <= 0:
        return UNDEFINED
    away = values.limit(away)
    sign = values.sign(away)
    if isinstance(away, Infinite) or sign == 0:
        return Fraction(sign + 1, 2)
    place = _place(values.negate(away) if sign < 0 else away, variance)
    return NormalSum(Fraction(sign + 1, 2), ((Fraction(-sign), place),))


def _place(away: Number, variance: Number) -> Place:
    """Return away/√variance, in one form of its own."""
    deviation = values.power(variance, Fraction(1, 2))
    plain = not isinstance(away, values.Logarithm | Irrational)
    if plain or isinstance(deviation, Fraction):
        away, variance = values.divide(away, deviation), Fraction(1)
    if not isinstance(variance, Fraction) or not is_finite(away):
        raise Unsupported("Φ is worked out for rational variances only")
    return Place(away, variance)


def _sum(constant: Fraction, terms: Iterable[Term]) -> Number:
    """Return a sum with each place once; without places it is rational."""
    kept: list[Term] = []
    for coefficient, place in terms:
        at = next((i for i, (_, other) in enumerate(kept) if place.is_same(other)), None)
        if at is None:
            kept.append((coefficient, place))
        else:
            kept[at] = (kept[at][0] + coefficient, place)
    left = tuple(term for term in kept if term[0])
    return NormalSum(constant, left) if left else constant
