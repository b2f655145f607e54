"""Gaussian: a column of measurements, with a mean in each class and a variance that may be shared.

Source: T. Mitchell, Machine Learning (draft of 2017), chapter 3, section 3.2, for the estimates and
what may be shared; the divisors N − 1 and N − K make them unbiased.

How to read: in the order in which a solution needs it: what may be chosen, the parameters, their
estimates, the factor, the mistakes, the log-ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.conventions import Limit
from exactnb.core.expression.nodes import Expression, Integer, Reference, Sum, Symbol, Vanishing
from exactnb.core.expression.written import number
from exactnb.core.families.block import CONSTANT, Columns, Pair, Polynomial
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.estimator import ALL_ROWS, ROWS, TOTAL
from exactnb.core.families.estimates import Estimate, columns_and_class, phrase
from exactnb.core.families.normal import (
    Normal,
    check_divisor,
    density,
    divisor_and_phrase,
    mean_estimate,
    normal_log_ratio,
)
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.kinds import MEAN, SD, VARIANCE
from exactnb.core.naming.names import Item, QuantityName

_DENSITY = density(*map(Symbol, "xμv"))
_REALS, _POSITIVE = Interval(), Interval(Integer(0))
_MEAN_AND_VARIANCE = {"μ": _REALS, "v": _POSITIVE}
_SHARED = {
    "none": "",
    "classes": "one variance for all classes",
    "features": "one variance for all columns",
    "all": "one variance for all columns and classes",
}
_LONGEST_EPSILON = 40  # characters of a number that is printed exactly
_COLUMNS_SHARE, _CLASSES_SHARE = ("features", "all"), ("classes", "all")


class Gaussian(Normal):
    """A column of measurements x, with density exp(−(x − μ)²/2σ²)/√(2πσ²)."""

    name = "gaussian"
    title = "Gaussian"
    formula = "exp(−(x − μ)²/2σ²)/√(2πσ²)"
    densities = (
        (Specification("mean", _DENSITY, True, _REALS, {"μ": _REALS}, {"v": _POSITIVE}), TOTAL / ROWS),
        (
            Specification("variance", _DENSITY, True, _REALS, {"v": _POSITIVE}, {"μ": _REALS}),
            TOTAL / ROWS,
        ),
        (
            Specification("shared", _DENSITY, True, _REALS, _MEAN_AND_VARIANCE, shared=("v",)),
            Symbol("S", role="total-2") / ALL_ROWS,
        ),
    )
    shared_as = ("variance(c)", "variance(k)", "variance")
    kernel = "measures"
    in_sklearn = "GaussianNB"
    is_density = True
    summed_powers = (1, 2)
    heads = (MEAN, VARIANCE, SD)
    parameter_row = "mean"
    is_usual = True
    choices = ("divisor", "share", "epsilon")

    def variance_sharing(self, block: NumberBlock) -> str:
        """Return what has one variance in `block`.

        Given variances are those of each column and class.
        """
        return block.conventions.share if block.supplied is None else "none"

    def check(self, block: NumberBlock) -> None:
        share = self.variance_sharing(block)
        fits = ("N", "N-K" if share in _CLASSES_SHARE else "N-1")
        check_divisor(block, fits, f" columns that share {share}")

    def constant_columns(self, block: NumberBlock) -> Iterator[tuple[str, str]]:
        """Yield columns and classes whose variance is 0, where nothing is added and nothing shared."""
        if (
            block.sample is None
            or block.conventions.epsilon.amount
            or self.variance_sharing(block) != "none"
        ):
            return
        for column, k in product(block.columns, block.classes):
            if block.sample.is_seen(column, k) and not block.sample.co_deviations((k,), column, column):
                yield column, k.value

    def choices_text(self, block: NumberBlock) -> tuple[str, ...]:
        divisor = block.divisor.replace("-", " − ")
        shared = _SHARED[self.variance_sharing(block)]
        epsilon = block.conventions.epsilon
        amount = str(epsilon)
        if isinstance(epsilon.amount, Limit):
            amount = amount.replace(str(epsilon.amount), "ε")
        elif len(amount) > _LONGEST_EPSILON and not epsilon.relative:  # a product of doubles
            amount = f"≈ {rounded(epsilon.amount, Rounding(figures=4))}"
        added = (f"{amount} added to each variance",) if epsilon.amount else ()
        limit = ("the limit ε → 0⁺",) if isinstance(epsilon.amount, Limit) else ()
        return (f"variances over {divisor}", *([shared] if shared else []), *added, *limit)

    def joint_heads(self, block: NumberBlock) -> frozenset[str]:
        """Return "variance" where columns share one."""
        return frozenset(["variance"] if self.variance_sharing(block) in _COLUMNS_SHARE else [])

    def parameters_across_classes(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the means, then the variances: of a column and class, or what shares them."""
        share, columns = self.variance_sharing(block), [(column,) for column in block.columns]
        yield from (block.names("mean", group, block.classes) for group in columns)
        labels = (None,) if share in _CLASSES_SHARE else block.classes
        together = [self._column_of_shared_variance(block)] if share in _COLUMNS_SHARE else columns
        yield from (block.names("variance", group, labels) for group in together)

    def _column_of_shared_variance(self, block: NumberBlock) -> tuple[str, ...]:
        """Return the column that a variance of all is called by: none, or else the first."""
        return () if block.is_alone else block.columns[:1]

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        """Return the variance that a name means, also where it names more than what shares it."""
        if name.head == "variance":
            name = self.variance(block, *columns_and_class(name))
        return super().canonical(block, name)

    def variance(
        self, block: NumberBlock, columns: tuple[str, ...], label: Item | None
    ) -> QuantityName:
        """Return the name of the variance of `columns` in class `label` of `block`.

        What shares it has no place in it: classes, columns, or both.
        """
        share = self.variance_sharing(block)
        if share in _COLUMNS_SHARE and (columns or block.is_alone):
            columns = self._column_of_shared_variance(block)
        return block.name("variance", columns, None if share in _CLASSES_SHARE else label)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the rule of a mean, or of a variance with its divisor."""
        columns, label = columns_and_class(name)
        if name.head == "mean":
            return mean_estimate(block.data, columns[0], block.classes, label)
        columns = block.columns if self.variance_sharing(block) in _COLUMNS_SHARE else columns
        labels = block.classes if label is None else (label,)
        parts = [
            block.data.squared_deviations(c, (k,), block.refer("mean", (c,), k))
            for c in columns
            for k in labels
            if block.data.is_seen(c, k)
        ]
        if not parts:  # nothing was seen, so that the mean is undefined
            mean = block.refer("mean", (columns[0],), labels[0])
            parts = [block.data.counted_rows(columns[0], labels[0]) * mean]
        spread = parts[0] if len(parts) == 1 else Sum(tuple(parts))
        divisor, roles = divisor_and_phrase(block, columns, label)
        within = "" if label is None else " in class k"
        rule: Expression = phrase("spread", f"sum of squared deviations{within}") / divisor
        all_roles = [("spread", spread), *roles]
        estimator = "MLE" if block.divisor == "N" else f"divisor {block.divisor}"
        if block.conventions.epsilon.amount:
            rule = rule + phrase("epsilon", "ε")
            all_roles.append(("epsilon", _epsilon(block)))
            estimator += ", and ε"
        return Estimate(rule, tuple(all_roles), estimator)

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return exp(−(x − μ)²/2σ²)/√(2πσ²)."""
        ((column, x),) = observed.items()
        return density(number(x), *self.distribution(block, column, label))

    def distribution(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return mean and variance."""
        variance = Reference(self.variance(block, (column,), label))
        return block.refer("mean", (column,), label), variance

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial:
        """Return the log-ratio of the densities: quadratic, linear where the variance is shared."""
        ratios = [
            normal_log_ratio(column, *(self.distribution(block, column, k) for k in pair))
            for column in columns
        ]
        terms = {term: factor for ratio in ratios for term, factor in ratio.items() if term}
        constants = tuple(ratio[CONSTANT] for ratio in ratios)
        return {**terms, CONSTANT: constants[0] if len(constants) == 1 else Sum(constants)}


def _epsilon(block: NumberBlock) -> Expression:
    """Return ε: a number, or a part of the largest variance of a column over all rows."""
    epsilon = block.conventions.epsilon
    added = Vanishing("ε") if isinstance(epsilon.amount, Limit) else number(epsilon.amount)
    if not epsilon.relative:
        return added
    largest, classes = Fraction(0), block.classes
    for column in block.columns:
        if rows := block.data.row_count(column, classes):
            largest = max(largest, block.data.co_deviations(classes, column, column) / rows)
    return added * number(largest)


FAMILY = Gaussian()
