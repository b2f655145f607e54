"""The arithmetic of formulas that somebody states: exact where that goes, else known by enclosures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import enclosed, gamma, values
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.operations import EXACT, Operations
from exactnb.errors import Unsupported


class EnclosedOperations(Operations):
    """Do every step exactly where that goes, and else keep it as a number known by enclosures."""

    def add(self, terms: Iterable[Number]) -> Number:
        return _exact_or_enclosed(values.add, enclosed.add, list(terms))

    def multiply(self, factors: Iterable[Number]) -> Number:
        return _exact_or_enclosed(values.multiply, enclosed.multiply, list(factors))

    def divide(self, numerator: Number, denominator: Number) -> Number:
        return _exact_or_enclosed(
            lambda sides: values.divide(*sides),
            lambda sides: enclosed.divide(*sides),
            [numerator, denominator],
        )

    def power(self, base: Number, exponent: Number) -> Number:
        """Return `base` to any exponent."""
        return _exact_or_enclosed(
            lambda sides: EXACT.power(*sides),
            lambda sides: enclosed.power(*sides),
            [base, exponent],
        )

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt, Γ, the absolute value or a logarithm, by its `name`, of `argument`."""
        if name == "Gamma":
            return gamma.gamma(argument)
        if name == "digamma":
            return gamma.digamma(argument)
        if name == "abs":
            return EXACT.function(name, argument)
        of_one: Mapping[str, Callable[[Any], Number]] = {
            "exp": enclosed.exponential,
            "log": enclosed.logarithm,
            "sqrt": lambda radicand: enclosed.power(radicand, Fraction(1, 2)),
        }
        return _exact_or_enclosed(
            lambda sides: EXACT.function(name, *sides),
            lambda sides: of_one[name](*sides),
            [argument],
        )

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole `argument`, of any other Γ of one more."""
        return _exact_or_enclosed(
            lambda sides: EXACT.factorial(*sides),
            lambda sides: gamma.gamma(enclosed.add([*sides, Fraction(1)])),
            [argument],
        )


def _exact_or_enclosed(
    exact: Callable[[list[Number]], Number], inexact: Callable[[list[Any]], Number], parts: list[Number]
) -> Number:
    """Return what `exact` makes of some numbers; of finite ones for which it has no form, `inexact`."""
    try:
        return exact(parts)
    except Unsupported:
        if not all(map(values.is_finite, parts)):
            raise
        return inexact(parts)


ENCLOSED = EnclosedOperations()
"""The arithmetic of formulas that somebody states: every step has a value."""
