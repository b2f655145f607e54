"""Enclose what a mistake leads to where that has no exact form: e to an irrational power."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.arithmetic import values
from exactnb.arithmetic.enclosure import Ball, exact
from exactnb.arithmetic.power_product import PowerProduct
from exactnb.errors import Undecidable, Unsupported
from exactnb.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Numeral,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.grading.targets import Bounds, Target
from exactnb.model.quantities import Quantities
from exactnb.naming.names import QuantityName

__all__ = ["Enclosed", "enclosed"]

_BITS = 160
_MOST = 100  # the largest power that is multiplied out


class Enclosed(Target):
    """A value that is known by its bounds alone: it is told from others, and equal to none."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        super().__init__((low + high) / 2)
        self.low, self.high = low, high

    @property
    def bounds(self) -> Bounds:
        """Return the bounds, which are all that is known."""
        return self.low, self.high

    def equals(self, other: Target) -> bool:
        """Say that two values differ where their bounds do; raise Undecidable where they do not."""
        theirs = other.bounds
        if other.number is None:
            return False
        if theirs is not None and (self.high < theirs[0] or theirs[1] < self.low):
            return False
        raise Undecidable("a value known by its bounds may be equal to another")

    def is_between(self, low: Fraction, high: Fraction | None, sign: int = 1) -> bool:
        """Say whether the value lies between two others for certain."""
        lower, upper = (self.low, self.high) if sign > 0 else (-self.high, -self.low)
        return low <= lower and (high is None or upper <= high)


def enclosed(
    graph: Quantities, formulas: Mapping[QuantityName, Expression], name: QuantityName
) -> Enclosed:
    """Return bounds around what a quantity is worth if some have other formulas.

    Raises Unsupported for what is no finite number, and for formulas of other kinds.
    """
    changed = graph.with_formulas(formulas)
    found: dict[QuantityName, Ball] = {}

    def of_name(each: QuantityName) -> Ball:
        if each not in found:
            found[each] = ball(changed[each].formula)
        return found[each]

    def ball(part: Expression) -> Ball:
        match part:
            case Integer(value):
                return exact(value, _BITS)
            case Numeral(decimal):
                return exact(decimal.value, _BITS)
            case Reference(other):
                return of_name(other)
            case Pi():
                return values.enclose(PowerProduct(root_pi=2), _BITS)
            case Sum(terms):
                total = exact(0, _BITS)
                for term in terms:
                    total = total.plus(ball(term), _BITS)
                return total
            case Product(factors):
                total = exact(1, _BITS)
                for factor in factors:
                    total = total.times(ball(factor), _BITS)
                return total
            case Quotient(above, below):
                return ball(above).over(ball(below), _BITS)
            case Negative(term):
                return ball(term).times(exact(-1, _BITS), _BITS)
            case Power(base, Integer(exponent)) if 0 <= exponent <= _MOST:
                total, repeated = exact(1, _BITS), ball(base)
                for _ in range(exponent):
                    total = total.times(repeated, _BITS)
                return total
            case Function("exp", argument):
                return ball(argument).exp(_BITS)
            case Function("log", argument):
                return ball(argument).log(_BITS)
            case Function("sqrt", argument):
                return ball(argument).root(_BITS)
        raise Unsupported("a formula of this kind is not enclosed")

    bounds = of_name(name).bounds()
    if bounds is None:
        raise Unsupported("a number that could not be enclosed")
    return Enclosed(*bounds)
