"""Which estimate holds: inside of what the statistics may be, at an end of that, or none."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.expression.array_nodes import ExactValue
from exactnb.core.expression.evaluate import Lookup, evaluate, no_names
from exactnb.core.expression.nodes import Expression, replace
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.stated import stated
from exactnb.core.families.declared.specialising import specialised
from exactnb.core.families.deriving.estimator import EstimateCase, Estimator, Order

_HOLDS: Mapping[Order, tuple[int, ...]] = {
    "=": (0,), "<": (-1,), ">": (1,), "≤": (-1, 0), "≥": (0, 1),
}  # fmt: skip


def value_of(formula: Expression, sums: Lookup = no_names) -> values.Number:
    """Return the number that a `formula` without letters is; `sums` has the values of its names."""
    value = evaluate(stated(formula), sums)
    assert not isinstance(value, NoNumber)
    return value


def worth(
    formula: Expression,
    constants: Mapping[str, Fraction],
    statistics: Mapping[Expression, values.Number],
) -> values.Number:
    """Return the value of a formula in `constants` and `statistics`, which has no other letters."""
    parts: dict[Expression, Expression] = {sign: ExactValue(of) for sign, of in statistics.items()}
    return value_of(replace(specialised(formula, constants), parts.get))


def case_of(
    estimator: Estimator,
    constants: Mapping[str, Fraction],
    statistics: Mapping[Expression, values.Number],
) -> EstimateCase | None:
    """Return the case of `estimator` that fits the `statistics`, of which one is the number of rows.

    `constants` are the values of its known letters. None if no case fits.
    """

    def fits(one: Expression, order: Order, other: Expression) -> bool:
        sides = (worth(side, constants, statistics) for side in (one, other))
        return values.compare(*sides) in _HOLDS[order]

    return next(
        (case for case in estimator.cases if all(fits(*condition) for condition in case.conditions)),
        None,
    )
