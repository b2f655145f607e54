"""Exact statistics of the points of a class: mean, quantiles, histogram, correlation.

Sources: quantiles by linear interpolation (type 7 of Hyndman and Fan, "Sample Quantiles in Statistical
Packages", 1996), as in spreadsheets and NumPy. Discrimination is the correlation of the points of a
question with the total of all others (Crocker and Algina, "Introduction to Classical and Modern Test
Theory", ch. 14).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, rounded

_BARS = 10


def mean(values: Sequence[Fraction]) -> Fraction:
    """Return the mean of `values`.

    >>> mean([Fraction(1), Fraction(2)])
    Fraction(3, 2)
    """
    return sum(values, Fraction(0)) / len(values)


def quantile(values: Sequence[Fraction], share: Fraction) -> Fraction:
    """Return the quantile of `values` at a `share` from 0 to 1, interpolated linearly.

    >>> quantile([Fraction(n) for n in (1, 2, 4, 8)], Fraction(1, 4))
    Fraction(7, 4)
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    lower = int(place)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (place - lower) * (ordered[upper] - ordered[lower])


def histogram(values: Sequence[Fraction], most: Fraction) -> tuple[tuple[Fraction, int], ...]:
    """Return how many of the `values` lie in each of at most eleven intervals, by their lower ends.

    An interval contains its lower end, the last one both ends; `most`, the largest value possible, has
    an interval of its own if one ends there.

    >>> [(str(lower), times) for lower, times in histogram([Fraction(1, 2), Fraction(2)], Fraction(2))]
    [('0', 1), ('1', 0), ('2', 1)]
    """
    wide = max(ceil(most / _BARS), 1)
    times = [0] * (int(most / wide) + 1)
    for value in values:
        times[min(int(value / wide), len(times) - 1)] += 1
    return tuple((Fraction(number * wide), count) for number, count in enumerate(times))


def correlation(pairs: Sequence[tuple[Fraction, Fraction]]) -> str:
    """Return the correlation of `pairs` to two decimal places; "" if one side never changes.

    >>> correlation([(Fraction(x), Fraction(y)) for x, y in ((0, 1), (1, 3), (0, 2))])
    '0.87'
    """
    if not pairs:
        return ""
    centre = mean([x for x, _ in pairs]), mean([y for _, y in pairs])
    deviations = [(x - centre[0], y - centre[1]) for x, y in pairs]
    both = sum((x * y for x, y in deviations), Fraction(0))
    squares = sum(x * x for x, _ in deviations) * sum(y * y for _, y in deviations)
    if not squares:
        return ""
    if not both:
        return "0"
    size = rounded(PowerProduct.of(both * both / squares) ** Fraction(1, 2), Rounding(places=2))
    return str((-size if both < 0 else size).shortest())


def points_text(points: Fraction) -> str:
    """Return `points` as every report writes them: a decimal of two places, or an exact fraction.

    >>> points_text(Fraction(5, 2)), points_text(Fraction(4)), points_text(Fraction(1, 3))
    ('2.5', '4', '1/3')
    """
    return decimal(points) if (100 * points).denominator == 1 else exact_text(points)


def decimal(value: Fraction, places: int = 2) -> str:
    """Return `value` as a decimal, correctly rounded to `places`, without zeros that it does not need.

    >>> decimal(Fraction(23, 4)), decimal(Fraction(2, 3))
    ('5.75', '0.67')
    """
    return str(Rounding(places=places).decimal(value).shortest())
