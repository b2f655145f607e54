"""Geometric: how many trials until the first success, with the chance of one in each class.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.expression.written import literal
from exactnb.families.numbers import Estimate, NumberBlock, parts_of, words
from exactnb.families.one_parameter import OneParameter
from exactnb.families.polynomials import CONSTANT, Polynomial, difference

__all__ = ["FAMILY", "Geometric"]


class Geometric(OneParameter):
    """A column of whole numbers x ≥ 1, with P(x) = (1 − p)ˣ⁻¹·p."""

    name = "geometric"
    title = "Geometric"
    is_density = False
    head = "success"
    least = 1

    def out_of_range(self, value: Fraction) -> str:
        """Refuse what is no probability of a success."""
        return "" if 0 < value <= 1 else "the probability of a success lies above 0, and not above 1"

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the number of rows, which is that of successes, over the number of trials."""
        assert block.sample is not None
        (column,), label = parts_of(name)
        assert label is not None
        seen = " that show the column" if column in block.sample.partial else ""
        rows, total = words("rows", f"rows of class k{seen}"), words("total", "sum in class k")
        below = total if self.least else Sum((rows, total))
        roles = (
            ("rows", block.sample.rows(column, label)), ("total", block.sample.total(column, label)),
        )  # fmt: skip
        return Estimate(Quotient(rows, below), roles)

    def factor(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item, exposure: Fraction
    ) -> Expression:
        """Return (1 − p) to the number of failures, times p; 0 for fewer trials than there can be."""
        ((column, x),) = shown.items()
        assert self.least is not None
        failures = int(x) - self.least
        success = block.refer("success", (column,), label)
        if failures < 0:
            return Integer(0)
        if failures == 0:
            return success
        failed = Sum((Integer(1), Negative(success)))
        return Product((failed if failures == 1 else Power(failed, literal(failures)), success))

    def log_ratio(
        self,
        block: NumberBlock,
        columns: tuple[str, ...],
        pair: tuple[Item, Item],
        exposure: Fraction = Fraction(1),
    ) -> Polynomial:
        """Return the log-ratio of the probabilities: linear, with logarithms in it."""
        (column,) = columns
        first, second = (block.refer("success", (column,), k) for k in pair)
        failed = [difference(Integer(1), p) for p in (first, second)]
        slope = Function("log", Quotient(failed[0], failed[1]))
        ratio: Expression = Function("log", Quotient(first, second))
        constant = difference(ratio, slope) if self.least else ratio
        return {(column,): slope, CONSTANT: constant}


FAMILY = Geometric()
