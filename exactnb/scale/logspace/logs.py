"""Tables of logarithms as doubles, each within 1.002·2^-53 of its own size of the true one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, log_form, split_logs
from exactnb.core.arithmetic.power_product import PowerProduct

Floats = NDArray[np.float64]

_CLOSE = 2.0**-30  # differences of logarithms below this lose digits: the ratio itself is enclosed
_BITS = 128


def log_ratios(numerators: Sequence[int], denominators: Sequence[int]) -> Floats:
    """Return ln(a/b) for every a of `numerators` (rows) and b of `denominators` (columns).

    All are positive integers. Each logarithm is a sum of two doubles, and the difference is rounded
    once; where it is so small that digits would be lost, the ratio itself is enclosed.

    >>> log_ratios([1, 2], [2, 4]).tolist()
    [[-0.6931471805599453, -1.3862943611198906], [0.0, -0.6931471805599453]]
    """
    high_a, low_a = (np.array(part)[:, None] for part in split_logs(numerators))
    high_b, low_b = (np.array(part)[None, :] for part in split_logs(denominators))
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
        high, low = (np.array(part) for part in split_logs(distinct.tolist()))
        sides.append((high[places], low[places]))
    quotients = _difference(*sides)
    for (index,) in np.argwhere(np.abs(quotients) < _CLOSE):
        quotients[index] = _log_of_ratio(int(numerators[index]), int(denominators[index]))
    return quotients


def log_of_product(powers: Mapping[int, int | Fraction]) -> float:
    """Return the logarithm of a product of `powers` {positive integer: exponent}, rounded once.

    >>> log_of_product({2: 10, 1024: -1}), log_of_product({3: 2})
    (0.0, 2.1972245773362196)
    """
    ball = _enclosed(powers, 64)
    return 0.0 if ball is None else ball.nearest()


def pair_of_product(powers: Mapping[int, int | Fraction]) -> tuple[float, float]:
    """Return the logarithm of a product of `powers` as the sum of two doubles, to 2^-104 of its size.

    >>> high, low = pair_of_product({2: 1})
    >>> high, abs(low) < 2.0**-53
    (0.6931471805599453, True)
    """
    ball = _enclosed(powers, 110)
    return (0.0, 0.0) if ball is None else ball.pair()


def narrow(enclosed: Callable[[int], Ball]) -> Ball:
    """Return the ball that is `enclosed` with enough bits to be narrower than 2^-110 of its size."""
    bits = _BITS
    while True:
        ball = enclosed(bits)
        if ball.is_within(110) or bits > 4096:
            return ball
        bits *= 2


def _enclosed(powers: Mapping[int, int | Fraction], accuracy: int) -> Ball | None:
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
        if ball.is_within(accuracy):
            return ball
        bits *= 2


def _difference(minuend: tuple[Floats, Floats], subtrahend: tuple[Floats, Floats]) -> Floats:
    """Return the difference of two numbers, each a sum of two doubles, rounded once.

    What the difference of the high parts loses is found exactly (D. Knuth, The Art of Computer
    Programming, vol. 2, section 4.2.2, theorem B).
    """
    (high_a, low_a), (high_b, low_b) = minuend, subtrahend
    high = high_a - high_b
    rest = high - high_a
    lost = (high_a - (high - rest)) - (high_b + rest)
    return high + (lost + (low_a - low_b))


def _log_of_ratio(numerator: int, denominator: int) -> float:
    """Return the logarithm of a ratio, with all digits however near to 1 it is."""
    if numerator == denominator:
        return 0.0
    return log_of_product({int(numerator): 1, int(denominator): -1})
