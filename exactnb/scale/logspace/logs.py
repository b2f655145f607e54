"""Tables of logarithms as doubles, each within 1.002·2^-53 of its own size of the true one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, log_form, split_logs
from exactnb.core.arithmetic.power_product import PowerProduct

Floats = NDArray[np.float64]

_CLOSE = 2.0**-30  # a logarithm of a ratio less than this is taken anew, with all its digits
_BITS = 128


def log_ratios(above: Sequence[int], below: Sequence[int]) -> Floats:
    """Return ln(a/b) for every a of `above` (rows) and b of `below` (columns), positive integers.

    Each logarithm is known as a sum of two doubles; their difference is rounded once, and where it
    is so small that digits would be lost the ratio itself is taken.

    >>> log_ratios([1, 2], [2, 4]).tolist()
    [[-0.6931471805599453, -1.3862943611198906], [0.0, -0.6931471805599453]]
    """
    high_a, low_a = (np.array(part)[:, None] for part in split_logs(above))
    high_b, low_b = (np.array(part)[None, :] for part in split_logs(below))
    found = _difference((high_a, low_a), (high_b, low_b))
    for row, column in np.argwhere(np.abs(found) < _CLOSE):
        found[row, column] = _of_ratio(above[row], below[column])
    return found


def log_quotients(
    above: Sequence[int] | NDArray[np.int64], below: Sequence[int] | NDArray[np.int64]
) -> Floats:
    """Return ln(a/b) for each a with the b in its place, positive integers.

    >>> log_quotients([1, 4, 2**64], [2, 4, 2**65]).tolist()
    [-0.6931471805599453, 0.0, -0.6931471805599453]
    """
    sides = []
    for numbers in (above, below):  # many are the same: each has one logarithm
        exact = numbers if isinstance(numbers, np.ndarray) else np.array(numbers, dtype=object)
        known, places = np.unique(exact, return_inverse=True)  # beyond 64 bits integers stay integers
        high, low = (np.array(part) for part in split_logs(known.tolist()))
        sides.append((high[places], low[places]))
    found = _difference(*sides)
    for (at,) in np.argwhere(np.abs(found) < _CLOSE):
        found[at] = _of_ratio(int(above[at]), int(below[at]))
    return found


def log_of_product(powers: Mapping[int, int | Fraction]) -> float:
    """Return the logarithm of a product of powers of positive integers, rounded once.

    >>> log_of_product({2: 10, 1024: -1}), log_of_product({3: 2})
    (0.0, 2.1972245773362196)
    """
    ball = _enclosed(powers, 64)
    return 0.0 if ball is None else ball.nearest()


def pair_of_product(powers: Mapping[int, int | Fraction]) -> tuple[float, float]:
    """Return the logarithm of a product as the sum of two doubles, to 2^-104 of its size.

    >>> high, low = pair_of_product({2: 1})
    >>> high, abs(low) < 2.0**-53
    (0.6931471805599453, True)
    """
    ball = _enclosed(powers, 110)
    return (0.0, 0.0) if ball is None else ball.pair()


def log_of_form(product: PowerProduct) -> Ball:
    """Return the logarithm of a product, of e and √π too, to 2^-110 of its size."""
    bits = _BITS
    while True:
        ball = product.log(bits)
        if ball.is_within(110) or bits > 4096:
            return ball
        bits *= 2


def _enclosed(powers: Mapping[int, int | Fraction], accuracy: int) -> Ball | None:
    """Return the logarithm of a product to some bits of its size; None if it is 0."""
    factors = [(number, exponent) for number, exponent in powers.items() if exponent and number > 1]
    bits = _BITS
    while True:  # ends: the logarithm is zero, or it is not
        ball = log_form(factors, Fraction(0), 0, bits)
        if ball.sign() is None and _is_one(factors):
            return None
        if ball.is_within(accuracy):
            return ball
        bits *= 2


def _is_one(factors: Sequence[tuple[int, int | Fraction]]) -> bool:
    return PowerProduct(tuple(sorted((number, Fraction(e)) for number, e in factors))).is_one()


def _difference(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    """Return the difference of two numbers, each a sum of two doubles, rounded once.

    What the difference of the high parts loses is found exactly (D. Knuth, The Art of Computer
    Programming, vol. 2, section 4.2.2, theorem B).
    """
    (high_a, low_a), (high_b, low_b) = one, other
    high = high_a - high_b
    rest = high - high_a
    lost = (high_a - (high - rest)) - (high_b + rest)
    return high + (lost + (low_a - low_b))


def _of_ratio(above: int, below: int) -> float:
    return log_of_product({int(above): 1, int(below): -1}) if above != below else 0.0
