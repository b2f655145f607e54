"""The arithmetic of formulas that somebody states: exact where that goes, else known by enclosures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from exactnb.core.arithmetic import enclosed, values
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.operations import BASES, EXACT, Operations
from exactnb.errors import Unsupported


class EnclosedOperations(Operations):
    """Do every step exactly where that goes, and else keep it as a number known by enclosures."""

    def add(self, terms: Iterable[Number]) -> Number:
        return _exact_or_enclosed(
            lambda *parts: values.add(parts), lambda *parts: enclosed.add(parts), *terms
        )

    def multiply(self, factors: Iterable[Number]) -> Number:
        return _exact_or_enclosed(
            lambda *parts: values.multiply(parts), lambda *parts: enclosed.multiply(parts), *factors
        )

    def divide(self, numerator: Number, denominator: Number) -> Number:
        return _exact_or_enclosed(values.divide, enclosed.divide, numerator, denominator)

    def power(self, base: Number, exponent: Number) -> Number:
        """Return `base` to any exponent."""
        return _exact_or_enclosed(EXACT.power, enclosed.power, base, exponent)

    def function(self, name: str, argument: Number) -> Number:
        """Return exp, sqrt, Γ, the absolute value or a logarithm, by its `name`, of `argument`."""
        if name == "Gamma":
            return enclosed.gamma(argument)
        if name == "digamma":
            return enclosed.digamma(argument)
        if name == "abs":
            return EXACT.function(name, argument)
        of_one: Mapping[str, Callable[[Any], Number]] = {
            "exp": enclosed.exponential,
            **{logarithm: partial(_logarithm, base) for logarithm, base in BASES.items()},
            "sqrt": lambda radicand: enclosed.power(radicand, Fraction(1, 2)),
        }
        return _exact_or_enclosed(partial(EXACT.function, name), of_one[name], argument)

    def factorial(self, argument: Number) -> Number:
        """Return the factorial of a whole `argument`, of any other Γ of one more."""
        return _exact_or_enclosed(
            EXACT.factorial,
            lambda number: enclosed.gamma(enclosed.add([number, Fraction(1)])),
            argument,
        )


def _logarithm(base: int | None, argument: Any) -> Number:
    """Return a logarithm to a base, None for e: that of e over that of the base."""
    of_e = enclosed.logarithm(argument)
    return of_e if base is None else ENCLOSED.divide(of_e, values.logarithm(Fraction(base)))


def _exact_or_enclosed(
    exact: Callable[..., Number], inexact: Callable[..., Number], *parts: Number
) -> Number:
    """Return what `exact` makes of some numbers; of finite ones for which it has no form, `inexact`."""
    try:
        return exact(*parts)
    except Unsupported:
        if not all(map(values.is_finite, parts)):
            raise
        return inexact(*parts)


ENCLOSED = EnclosedOperations()
"""The arithmetic of formulas that somebody states: every step has a value."""
