"""Misconceptions with a normal density and its variance.

How to read: the constants name the misconceptions; then one function each for a density, a variance,
a mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from statistics import median

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Pi,
    Reference,
    Sum,
    exp,
    sqrt,
)
from exactnb.core.expression.written import number
from exactnb.core.families.covariances import products
from exactnb.core.families.estimates import Estimate, columns_and_class
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.sample import Sample
from exactnb.core.naming.names import Item, QuantityName

ALTERNATIVE_DIVISOR = Misconception(
    "variance-with-another-divisor",
    "the variance over N − 1 where N was asked for, or the reverse",
    "Some divide the squared deviations by N, some by N − 1. Which is asked for here?",
    is_convention=True,
)
ALL_ROWS_VARIANCE = Misconception(
    "variance-of-all-rows",
    "the variance of all rows, not of those of the class",
    "About which mean do the rows of this class vary?",
)
POOLED = Misconception(
    "covariance-pooled",
    "one variance for all classes, where each has its own",
    "Whose rows does this variance describe?",
)
SD_IN_EXPONENT = Misconception(
    "deviation-for-variance-in-exponent",
    "σ in the place of σ² in the exponent",
    "What is squared in the exponent of the density?",
)
OUTSIDE_ROOT = Misconception(
    "variance-outside-the-root",
    "σ²√(2π) in the denominator, not √(2πσ²)",
    "What stands under the root of the normalising factor?",
)
SD_UNDER_ROOT = Misconception(
    "deviation-under-the-root",
    "√(2πσ) in the denominator, not √(2πσ²)",
    "What stands under the root of the normalising factor?",
)
TWO_DROPPED = Misconception(
    "two-dropped-in-exponent",
    "the exponent divided by σ², not by 2σ²",
    "By what is the squared deviation divided in the exponent?",
)
UNNORMALISED = Misconception(
    "normaliser-dropped", "the factor 1/√(2πσ²) left out", "What makes the area under the density 1?"
)
MULTIPLIED = Misconception(
    "normaliser-multiplied",
    "multiplied by √(2πσ²), not divided",
    "Is the normalising factor above the line or below it?",
)
SIGN_LOST = Misconception(
    "sign-of-exponent-lost",
    "exp(+...) in the place of exp(−...)",
    "Is a value far from the mean more likely, or less?",
)
NOT_SQUARED = Misconception(
    "square-dropped",
    "the deviation in the exponent not squared",
    "What is squared in the exponent of the density?",
)
ROOT_FORGOTTEN = Misconception(
    "root-forgotten",
    "2πσ² in the denominator, not √(2πσ²)",
    "What stands under the root of the normalising factor?",
)
TWO_PI_OUTSIDE = Misconception(
    "two-pi-outside-the-root",
    "2πσ in the denominator, not √(2πσ²)",
    "What stands under the root of the normalising factor?",
    is_rare=True,
)
TWO_PI_DROPPED = Misconception(
    "two-pi-dropped",
    "σ in the denominator, not √(2πσ²)",
    "What stands under the root of the normalising factor?",
    is_rare=True,
)
STANDARD_DENSITY = Misconception(
    "density-of-z",
    "φ(z) given, not divided by σ",
    "Of which variable is this the density: of x, or of (x − μ)/σ?",
    is_rare=True,
)
Z = Misconception(
    "z-for-density",
    "z = (x − μ)/σ given for the density",
    "How many deviations is it from the mean? And how dense are the values there?",
    is_rare=True,
)
AREA = Misconception(
    "distribution-function",
    "Φ(z), the probability of less than x, for the density at x",
    "Is this the probability of all that is less than x, or the density at x?",
    is_in_result=True,
    is_rare=True,
)
NOT_SQUARED_MEAN = Misconception(
    "mean-not-squared",
    "the mean of the squares less μ, not less μ²",
    "What is subtracted from the mean of the squares?",
    is_rare=True,
)
ABSOLUTE = Misconception(
    "mean-absolute-deviation",
    "the mean of the absolute deviations, not of the squares",
    "What is squared in a variance?",
    is_rare=True,
)
MEDIAN = Misconception(
    "median-for-mean",
    "the median taken for the mean",
    "The middle one of the numbers, or their sum over how many they are?",
    is_rare=True,
)
STANDARD_ERROR = Misconception(
    "standard-error",
    "divided by the number of rows once more: the variance of the mean",
    "Is this the spread of the rows, or that of their mean?",
    is_rare=True,
)
WRONG_CLASS_MEAN = Misconception(
    "mean-of-another-class",
    "the mean of another class",
    "Whose mean does each density have?",
    mixed_up_in="density",
)


def density_misconceptions(
    x: Expression, mean: Expression, variance: Expression, wrong_means: tuple[Expression, ...]
) -> Iterator[MisconceptionFormula]:
    """Yield what people take for exp(−(x − μ)²/2σ²)/√(2πσ²); `wrong_means` are other classes' means."""
    deviation, difference, root = sqrt(variance), x - mean, sqrt(2 * Pi() * variance)
    squared = difference**2
    exponent = squared / (2 * variance)
    bell = exp(-exponent)
    yield SD_IN_EXPONENT, exp(-(squared / (2 * deviation))) / root
    yield OUTSIDE_ROOT, bell / (variance * sqrt(2 * Pi()))
    yield SD_UNDER_ROOT, bell / sqrt(2 * Pi() * deviation)
    yield TWO_DROPPED, exp(-(squared / variance)) / root
    yield UNNORMALISED, bell
    yield MULTIPLIED, root * bell
    yield ROOT_FORGOTTEN, bell / (2 * Pi() * variance)
    yield TWO_PI_OUTSIDE, bell / (deviation * 2 * Pi())
    yield TWO_PI_DROPPED, bell / deviation
    yield STANDARD_DENSITY, bell / sqrt(2 * Pi())
    yield Z, difference / deviation
    yield AREA, Function("Phi", difference / deviation)
    yield SIGN_LOST, exp(exponent) / root
    # √(x − μ)² is |x − μ|, which stays a formula of μ
    yield NOT_SQUARED, exp(-(sqrt(squared) / (2 * variance))) / root
    for wrong_mean in wrong_means:
        yield WRONG_CLASS_MEAN, exp(-((x - wrong_mean) ** 2 / (2 * variance))) / root


