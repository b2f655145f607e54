"""Arithmetic on sums of two doubles, a high part and a low one: about 106 bits.

The relative error of every result is at most `ERROR`, if nothing overflows; losses below the least
normal double come on top. Sources: T. J. Dekker (1971) for products; M. Joldes,
J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word
arithmetic (2017), algorithms 6 and 10, for sums and products.
"""

from __future__ import annotations

from typing import TypeAlias

from exactnb.scale.logspace.logs import Floats

ERROR = 2.0**-100
"""The relative error of one operation: 12·2^-106 at most is proved."""

_SPLITTER = 2.0**27 + 1

Pair: TypeAlias = tuple[Floats, Floats]
"""High parts, the nearest doubles of the sums, and low parts."""


def two_sum(a: Floats, b: Floats) -> Pair:
    """Return the sum of the doubles `a` and `b`, exactly (D. Knuth, vol. 2, 4.2.2, theorem B).

    >>> two_sum(1.0, 2.0**-60) == (1.0, 2.0**-60)
    True
    """
    high = a + b
    rest = high - a
    return high, (a - (high - rest)) + (b - rest)


def plus(x: Pair, y: Pair) -> Pair:
    """Return `x` + `y`, accurate even if the signs differ."""
    high, low = two_sum(x[0], y[0])
    low_sum, least = two_sum(x[1], y[1])
    high, low = _ordered(high, low + low_sum)
    return _ordered(high, low + least)


def minus(x: Pair, y: Pair) -> Pair:
    """Return `x` − `y`."""
    return plus(x, (-y[0], -y[1]))


def times(x: Pair, y: Pair) -> Pair:
    """Return `x` times `y`."""
    high, low = two_product(x[0], y[0])
    return _ordered(high, low + (x[0] * y[1] + x[1] * y[0]))


def reciprocal(x: Pair) -> Pair:
    """Return 1/`x`: the quotient of doubles, and one step of Newton's method."""
    first = 1 / x[0]
    high, low = two_product(x[0], first)
    return _ordered(first, first * ((1 - high) - low - x[1] * first))


def total(pair: Pair) -> Pair:
    """Return the sums of `pair` along its last axis."""
    high, low = pair
    sums = high[..., 0], low[..., 0]
    for column in range(1, high.shape[-1]):
        sums = plus(sums, (high[..., column], low[..., column]))
    return sums


def two_product(a: Floats, b: Floats) -> Pair:
    """Return the product of the doubles `a` and `b`, exactly: halves of 26 bits have exact products.

    >>> high, low = two_product(2.0**30 + 1, 2.0**30 - 1)
    >>> int(high) + int(low) == 2**60 - 1
    True
    """
    high = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    rest = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low
    return high, rest


def square(a: Floats) -> Pair:
    """Return the square of the double `a`, exactly: `two_product(a, a)` with one product less.

    >>> high, low = square(2.0**30 + 1)
    >>> int(high) + int(low) == (2**30 + 1) ** 2
    True
    """
    high = a * a
    head, rest = _halves(a)
    return high, ((head * head - high) + 2 * (head * rest)) + rest * rest


def _halves(a: Floats) -> Pair:
    """Return doubles as the sum of two of 26 bits each (Dekker's splitting)."""
    scaled = _SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def _ordered(large: Floats, small: Floats) -> Pair:
    """Return the sum of doubles, exactly; that the first is the larger saves three operations."""
    high = large + small
    return high, small - (high - large)
