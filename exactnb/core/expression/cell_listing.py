"""Ranks and Bayes errors, by listing all cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.values import UNDEFINED, Number, Undefined, largest
from exactnb.core.expression.nodes import OverCells
from exactnb.errors import Unsupported

_MOST = 20_000  # cells whose probabilities are no rational numbers

Columns = Sequence[Sequence[Sequence[Number]]]
"""A factor for each column, value and class."""


def answer_about_cells(question: OverCells, parts: Sequence[Number]) -> Number:
    """Return the answer to `question`, rank or Bayes error; `parts` are priors, then factors.

    Where a λ tends to 0⁺, cells are ordered as they are for every λ that is small enough.
    """
    if any(isinstance(value, Undefined) for value in parts):
        return UNDEFINED
    exact_parts = ((value, values.rational(value)) for value in parts)  # long ones are kept as products
    parts = [value if exact is None else exact for value, exact in exact_parts]
    rest = iter(parts)
    priors = [next(rest) for _ in question.priors]
    columns = [[[next(rest) for _ in labels] for labels in column] for column in question.factors]
    place = 0
    for index, column in zip(question.at, columns, strict=True) if question.question == "rank" else ():
        place = place * len(column) + index
    if all(isinstance(value, Fraction) for value in parts):
        return _rational_answer(question.question, priors, columns, place)
    if prod(map(len, columns)) > _MOST:
        raise Unsupported(f"more than {_MOST:,} cells whose probabilities are no rational numbers")
    if question.question == "bayes_error":
        return _missed(priors, columns)
    totals = [values.add(joints) for joints in _joints(priors, columns)]
    return Fraction(1 + sum(values.compare(total, totals[place]) < 0 for total in totals))


def _rational_answer(question: str, priors: Sequence[Number], columns: Columns, place: int) -> Fraction:
    """List the cells in integers over one denominator."""
    common = _denominator(priors)
    lists = [[_numerator(value, common)] for value in priors]
    denominator = common
    for column in columns:
        common = _denominator(factor for factors in column for factor in factors)
        denominator *= common
        for k, joints in enumerate(lists):
            steps = [_numerator(factors[k], common) for factors in column]
            lists[k] = [score * step for score in joints for step in steps]
    totals = [sum(factors) for factors in zip(*lists, strict=True)]
    if question == "rank":
        return Fraction(1 + sum(total < totals[place] for total in totals))
    best = sum(max(factors) for factors in zip(*lists, strict=True))
    return Fraction(sum(totals) - best, denominator)


def _missed(priors: Sequence[Number], columns: Columns) -> Number:
    """Return all joints but the largest of each cell, added up class by class."""
    missed: list[Number] = [Fraction(0)] * len(priors)  # those of a class have one denominator
    for joints in _joints(priors, columns):
        best = largest(joints, values.compare)[0]
        for k, joint in enumerate(joints):
            missed[k] = values.add([missed[k], joint]) if k != best else missed[k]
    return values.add(missed)


def _joints(priors: Sequence[Number], columns: Columns) -> Iterator[list[Number]]:
    """Yield the joint probabilities of the classes, cell by cell."""
    for cell in product(*columns):
        factors = ([prior, *(entry[k] for entry in cell)] for k, prior in enumerate(priors))
        yield [values.multiply(entry) for entry in factors]


def _denominator(numbers: Iterable[Number]) -> int:
    return lcm(*(number.denominator for number in numbers if isinstance(number, Fraction)))


def _numerator(value: Number, denominator: int) -> int:
    assert isinstance(value, Fraction)
    return value.numerator * (denominator // value.denominator)