def variance_misconceptions(
    block: NumberBlock, name: QuantityName, estimate: Estimate
) -> Iterator[MisconceptionFormula]:
    """Yield the variance with the other divisor, that of all rows, and the pooled one."""
    roles = dict(estimate.roles)
    spread, trials = roles["spread"], roles["trials"]
    columns, label = columns_and_class(block.short_name(name))
    # With ε, or shared by columns, it is no sum of squares over rows alone.
    if block.conventions.epsilon.amount or "columns" in roles:
        return
    less = Sum((trials, -roles.get("means", Integer(1))))
    yield ALTERNATIVE_DIVISOR, spread / (less if block.divisor == "N" else trials)
    assert block.sample is not None
    if len(columns) == 1 and label is not None:
        (column,) = columns
        yield STANDARD_ERROR, estimate.formula() / trials
        yield from _deviation_misconceptions(
            block.sample, column, label, block.refer("mean", (column,), label)
        )
        class_sizes = (Fraction(block.sample.source.size(column, k.value)) for k in block.classes)
        rows = sum(class_sizes, Fraction(0))
        if rows:
            total_squares = products(block, block.classes, column, column)
            yield ALL_ROWS_VARIANCE, number(total_squares) / number(rows)
            class_squares = (products(block, (k,), column, column) for k in block.classes)
            yield POOLED, number(sum(class_squares, Fraction(0))) / number(rows)


def mean_misconceptions(block: NumberBlock, name: QuantityName) -> Iterator[MisconceptionFormula]:
    """Yield the median, where the numbers are few enough to be listed."""
    (column,), label = columns_and_class(name)
    assert block.sample is not None
    assert label is not None
    if listed := block.sample.listed_numbers(column, label):
        yield MEDIAN, number(Fraction(median(listed)))


def _deviation_misconceptions(
    sample: Sample, column: str, label: Item, mean: Expression
) -> Iterator[MisconceptionFormula]:
    """Yield what is made of the deviations, or of the squares, otherwise than a variance."""
    trials = sample.rows(column, label)
    squares = sample.source.of((column, column), label.value)
    yield NOT_SQUARED_MEAN, number(Fraction(squares)) / trials - mean
    listed = sample.listed_numbers(column, label)
    if listed:
        yield ABSOLUTE, Sum.of(sqrt((number(x) - mean) ** 2) for x in listed) / trials


def wrong_class_means(block: NumberBlock, column: str, label: Item) -> tuple[Reference, ...]:
    """Return the means of a column in the classes other than one."""
    return tuple(block.refer("mean", (column,), k) for k in block.classes if k != label)
