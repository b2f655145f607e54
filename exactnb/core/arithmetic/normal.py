"""Probabilities under a normal distribution: sums of its distribution function Φ at exact places.

Φ has no closed form. It is enclosed to any precision; two such numbers are equal where they are seen to
be the same sum, and told apart by enclosures else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import enclosure, values
from exactnb.core.arithmetic.irrational import Finite, Irrational, Logarithm
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Number, Undefined, is_finite
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Unsupported

_BITS = 64


@frozen(slots=True)
class StandardScore:
    """A positive number of standard deviations, distance/√variance.

    The variance is 1 wherever the quotient has an exact form of its own.
    """

    distance: Finite
    variance: Fraction = Fraction(1)

    def enclose(self, bits: int) -> enclosure.Ball:
        """Return a ball around the score, computed with `bits` of working precision."""
        deviation = enclosure.ball_of(self.variance, bits).root(bits)
        return values.enclose(self.distance, bits).divided_by(deviation, bits)

    def is_recognised_as(self, score: StandardScore) -> bool:
        """Say whether `score` is recognised as the same score; False decides nothing."""
        try:
            return (
                self.variance == score.variance and values.compare(self.distance, score.distance) == 0
            )
        except ExactnbError:
            return False


Term = tuple[Fraction, StandardScore]
"""A rational coefficient, not zero, and the place z of Φ(−z)."""


@frozen(slots=True)
class NormalSum(Irrational):
    """Stand for constant + Σ c·Φ(−z), each place z once: what is small is enclosed narrowly so."""

    constant: Fraction
    terms: tuple[Term, ...]

    def enclose(self, bits: int) -> enclosure.Ball:
        total = enclosure.ball_of(self.constant, bits)
        for coefficient, place in self.terms:
            tail = place.enclose(bits).normal_tail(bits)
            part = enclosure.ball_of(coefficient, bits).times(tail, bits)
            total = total.plus(part, bits)
        return total

    def compare(self, rational: Fraction) -> int:
        what = "a sum with Φ in it could not be told from a number"
        return self.order_by_enclosures(rational, what)

    def plus(self, addend: Fraction) -> Finite:
        return NormalSum(self.constant + addend, self.terms)

    def times(self, factor: Fraction) -> Finite:
        terms = ((coefficient * factor, place) for coefficient, place in self.terms)
        return NormalSum(self.constant * factor, tuple(terms))

    def plus_irrationals(self, addends: Sequence[Irrational]) -> Finite:
        """Return the sum with `addends`; raise Unsupported unless all of these are such sums."""
        sums = [self, *(addend for addend in addends if isinstance(addend, NormalSum))]
        # This one and all addends would be one more: some of them is no such sum.
        if len(sums) <= len(addends):
            raise Unsupported("a sum with Φ in it is added to such sums and rational numbers only")
        constant = sum((addend.constant for addend in sums), Fraction(0))
        return _sum_of_scores(constant, (term for addend in sums for term in addend.terms))

    def is_recognised_as(self, candidate: Finite) -> bool:
        """Say whether `candidate` is a sum with the same scores and coefficients."""
        if not isinstance(candidate, NormalSum):
            return False
        return values.add([self, candidate.times(Fraction(-1))]) == 0


def normal_cdf(distance: Number, variance: Number = Fraction(1)) -> Number:
    """Return Φ(distance/√variance), the chance that a standard normal number is not larger.

    >>> normal_cdf(Fraction(0)), normal_cdf(Infinite(-1))
    (Fraction(1, 2), Fraction(0, 1))
    >>> normal_cdf(Fraction(-3), Fraction(4)).terms
    ((Fraction(1, 1), StandardScore(distance=Fraction(3, 2), variance=Fraction(1, 1))),)
    """
    if isinstance(distance, Undefined) or isinstance(variance, Undefined | Infinite):
        return UNDEFINED
    if values.sign(variance) <= 0:
        return UNDEFINED
    distance = values.limit(distance)
    sign = values.sign(distance)
    if isinstance(distance, Infinite) or sign == 0:
        return Fraction(sign + 1, 2)
    # Φ(z) = 1 − Φ(−z): as tails, values near 1 keep their digits, and each score has one spelling.
    place = _standard_score(values.negate(distance) if sign < 0 else distance, variance)
    return NormalSum(Fraction(sign + 1, 2), ((Fraction(-sign), place),))


def _standard_score(distance: Number, variance: Number) -> StandardScore:
    """Return distance/√variance, in one form of its own."""
    deviation = values.power(variance, Fraction(1, 2))
    # What can be divided is, so that equal scores of different deviations are seen to be equal.
    plain = not isinstance(distance, Logarithm | Irrational)
    if plain or isinstance(deviation, Fraction):
        distance, variance = values.divide(distance, deviation), Fraction(1)
    if not isinstance(variance, Fraction) or not is_finite(distance):
        raise Unsupported("Φ is worked out for rational variances only")
    return StandardScore(distance, variance)


def _sum_of_scores(constant: Fraction, terms: Iterable[Term]) -> Finite:
    """Return a sum with each place once; without places it is rational."""
    coefficients: dict[StandardScore, Fraction] = {}
    balls: dict[StandardScore, enclosure.Ball] = {}
    for coefficient, place in terms:
        if place not in coefficients:
            ball = place.enclose(_BITS)
            # Only places whose balls overlap can be equal, and telling exactly costs more than a ball.
            near = (
                candidate
                for candidate in balls
                if not (ball.is_above(balls[candidate]) or balls[candidate].is_above(ball))
            )
            place = next((candidate for candidate in near if place.is_recognised_as(candidate)), place)
            balls.setdefault(place, ball)
        coefficients[place] = coefficients.get(place, Fraction(0)) + coefficient
    remaining = tuple((number, place) for place, number in coefficients.items() if number)
    return NormalSum(constant, remaining) if remaining else constant
