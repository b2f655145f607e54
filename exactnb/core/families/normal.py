"""What normal families share: their density, the estimate of a mean, and when a divisor is positive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.power_sums import Source
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Pi,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.families.estimates import Estimate, words
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.sample import Sample
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted


def check_weights(block: NumberBlock, *, one_mean: bool = False) -> None:
    """Refuse a divisor that is not positive although there are deviations, or that is negative.

    With `one_mean` the deviations of all classes are taken from it.
    """
    if block.sample is None or block.divisor == "N":
        return
    source = block.sample.source
    together = one_mean or block.divisor == "N-K"
    for column in block.columns:
        for labels in [block.classes] if together else [(k,) for k in block.classes]:
            groups = [labels] if one_mean else [(k,) for k in labels]
            groups = [of for of in groups if any(source.size(column, k.value) for k in of)]
            spreads = (_deviations(source, column, of) for of in groups)
            rows = sum(Fraction(source.size(column, k.value)) for k in labels)
            if rows < len(groups) or (rows == len(groups) and any(spreads)):
                whose = "all rows" if together else f"class {quoted(labels[0].value)}"
                what = "0" if rows == len(groups) else "negative"
                message = (
                    f"the weights of {whose} add up to {number_text(rows)}; {block.divisor} is {what}"
                )
                raise InputError(message, at="divisor")


def _deviations(source: Source, column: str, labels: Sequence[Item]) -> Fraction:
    """Return Σ(x − mean)² of a column over the rows of some classes."""
    rows = sum(Fraction(source.size(column, k.value)) for k in labels)
    total, squares = (
        sum((Fraction(source.of((column,) * power, k.value)) for k in labels), Fraction(0))
        for power in (1, 2)
    )
    return squares - total**2 / rows


def density(x: Expression, mean: Expression, variance: Expression) -> Expression:
    """Return exp(−(x − μ)²/2σ²)/√(2πσ²)."""
    squared = Power(Sum((x, Negative(mean))), Integer(2))
    exponent = Quotient(squared, Product((Integer(2), variance)))
    below = Function("sqrt", Product((Integer(2), Pi(), variance)))
    return Quotient(Function("exp", Negative(exponent)), below)


def mean_estimate(sample: Sample, column: str, label: Item) -> Estimate:
    """Return the rule of a mean: the sum over the number of rows."""
    rule = Quotient(words("total", "sum in class k"), words("trials", sample.rows_in_words(column)))
    return Estimate(
        rule, (("total", sample.total(column, label)), ("trials", sample.rows(column, label)))
    )
