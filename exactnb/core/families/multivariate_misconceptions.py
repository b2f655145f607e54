"""Misconceptions with a normal density of several columns and its covariance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.expression.nodes import (
    Expression,
    Form,
    Function,
    Integer,
    Negative,
    Product,
    Quotient,
    Sum,
    exp,
)
from exactnb.core.expression.written import number
from exactnb.core.families.covariances import added, spread
from exactnb.core.families.estimates import Estimate, columns_and_class
from exactnb.core.families.gaussian_misconceptions import (
    ALL_ROWS_VARIANCE,
    ALTERNATIVE_DIVISOR,
    MULTIPLIED,
    POOLED,
    SIGN_LOST,
    TWO_DROPPED,
    UNNORMALISED,
)
from exactnb.core.families.misconceptions import MisconceptionFormula
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.names import Item, QuantityName


def joint_density_misconceptions(right: Expression) -> Iterator[MisconceptionFormula]:
    """Yield what people take for exp(−(x − μ)ᵀΣ⁻¹(x − μ)/2)/√((2π)ᵈ det Σ)."""
    match right:
        case Quotient(Function("exp", Negative(Product((_, Form() as form)) as half)) as bell, root):
            yield TWO_DROPPED, exp(-form) / root
            yield UNNORMALISED, bell
            yield MULTIPLIED, root * bell
            yield SIGN_LOST, exp(half) / root


def covariance_misconceptions(
    block: NumberBlock, name: QuantityName, estimate: Estimate, *, total: bool
) -> Iterator[MisconceptionFormula]:
    """Yield a variance or covariance with the other divisor, of all rows, and pooled.

    `total` says that it is that of all rows by right.
    """
    assert block.sample is not None
    roles = dict(estimate.roles)
    columns, label = columns_and_class(name)
    is_single_mean = label is not None or total
    means = 1 if is_single_mean else sum(block.sample.is_seen(columns[0], k) for k in block.classes)
    trials = roles["trials"]
    less = Sum((trials, -Integer(means)))
    yield ALTERNATIVE_DIVISOR, roles["spread"] / (less if block.divisor == "N" else trials)
    if not total:
        yield ALL_ROWS_VARIANCE, _mean_product(block, columns, [block.classes])
    if label is not None:
        yield POOLED, _mean_product(block, columns, [(k,) for k in block.classes])


def _mean_product(
    block: NumberBlock, columns: tuple[str, ...], groups: Sequence[tuple[Item, ...]]
) -> Expression:
    """Return the sum of products of deviations, each group about its own mean, over all rows."""
    assert block.sample is not None
    first, second = columns[0], columns[-1]
    sums = added([spread(block, group) for group in groups])
    entry = sums.rows[block.columns.index(first)][block.columns.index(second)]
    source = block.sample.source
    rows = sum((Fraction(source.size(first, k.value)) for k in block.classes), Fraction(0))
    return number(entry) / number(rows)
