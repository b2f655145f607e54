"""Where the closed form is the estimate: inside of what the sum may be, or at its end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Symbol, replace
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.special_nodes import ExactValue
from exactnb.core.expression.stated import stated
from exactnb.core.families.declared.specialising import specialised
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, Estimator


def estimate_of(
    estimator: Estimator, constants: Mapping[str, Fraction], total: values.Number, rows: Fraction
) -> Expression | None:
    """Return where the likelihood of so many `rows` is largest; None if it is largest nowhere.

    `total` is the sum of the statistic over them. Beyond an end of what is expected that is an end of
    the parameter's domain, if this holds it; else it is the estimate, in S and n.
    """
    parts = {TOTAL: ExactValue(total), ROWS: ExactValue(rows)}

    def worth(formula: Expression) -> values.Number:
        with_sums = replace(
            specialised(formula, constants),
            lambda part: parts.get(part) if isinstance(part, Symbol) else None,
        )
        value = evaluate(stated(with_sums))
        assert not isinstance(value, NoNumber)
        return value

    if all(values.compare(worth(more), worth(less)) > 0 for more, less in estimator.conditions):
        return estimator.estimate
    for edge in estimator.edges:
        order = values.compare(worth(TOTAL), worth(edge.total))
        is_there = {"=": order == 0, "≤": order <= 0, "≥": order >= 0}[edge.relation]
        if is_there and edge.place is not None:
            return estimator.estimate if edge.relation == "=" else edge.place
    return None
