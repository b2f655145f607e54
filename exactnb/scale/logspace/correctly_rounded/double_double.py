"""Arithmetic on sums of two doubles, a high part and a low one: about 106 bits; and their exponential.

The relative error of every result is at most `ERROR`, if nothing overflows; losses below the least
normal double come on top. Sources: T. J. Dekker (1971) for products; M. Joldes,
J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word
arithmetic (2017), algorithms 6 and 10, for sums and products.

How to read: exact sums and products of doubles, then operations on pairs, then sums and products of
many; the exponential is a power of two, an entry of a table of 256, and a short series.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.scale.logspace.rows import Floats

ERROR = 2.0**-100
"""The relative error of one operation: 12·2^-106 at most is proved."""

_SPLITTER = 2.0**27 + 1

Pair: TypeAlias = tuple[Floats, Floats]
"""High parts, the nearest doubles of the sums, and low parts."""

ERROR_OF_EXP = 2.0**-80
"""The largest relative error, for arguments of at most 2^11."""

_STEPS = 256
_BITS = 300
_HEAD = 33  # bits of the first parts of ln 2/256: their products with 20 bits are exact


def two_sum(a: Floats, b: Floats) -> Pair:
    """Return the sum of the doubles `a` and `b`, exactly (D. Knuth, vol. 2, 4.2.2, theorem B).

    >>> two_sum(1.0, 2.0**-60) == (1.0, 2.0**-60)
    True
    """
    high = a + b
    # What of b went into the sum; what is missing of a and of b is the rounding error, a double itself.
    rest = high - a
    return high, (a - (high - rest)) + (b - rest)


def plus(x: Pair, y: Pair) -> Pair:
    """Return `x` + `y`, accurate even if the signs differ."""
    # With opposite signs the high parts may cancel: the low ones then have to be summed exactly too.
    high, low = two_sum(x[0], y[0])
    low_sum, least = two_sum(x[1], y[1])
    high, low = fast_two_sum(high, low + low_sum)
    return fast_two_sum(high, low + least)


def minus(x: Pair, y: Pair) -> Pair:
    """Return `x` − `y`."""
    return plus(x, (-y[0], -y[1]))


def times(x: Pair, y: Pair) -> Pair:
    """Return `x` times `y`."""
    high, low = two_product(x[0], y[0])
    # The product of the low parts is below 2^-106 of the whole.
    return fast_two_sum(high, low + (x[0] * y[1] + x[1] * y[0]))


def reciprocal(x: Pair) -> Pair:
    """Return 1/`x`: the quotient of doubles, and one step of Newton's method."""
    first = 1 / x[0]
    high, low = two_product(x[0], first)
    # 1 − high is exact, for high is next to 1: the step so has twice the bits of the quotient.
    return fast_two_sum(first, first * ((1 - high) - low - x[1] * first))


def sum_along_last_axis(pair: Pair) -> Pair:
    """Return the sums of `pair` along its last axis, which is short: one after the other."""
    high, low = pair
    sums = high[..., 0], low[..., 0]
    for column in range(1, high.shape[-1]):
        sums = plus(sums, (high[..., column], low[..., column]))
    return sums


