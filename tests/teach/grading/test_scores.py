"""Figures of a class: means, quartiles and correlations by hand, and laws of them."""

from __future__ import annotations

from fractions import Fraction as F
from math import isqrt

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.teach.grading.scores import correlation, decimal, histogram, mean, quantile

POINTS = st.lists(st.fractions(0, 20, max_denominator=8), min_size=1, max_size=12)


@all_of(
    "values, expected",
    [
        ([1, 2, 3, 4], ("7/4", "5/2", "13/4")),
        ([8, 1, 4, 2, 16], ("2", "4", "8")),
        ([5], ("5", "5", "5")),
        ([0, 1], ("1/4", "1/2", "3/4")),
    ],
)
def test_quartiles_by_hand(values: list[int], expected: tuple[str, ...]) -> None:
    """Between two values a quartile lies by proportion, as in a spreadsheet's QUARTILE.INC."""
    found = [quantile([F(v) for v in values], F(n, 4)) for n in (1, 2, 3)]
    assert found == [F(each) for each in expected]


@law(7, exhaustive=60)
@given(POINTS)
def test_quantiles_are_in_order(values: list[F]) -> None:
    """The quartiles lie between the ends and do not cross; the ends are quantiles too."""
    found = [quantile(values, F(n, 4)) for n in range(5)]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (min(values), max(values))
    assert min(values) <= mean(values) <= max(values)


@law(7, exhaustive=60)
@given(POINTS, st.fractions(0, 20, max_denominator=4))
def test_a_histogram_counts_everyone(values: list[F], most: F) -> None:
    """Each value is in one interval, whose lower end it reaches, and there are at most eleven."""
    values = [min(value, most) for value in values]
    bars = histogram(values, most)
    assert sum(times for _, times in bars) == len(values)
    assert len(bars) <= 11
    for lower, upper in zip(bars, (*bars[1:], (most + 1, 0)), strict=True):
        assert lower[1] == sum(lower[0] <= value < upper[0] for value in values)


@all_of(
    ("pairs", "expected"),
    [
        ([(0, 0), (1, 1)], "1"),
        ([(0, 1), (1, 0)], "-1"),
        ([(0, 1), (1, 3), (0, 2)], "0.87"),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], "0"),
        ([(0, 3), (1, 3)], ""),
        ([(1, 1)], ""),
        ([], ""),
    ],
)
def test_correlations_by_hand(pairs: list[tuple[int, int]], expected: str) -> None:
    """√3/2 is 0.87; where one of the two never changes there is no correlation."""
    assert correlation([(F(x), F(y)) for x, y in pairs]) == expected


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=10))
def test_a_correlation_is_correctly_rounded(pairs: list[tuple[int, int]]) -> None:
    """The square of what is printed, half a unit more or less, encloses r² in integers alone."""
    found = correlation([(F(x), F(y)) for x, y in pairs])
    n = len(pairs)
    both = n * sum(x * y for x, y in pairs) - sum(x for x, _ in pairs) * sum(y for _, y in pairs)
    spread = [n * sum(v * v for v in vs) - sum(vs) ** 2 for vs in zip(*pairs, strict=True)]
    product = spread[0] * spread[1]
    if not product:
        assert found == ""
        return
    hundredths = (isqrt(4 * 10**4 * both**2 // product) + 1) // 2
    assert F(found) == F(hundredths, 100) * (-1 if both < 0 else 1)


def test_means_are_decimals_correctly_rounded() -> None:
    """A half goes up, zeros at the end are left out."""
    assert [decimal(F(n, 8)) for n in (1, 2, 8, 17)] == ["0.13", "0.25", "1", "2.13"]
