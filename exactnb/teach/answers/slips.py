"""Find the arithmetic slip in a chain: a formula whose value is not the number after it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Expression, Function, Negative, Power, Product, Quotient, Sum
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.digits import significant
from exactnb.core.expression.results import NoNumber
from exactnb.teach.answers.answer import Answer, Slip, in_text

_LEAST, _MORE = 3, 400  # figures of a result: as many as distinguish it from the number written


def find_slip(chain: Sequence[Answer], budget: Budget) -> Slip | None:
    """Return the slip in a `chain` that contradicts itself, None if there is no arithmetic in it.

    Two numbers next to each other are two answers, not a slip: 0.5 = 0.6, or 2/3 or 0.7. `budget`
    bounds the comparisons.
    """
    numbers = [reading for reading in chain if reading.is_number]
    if not numbers or any(reading.alternative for reading in chain):
        return None
    last = numbers[-1]
    for worked in chain:
        # 2/3 before 0.66 is a working, although it is one number.
        is_worked = not worked.is_number or (worked.decimal is None and last.decimal is not None)
        if is_worked and not worked.may_equal(last, budget):
            text = f"your {_noun(worked.tree)} is {_result(worked, last)}, not {in_text(last.tree)}"
            return Slip(text, tuple(numbers))
    return None


def _noun(tree: Expression) -> str:
    match tree:
        case Product():
            return "product"
        case Quotient():
            return "quotient"
        case Sum(terms):
            return "difference" if any(isinstance(term, Negative) for term in terms) else "sum"
        case Power():
            return "power"
        case Function("log" | "log2" | "log10"):
            return "logarithm"
    return "result"


def _result(worked: Answer, last: Answer) -> str:
    """Return the value of a formula: a fraction if both are, else in the figures of the last number."""
    value, scale = worked.value, Fraction(100 if last.percent else 1)
    assert not isinstance(value, NoNumber)
    if isinstance(value, Fraction) and worked.is_exact and last.is_exact:
        return exact_text(value)
    scaled = values.multiply([value, scale])
    assert values.is_finite(scaled)
    # More figures until the two differ in print: "0.667, not 0.667" would help nobody.
    first = max(_LEAST, significant(last.decimal) if last.decimal else 0)
    written = values.multiply([last.value, scale])  # type: ignore[list-item]
    decimals = (rounded(scaled, Rounding(figures=many)) for many in range(first, first + _MORE))
    return f"{next(decimal for decimal in decimals if decimal.value != written)}{'%' * last.percent}"
