"""Bounds on the value of a mistake that has no exact form, such as e to an irrational power.

Formulas are evaluated by `evaluate`, as everywhere; the arithmetic is that of balls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
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
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Undecidable, Unsupported
from exactnb.teach.grading.targets import Bounds, Target

_BITS = 160
_MOST = 100  # the largest power that is multiplied out
_FUNCTIONS = {"exp": Ball.exp, "log": Ball.log, "sqrt": Ball.root}
_BASES = {"log2": Fraction(2), "log10": Fraction(10)}
_PARTS = Integer | Numeral | Reference | Pi | Sum | Product | Quotient | Negative | Power | Function


class BoundedTarget(Target):
    """A value known by its bounds alone: it differs from values outside them, and equals none."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        super().__init__((low + high) / 2)
        self.low, self.high = low, high

    @property
    def key(self) -> None:
        """Return None: other values may have these bounds."""
        return None

    @property
    def bounds(self) -> Bounds:
        """Return the bounds, which are all that is known."""
        return self.low, self.high

    def equals(self, other: Target) -> bool:
        """Return False if the bounds and those of `other` do not meet; raise Undecidable if they do."""
        theirs = other.bounds
        if other.number is None:
            return False
        if theirs is not None and (self.high < theirs[0] or theirs[1] < self.low):
            return False
        raise Undecidable("a value known by its bounds may be equal to another")

    def is_between(self, low: Fraction, high: Fraction | None, sign: int = 1) -> bool:
        """Say whether the value (with `sign` -1 its negative) is certainly between `low` and `high`."""
        lower, upper = (self.low, self.high) if sign > 0 else (-self.high, -self.low)
        return low <= lower and (high is None or upper <= high)


def enclosed(
    graph: Quantities, formulas: Mapping[QuantityName, Expression], name: QuantityName
) -> BoundedTarget:
    """Return bounds around the value of `name` in a `graph` where `formulas` replace some of its own.

    Raises Unsupported for a value that is not a finite number, and for formulas of other kinds.
    """
    balls: dict[QuantityName, Any] = {}
    open_: set[QuantityName] = set()

    def value(quantity: QuantityName) -> Any:
        if quantity not in balls:
            if quantity in open_:
                raise Unsupported(f"{quantity} rests on itself")
            open_.add(quantity)
            formula = formulas[quantity] if quantity in formulas else graph.quantity(quantity).formula
            _require_arithmetic(formula)
            balls[quantity] = evaluate(formula, value, _BALLS)
        return balls[quantity]

    bounds = _ball(value(name)).bounds()
    if bounds is None:
        raise Unsupported("a number that could not be enclosed")
    return BoundedTarget(*bounds)


def _require_arithmetic(formula: Expression) -> None:
    """Refuse a formula that compares or decides: no ball can stand for a number there."""
    unknown = isinstance(formula, Function) and formula.name not in {**_FUNCTIONS, **_BASES}
    if unknown or not isinstance(formula, _PARTS):
        raise Unsupported("a formula of this kind is not enclosed")
    for part in formula.children:
        _require_arithmetic(part)


class _Balls:
    """Do each step with balls around the numbers; only an exponent stays the number that it is."""

    def add(self, terms: Iterable[Any]) -> Ball:
        return reduce(lambda total, term: total.plus(term, _BITS), map(_ball, terms))

    def multiply(self, factors: Iterable[Any]) -> Ball:
        return reduce(lambda total, factor: total.times(factor, _BITS), map(_ball, factors))

    def divide(self, numerator: Any, denominator: Any) -> Ball:
        return _ball(numerator).over(_ball(denominator), _BITS)

    def negate(self, value: Any) -> Ball:
        return self.multiply([Fraction(-1), value])

    def power(self, base: Any, exponent: Any) -> Ball:
        if not isinstance(exponent, Fraction) or exponent not in range(_MOST + 1):
            raise Unsupported("a power of this kind is not enclosed")
        return self.multiply([Fraction(1), *[base] * int(exponent)])

    def function(self, name: str, argument: Any) -> Ball:
        if name in _BASES:
            return self.divide(self.function("log", argument), self.function("log", _BASES[name]))
        return _FUNCTIONS[name](_ball(argument), _BITS)

    def factorial(self, argument: Any) -> Ball:
        raise Unsupported("a factorial is not enclosed")


_BALLS: Any = _Balls()


def _ball(value: Any) -> Ball:
    return value if isinstance(value, Ball) else values.enclose(value, _BITS)
