"""Find the arithmetic slip in a chain: a formula that does not come to the number behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Expression, Function, Negative, Power, Product, Quotient, Sum
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.digits import significant
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import NoNumber
from exactnb.teach.answers.ambiguous import Slip
from exactnb.teach.answers.answer import Answer
from exactnb.teach.answers.chain import Reading
from exactnb.teach.answers.spelling import in_text

_LEAST, _MORE = 3, 400  # figures of a result that is told: as many as tell it from what was written


def slip_in(
    chain: Sequence[Reading], budget: Budget, answer_of: Callable[[Reading], Answer]
) -> Slip | None:
    """Return the slip in a chain that contradicts itself, None if there is no arithmetic in it.

    Two numbers that stand side by side are two answers, not a slip: 0.5 = 0.6, or 2/3 or 0.7.
    """
    numbers = [reading for reading in chain if reading.is_number]
    if not numbers or any(reading.alternative for reading in chain):
        return None
    last = numbers[-1]
    for worked in chain:
        is_worked = not worked.is_number or (worked.decimal is None and last.decimal is not None)
        if is_worked and _are_apart(worked, last, budget):
            text = f"your {_noun(worked.tree)} is {_result(worked, last)}, not {in_text(last.tree)}"
            return Slip(text, tuple(map(answer_of, numbers)))
    return None


def _are_apart(one: Reading, other: Reading, budget: Budget) -> bool:
    """Say whether two formulas stand for different numbers for certain."""
    try:
        (low, high), (lower, upper) = one.interval(budget), other.interval(budget)
    except Refusal:
        return False
    return high < lower or upper < low


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


def _result(worked: Reading, last: Reading) -> str:
    """Return what a formula comes to: a fraction beside a fraction, else in figures like the last."""
    value, scale = worked.value, Fraction(100 if last.percent else 1)
    assert not isinstance(value, NoNumber)
    if isinstance(value, Fraction) and worked.is_exact and last.is_exact:
        return exact_text(value)
    scaled = values.multiply([value, scale])
    assert values.is_finite(scaled)
    first = max(_LEAST, significant(last.decimal) if last.decimal else 0)
    written = values.multiply([last.value, scale])  # type: ignore[list-item]
    shown = (rounded(scaled, Rounding(figures=many)) for many in range(first, first + _MORE))
    return f"{next(of for of in shown if of.value != written)}{'%' * last.percent}"
