"""The rational factor of a number with an exact form: −3 of log(1/27), which is −3·log 3."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.coprime import least_base
from exactnb.core.arithmetic.irrational import Finite, Logarithm, LogQuotient, Surd
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.arithmetic.reals import exponent_to_base

LOG_E = Logarithm(PowerProduct.exp(Fraction(1)))
"""1, as a logarithm."""


def rational_factor(value: Finite) -> tuple[Fraction, Finite]:
    """Return the rational factor of `value`, a number with an exact form, and the rest.

    >>> rational_factor(Logarithm(Fraction(1, 27)))
    (Fraction(-3, 1), <Logarithm log(3) ≈ 1.09861>)
    """
    if isinstance(value, Fraction):
        return value, Fraction(1)
    if isinstance(value, Logarithm):
        scale = value.sign() * degree_of(value.argument)
        scaled = value.scaled(1 / scale)
        return (scale, scaled) if isinstance(scaled, Logarithm) else (Fraction(1), value)
    if isinstance(value, Surd) and not value.rational:
        return value.factor, Surd(Fraction(0), Fraction(1), value.radicand)
    if isinstance(value, LogQuotient):
        down, under = rational_factor(value.denominator)
        exponent = exponent_to_base(value.numerator.argument, value.numerator.base)
        if exponent is None:
            up, over = rational_factor(value.numerator)
        else:  # 3/log 5 is three times 1/log 5
            up, over = exponent, LOG_E
        assert isinstance(over, Logarithm)
        assert isinstance(under, Logarithm)
        return up / down, LogQuotient(over, under)
    if isinstance(value, ClosedForm) and len(value.numerator) == 1:
        ((coefficient, product),) = value.numerator
        if value.denominator == ((Fraction(1), ONE),):
            return coefficient, product
    return Fraction(1), value


def degree_of(argument: Finite) -> Fraction:
    """Return of which power `argument` is one, 3 of 27: a logarithm of it is so many times another."""
    if isinstance(argument, Fraction):
        argument = PowerProduct.of(argument)
    if not isinstance(argument, PowerProduct) or not argument.factors:
        return Fraction(1)
    if argument.exponential or argument.root_pi or argument.zeros:
        return Fraction(1)
    degrees = [least_base(number, exponent)[1] for number, exponent in argument.factors]
    shared = lcm(*(degree.denominator for degree in degrees))
    return Fraction(gcd(*(int(degree * shared) for degree in degrees)), shared)
