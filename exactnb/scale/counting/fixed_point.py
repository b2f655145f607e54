"""Logarithms in fixed point: 2^bits·log₂ of exact products, each surely the nearest integer.

Sums of such weights are the same in every engine and order, and each term is off by at most 1/2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.arithmetic.enclosure import fixed_logs

Powers = Mapping[int, int]
"""A product of powers of positive integers, by their exponents."""

_MORE = 64  # bits beyond those of the result: one result in 2^50 or so needs another try, with more


def nearest_logs(products: Sequence[Powers], bits: int) -> list[int]:
    """Return 2^`bits`·log₂ of each of `products`, rounded to the nearest integer.

    >>> nearest_logs([{2: 3}, {1: 1, 4: -1}, {3: 1}], 10)
    [3072, -2048, 1623]

    Terminates: a rational product whose log₂ is rational is a power of two, and its weight an integer,
    never the middle between two.
    """
    results: dict[int, int] = {}
    unresolved, more = list(range(len(products))), _MORE
    while unresolved:
        numbers = sorted({number for index in unresolved for number in products[index]} | {2})
        logs = dict(zip(numbers, fixed_logs(numbers, bits + more), strict=True))
        for index in unresolved:
            low, high = _bounds(products[index], logs, bits)
            if low == high:
                results[index] = low
        unresolved = [index for index in unresolved if index not in results]
        more *= 2
    return [results[index] for index in range(len(products))]


def _bounds(powers: Powers, logs: Mapping[int, int], bits: int) -> tuple[int, int]:
    """Return the nearest integers to the least and the largest value that 2^bits·log₂ may have.

    All `logs` are in one unit, and off by less than 2 units.
    """
    middle = sum(exponent * logs[number] for number, exponent in powers.items())
    error = 2 * sum(map(abs, powers.values()))
    least, most = logs[2] - 2, logs[2] + 2
    low, high = middle - error, middle + error
    return (
        _nearest(low << bits, most if low > 0 else least),
        _nearest(high << bits, least if high > 0 else most),
    )


def _nearest(numerator: int, denominator: int) -> int:
    """Return the integer nearest to a quotient, by integer division."""
    return (2 * numerator + denominator) // (2 * denominator)
