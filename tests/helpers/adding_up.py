"""Probabilities and densities of numbers, between bounds, and what those of all counts add up to."""

from __future__ import annotations

import itertools
from fractions import Fraction

from exactnb import Problem
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import with_limits
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import Item

FORTY = Rounding(figures=40)
TAIL = Fraction(1, 10**12)


def worth(problem: Problem, formula: Expression) -> Number:
    """Return the value of a formula over the quantities of a problem."""

    def value(name):
        return Quantities([name], problem.define, Effort()).value(name)

    return with_limits(evaluate(formula, value))


def bounds(number: Number) -> tuple[Fraction, Fraction]:
    """Return rationals below and above a value, 40 digits apart."""
    if isinstance(number, Fraction):
        return number, number
    decimal = rounded(number, FORTY)
    return decimal.value - decimal.half_unit, decimal.value + decimal.half_unit


def block_of(problem: Problem) -> tuple[NumberBlock, str]:
    """Return the block of a problem's first column of numbers, and this column."""
    (prediction,) = problem.predictions.values()
    column, block = next(iter(prediction.model.numeric_blocks.items()))
    return block, column


def chance(problem: Problem, label: Item, x: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds of the probability, or density, of a number in a class."""
    block, column = block_of(problem)
    formula = block.family.factor(block, {column: x}, label)
    return bounds(worth(problem, formula))


def summed(problem: Problem, label: Item) -> tuple[Fraction, Fraction]:
    """Return bounds of Σ P(x) over all whole numbers from the least.

    Once the quotients of neighbours fall, or stay, below 1, what is left is at most a geometric series.
    """
    block, _ = block_of(problem)
    assert block.family.first_integer is not None
    low = high = Fraction(0)
    before: tuple[Fraction, Fraction] | None = None
    for x in itertools.count(block.family.first_integer):
        below, above = chance(problem, label, Fraction(x))
        low, high = low + below, high + above
        if before is not None and before[0] > 0 and (quotient := above / before[0]) < Fraction(9, 10):
            rest = above * quotient / (1 - quotient)
            if rest < TAIL:
                return low, high + rest
        before = below, above
    raise AssertionError("counts go on for ever")
