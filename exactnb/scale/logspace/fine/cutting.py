"""Products of matrices of doubles to some 80 bits, by products in doubles most of which are exact.

Each side is cut into a part of few bits, another one, and what is left. The products of the first parts
fit doubles, and those with what is left are so small that their rounding does not matter (after
K. Ozaki, T. Ogita, S. Oishi, S. Rump, Error-free transformations of matrix multiplication, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from exactnb.core.arithmetic.enclosure import split_logs
from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, minus, plus, times, two_sum
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.rows import terms
from exactnb.scale.logspace.scores import TINY

_COARSE = 2.0**-58  # a bound that would leave too many posteriors open
_STEP = 4  # few ways of cutting are told apart: tables are kept for each

Parts: TypeAlias = tuple[Floats, Floats, Floats]
"""A multiple of a unit, one of a much smaller unit, and what is left."""


def bits_of(number: int) -> int:
    """Return how many bits two factors may have, so that doubles hold sums of so many products."""
    return (53 - max(number - 1, 1).bit_length()) // 2


def cut(pair: Pair, unit: float, bits: int) -> Parts:
    """Return a sum of two doubles cut at the unit, at one 2^bits as small, and what is left."""
    border = 1.5 * 2**52 * unit
    first = (pair[0] + border) - border
    rest = pair[0] - first
    border *= 2.0**-bits
    second = (rest + border) - border
    return first, second, (rest - second) + pair[1]


def added(exact: Parts, small: Floats) -> Pair:
    """Return the sum of three numbers, the first the largest, and of one that is small beside them."""
    more, lost = two_sum(exact[1], exact[2])
    high, low = two_sum(exact[0], more)
    return two_sum(high, low + (lost + small))


@frozen
class Cuts:
    """A table of numbers below 2^`top`, V × K, cut for products with the parts of rows.

    `head` has three parts side by side, `middle` the first and what it leaves, `tail` all of it: to
    read what stands together is faster than one part after the other.
    """

    top: int
    head: Floats
    middle: Floats
    tail: Floats

    @classmethod
    def of(cls, table: Pair, bits: int) -> Cuts:
        """Return a table of sums of two doubles, the first two parts of some bits each."""
        top = int(np.frexp(np.abs(table[0]).max(initial=0.0))[1])
        first, second, third = cut(table, 2.0 ** (top - bits), bits)
        head, middle = (first, second, third), (first, second + third)
        return cls(top, np.concatenate(head, axis=1), np.concatenate(middle, axis=1), table[0])


def lost(number: Any, bits: int) -> Any:
    """Return what a sum of so many products loses at most, all factors being below 1."""
    return (number + 16.0) * number * 2.0 ** -(2 * bits + 51)


def suits(rows: Any) -> bool:
    """Say whether rows are dense, or of other than whole numbers, for which limbs are slower."""
    if isinstance(rows, np.ndarray):
        return float(rows.max(initial=0.0)) < 2**53
    return sparse.issparse(rows) and bool((rows.data != np.rint(rows.data)).any())


def products(rows: Any, table: Callable[[int], Cuts], accuracy: float) -> Fine | None:
    """Return sparse or dense rows (n × V) of numbers ≥ 0 times a table of sums of two doubles.

    `table` cuts it into parts of some bits; its entries are right to `accuracy`. None stands for rows
    that are too long: there digits of few bits keep more.
    """
    number = terms(rows)
    bits = bits_of(int(number.max(initial=1))) // _STEP * _STEP
    cuts = table(bits)
    exponents = _exponents(rows)
    errors = lost(number, bits) * 2.0**cuts.top + number * accuracy
    errors = np.ldexp(np.broadcast_to(errors, exponents.shape), exponents) * (1 + 2.0**-40) + TINY
    if not (errors < _COARSE).all():
        return None
    of_rows = np.repeat(exponents, number) if sparse.issparse(rows) else exponents[:, None]
    numbers = np.ldexp(rows.data if sparse.issparse(rows) else rows, -of_rows)
    head, middle, tail = cut((numbers, np.zeros(1)), 2.0**-bits, bits)
    first, second, small = np.split(_times(rows, head, cuts.head), 3, axis=1)
    third = np.zeros((1, 1))
    if middle.any():  # whole numbers, halves and the like have none
        third, more = np.split(_times(rows, middle, cuts.middle), 2, axis=1)
        small = small + more
    if tail.any():
        small = small + _times(rows, tail, cuts.tail)
    high, low = added((first, second, third), small)
    scales = exponents[:, None]
    return Fine((np.ldexp(high, scales), np.ldexp(low, scales)), errors[:, None])


def by_terms(rows: Any, table: Pair, accuracy: float) -> Fine:
    """Return the same for few rows, term by term: all numbers are sums of two doubles."""
    exponents, found, errors = _exponents(rows), [], []
    for row, exponent in enumerate(exponents.tolist()):
        of_row = sparse.csr_matrix(rows[row : row + 1])
        numbers = np.ldexp(of_row.data, -exponent)[:, None]
        entries = table[0][of_row.indices], table[1][of_row.indices]
        high, low = times((numbers, np.zeros((1, 1))), entries)
        steps = of_row.nnz.bit_length() + 2
        bound = steps * ERROR * float(np.abs(high).sum(axis=0).max(initial=0.0)) + of_row.nnz * accuracy
        while len(high) > 1:
            even, rest = len(high) // 2, len(high) % 2
            sums = plus((high[:even], low[:even]), (high[even : 2 * even], low[even : 2 * even]))
            high = np.concatenate([sums[0], high[len(high) - rest :]])
            low = np.concatenate([sums[1], low[len(low) - rest :]])
        found.append((np.ldexp(high.sum(axis=0), exponent), np.ldexp(low.sum(axis=0), exponent)))
        errors.append(np.ldexp(bound * (1 + 2.0**-40), exponent) + TINY)
    highs, lows = zip(*found, strict=True)
    return Fine((np.array(highs), np.array(lows)), np.array(errors)[:, None])


def pair_ratios(above: Sequence[int], below: Sequence[int]) -> Floats:
    """Return ln(a/b) for each a (rows) and b (columns), positive integers: high parts, and low ones.

    Each is within 2^-98 of 1 + the bits of a and b.

    >>> high, low = pair_ratios([1], [2])
    >>> high.tolist(), low.tolist()
    ([[-0.6931471805599453]], [[-2.3190468138462996e-17]])
    """
    high_a, low_a = (np.array(part)[:, None] for part in split_logs(above))
    high_b, low_b = (np.array(part)[None, :] for part in split_logs(below))
    return np.stack(minus((high_a, low_a), (high_b, low_b)))


def _exponents(rows: Any) -> Any:
    """Return e for every row, the least with all x < 2^e."""
    if not sparse.issparse(rows):
        return np.frexp(rows.max(axis=1, initial=0.0))[1]
    tops = np.zeros(rows.shape[0])
    filled = np.flatnonzero(np.diff(rows.indptr))
    if len(filled):
        tops[filled] = np.maximum.reduceat(rows.data.astype(np.float64), rows.indptr[filled])
    return np.frexp(tops)[1]


def _times(rows: Any, numbers: Floats, table: Floats) -> Floats:
    """Return the product of a table and rows with other numbers in their places."""
    if sparse.issparse(rows):
        return np.asarray(sparse.csr_matrix((numbers, rows.indices, rows.indptr), rows.shape) @ table)
    return numbers @ table
