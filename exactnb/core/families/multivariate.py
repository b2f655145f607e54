"""Several columns that follow one normal distribution together: what lda and qda have in common.

Source: T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2nd ed.),
section 4.3.

How to read: `joint_heads` and `parameters` say what is estimated, `estimate` how, `factor` what
becomes of it, `log_ratio` and `distribution` what questions need. Sums of products of deviations, and
matrices that are refused, come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.matrices import Matrix, determinant, null_vector
from exactnb.core.data.schema import PARAMETERS
from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.written import number
from exactnb.core.families.block import CONSTANT, Columns, Pair, Polynomial
from exactnb.core.families.estimates import Estimate, columns_and_class, phrase
from exactnb.core.families.normal import (
    HALF,
    Normal,
    check_divisor,
    density,
    divisor_and_phrase,
    mean_estimate,
    normal_log_ratio,
)
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.naming.kinds import COVARIANCE, MEAN, PRECISION, SD, VARIANCE
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, quoted


def check_estimated(block: NumberBlock, label: Item | None, matrix: Matrix) -> None:
    """Refuse sums of products of `block` in class `label` whose matrix has no inverse.

    What nothing is known of is no such matrix: it is undefined, and so is its inverse.
    """
    if label is not None and not block.data.is_seen(block.columns[0], label):
        return  # 0/0: undefined, as every parameter of a class without rows
    if len(matrix.rows) > 1 and not any(any(row) for row in matrix.rows):
        among = "all rows" if label is not None else "all rows of a class"
        listed = ", ".join(map(quoted, block.columns))
        raise InputError(
            f"{_covariance_text(label)} is zero: {among} are alike in {listed}", at="families"
        )
    if (same := null_vector(matrix)) is not None:
        where = "in every row" if label is not None else "in every row of a class"
        total = _combination_text(block.columns, same)
        raise InputError(
            f"{_covariance_text(label)} is singular: {total} is the same {where}", at="families"
        )


def check_supplied(block: NumberBlock, label: Item | None) -> None:
    """Refuse given numbers of `block` in class `label` that are no covariance, or not one of all."""
    labels, columns = block.classes if label is None else (label,), block.columns
    matrices = [
        Matrix(tuple(tuple(_supplied_entry(block, a, b, k) for b in columns) for a in columns))
        for k in labels
    ]
    if any(matrix != matrices[0] for matrix in matrices):
        message = f"{block.family.name} has one covariance for all classes; those given differ"
        raise InputError(message, at=PARAMETERS)
    rows = matrices[0].rows
    minors = (Matrix(tuple(row[:size] for row in rows[:size])) for size in range(1, len(rows) + 1))
    if any(determinant(minor) <= 0 for minor in minors):
        raise InputError(f"{_covariance_text(label)} is not positive definite", at=PARAMETERS)


def _supplied_entry(block: NumberBlock, first: str, second: str, label: Item) -> Fraction:
    """Return a given variance or covariance."""
    head, columns = ("variance", (first,)) if first == second else ("covariance", (first, second))
    parameter = block.lookup(head, columns, label.value)
    if parameter is None:
        raise InputError(f"needs a row {head}({','.join(columns)})", at=PARAMETERS)
    value, power = parameter
    return value**power


def _covariance_text(label: Item | None) -> str:
    return "the covariance" if label is None else f"the covariance of class {quoted(label.value)}"


def _combination_text(columns: Sequence[str], weights: Sequence[int]) -> str:
    """Return a sum of columns in words: 2·length − width."""
    text = ""
    for column, weight in zip(columns, weights, strict=True):
        if not weight:
            continue
        size = "" if abs(weight) == 1 else f"{exact_text(abs(weight))}·"
        sign = (" − " if weight < 0 else " + ") if text else ("−" if weight < 0 else "")
        text += f"{sign}{size}{quoted(column)}"
    return text


class MultivariateNormal(Normal):
    """Columns x with density exp(−(x − μ)ᵀ Σ⁻¹ (x − μ)/2)/√((2π)ᵈ det Σ).

    A `label` is a class, None for all of them where they share Σ; `block` has the columns and their
    data.
    """

    is_density = True
    heads = (MEAN, VARIANCE, SD, COVARIANCE, PRECISION)
    summed_powers = (1, 2)
    is_joint = True
    is_naive = False
    choices: tuple[str, ...] = ("divisor",)
    shares_covariance: bool

    def is_total_covariance(self, block: NumberBlock) -> bool:
        """Say whether deviations in `block` are taken from the mean of all rows."""
        is_chosen = self.shares_covariance and block.conventions.covariance == "total"
        return is_chosen and block.supplied is None

    def check(self, block: NumberBlock) -> None:
        """Refuse a divisor that does not fit, and a matrix that is singular or no covariance."""
        is_total = self.is_total_covariance(block)
        fits = ("N", "N-K" if self.shares_covariance and not is_total else "N-1")
        check_divisor(block, fits, is_total=is_total)
        for label in (None,) if self.shares_covariance else block.classes:
            if block.supplied is None:
                check_estimated(block, label, self.scatter_matrix(block, label))
            else:
                check_supplied(block, label)

    def choices_text(self, block: NumberBlock) -> tuple[str, ...]:
        kind = "total" if self.is_total_covariance(block) else "pooled"
        text = f"{kind} covariance over {block.divisor.replace('-', ' − ')}"
        return (text,) if self.shares_covariance else ()

    def joint_heads(self, block: NumberBlock) -> frozenset[str]:
        """Return the heads of vectors and matrices."""
        return frozenset(("mean", "covariance", "precision"))

    def scatter_matrix(self, block: NumberBlock, label: Item | None) -> Matrix:
        """Return the summed products of deviations in `block`, within class `label` or in all."""
        groups = self.groups(block, block.classes if label is None else (label,))
        columns, products = block.columns, block.data.co_deviations

        def summed(first: str, second: str) -> Fraction:
            return sum((products(group, first, second) for group in groups), Fraction(0))

        return Matrix(tuple(tuple(summed(a, b) for b in columns) for a in columns))

    def parameters_across_classes(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the means, for a total covariance those of all rows too, variances and covariances."""
        labels = (None,) if self.shares_covariance else block.classes
        if self.is_total_covariance(block):
            yield from (block.names("mean", (column,), (None,)) for column in block.columns)
        yield from (block.names("mean", (column,), block.classes) for column in block.columns)
        yield from (block.names("variance", (column,), labels) for column in block.columns)
        yield from (block.names("covariance", pair, labels) for pair in combinations(block.columns, 2))

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        columns, label = columns_and_class(name)
        shared = self.shares_covariance and name.head in ("variance", "covariance", "precision")
        name = block.name(name.head, columns, None if shared else label)
        if not columns and name.head in ("mean", "covariance", "precision"):  # a vector, a matrix
            if label is None and not shared:
                example = block.name(name.head, (), block.classes[0])
                raise InputError(f"there is a {name.head} for each class; say which, as in {example}")
            return name
        return super().canonical(block, name)

    def factor_reason(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> str:
        return "normal density"

    def derived_formula(self, block: NumberBlock, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of a vector or a matrix, made of what is estimated."""
        columns, label = columns_and_class(name)
        if columns:
            return None
        match name.head:
            case "mean":
                return self.mean(block, block.columns, label), "the means"
            case "covariance":
                return self.matrix(block, block.columns, label), "variances and covariances"
            case "precision":
                return nodes.Inverse(block.refer("covariance", (), label)), "inverse of the covariance"
        return None

    def mean(self, block: NumberBlock, columns: Sequence[str], label: Item | None) -> Expression:
        """Return the means of `columns` of `block` in class `label`, as a vector."""
        return nodes.VectorNode(tuple(block.refer("mean", (column,), label) for column in columns))

    def matrix(self, block: NumberBlock, columns: Sequence[str], label: Item | None) -> Expression:
        """Return the covariances of `columns` of `block` in class `label`, as a matrix."""
        return nodes.MatrixNode(
            tuple(
                tuple(self.covariance_reference(block, a, b, label) for b in columns) for a in columns
            )
        )

    def covariance_reference(
        self, block: NumberBlock, first: str, second: str, label: Item | None
    ) -> nodes.Reference:
        """Return the (co)variance of `first` and `second` in `label`, named in the order of `block`."""
        if first == second:
            return block.refer("variance", (first,), label)
        left, right = sorted((first, second), key=block.columns.index)
        return block.refer("covariance", (left, right), label)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the rule of a mean, or of a variance or covariance with its divisor."""
        columns, label = columns_and_class(name)
        if name.head == "mean":
            return mean_estimate(block.data, columns[0], block.classes, label)
        labels = block.classes if label is None else (label,)
        # A class without rows has no mean: it adds no deviation, and takes no degree of freedom.
        labels = tuple(k for k in labels if block.data.is_seen(columns[0], k)) or labels
        parts = tuple(self.deviations(block, columns, group) for group in self.groups(block, labels))
        rows, divisor_roles = divisor_and_phrase(block, columns[:1], label)
        roles = [("spread", parts[0] if len(parts) == 1 else nodes.Sum(parts)), *divisor_roles]
        what = "squared deviations" if len(columns) == 1 else "products of deviations"
        within = "" if label is None else " in class k"
        rule = phrase("spread", f"sum of {what}{within}") / rows
        estimator = "MLE" if block.divisor == "N" else f"divisor {block.divisor}"
        if self.is_total_covariance(block):  # which is no MLE
            estimator = "total covariance"
        return Estimate(rule, tuple(roles), estimator)

    def groups(self, block: NumberBlock, labels: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
        """Return `labels` in groups of classes whose deviations in `block` are taken from one mean."""
        return (labels,) if self.is_total_covariance(block) else tuple((label,) for label in labels)

    def deviations(
        self, block: NumberBlock, columns: tuple[str, ...], labels: tuple[Item, ...]
    ) -> Expression:
        """Return Σ(x − mean)² of one of `columns`, or Σ(x − mean)·(y − mean) of two, over `labels`.

        They are taken from one mean of the rows of `block`.
        """
        center = None if self.is_total_covariance(block) else labels[0]
        means = [block.refer("mean", (column,), center) for column in columns]
        if len(columns) == 1:
            return block.data.squared_deviations(columns[0], labels, means[0])
        return block.data.cross_products((columns[0], columns[1]), labels, (means[0], means[1]))

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return the density in class `label` of the columns `observed`; others are integrated out."""
        # A marginal of a normal distribution has the means and covariances of its columns: those of
        # missing ones are left out, and nothing is integrated.
        columns = tuple(observed)
        if len(columns) == 1:
            return density(number(observed[columns[0]]), *self.distribution(block, columns[0], label))
        mean, precision, covariance = self._mean_precision_covariance(block, columns, label)
        deviation = nodes.VectorNode(tuple(map(number, observed.values()))) - mean
        turns = (2 * nodes.Pi()) ** len(columns)
        return nodes.exp(-(HALF * nodes.QuadraticForm(deviation, precision, deviation))) / nodes.sqrt(
            turns * nodes.Function("det", covariance)
        )

    def distribution(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return mean and variance of one of the columns."""
        variance = block.refer("variance", (column,), None if self.shares_covariance else label)
        return block.refer("mean", (column,), label), variance

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial:
        """Return the log-ratio of densities of `columns` for a `pair`; linear where they share Σ."""
        if len(columns) == 1:
            (column,) = columns
            return normal_log_ratio(column, *(self.distribution(block, column, k) for k in pair))
        (mean, precision, covariance), (second_mean, second_precision, second_covariance) = (
            self._mean_precision_covariance(block, columns, k) for k in pair
        )
        units = [nodes.VectorNode(tuple(nodes.Integer(int(a == b)) for b in columns)) for a in columns]
        level = HALF * nodes.QuadraticForm(mean, precision, mean)
        constant = HALF * nodes.QuadraticForm(second_mean, second_precision, second_mean) - level
        polynomial: dict[tuple[str, ...], Expression] = {}
        if self.shares_covariance:
            for column, unit in zip(columns, units, strict=True):
                polynomial[column,] = nodes.QuadraticForm(unit, precision, mean - second_mean)
            return polynomial | {CONSTANT: constant}
        for i, row_column in enumerate(columns):
            for j in range(i, len(columns)):
                entries = [
                    nodes.QuadraticForm(units[i], p, units[j]) for p in (second_precision, precision)
                ]
                difference = entries[0] - entries[1]
                # x·y stands in two places of the matrix, x² in one: only there a half is left.
                polynomial[row_column, columns[j]] = difference / 2 if i == j else difference
        for column, unit in zip(columns, units, strict=True):
            first_slope = nodes.QuadraticForm(unit, precision, mean)
            polynomial[column,] = first_slope - nodes.QuadraticForm(unit, second_precision, second_mean)
        dets = nodes.Function("det", second_covariance) / nodes.Function("det", covariance)
        return polynomial | {CONSTANT: constant + HALF * nodes.log(dets)}

    def score(
        self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item
    ) -> tuple[Expression, ...]:
        columns = tuple(observed)
        mean, precision, covariance = self._mean_precision_covariance(block, columns, label)
        x = nodes.VectorNode(tuple(map(number, observed.values())))
        # The squares have the same factors in both classes and cancel: that is what makes lda linear.
        if self.shares_covariance:
            return nodes.QuadraticForm(x, precision, mean), -(
                HALF * nodes.QuadraticForm(mean, precision, mean)
            )
        deviation, det = x - mean, nodes.Function("det", covariance)
        return -(HALF * nodes.log(det)), -(HALF * nodes.QuadraticForm(deviation, precision, deviation))

    def _mean_precision_covariance(
        self, block: NumberBlock, columns: tuple[str, ...], label: Item
    ) -> tuple[Expression, Expression, Expression]:
        """Return mean, precision and covariance of some columns."""
        # Some of the columns: the inverse of a part of Σ is no part of Σ⁻¹, so it is inverted itself.
        shared_label = None if self.shares_covariance else label
        if columns == block.columns and block.is_alone:
            heads = ("precision", "covariance")
            precision, matrix = (block.refer(head, (), shared_label) for head in heads)
            return block.refer("mean", (), label), precision, matrix
        covariance = self.matrix(block, columns, shared_label)
        return self.mean(block, columns, label), nodes.Inverse(covariance), covariance
