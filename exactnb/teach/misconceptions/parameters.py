"""Misconceptions about the parameters of numbers: means, variances, rates.

How to read: `ROWS` at the end; above, the formulas that take more than a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import median

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Quotient,
    Reference,
    Sum,
    references,
    sqrt,
)
from exactnb.core.expression.written import number
from exactnb.core.families.estimates import Estimate
from exactnb.core.families.observed import EstimatedParameter
from exactnb.core.families.protocol import Misconception
from exactnb.core.model.model import PARAMETERS
from exactnb.core.naming.names import Item
from exactnb.teach.misconceptions.steps import GraphStep


def _variance_of(step: GraphStep) -> Expression | None:
    match step.right:
        case Function("sqrt", Reference() as variance) if step.name.head == "sd":
            return variance
    return None


def _variance_about_means(
    fit: EstimatedParameter, groups: Sequence[tuple[Item, ...]]
) -> Expression | None:
    """Return Σ(x − m)(y − m) of all rows, m the means of `groups` of classes, over their number."""
    if not fit.columns:
        return None
    sample, first, second = fit.block.data, fit.columns[0], fit.columns[-1]
    sums = (sample.co_deviations(group, first, second) for group in groups)
    rows = sample.row_count(first, fit.block.classes)
    return number(sum(sums, Fraction(0))) / number(rows) if rows else None


def _of_one_column(
    formula: Callable[[EstimatedParameter, str, Item], Expression | None],
) -> Callable[[EstimatedParameter], Expression | None]:
    """Apply a `formula` to the variance of one column in one class."""

    def apply(fit: EstimatedParameter) -> Expression | None:
        if len(fit.columns) != 1 or fit.label is None:
            return None
        return formula(fit, fit.columns[0], fit.label)

    return apply


def _of_squares_and_mean(
    formula: Callable[[Expression, Expression], Expression],
) -> Callable[[EstimatedParameter], Expression | None]:
    """Apply a `formula` to the mean of the squares, and to the mean, of one column in one class."""

    @_of_one_column
    def apply(fit: EstimatedParameter, column: str, label: Item) -> Expression:
        squares = number(Fraction(fit.block.data.source.of((column, column), label.value)))
        mean = fit.block.refer("mean", (column,), label)
        return formula(squares / fit.block.data.counted_rows(column, label), mean)

    return apply


@_of_one_column
def _absolute_deviation(fit: EstimatedParameter, column: str, label: Item) -> Expression | None:
    mean = fit.block.refer("mean", (column,), label)
    listed = fit.block.data.listed_numbers(column, label)
    deviations = (sqrt((number(x) - mean) ** 2) for x in listed or ())
    return Sum.of(deviations) / fit.block.data.counted_rows(column, label) if listed else None


def _middle_for_mean(
    fit: EstimatedParameter, middle: Callable[[list[Fraction]], Fraction | float]
) -> Expression | None:
    """Return the median or midrange, where the numbers are few enough to be listed."""
    if fit.name.head != "mean" or fit.label is None:
        return None
    listed = fit.block.data.listed_numbers(fit.columns[0], fit.label)
    return number(Fraction(middle(listed))) if listed else None


def _estimate_from_all_rows(fit: EstimatedParameter) -> Expression | None:
    """Return the average over the rows of all classes."""
    if fit.label is None or any(used.head in PARAMETERS for used in references(fit.right)):
        return None
    names = (fit.name.with_condition((k,)) for k in fit.block.classes)
    estimates = [fit.block.estimate(name) for name in names]
    if any(estimate is not None and estimate.name != "MLE" for estimate in estimates):
        return _estimate_with_prior([estimate for estimate in estimates if estimate is not None])
    shares = [estimate.formula() for estimate in estimates if estimate is not None]
    pairs = [(share.numerator, share.denominator) for share in shares if isinstance(share, Quotient)]
    if len(pairs) < len(fit.block.classes) or len(pairs) < 2:
        return None
    # The numerators of the classes sum to that of all rows, and so do the denominators.
    numerators, denominators = zip(*pairs, strict=True)
    return Sum(numerators) / Sum(denominators)


def _estimate_with_prior(estimates: Sequence[Estimate]) -> Expression | None:
    """Return the estimate from what the classes have together: the prior stands in the rule, once."""
    if len(estimates) < 2 or len({estimate.rule for estimate in estimates}) > 1:
        return None
    by_class = [dict(estimate.roles) for estimate in estimates]
    roles = ((role, Sum(tuple(counted[role] for counted in by_class))) for role in by_class[0])
    return replace(estimates[0], roles=tuple(roles)).formula()


ROWS = (
    Misconception("variance-for-deviation", "the variance given, not its root",
        "Which of the two is asked for, the variance or the standard deviation?",
        {"parameter": _variance_of}),
    Misconception("deviation-for-variance", "the standard deviation given, not its square",
        "Which of the two is asked for, the variance or the standard deviation?",
        {"estimate": lambda of: sqrt(of.right) if of.name.head == "variance" else None}),
    Misconception("median-for-mean", "the median taken for the mean",
        "Is a mean the middle number, or the sum divided by how many there are?",
        {"estimate": lambda of: _middle_for_mean(of, median)}, is_rare=True),
    Misconception("midrange-for-mean", "half of the least and the largest together taken for the mean",
        "Do all numbers count in a mean, or the least and the largest alone?",
        {"estimate": lambda of: _middle_for_mean(of, lambda listed: (min(listed) + max(listed)) / 2)},
        is_rare=True),
    Misconception("variance-with-another-divisor",
        "the variance over N − 1 where N was asked for, or the reverse",
        "Some divide the squared deviations by N, some by N − 1. Which is asked for here?",
        {"variance": lambda of: of.roles["spread"] / (
            Sum((of.roles["trials"], -of.n_means)) if of.block.divisor == "N" else of.roles["trials"])},
        is_convention=True),
    Misconception("standard-error", "divided by the number of rows once more: the variance of the mean",
        "Is this the spread of the rows, or that of their mean?",
        {"variance": _of_one_column(lambda of, column, label: of.right / of.roles["trials"])},
        is_rare=True),
    Misconception("mean-not-squared", "the mean of the squares less μ, not less μ²",
        "What is subtracted from the mean of the squares?",
        {"variance": _of_squares_and_mean(lambda squares, mean: squares - mean)}, is_rare=True),
    Misconception("squares-exchanged", "μ² less the mean of the squares, not the reverse",
        "Which is larger, the mean of the squares or the square of the mean?",
        {"variance": _of_squares_and_mean(lambda squares, mean: mean**2 - squares)}),
    Misconception("mean-absolute-deviation", "the mean of the absolute deviations, not of the squares",
        "What is squared in a variance?",
        {"variance": _absolute_deviation}, is_rare=True),
    Misconception("variance-of-all-rows", "the variance of all rows, not of those of the class",
        "About which mean do the rows of this class vary?",
        {"variance": lambda of: (of.label is not None or of.n_means != Integer(1))
            and _variance_about_means(of, [of.block.classes])}),
    Misconception("covariance-pooled", "one variance for all classes, where each has its own",
        "Whose rows does this variance describe?",
        {"variance": lambda of: of.label is not None
            and _variance_about_means(of, [(k,) for k in of.block.classes])}),
    Misconception("sum-not-divided", "the sum given, not divided by how many were added up",
        "Is this the sum, or the sum divided by how many there are?",
        {"estimate": lambda of: of.right.numerator if isinstance(of.right, Quotient) else None},
        mixed_up_in="parameter"),
    Misconception("estimated-from-all-rows", "estimated from all rows, not from those of the class",
        "Which rows does this parameter describe?",
        {"estimate": _estimate_from_all_rows}),
)  # fmt: skip
