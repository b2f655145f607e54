"""Logarithms as whole numbers: 2^bits·log₂ of exact products, each the nearest integer for certain.

Sums of such weights are the same whatever adds them up, in whatever order, and each of their terms is
off by at most a half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.arithmetic.enclosure import fixed_logs

Powers = Mapping[int, int]
"""A product of powers of positive integers, by their exponents."""

_MORE = 64  # bits below those of the result: one result in 2^50 or so is looked at again, with more


def nearest_logs(products: Sequence[Powers], bits: int) -> list[int]:
    """Return 2^bits·log₂ of each product, rounded to the nearest whole number.

    >>> nearest_logs([{2: 3}, {1: 1, 4: -1}, {3: 1}], 10)
    [3072, -2048, 1623]

    It always ends: a rational product whose log₂ is a rational number is a power of two, and its weight
    a whole number, which is no middle of two.
    """
    found: dict[int, int] = {}
    open_ones, more = list(range(len(products))), _MORE
    while open_ones:
        known = sorted({number for at in open_ones for number in products[at]} | {2})
        logs = dict(zip(known, fixed_logs(known, bits + more), strict=True))
        for at in open_ones:
            low, high = _bounds(products[at], logs, bits)
            if low == high:
                found[at] = low
        open_ones = [at for at in open_ones if at not in found]
        more *= 2
    return [found[at] for at in range(len(products))]


def _bounds(powers: Powers, logs: Mapping[int, int], bits: int) -> tuple[int, int]:
    """Return the nearest whole numbers to the least and the largest that 2^bits·log₂ may be.

    Each of `logs` is in the same unit, and off by less than 2 of it.
    """
    middle = sum(exponent * logs[number] for number, exponent in powers.items())
    off = 2 * sum(map(abs, powers.values()))
    least, most = logs[2] - 2, logs[2] + 2
    low, high = middle - off, middle + off
    return (
        _nearest(low << bits, most if low > 0 else least),
        _nearest(high << bits, least if high > 0 else most),
    )


def _nearest(above: int, below: int) -> int:
    return (2 * above + below) // (2 * below)
