"""The record of a family with one parameter and one sum: an exponential form, solved.

Those of the package's own families are kept in a file, so that their theorems need no SymPy. A test
derives each of them anew, and writes the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from exactnb.core.expression.nodes import Expression, Integer, Negative, Symbol, replace
from exactnb.core.expression.reading.formulas import read_formula
from exactnb.core.families.declared.specification import VARIABLE, Specification
from exactnb.core.families.deriving.estimator import (
    ROWS,
    TOTAL,
    EstimateCase,
    SingleParameter,
    Statistic,
)
from exactnb.core.record import frozen


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
    def log_terms(self) -> tuple[tuple[Expression, Expression], ...]:
        """Return η with the statistic, and −A."""
        return (self.statistic, self.natural), (Integer(1), Negative(self.log_partition))


RECORDS = Path(__file__).with_name("records.json")
"""For each family its record: formulas as text, S and n for the sum and the rows."""
_SIGNS: dict[Expression, Expression] = {Symbol("S"): TOTAL, Symbol("n"): ROWS}


def recorded(name: str, specification: Specification) -> OneSum:
    """Return the record of the family called `name`, which states a `specification`.

    Raises KeyError for a family of which none is kept.
    """
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
