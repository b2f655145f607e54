"""Carry a student's own numbers on: a formula is right if each of its numbers is what it was taken for.

0.64 · 0.0079 is the joint if 0.64 was the prior before, and 0.0079 the likelihood. Rounded or wrong,
the numbers are not blamed a second time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Integer, Numeral, Percent, Quotient
from exactnb.core.expression.nodes import replace as substituted
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.digits import as_decimal
from exactnb.core.expression.results import Value
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError
from exactnb.teach.answers.answer import Answer
from exactnb.teach.answers.intervals import interval_of_formula, rounding_interval
from exactnb.teach.grading.targets import Target
from exactnb.teach.grading.working.formulas import Formulas, may_be

Stated = Mapping[Fraction, Sequence[Expression]]
"""The numbers that a student came to, each with the exact values of what it was claimed for."""

_TWO_DIGITS = 10  # of a whole number that may be rounded: 165 for 164.6
_WIDEST = Fraction(1, 20)  # of a formula of rounded numbers that still tells one value from others
_MOST_READINGS = 200  # ways to take the numbers of a formula for those that were stated before


def stated_numbers(formulas: Formulas, claimed: Mapping[QuantityName, str]) -> Stated:
    """Return the numbers in the claims `claimed`, with the right formula of each from `formulas`."""
    stated: dict[Fraction, list[Expression]] = {}
    for name, typed in claimed.items():
        numeral = formulas.numeral(name)
        exact = None if numeral is None else formulas.read(numeral)
        if exact is None:
            continue
        for text in typed.replace("≈", "=").split("="):
            reading = formulas.read(text.strip())
            if reading is not None and reading.is_number and isinstance(reading.value, Fraction):
                stated.setdefault(reading.value, []).append(exact.tree)
    return stated


def is_right_by(
    tree: Expression, value: Value, stated: Stated, factors: Collection[Fraction] = ()
) -> bool:
    """Say whether a formula is worth a value once its numbers stand for what they were stated for.

    A decimal may be one of `factors` too, the exact numbers that the value is worked out from, if it is
    rounded from it.
    """
    target = Target(value)
    ways = _with_stated_numbers(tree, stated, factors)
    for exact in islice(ways, 1, _MOST_READINGS):  # the first is the tree itself
        with suppress(ExactnbError):
            if target.is_between(*interval_of_formula(exact, Budget())):
                return True
    return False


def with_exact(reading: Answer, exact: Collection[Fraction]) -> Answer:
    """Return `reading`, whose decimals that are among `exact` numbers stand for themselves alone.

    In 0.333 * 0.5 the half may be 3/6: then it is no interval from 0.45 to 0.55. A decimal that stands
    alone stays as it is.
    """
    if reading.is_number:
        return reading

    def known(part: Expression) -> Expression | None:
        if not isinstance(part, Numeral) or part.decimal.value not in exact:
            return None
        value = part.decimal.value
        return Quotient(Integer(value.numerator), Integer(value.denominator))

    return replace(reading, tree=substituted(reading.tree, known))


def is_exact(number: Fraction, stated: Stated) -> bool:
    """Say whether a number that was stated is the very value that it was stated for."""
    return any(
        isinstance(side, Quotient | Integer) and evaluate(side) == number for side in stated[number]
    )


def is_close(reading: Answer, right: Value) -> bool:
    """Say whether a `reading` may stand for the `right` value, and not for many, as 0.3 · 0.1 does."""
    between = reading.interval_or_none()
    if between is None or not may_be(reading, right):
        return False
    low, high = between
    return high - low <= _WIDEST * max(abs(low), abs(high))


def _with_stated_numbers(
    tree: Expression, stated: Stated, factors: Collection[Fraction]
) -> Iterator[Expression]:
    """Yield a formula with each of its numbers as it is, or as one of the numbers it may stand for."""
    match tree:
        case Quotient(Integer(), Integer()) | Integer() | Numeral() | Percent(Integer() | Numeral()):
            yield tree
            value = evaluate(tree)
            yield from dict.fromkeys(stated.get(value, ())) if isinstance(value, Fraction) else ()
            decimal = as_decimal(tree)
            if decimal is not None and (isinstance(tree, Numeral) or abs(decimal.units) >= _TWO_DIGITS):
                low, high = rounding_interval(decimal)
                rounded_here = dict.fromkeys(factor for factor in factors if low <= factor <= high)
                yield from (
                    Quotient(Integer(f.numerator), Integer(f.denominator)) for f in rounded_here
                )
        case _:
            # each part has few readings too: (0.3 * 0.3 * ...)/2 would have as many as its product has
            parts = (_with_stated_numbers(part, stated, factors) for part in tree.children)
            ways = [[*islice(readings, _MOST_READINGS)] for readings in parts]
            for chosen in product(*ways):
                yield tree.with_children(chosen) if ways else tree
