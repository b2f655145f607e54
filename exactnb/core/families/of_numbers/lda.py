"""Linear discriminant analysis: columns with one covariance for all classes.

Pooled, it is about the means of the classes; total, about the mean of all rows, as some notes take
it by mistake.

Source: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.),
section 4.3, equation 4.10.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.arithmetic.matrices import Matrix
from exactnb.core.expression.nodes import Expression, Sum
from exactnb.core.families.covariances import spread
from exactnb.core.families.estimates import Estimate, columns_and_class, phrase
from exactnb.core.families.multivariate import MultivariateNormal
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.names import Item, QuantityName


class Lda(MultivariateNormal):
    """Normal columns, each class with its mean, all with one covariance."""

    name = "lda"
    title = "Linear discriminant analysis"
    formula = "normal, of columns jointly: `mean(k)`, one covariance for all classes"
    choices = ("divisor", "covariance")
    shares_covariance = True

    def is_total(self, block: NumberBlock) -> bool:
        return block.conventions.covariance == "total" and block.supplied is None

    def divisors(self, block: NumberBlock) -> tuple[str, ...]:
        """Return the divisors that fit: of deviations from one mean, or from one for each class."""
        return ("N", "N-1") if self.is_total(block) else ("N", "N-K")

    def choices_text(self, block: NumberBlock) -> tuple[str, ...]:
        """Return whether the covariance is pooled or total, and its divisor."""
        kind = "total" if self.is_total(block) else "pooled"
        return (f"{kind} covariance over {block.divisor.replace('-', ' − ')}",)

    def parameters(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the means, for a total covariance those of all rows too, and the covariances."""
        if self.is_total(block):
            for column in block.columns:
                yield (block.name("mean", (column,)),)
        yield from super().parameters(block)

    def spread(self, block: NumberBlock, label: Item | None) -> Matrix:
        if self.is_total(block):
            return spread(block, block.classes)
        return super().spread(block, label)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the rule of a parameter; that of the mean of all rows too."""
        columns, label = columns_and_class(name)
        if name.head != "mean" or label is not None:
            return super().estimate(block, name)
        assert block.sample is not None
        totals = tuple(block.sample.total(columns[0], k) for k in block.classes)
        rule = phrase("total", "sum over all rows") / phrase("trials", "rows")
        roles = (("total", Sum(totals)), ("trials", block.sample.rows(columns[0])))
        return Estimate(rule, roles)

    def estimator(self, block: NumberBlock) -> str:
        """Return what kind of estimate the covariance is: the total one is no MLE."""
        return "total covariance" if self.is_total(block) else super().estimator(block)

    def groups(self, block: NumberBlock, labels: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
        return (labels,) if self.is_total(block) else super().groups(block, labels)

    def center(self, block: NumberBlock, column: str, label: Item | None) -> Expression:
        return block.refer("mean", (column,), None if self.is_total(block) else label)


FAMILY = Lda()
