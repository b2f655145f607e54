"""Sums of the numbers in columns, class by class: integers over one denominator, never floats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import Protocol

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.schema import Case, Number, as_number

PowerSum = tuple[tuple[str, ...], str]
"""The columns whose numbers are multiplied before they are added up, and the class."""


Listed = tuple[tuple[Fraction, Number], ...]
"""Numbers, each with how often it was seen."""


class Source(Protocol):
    """Whatever can add up the numbers of a column in the rows of a class."""

    def listed(self, column: str, label: str) -> Listed:
        """Return the numbers of `column` in the class `label`; none where only their sums are known."""

    def size(self, column: str, label: str) -> Number:
        """Return how many rows of the class `label` have a value in `column`."""

    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx, Σx² or Σx·y of one or two `columns` in the class `label`."""


def with_common_denominator(texts: Iterable[str]) -> tuple[Mapping[str, int], int]:
    """Return the numerals `texts` as integers over one denominator, and that denominator.

    >>> with_common_denominator(["7.5", "-2", "1/3"])
    ({'7.5': 45, '-2': -12, '1/3': 2}, 6)
    """
    numbers = {text: number_in(text) for text in texts}
    denominator = lcm(*(number.denominator for number in numbers.values()))
    return {
        text: n.numerator * (denominator // n.denominator) for text, n in numbers.items()
    }, denominator


def moments_of(cases: Iterable[Case], together: Collection[tuple[str, ...]]) -> dict[PowerSum, Number]:
    """Return Σx·y of the `cases`, by class, for every two columns of a group in `together`.

    Every case shows all columns of a group.
    """
    cases = list(cases)
    columns = dict.fromkeys(column for group in together for column in group)
    scaled = {c: with_common_denominator({case.cells[c] for case in cases}) for c in columns}
    pairs = dict.fromkeys(
        pair for group in together for pair in combinations_with_replacement(group, 2)
    )
    sums: dict[PowerSum, Number] = {}
    by_label: dict[str, list[Case]] = {}
    for case in cases:
        by_label.setdefault(case.label, []).append(case)
    for label, cases_of_class in by_label.items():
        numbers = {c: [scaled[c][0][case.cells[c]] for case in cases_of_class] for c in columns}
        weights = [case.weight for case in cases_of_class]
        plain = all(weight == 1 for weight in weights)
        for first, second in pairs:
            terms = map(int.__mul__, numbers[first], numbers[second])
            total = sum(terms) if plain else sum(w * t for w, t in zip(weights, terms, strict=True))
            denominator = scaled[first][1] * scaled[second][1]
            sums[(first, second), label] = as_number(Fraction(total) / denominator)
    return sums
