"""Γ and the slope ψ of its logarithm, of numbers above 0."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.enclosed import finite_of, made
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.errors import Unsupported


def gamma(argument: Number) -> Number:
    """Return Γ(`argument`) of a number above 0: a factorial of whole numbers, with √π of halves.

    >>> gamma(Fraction(5)), gamma(Fraction(1, 2))
    (Fraction(24, 1), <PowerProduct √π ≈ 1.77245>)

    Raises Unsupported for numbers that are not above 0, and beyond 1,000.
    """
    if isinstance(argument, Undefined):
        return argument
    if isinstance(argument, Infinite) or values.sign(argument) <= 0:
        raise Unsupported("Γ is worked out for numbers above 0")
    if values.compare(argument, Fraction(1_000)) > 0:
        raise Unsupported("Γ is worked out up to 1,000")
    exact = values.rational(argument)
    if exact is not None and exact.denominator == 1:
        return Fraction(factorial(int(exact) - 1))
    if exact is not None and exact.denominator == 2:
        steps = (exact - Fraction(step) for step in range(1, int(exact) + 1))
        return values.multiply([*steps, PowerProduct(root_pi=1)])
    return made("gamma", [finite_of(argument)])


def digamma(argument: Number) -> Number:
    """Return the slope of log Γ at `argument`, which is above 0."""
    if isinstance(argument, Undefined):
        return argument
    if isinstance(argument, Infinite) or values.sign(argument) <= 0:
        raise Unsupported("ψ is worked out for numbers above 0")
    return made("digamma", [finite_of(argument)])
