"""What a family needs of what was derived for its parameters: candidates until a theorem is proved.

Each road of `finding.py` has a record of its own, which says in these terms what it found. How to read:
first the terms; then `OneSum`, the record of a family with one parameter and one sum, an exponential
form, solved. Those of the package's own families are kept in a file, so that their theorems need no
SymPy; a test derives each of them anew, and writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

from exactnb.core.expression.nodes import Expression, Integer, Negative, Symbol, replace
from exactnb.core.families.declared.specification import VARIABLE, Interval, Specification
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

TOTAL, ROWS = Symbol("S", role="total"), Symbol("n", role="rows")
"""The sum of the statistic over the rows of a class, and how many rows that are."""
ALL_ROWS = Symbol("n", role="all-rows")
"""How many rows all classes have together."""
LEAST, GREATEST = Symbol("m", role="least"), Symbol("M", role="greatest")
"""The smallest and the largest number of the rows of a class, or distance from zero."""
MIDDLE = Symbol("z", role="middle")
"""The median of the rows of a class: of an even number of rows the mean of the two middle ones."""

Order = Literal["=", "<", ">", "≤", "≥"]


class DeadEnd(Unsupported):
    """The error of a road that leads to no estimate: another may."""


@frozen(slots=True)
class Statistic:
    """What is worked out over the rows of a class: the sum of a formula in x, or one by its order.

    A "count" is the number of rows with an outcome, which stands by its name in the place of a formula.
    A "curve" is a sum in which the letter of the parameter stays what it is.

    The `sign` stands for it in formulas, and its role is that of the phrase in the rule. The formula
    `of` x may have letters of parameters that are estimated before. One that `is_pooled` is of the rows
    of all classes, each with the parameters of its own.
    """

    sign: Symbol
    kind: Literal["sum", "least", "greatest", "median", "count", "curve"]
    of: Expression
    is_pooled: bool = False


@frozen(slots=True)
class EstimateCase:
    """What there is to estimate where all `conditions` hold, each of formulas in statistics and rows.

    The `estimates` are by the letters of the parameters, in their order: a formula in the statistics
    and the letters before. With the best values of these the likelihood has no largest one by a letter
    that is left out; an estimate with such a letter is the best for each value of it. None says that
    the likelihood has no largest value by any.
    """

    conditions: tuple[tuple[Expression, Order, Expression], ...]
    estimates: Mapping[str, Expression] | None


class SingleParameter:
    """Hold the letter of the only parameter of a `specification`, for records that have one."""

    __slots__ = ()

    specification: Specification

    @property
    def parameter(self) -> str:
        """Return the letter of the parameter."""
        (letter,) = self.specification.parameters
        return letter

    @property
    def domain(self) -> Interval:
        """Return what the parameter may be, a range of real numbers."""
        range_ = self.specification.parameters[self.parameter]
        assert isinstance(range_, Interval)
        return range_


class OneNumber(SingleParameter):
    """An estimate by one number of the rows, `extreme`, where it lies in the range of the parameter."""

    __slots__ = ()

    extreme: Statistic
    estimate: Expression
    statistics_with_coefficients = ()  # numbers decide by their order: log-ratios are no sums

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return which number of the rows decides."""
        return (self.extreme,)

    @property
    def conditions(self) -> tuple[tuple[Expression, Order, Expression], ...]:
        """Return what holds where the estimate lies in the range of the parameter."""
        (low, high), (has_low, has_high) = self.domain.ends, self.domain.closed
        orders: tuple[Order, Order] = "≥" if has_low else ">", "≤" if has_high else "<"
        ends = zip(orders, (low, high), strict=True)
        return tuple((self.estimate, order, end) for order, end in ends if end is not None)

    @property
    def best_end_sides(self) -> tuple[Order, ...]:
        """Return on which sides of the range an estimate has its end as the best place."""
        return "<", ">"

    @property
    def ends_as_estimates(self) -> tuple[tuple[Order, Expression], ...]:
        """Return the ends of the range that are best where the estimate lies beyond them."""
        sides: tuple[Order, Order] = "<", ">"
        ends = zip(sides, self.domain.ends, self.domain.closed, strict=True)
        best = self.best_end_sides
        return tuple((side, end) for side, end, closed in ends if end and closed and side in best)

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the usual case, and where an end of the range is best."""
        usual = EstimateCase(self.conditions, {self.parameter: self.estimate})
        beyond = (
            EstimateCase(((self.estimate, order, end),), {self.parameter: end})
            for order, end in self.ends_as_estimates
        )
        return (usual, *beyond)


class Estimator(Protocol):
    """A record of what was found: a candidate until its theorem is proved."""

    @property
    def specification(self) -> Specification:
        """Return the family as somebody wrote it."""

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return what is worked out over the rows of a class."""

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the cases in their order: the first that fits counts, and the usual one is first.

        Where none fits the likelihood has no largest value.
        """

    @property
    def statistics_with_coefficients(self) -> tuple[tuple[Expression, Expression], ...]:
        """Return functions of x, each with what stands with it in log f; what is free of x has 1.

        What all classes have alike is left out. Empty where two classes have different supports.
        """

    @property
    def tail(self) -> Expression | None:
        """Return the probability of more than x, None where it has no closed form."""


@frozen(slots=True)
class Edge:
    """What there is to estimate where S, the sum of the statistic, is at an end of what is expected.

    S `relation` `total`, a formula in n, is the case; `place` is the end of the parameter's domain at
    which the likelihood is largest then, None where that end is no value of it: no estimate. With S in
    its place, `log_likelihood` and `slope` are those of the case "=".
    """

    relation: Literal["=", "≤", "≥"]
    total: Expression
    place: Expression | None
    is_low: bool  # the low end of the parameter's domain
    log_likelihood: Expression
    slope: Expression


@frozen(slots=True)
class OneSum(SingleParameter):
    """The exponential form of a density, log f(x) = η·T(x) − A + log h(x), and the estimate.

    The slope of the log-likelihood is `weight`·(`mean` − μ), or `weight`·(μ − `mean`) if not `rises`:
    μ, what is `expected` of the statistic, rises or falls with the parameter, and the weight is
    positive. The `conditions` hold where the `estimate` does: the first of two formulas is greater.
    """

    specification: Specification
    statistic: Expression  # T
    natural: Expression  # η
    log_partition: Expression  # A
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # η·T − A, a term for each function of the parameter
    log_likelihood: Expression  # in S and n, without what is constant; with the prior's logarithm
    slope: Expression
    curve: Expression  # the slope of the slope
    weight: Expression
    mean: Expression  # S/n; with a prior, both with what it adds
    expected: Expression  # μ
    expected_slope: Expression | None  # None where no closed form is known for the estimate
    rises: bool
    isolated: tuple[Expression, Expression, Expression] | None  # a power of θ, its value, μ = S/n by it
    estimate: Expression  # in S and n: of the MLE, or with a prior of the MAP
    mle: Expression
    conditions: tuple[tuple[Expression, Expression], ...]
    alone: tuple[Expression, ...]  # with a prior: what is positive where its maximum is the estimate
    edges: tuple[Edge, ...]
    prior_base: Expression | None = None  # what the logarithm of the prior adds that is constant
    tail: Expression | None = None  # the probability of more than x

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sum of the statistic."""
        return (Statistic(TOTAL, "sum", self.statistic),)

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return where the closed form holds: inside of what is expected, or at an end of it."""
        usual = {self.parameter: self.estimate}
        cases = [EstimateCase(tuple((more, ">", less) for more, less in self.conditions), usual)]
        for edge in self.edges:  # at it the closed form is the place, beyond it it is not
            place = edge.place if edge.place is None or edge.relation != "=" else self.estimate
            estimates = None if place is None else {self.parameter: place}
            cases.append(EstimateCase(((TOTAL, edge.relation, edge.total),), estimates))
        return tuple(cases)

    @property
    def statistics_with_coefficients(self) -> tuple[tuple[Expression, Expression], ...]:
        """Return η with the statistic, and −A."""
        return (self.statistic, self.natural), (Integer(1), Negative(self.log_partition))


RECORDS = Path(__file__).with_name("records.json")
"""For each family its record: formulas as text, S and n for the sum and the rows."""
_SIGNS: dict[Expression, Expression] = {Symbol("S"): TOTAL, Symbol("n"): ROWS}


def recorded_estimator(name: str, specification: Specification) -> OneSum:
    """Return the record of the family called `name`, which states a `specification`.

    Raises KeyError for a family of which none is kept.
    """
    import json  # most commands derive nothing

    from exactnb.core.expression.reading.formulas import read_formula

    letters = (VARIABLE, "S", "n", *specification.parameters, *specification.constants)

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return replace(read_formula(value, letters), _SIGNS.get)
        if isinstance(value, list):
            return tuple(map(read, value))
        if isinstance(value, dict):
            return Edge(value.pop("relation"), **{key: read(part) for key, part in value.items()})
        return value

    record = json.loads(RECORDS.read_text("utf-8"))[name]
    return OneSum(specification, **{key: read(value) for key, value in record.items()})
