"""The arithmetic that an expression is worked out with: exact, and whatever looks before it works."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.factorials import factorial_of
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import Number
from exactnb.errors import Unsupported

BASES = {"log": None, "log2": 2, "log10": 10}
"""The bases of the logarithms by their names in an expression; None is e."""

_PLACES = 5_000


class Operations(Protocol):
    """What `evaluate` asks for each step: done exactly, however long it takes, or in another way."""

    def add(self, terms: Iterable[Number]) -> Number:
        """Return a sum."""
        return values.add(terms)

    def multiply(self, factors: Iterable[Number]) -> Number:
        """Return a product."""
        return values.multiply(factors)

    def divide(self, numerator: Number, denominator: Number) -> Number:
        """Return a quotient."""
        return values.divide(numerator, denominator)

    def negate(self, value: Number) -> Number:
        """Return the value with the other sign."""
        return values.negate(value)

    def power(self, base: Number, exponent: Number) -> Number:
        """Return a power; raise Unsupported for an exponent that is not rational."""
        rational = values.rational(exponent)
        if rational is None:
            raise Unsupported("an exponent is a rational number")
        return values.power(base, rational)

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt or a logarithm of a number."""
        if name in BASES:
            return values.logarithm(argument, BASES[name])
        if name == "exp":
            return values.exponential(argument)
        if name == "sqrt":
            return values.power(argument, Fraction(1, 2))
        raise Unsupported(f"unknown function {name!r}")

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole number; raise Unsupported for any other."""
        size = values.rational(argument)
        if size is None or size.denominator != 1 or size < 0:
            raise Unsupported("a factorial is of a whole number")
        return factorial_of(int(size))


class ExactOperations(Operations):
    """Do every step exactly."""


EXACT = ExactOperations()
"""The arithmetic of `arithmetic.values`, without limits."""


def decimal_value(decimal: Decimal) -> Number:
    """Return what a numeral is worth; one with very many zeros is not written out."""
    if abs(decimal.places) <= _PLACES:
        return decimal.value
    return values.multiply(
        [Fraction(decimal.units), values.power(Fraction(10), -Fraction(decimal.places))]
    )