def times_powers_of_2(pair: Pair, exponents: NDArray[np.int64]) -> Pair:
    """Return `pair` times powers of 2, exactly but for what is below the normal doubles."""
    # Two factors of half the size stay doubles where the result does; to multiply by them takes a part
    # of the time of adding exponents to every number.
    factor, second_factor = np.ldexp(1.0, exponents // 2), np.ldexp(1.0, exponents - exponents // 2)
    return pair[0] * factor * second_factor, pair[1] * factor * second_factor


def two_product(a: Floats, b: Floats) -> Pair:
    """Return the product of the doubles `a` and `b`, exactly: halves of 26 bits have exact products.

    >>> high, low = two_product(2.0**30 + 1, 2.0**30 - 1)
    >>> int(high) + int(low) == 2**60 - 1
    True
    """
    high = a * b
    a_high, a_low = _halves_of_26_bits(a)
    b_high, b_low = _halves_of_26_bits(b)
    return high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low


def sum_of_terms(terms: Pair) -> Pair:
    """Return the sums of `terms` along their first axis, halves first; 0 for none.

    >>> tuple(map(float, sum_of_terms((np.array([1.0, 2.0**60, 2.0]), np.zeros(3)))))
    (1.152921504606847e+18, 3.0)
    """
    while len(terms[0]) > 1:
        terms = _combine_halves(plus, terms)
    return terms[0].sum(axis=0), terms[1].sum(axis=0)


def product_of_terms(terms: Pair) -> tuple[Pair, NDArray[np.int64]]:
    """Return the products of positive `terms` along their first axis as m·2^n, m at least 1/2.

    >>> product_of_terms((np.array([6.0, 1e300, 1e300]), np.zeros(3)))[1]
    array(1996)
    """
    total = np.zeros(terms[0].shape[1:], dtype=np.int64)
    while True:
        high, exponents = np.frexp(terms[0])  # products of products would leave the range of doubles
        terms = high, np.ldexp(terms[1], -exponents)
        total += exponents.sum(axis=0)
        if len(high) <= 1:
            return (high.prod(axis=0), terms[1].sum(axis=0)), total
        terms = _combine_halves(times, terms)


def _combine_halves(combine: Callable[[Pair, Pair], Pair], terms: Pair) -> Pair:
    """Return the first half of `terms` combined with the second, and one that is left over."""
    high, low = terms
    even, odd = len(high) // 2, len(high) % 2
    results = combine((high[:even], low[:even]), (high[even : 2 * even], low[even : 2 * even]))
    return (
        np.concatenate([results[0], high[len(high) - odd :]]),
        np.concatenate([results[1], low[len(low) - odd :]]),
    )


def square(a: Floats) -> Pair:
    """Return the square of the double `a`, exactly: `two_product(a, a)` with one product less.

    >>> high, low = square(2.0**30 + 1)
    >>> int(high) + int(low) == (2**30 + 1) ** 2
    True
    """
    high = a * a
    head, rest = _halves_of_26_bits(a)
    return high, ((head * head - high) + 2 * (head * rest)) + rest * rest


def _halves_of_26_bits(a: Floats) -> Pair:
    """Return doubles as the sum of two of 26 bits each (Dekker's splitting)."""
    # Beside 2^27·a only the first 26 bits of a fit a double: the others are rounded off.
    scaled = _SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def fast_two_sum(large: Floats, small: Floats) -> Pair:
    """Return `large` + `small`, exactly: that the first is the larger saves three operations."""
    high = large + small
    return high, small - (high - large)


def exponential(pair: Pair) -> tuple[Pair, NDArray[np.int32]]:
    """Return e^x for the numbers x of `pair`, up to 2^11 in size, as m·2^n with m about 1 to 2.

    >>> (high, _), exponents = exponential((np.array([0.0, -1000.0]), np.zeros(2)))
    >>> high.tolist(), exponents.tolist()
    ([1.0, 1.2353836233019893], [0, -1443])
    """
    (first, second, third), steps = _ln_2_over_256(), _roots_of_2()
    # e^x = 2^(n/256)·e^r with |r| < 0.0014: a table for the first, five terms for the second.
    turns = np.rint(pair[0] / (first + second))
    high, low = two_sum(pair[0] - turns * first, -turns * second)
    high, low = two_sum(high, low + (pair[1] - turns * third))
    # Only x + x²/2 needs both doubles: the later terms lie below 2^-28 of the sum.
    square, lost = two_product(high, high)
    series = (
        square * high * (1 / 6 + high * (1 / 24 + high * (1 / 120 + high * (1 / 720 + high / 5040))))
    )
    growth = plus((high, low), (square / 2, lost / 2 + high * low + series))
    integers = turns.astype(np.int64)
    root = steps[0][integers % _STEPS], steps[1][integers % _STEPS]
    return plus(root, times(root, growth)), (integers // _STEPS).astype(np.int32)


@cache
def _ln_2_over_256() -> tuple[float, float, float]:
    """Return ln 2/256 in three parts, the first two so short that their products are exact."""
    rest = _midpoint(PowerProduct.of(2).enclose_log(_BITS)) / _STEPS
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
    exact = [_midpoint(root.enclose(_BITS)) for root in roots]
    high = [float(number) for number in exact]
    low = [float(number - Fraction(h)) for number, h in zip(exact, high, strict=True)]
    return np.array(high), np.array(low)


def _midpoint(ball: Ball) -> Fraction:
    """Return the middle of a ball as a fraction."""
    bounds = ball.bounds()
    assert bounds is not None, "a constant is finite"
    return (bounds[0] + bounds[1]) / 2
