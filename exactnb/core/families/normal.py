"""What normal families share: density and regions, the estimate of a mean, checks of weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.data.counts import Source
from exactnb.core.expression.nodes import Expression, Function, Integer, Pi, Sum, exp, sqrt
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.families.sample import Sample
from exactnb.core.naming.names import Item
from exactnb.errors import InputError, quoted


class Normal(NumberFamily):
    """A family whose columns, one by one, follow a normal distribution, with mean and variance."""

    def terms(
        self, region: Points, parameters: tuple[Expression, ...], place: Callable[[Number], Expression]
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield Φ((x − μ)/σ) at both ends of each interval of `region`, negative at the first."""
        mean, variance = parameters

        def up_to(x: Number) -> Expression:
            if isinstance(x, Infinite):
                return Integer(int(x.sign > 0))
            return Function("Phi", Sum((place(x), -mean)) / sqrt(variance))  # however x is written

        yield from ((-up_to(left), up_to(right)) for left, right, _ in region.intervals())


def check_weights(block: NumberBlock, *, is_total: bool = False) -> None:
    """Refuse a divisor of `block` that is not positive although there are deviations, or negative.

    With `is_total` the deviations of all classes are taken from it.
    """
    if block.sample is None or block.divisor == "N":
        return
    source = block.sample.source
    together = is_total or block.divisor == "N-K"
    for column in block.columns:
        for labels in [block.classes] if together else [(k,) for k in block.classes]:
            groups = [labels] if is_total else [(k,) for k in labels]
            groups = [group for group in groups if any(source.size(column, k.value) for k in group)]
            spreads = (_deviations(source, column, group) for group in groups)
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
    """Return exp(−(x − μ)²/2σ²)/√(2πσ²) with μ = `mean`, σ² = `variance`."""
    return exp(-((x - mean) ** 2 / (2 * variance))) / sqrt(2 * Pi() * variance)


def mean_estimate(sample: Sample, column: str, label: Item) -> Estimate:
    """Return the rule of the mean of `column` in class `label` of `sample`: sum over number of rows."""
    rule = phrase("total", "sum in class k") / phrase("trials", sample.rows_text(column))
    return Estimate(
        rule, (("total", sample.total(column, label)), ("trials", sample.rows(column, label)))
    )
