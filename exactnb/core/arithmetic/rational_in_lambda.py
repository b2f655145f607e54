"""Quotients of polynomials in a λ that tends to 0⁺: what every number is in a model with that limit.

Their coefficients are exact numbers: rational ones, and beside columns of numbers closed forms.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.finite import add_finite, divide_finite, multiply_finite, sign_of_finite
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Unsupported

_HIGHEST = 2_000  # degree
Polynomial = tuple[Finite, ...]
"""Coefficients, the constant first."""


@frozen(slots=True)
class RationalInLambda(Written):
    """Hold a quotient of two polynomials in λ, of which only small λ > 0 count.

    The denominator is never the zero polynomial. A function can be written in several ways: what is
    equal has a difference of sign 0.

    >>> third = LAMBDA.over(LAMBDA.plus(RationalInLambda.of(Fraction(3))))
    >>> third.limit(), third.sign(), third.over(LAMBDA).limit()
    (Fraction(0, 1), 1, Fraction(1, 3))
    """

    above: Polynomial
    below: Polynomial = (Fraction(1),)

    @classmethod
    def of(cls, number: Finite) -> RationalInLambda:
        """Return a number that does not depend on λ."""
        return cls(_trimmed([number]))

    def plus(self, other: RationalInLambda) -> RationalInLambda:
        """Return the sum."""
        if self.below == other.below:
            return _reduced(_add(self.above, other.above), self.below)
        crossed = _add(_times(self.above, other.below), _times(other.above, self.below))
        return _reduced(crossed, _times(self.below, other.below))

    def times(self, other: RationalInLambda) -> RationalInLambda:
        """Return the product."""
        return _reduced(_times(self.above, other.above), _times(self.below, other.below))

    def over(self, other: RationalInLambda) -> RationalInLambda:
        """Return the quotient by a function that is not zero."""
        return _reduced(_times(self.above, other.below), _times(self.below, other.above))

    def sign(self) -> int:
        """Return the sign for all small λ > 0."""
        if not self.above:
            return 0
        return _sign(_lowest(self.above)[1]) * _sign(_lowest(self.below)[1])

    def limit(self) -> Finite | None:
        """Return the limit as λ → 0⁺; None if there is none, and the sign says which infinity."""
        if not self.above:
            return Fraction(0)
        (order, first), (below, last) = _lowest(self.above), _lowest(self.below)
        if order < below:
            return None
        return divide_finite(first, last) if order == below else Fraction(0)


LAMBDA = RationalInLambda((Fraction(0), Fraction(1)))


def _reduced(above: Polynomial, below: Polynomial) -> RationalInLambda:
    """Return a quotient without the powers of λ that both sides have."""
    if not above:
        return RationalInLambda(())
    shared = min(_lowest(above)[0], _lowest(below)[0])
    above, below = above[shared:], below[shared:]
    if len(above) > _HIGHEST or len(below) > _HIGHEST:
        raise Unsupported(f"the limit of a polynomial of more than {_HIGHEST:,} powers of λ")
    # Equal functions should look alike, so that denominators meet: the highest coefficient below is 1.
    scale = below[-1]
    if not isinstance(scale, Fraction):  # over a sum, each coefficient would become a quotient
        return RationalInLambda(above, below)
    return RationalInLambda(*(tuple(divide_finite(c, scale) for c in side) for side in (above, below)))


def _lowest(polynomial: Polynomial) -> tuple[int, Finite]:
    return next((order, c) for order, c in enumerate(polynomial) if _sign(c))


def _add(one: Polynomial, other: Polynomial) -> Polynomial:
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    plus, _ = _operators(one, other)
    added = [plus(c, shorter[at]) if at < len(shorter) else c for at, c in enumerate(longer)]
    return _trimmed(added)


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    plus, times = _operators(one, other)
    out: list[Finite] = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a != 0:
            for j, b in enumerate(other):
                out[i + j] = plus(out[i + j], times(a, b))
    return _trimmed(out)


def _trimmed(coefficients: Sequence[Finite]) -> Polynomial:
    out = list(coefficients)
    while out and _sign(out[-1]) == 0:
        out.pop()
    return tuple(out)


Operator = Callable[[Any, Any], Any]


def _operators(one: Polynomial, other: Polynomial) -> tuple[Operator, Operator]:
    """Return what adds and multiplies coefficients; those of Fractions, the usual case, are quicker."""
    if all(isinstance(c, Fraction) for c in (*one, *other)):
        return operator.add, operator.mul
    return lambda a, b: add_finite([a, b]), lambda a, b: multiply_finite([a, b])


def _sign(number: Finite) -> int:
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    return sign_of_finite(number)
