"""The exponential of double-doubles: a power of two, a table of 256 entries, a short series."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.scale.logspace.correctly_rounded.double_double import (
    Pair,
    plus,
    times,
    two_product,
    two_sum,
)
from exactnb.scale.logspace.logs import Floats

ERROR_OF_EXP = 2.0**-80
"""The largest relative error, for arguments of at most 2^11."""

_STEPS = 256
_BITS = 300
_HEAD = 33  # bits of the first parts of ln 2/256: their products with 20 bits are exact


def exponential(pair: Pair) -> tuple[Pair, NDArray[np.int32]]:
    """Return e^x for the numbers x of `pair`, up to 2^11 in size, as m·2^n with m about 1 to 2.

    >>> (high, _), exponents = exponential((np.array([0.0, -1000.0]), np.zeros(2)))
    >>> high.tolist(), exponents.tolist()
    ([1.0, 1.2353836233019893], [0, -1443])
    """
    (first, second, third), steps = _ln_2(), _roots_of_2()
    turns = np.rint(pair[0] / (first + second))
    high, low = two_sum(pair[0] - turns * first, -turns * second)
    high, low = two_sum(high, low + (pair[1] - turns * third))
    square, lost = two_product(high, high)
    series = (
        square * high * (1 / 6 + high * (1 / 24 + high * (1 / 120 + high * (1 / 720 + high / 5040))))
    )
    growth = plus((high, low), (square / 2, lost / 2 + high * low + series))
    integers = turns.astype(np.int64)
    root = steps[0][integers % _STEPS], steps[1][integers % _STEPS]
    return plus(root, times(root, growth)), (integers // _STEPS).astype(np.int32)


@cache
def _ln_2() -> tuple[float, float, float]:
    """Return ln 2/256 in three parts, the first two so short that their products are exact."""
    rest = _middle(PowerProduct.of(2).log(_BITS)) / _STEPS
    parts = []
    for bits in (_HEAD, _HEAD, 53):
        unit = Fraction(2) ** (int(np.frexp(float(rest))[1]) - bits)
        parts.append(float(round(rest / unit) * unit))
        rest -= Fraction(parts[-1])
    return parts[0], parts[1], parts[2]


@cache
def _roots_of_2() -> tuple[Floats, Floats]:
    """Return 2^(i/256) as double-doubles."""
    roots = [PowerProduct.of(2) ** Fraction(i, _STEPS) for i in range(_STEPS)]
    exact = [_middle(root.enclose(_BITS)) for root in roots]
    high = [float(number) for number in exact]
    low = [float(number - Fraction(h)) for number, h in zip(exact, high, strict=True)]
    return np.array(high), np.array(low)


def _middle(ball: Ball) -> Fraction:
    """Return the middle of a ball as a fraction."""
    bounds = ball.bounds()
    assert bounds is not None, "a constant is finite"
    return (bounds[0] + bounds[1]) / 2
