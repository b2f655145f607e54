"""Logarithms of exact products, and tables of them, each within 1.002·2^-53 of its own size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, double_double_logs, log_form
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.scale.logspace.correctly_rounded.double_double import Pair, plus, two_product, two_sum
from exactnb.scale.logspace.rows import Floats

_BITS = 128
_CLOSE = 2.0**-20  # differences of logarithms below this lose digits: the ratio itself is enclosed
_MANY = 200  # fewer are enclosed one by one, before a table of logarithms is made
_LARGEST = 2**62  # larger ones are enclosed, too: an integer is a sum of two doubles below it
_STEPS = 2048


def log_of_product(powers: Mapping[int, int | Fraction]) -> float:
    """Return the logarithm of a product of `powers` {positive integer: exponent}, rounded once.

    >>> log_of_product({2: 10, 1024: -1}), log_of_product({3: 2})
    (0.0, 2.1972245773362196)
    """
    ball = _log_enclosure(powers, 64)
    return 0.0 if ball is None else ball.nearest_double()


def log_pairs_of_products(products: Iterable[Mapping[int, int | Fraction]]) -> Pair:
    """Return the logarithm of each of `products` of powers as a sum of doubles, to 2^-104 of its size.

    >>> high, low = log_pairs_of_products([{2: 1}])
    >>> high.tolist(), bool(abs(low[0]) < 2.0**-53)
    ([0.6931471805599453], True)
    """
    balls = (_log_enclosure(powers, 110) for powers in products)
    high, low = np.array([(0.0, 0.0) if ball is None else ball.double_double() for ball in balls]).T
    return high, low


def narrow_ball(enclosed: Callable[[int], Ball]) -> Ball:
    """Return the ball that is `enclosed` with enough bits to be narrower than 2^-110 of its size."""
    bits = _BITS
    while True:
        ball = enclosed(bits)
        if ball.is_accurate(110) or bits > 4096:
            return ball
        bits *= 2


def _log_enclosure(powers: Mapping[int, int | Fraction], accuracy: int) -> Ball | None:
    """Return a ball around the logarithm of a product, to `accuracy` bits of its size; None for 0."""
    factors = [(number, exponent) for number, exponent in powers.items() if exponent and number > 1]
    bits = _BITS
    # This ends: either the product is 1, which its coprime base shows, or its logarithm is not 0 and
    # enough bits separate it from 0.
    while True:
        ball = log_form(factors, Fraction(0), 0, bits)
        if ball.sign() is None:
            product = PowerProduct(tuple(sorted((number, Fraction(e)) for number, e in factors)))
            if product.is_one():
                return None
        if ball.is_accurate(accuracy):
            return ball
        bits *= 2


def log_ratio_table(numerators: Sequence[int], denominators: Sequence[int]) -> Floats:
    """Return ln(a/b) for every a of `numerators` (rows) and b of `denominators` (columns).

    All are positive integers. Each logarithm is a sum of two doubles, and the difference is rounded
    once; where it is so small that digits would be lost, the ratio itself is enclosed.

    >>> log_ratio_table([1, 2], [2, 4]).tolist()
    [[-0.6931471805599453, -1.3862943611198906], [0.0, -0.6931471805599453]]
    """
    high_a, low_a = (part[:, None] for part in integer_logs(numerators))
    high_b, low_b = (part[None, :] for part in integer_logs(denominators))
    ratios = _difference((high_a, low_a), (high_b, low_b))
    for row, column in np.argwhere(np.abs(ratios) < _CLOSE):
        ratios[row, column] = _log_of_ratio(numerators[row], denominators[column])
    return ratios


def log_quotients(
    numerators: Sequence[int] | NDArray[np.int64], denominators: Sequence[int] | NDArray[np.int64]
) -> Floats:
    """Return ln(a/b) for each a of `numerators` with the b at its index in `denominators`.

    All are positive integers.

    >>> log_quotients([1, 4, 2**64], [2, 4, 2**65]).tolist()
    [-0.6931471805599453, 0.0, -0.6931471805599453]
    """
    sides = []
    for numbers in (numerators, denominators):
        # Counts repeat, and a logarithm is dear: take it once for each distinct number. As objects,
        # integers beyond 64 bits stay integers.
        exact = numbers if isinstance(numbers, np.ndarray) else np.array(numbers, dtype=object)
        distinct, places = np.unique(exact, return_inverse=True)
        high, low = integer_logs(distinct.tolist())
        sides.append((high[places], low[places]))
    quotients = _difference(*sides)
    for (index,) in np.argwhere(np.abs(quotients) < _CLOSE):
        quotients[index] = _log_of_ratio(int(numerators[index]), int(denominators[index]))
    return quotients


def integer_logs(numbers: Sequence[int]) -> Pair:
    """Return ln n of positive integers `numbers`, to 2^-84, or 2^-100 of ln n where that is more.

    >>> high, low = integer_logs(range(1, 1000))
    >>> float(high[1]), float(abs(low[1])) < 2.0**-53
    (0.6931471805599453, True)
    """
    if len(numbers) < _MANY or max(numbers) >= _LARGEST:
        return _as_pair_arrays(numbers)
    integers = np.array(numbers, dtype=np.int64)
    head = integers.astype(np.float64)
    tail = (integers - head.astype(np.int64)).astype(np.float64)
    # n = 2^e·c·(1 + r): c is one of 1,025 numbers from 1/2 to 1 with known logarithms, |r| ≤ 2^-11.
    part, exponents = np.frexp(head)
    steps = np.rint(part * _STEPS)
    near = steps / _STEPS
    excess = part - near
    ratio = excess / near
    product, lost = two_product(ratio, near)
    ratio_low = ((excess - product) - lost + np.ldexp(tail, -exponents)) / near
    # Of ln(1 + r) only r − r²/2 needs both doubles: the later terms lie below 2^-34.
    square, lost = two_product(ratio, ratio)
    series = square * ratio * (1 / 3 - ratio * (1 / 4 - ratio * (1 / 5 - ratio * (1 / 6 - ratio / 7))))
    growth = plus((ratio, ratio_low / (1 + ratio)), (-square / 2, series - lost / 2))
    high, low = _logs_of_table_points()
    turns = exponents - float(_STEPS.bit_length() - 1)
    twos, lost = two_product(turns, high[0])
    places = steps.astype(np.int64) - (_STEPS // 2 - 1)
    return plus(plus((twos, lost + turns * low[0]), (high[places], low[places])), growth)


def _as_pair_arrays(numbers: Sequence[int]) -> Pair:
    high, low = double_double_logs(numbers)
    return np.array(high), np.array(low)


@cache
def _logs_of_table_points() -> Pair:
    """Return the logarithms of 2, and of 1024 to 2048."""
    return _as_pair_arrays([2, *range(_STEPS // 2, _STEPS + 1)])


def _difference(minuend: Pair, subtrahend: Pair) -> Floats:
    """Return the difference of two numbers, each a sum of two doubles, rounded once."""
    high, lost = two_sum(minuend[0], -subtrahend[0])
    return high + (lost + (minuend[1] - subtrahend[1]))


def _log_of_ratio(numerator: int, denominator: int) -> float:
    """Return the logarithm of a ratio, with all digits however near to 1 it is."""
    if numerator == denominator:
        return 0.0
    return log_of_product({int(numerator): 1, int(denominator): -1})
