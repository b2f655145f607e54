"""What normal families share: density, regions and log-ratio, the estimate of a mean, divisors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.expression.nodes import Expression, Function, Integer, Pi, Sum, exp, log, sqrt
from exactnb.core.families.block import CONSTANT, Polynomial
from exactnb.core.families.estimates import Estimate, Sample, phrase
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted

HALF = Integer(1) / 2


class Normal(NumberFamily):
    """A family whose columns, one by one, follow a normal distribution, with mean and variance."""

    def interval_terms(
        self,
        region: Points,
        parameters: tuple[Expression, ...],
        place_formula: Callable[[Number], Expression],
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield Φ((x − μ)/σ) at both ends of each interval of `region`, negative at the first."""
        mean, variance = parameters

        def up_to(x: Number) -> Expression:
            if isinstance(x, Infinite):
                return Integer(int(x.sign > 0))
            return Function(
                "Phi", Sum((place_formula(x), -mean)) / sqrt(variance)
            )  # however x is written

        yield from ((-up_to(left), up_to(right)) for left, right, _ in region.intervals())


def check_divisor(
    block: NumberBlock, fits: tuple[str, ...], sharing: str = "", *, is_total: bool = False
) -> None:
    """Refuse a divisor of estimated variances that is none that `fits`, or not positive.

    `sharing` says of the columns of `block` why only these fit. With `is_total` the deviations of all
    classes are taken from one mean. A divisor may be 0 where there are no deviations.
    """
    if block.supplied is not None:
        return
    if block.sample is not None and block.divisor != "N":
        _check_weights(block, block.sample, is_total=is_total)
    if block.divisor not in fits:
        what = f"{block.divisor} does not fit {block.family.name}{sharing}"
        raise InputError(f"{what}; {' or '.join(fits)} does", at="divisor")


def _check_weights(block: NumberBlock, sample: Sample, *, is_total: bool) -> None:
    together = is_total or block.divisor == "N-K"
    for column in block.columns:
        for labels in [block.classes] if together else [(k,) for k in block.classes]:
            groups = [labels] if is_total else [(k,) for k in labels]
            groups = [group for group in groups if any(sample.is_seen(column, k) for k in group)]
            spreads = (sample.co_deviations(group, column, column) for group in groups)
            rows = sample.row_count(column, labels)
            if rows < len(groups) or (rows == len(groups) and any(spreads)):
                whose = "all rows" if together else f"class {quoted(labels[0].value)}"
                what = "0" if rows == len(groups) else "negative"
                weights = f"the weights of {whose} add up to {number_text(rows)}"
                raise InputError(f"{weights}; {block.divisor} is {what}", at="divisor")


def density(x: Expression, mean: Expression, variance: Expression) -> Expression:
    """Return exp(−(x − μ)²/2σ²)/√(2πσ²) with μ = `mean`, σ² = `variance`."""
    return exp(-((x - mean) ** 2 / (2 * variance))) / sqrt(2 * Pi() * variance)


def mean_estimate(
    sample: Sample, column: str, classes: tuple[Item, ...], label: Item | None
) -> Estimate:
    """Return the rule of the mean of `column` of `sample`: the sum over the number of rows.

    The rows are those of class `label`, or for None those of all `classes`.
    """
    if label is None:
        rule = phrase("total", "sum over all rows") / phrase("trials", "rows")
        total: Expression = Sum(tuple(sample.total(column, k) for k in classes))
    else:
        rule = phrase("total", "sum in class k") / phrase("trials", sample.rows_text(column))
        total = sample.total(column, label)
    return Estimate(rule, (("total", total), ("trials", sample.counted_rows(column, label))))


def normal_log_ratio(
    column: str, first: Sequence[Expression], second: Sequence[Expression]
) -> Polynomial:
    """Return log of the ratio of two normal densities of `column`, each by its mean and variance."""
    (first_mean, first_variance), (second_mean, second_variance) = first, second
    if first_variance == second_variance:
        shared = -((first_mean**2 - second_mean**2) / (2 * first_variance))
        return {(column,): (first_mean - second_mean) / first_variance, CONSTANT: shared}
    squares = second_mean**2 / (2 * second_variance) - first_mean**2 / (2 * first_variance)
    return {
        (column, column): 1 / (2 * second_variance) - 1 / (2 * first_variance),
        (column,): first_mean / first_variance - second_mean / second_variance,
        CONSTANT: squares + HALF * log(second_variance / first_variance),
    }


def divisor_and_phrase(
    block: NumberBlock, columns: tuple[str, ...], label: Item | None
) -> tuple[Expression, list[tuple[str, Expression]]]:
    """Return what deviations of `columns` in class `label` are divided by, and what the words mean.

    None is the class of a variance that all classes of `block` share.
    """
    sample = block.data
    within = "" if label is None else " of class k"
    labels = block.classes if label is None else (label,)
    means = sum(sample.is_seen(c, k) for c in columns for k in labels)
    partial = any(c in sample.partial for c in columns)
    cells = partial and len(columns) > 1  # columns differ in how many rows show them
    if cells:
        text = f"cells of all rows{within}"
        trials: Expression = Sum(tuple(sample.counted_rows(c, label) for c in columns))
    else:
        text = f"rows{within}" + (" that show the column" if partial else "")
        trials = sample.counted_rows(columns[0], label)
        means //= len(columns)
    rows: Expression = phrase("trials", text)
    roles = [("trials", trials)]
    if block.divisor == "N-1" and not cells:
        rows = rows - 1
    elif block.divisor != "N":
        rows = rows - phrase("means", "means" if cells else "classes")
        roles.append(("means", Integer(means)))
    if len(columns) == 1 or cells:
        return rows, roles
    roles.append(("columns", Integer(len(columns))))
    return phrase("columns", "columns") * rows, roles
