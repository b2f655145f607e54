"""Quotients of polynomials in a λ that tends to 0⁺: what every number is in a model with that limit.

Their coefficients are exact numbers: rational ones, and beside columns of numbers closed forms.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import irrational
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Unsupported

_HIGHEST = 2_000  # degree
Polynomial = tuple[irrational.Finite, ...]
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

    numerator: Polynomial
    denominator: Polynomial = (Fraction(1),)

    @classmethod
    def of(cls, number: irrational.Finite) -> RationalInLambda:
        """Return a number that does not depend on λ."""
        return cls(_trimmed([number]))

    def plus(self, addend: RationalInLambda) -> RationalInLambda:
        """Return the sum with `addend`."""
        if self.denominator == addend.denominator:
            return _reduced(_add(self.numerator, addend.numerator), self.denominator)
        crossed = _add(
            _times(self.numerator, addend.denominator), _times(addend.numerator, self.denominator)
        )
        return _reduced(crossed, _times(self.denominator, addend.denominator))

    def times(self, factor: RationalInLambda) -> RationalInLambda:
        """Return the product with `factor`."""
        return _reduced(
            _times(self.numerator, factor.numerator), _times(self.denominator, factor.denominator)
        )

    def over(self, divisor: RationalInLambda) -> RationalInLambda:
        """Return the quotient by `divisor`, a function that is not zero."""
        return _reduced(
            _times(self.numerator, divisor.denominator), _times(self.denominator, divisor.numerator)
        )

    def sign(self) -> int:
        """Return the sign for all small λ > 0."""
        if not self.numerator:
            return 0
        return _sign(_lowest(self.numerator)[1]) * _sign(_lowest(self.denominator)[1])

    def limit(self) -> irrational.Finite | None:
        """Return the limit as λ → 0⁺; None if there is none, and the sign says which infinity."""
        if not self.numerator:
            return Fraction(0)
        (upper_order, upper), (lower_order, lower) = _lowest(self.numerator), _lowest(self.denominator)
        if upper_order < lower_order:
            return None
        return irrational.divide_finite(upper, lower) if upper_order == lower_order else Fraction(0)


LAMBDA = RationalInLambda((Fraction(0), Fraction(1)))


def _reduced(numerator: Polynomial, denominator: Polynomial) -> RationalInLambda:
    """Return a quotient without the powers of λ that both sides have."""
    if not numerator:
        return RationalInLambda(())
    shared = min(_lowest(numerator)[0], _lowest(denominator)[0])
    numerator, denominator = numerator[shared:], denominator[shared:]
    if len(numerator) > _HIGHEST or len(denominator) > _HIGHEST:
        raise Unsupported(f"the limit of a polynomial of more than {_HIGHEST:,} powers of λ")
    # Equal functions should look alike, so that denominators meet: the highest coefficient below is 1.
    scale = denominator[-1]
    if not isinstance(scale, Fraction):  # over a sum, each coefficient would become a quotient
        return RationalInLambda(numerator, denominator)
    return RationalInLambda(
        *(tuple(irrational.divide_finite(c, scale) for c in side) for side in (numerator, denominator))
    )


def _lowest(polynomial: Polynomial) -> tuple[int, irrational.Finite]:
    return next((order, c) for order, c in enumerate(polynomial) if _sign(c))


def _add(first: Polynomial, second: Polynomial) -> Polynomial:
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    plus, _ = _operators(first, second)
    added = [plus(c, shorter[at]) if at < len(shorter) else c for at, c in enumerate(longer)]
    return _trimmed(added)


def _times(first: Polynomial, second: Polynomial) -> Polynomial:
    plus, times = _operators(first, second)
    product: list[irrational.Finite] = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a != 0:
            for j, b in enumerate(second):
                product[i + j] = plus(product[i + j], times(a, b))
    return _trimmed(product)


def _trimmed(coefficients: Sequence[irrational.Finite]) -> Polynomial:
    trimmed = list(coefficients)
    while trimmed and _sign(trimmed[-1]) == 0:
        trimmed.pop()
    return tuple(trimmed)


Operator = Callable[[Any, Any], Any]


def _operators(first: Polynomial, second: Polynomial) -> tuple[Operator, Operator]:
    """Return what adds and multiplies coefficients; those of Fractions, the usual case, are quicker."""
    if all(isinstance(c, Fraction) for c in (*first, *second)):
        return operator.add, operator.mul
    return lambda a, b: irrational.add_finite([a, b]), lambda a, b: irrational.multiply_finite([a, b])


def _sign(number: irrational.Finite) -> int:
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    return irrational.sign_of_finite(number)
