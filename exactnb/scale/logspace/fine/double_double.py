"""Arithmetic on sums of two doubles, a high part and a low one: about 106 bits.

Every result is within `ERROR` of its own size of the true one, if nothing overflows, and what is
lost below the least normal double is left out. Sources: T. J. Dekker (1971) for products; M. Joldes,
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
"""The high parts, which are the doubles next to the sums, and the low parts."""


def two_sum(a: Floats, b: Floats) -> Pair:
    """Return the sum of doubles, exactly (D. Knuth, vol. 2, section 4.2.2, theorem B).

    >>> two_sum(1.0, 2.0**-60) == (1.0, 2.0**-60)
    True
    """
    high = a + b
    rest = high - a
    return high, (a - (high - rest)) + (b - rest)


def plus(one: Pair, other: Pair) -> Pair:
    """Return the sum, whatever the signs."""
    high, low = two_sum(one[0], other[0])
    more, least = two_sum(one[1], other[1])
    high, low = _ordered(high, low + more)
    return _ordered(high, low + least)


def minus(one: Pair, other: Pair) -> Pair:
    """Return the difference."""
    return plus(one, (-other[0], -other[1]))


def times(one: Pair, other: Pair) -> Pair:
    """Return the product."""
    high, low = two_product(one[0], other[0])
    return _ordered(high, low + (one[0] * other[1] + one[1] * other[0]))


def reciprocal(one: Pair) -> Pair:
    """Return 1 over a number: the quotient of doubles, and one step of Newton's."""
    first = 1 / one[0]
    high, low = two_product(one[0], first)
    return _ordered(first, first * ((1 - high) - low - one[1] * first))


def total(pair: Pair) -> Pair:
    """Return the sums along the last axis."""
    high, low = pair
    found = high[..., 0], low[..., 0]
    for at in range(1, high.shape[-1]):
        found = plus(found, (high[..., at], low[..., at]))
    return found


def two_product(a: Floats, b: Floats) -> Pair:
    """Return the product of doubles, exactly: their halves of 26 bits have exact products.

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
    """Return the square of doubles, exactly, as `two_product` would.

    >>> high, low = square(2.0**30 + 1)
    >>> int(high) + int(low) == (2**30 + 1) ** 2
    True
    """
    high = a * a
    head, rest = _halves(a)
    return high, ((head * head - high) + 2 * (head * rest)) + rest * rest


def _halves(a: Floats) -> Pair:
    scaled = _SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def _ordered(large: Floats, small: Floats) -> Pair:
    """Return the sum of doubles, exactly, the first being the larger."""
    high = large + small
    return high, small - (high - large)
