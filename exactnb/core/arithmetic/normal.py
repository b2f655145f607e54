"""Probabilities under a normal distribution: sums of its distribution function Φ at exact places.

Φ has no closed form. It is enclosed to any precision; two such numbers are equal where they are seen to
be the same sum, and told apart by enclosures else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import enclosure, values
from exactnb.core.arithmetic.irrational import Finite, Irrational, sign_by_enclosures
from exactnb.core.arithmetic.logarithms import Logarithm
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Number, Undefined, is_finite
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Unsupported

_BITS = 64


@frozen(slots=True)
class Place:
    """A positive number of standard deviations, away/√variance.

    The variance is 1 wherever the quotient has an exact form of its own.
    """

    away: Finite
    variance: Fraction = Fraction(1)

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the place."""
        deviation = enclosure.exact(self.variance, bits).root(bits)
        return values.enclose(self.away, bits).over(deviation, bits)

    def is_same(self, other: Place) -> bool:
        """Say whether two places are seen to be one."""
        try:
            return self.variance == other.variance and values.compare(self.away, other.away) == 0
        except ExactnbError:
            return False


Term = tuple[Fraction, Place]
"""A rational coefficient, not zero, and the place z of Φ(−z)."""


@frozen(slots=True)
class NormalSum(Irrational):
    """Stand for constant + Σ c·Φ(−z), each place z once: what is small is enclosed narrowly so."""

    constant: Fraction
    terms: tuple[Term, ...]

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the value, computed with the given working precision."""
        total = enclosure.exact(self.constant, bits)
        for coefficient, place in self.terms:
            tail = place.enclose(bits).normal_tail(bits)
            part = enclosure.exact(coefficient, bits).times(tail, bits)
            total = total.plus(part, bits)
        return total

    def compare(self, other: Fraction) -> int:
        """Return -1 or 1 as this is less or greater; raise Undecidable where enclosures do not tell."""
        away = NormalSum(self.constant - other, self.terms)
        return sign_by_enclosures(away.enclose, "a sum with Φ in it could not be told from a number")

    def plus(self, other: Fraction) -> Finite:
        """Return the sum with a rational number."""
        return NormalSum(self.constant + other, self.terms)

    def times(self, other: Fraction) -> Finite:
        """Return the product with a rational number."""
        if other == 0:
            return other
        terms = ((coefficient * other, place) for coefficient, place in self.terms)
        return NormalSum(self.constant * other, tuple(terms))

    def joined(self, others: Sequence[Irrational]) -> Finite:
        """Return the sum with other such sums."""
        sums = [self, *(other for other in others if isinstance(other, NormalSum))]
        if len(sums) <= len(others):
            raise Unsupported("a sum with Φ in it is added to such sums and rational numbers only")
        constant = sum((of.constant for of in sums), Fraction(0))
        return _sum(constant, (term for of in sums for term in of.terms))

    def is_same(self, other: Finite) -> bool:
        """Say whether another number is seen to be this one, part by part."""
        if not isinstance(other, NormalSum):
            return False
        return values.add([self, other.times(Fraction(-1))]) == 0


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
    plain = not isinstance(away, Logarithm | Irrational)
    if plain or isinstance(deviation, Fraction):
        away, variance = values.divide(away, deviation), Fraction(1)
    if not isinstance(variance, Fraction) or not is_finite(away):
        raise Unsupported("Φ is worked out for rational variances only")
    return Place(away, variance)


def _sum(constant: Fraction, terms: Iterable[Term]) -> Finite:
    """Return a sum with each place once; without places it is rational."""
    kept: dict[Place, Fraction] = {}
    balls: dict[Place, enclosure.Ball] = {}
    for coefficient, place in terms:
        if place not in kept:
            ball = place.enclose(_BITS)
            near = (o for o in balls if not (ball.is_above(balls[o]) or balls[o].is_above(ball)))
            place = next((other for other in near if place.is_same(other)), place)
            balls.setdefault(place, ball)
        kept[place] = kept.get(place, Fraction(0)) + coefficient
    left = tuple((coefficient, place) for place, coefficient in kept.items() if coefficient)
    return NormalSum(constant, left) if left else constant
