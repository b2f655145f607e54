"""Products of matrices of doubles to some 80 bits, by products in doubles most of which are exact.

Each side is cut into two parts of few bits and a remainder. The products of the first parts fit
doubles, and those with a remainder are so small that their rounding does not matter (after K. Ozaki,
T. Ogita, S. Oishi, S. Rump, Error-free transformations of matrix multiplication, 2012).

How to read: `cut` and `add_parts` are such a product; at the end, `measured_scores` are those of
measurements: products of rows [z², z] and a table [A; B].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from exactnb.core.arithmetic.enclosure import double_double_logs
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    Pair,
    minus,
    plus,
    square,
    times_powers_of_2,
    two_sum,
)
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores, add_precise_scores
from exactnb.scale.logspace.decisions import TINY
from exactnb.scale.logspace.rows import Floats, terms_per_row

_COARSE = 2.0**-58  # bounds above this would leave too many posteriors open
_STEP = 4  # bits are rounded down to a multiple: tables are cached for each number of bits

Parts: TypeAlias = tuple[Floats, Floats, Floats]
"""A multiple of a unit, a multiple of a much smaller unit, and the remainder."""

_CELLS = 2**16  # numbers per pass: they fit the processor's cache
_WIDE = 256  # columns per sum
_ROWS = 64  # per pass at least, for each cuts the table anew
_COARSE_MEASURED = 2.0**-62  # bounds above this would leave too many posteriors open
_RANGE = 400  # largest exponent of a column, up or down: squares of its numbers stay normal doubles


def factor_bits(product_count: int) -> int:
    """Return how many bits two factors may have if doubles have to hold sums of `product_count`."""
    return (53 - max(product_count - 1, 1).bit_length()) // 2


def cut(pair: Pair, unit: float, bits: int) -> Parts:
    """Return `pair` cut into a multiple of `unit`, one of 2^-`bits`·unit, and the remainder."""
    first = to_multiple(pair[0], unit)
    rest = pair[0] - first
    second = to_multiple(rest, unit * 2.0**-bits)
    return first, second, (rest - second) + pair[1]


def to_multiple(numbers: Floats, power_of_2: float) -> Floats:
    """Return `numbers` rounded to multiples of `power_of_2`; the remainder is exact."""
    # Doubles about 1.5·2^52 powers lie one power apart: adding that, and subtracting it, rounds.
    border = 1.5 * 2**52 * power_of_2
    return (numbers + border) - border


def add_parts(exact: Parts, small: Floats) -> Pair:
    """Return the sum of the numbers in `exact`, the first the largest, and of a tiny one, `small`."""
    # Each sum keeps what it loses; only the two sums of low parts at the end round.
    middle, lost = two_sum(exact[1], exact[2])
    high, low = two_sum(exact[0], middle)
    return two_sum(high, low + (lost + small))


@frozen
class Cuts:
    """A table of numbers below 2^`top`, V × K, cut for products with the three parts of rows.

    `head` (for their first parts) has all three parts in one matrix, `middle` the first and the rest,
    `tail` whole numbers: one wide product reads memory faster than several narrow ones.
    """

    top: int
    head: Floats
    middle: Floats
    tail: Floats

    @classmethod
    def from_pair(cls, table: Pair, bits: int) -> Cuts:
        """Return `table`, sums of two doubles, cut into two parts of `bits` bits and the remainder."""
        top = int(np.frexp(np.abs(table[0]).max(initial=0.0))[1])
        first, second, third = cut(table, 2.0 ** (top - bits), bits)
        # Second parts of rows are 2^-bits as large: for them the last parts of the table may be one.
        head, middle = (first, second, third), (first, second + third)
        return cls(top, np.concatenate(head, axis=1), np.concatenate(middle, axis=1), table[0])


def product_loss(length: Any, bits: int) -> Any:
    """Return the most that a sum of `length` products of factors below 1 loses, cut at `bits` bits."""
    return (length + 16.0) * length * 2.0 ** -(2 * bits + 51)


def suits_cutting(rows: Any) -> bool:
    """Say whether `rows` are dense, or hold fractions: for these, limbs are slower."""
    if isinstance(rows, np.ndarray):
        return float(rows.max(initial=0.0)) < 2**53
    return sparse.issparse(rows) and bool((rows.data != np.rint(rows.data)).any())


def products(rows: Any, table: Callable[[int], Cuts], accuracy: float) -> PreciseScores | None:
    """Return `rows` (n × V, sparse or dense) of numbers ≥ 0 times a table of sums of two doubles.

    `table` returns the table cut into parts of some bits; its entries are right to `accuracy`. Returns
    None for rows so long that bounds would be coarse: there limbs are better.
    """
    lengths = terms_per_row(rows)
    bits = factor_bits(int(lengths.max(initial=1))) // _STEP * _STEP
    cuts = table(bits)
    exponents = _row_exponents(rows)
    # The bound is that of numbers below 1: powers of 2, by which rows are scaled, lose nothing.
    errors = product_loss(lengths, bits) * 2.0**cuts.top + lengths * accuracy
    errors = np.ldexp(np.broadcast_to(errors, exponents.shape), exponents) * (1 + 2.0**-40) + TINY
    if not (errors < _COARSE).all():
        return None
    if sparse.issparse(rows):
        numbers = np.ldexp(rows.data, np.repeat(-exponents, lengths))
    else:
        numbers, _ = times_powers_of_2((rows, np.zeros((1, 1))), -exponents[:, None])
    # Sums of products of `bits` and `bits` bits fit a double: the first product is exact.
    head = to_multiple(numbers, 2.0**-bits)
    rest = numbers - head
    first, second, small = np.split(_multiply_stored(rows, head, cuts.head), 3, axis=1)
    third = np.zeros((1, 1))
    if rest.any():  # integers, halves and the like need one part only
        middle = to_multiple(rest, 2.0 ** (-2 * bits))
        third, middle_product = np.split(_multiply_stored(rows, middle, cuts.middle), 2, axis=1)
        small = small + middle_product + _multiply_stored(rows, rest - middle, cuts.tail)
    high, low = add_parts((first, second, third), small)
    return PreciseScores(times_powers_of_2((high, low), exponents[:, None]), errors[:, None])


def log_ratio_pairs(numerators: Sequence[int], denominators: Sequence[int]) -> Floats:
    """Return ln(a/b) for each a of `numerators` (rows) and b of `denominators`: high and low parts.

    All are positive integers. Each logarithm is right to 2^-98 times 1 + the bits of a and b.

    >>> high, low = log_ratio_pairs([1], [2])
    >>> high.tolist(), low.tolist()
    ([[-0.6931471805599453]], [[-2.3190468138462996e-17]])
    """
    high_a, low_a = (np.array(part)[:, None] for part in double_double_logs(numerators))
    high_b, low_b = (np.array(part)[None, :] for part in double_double_logs(denominators))
    return np.stack(minus((high_a, low_a), (high_b, low_b)))


def _row_exponents(rows: Any) -> Any:
    """Return for every row the least e with all x < 2^e."""
    if not sparse.issparse(rows):
        return np.frexp(rows.max(axis=1, initial=0.0))[1]
    tops = np.zeros(rows.shape[0])
    filled = np.flatnonzero(np.diff(rows.indptr))
    if len(filled):
        # For an empty row `reduceat` would take the first number of the next one.
        tops[filled] = np.maximum.reduceat(rows.data.astype(np.float64), rows.indptr[filled])
    return np.frexp(tops)[1]


def _multiply_stored(rows: Any, numbers: Floats, table: Floats) -> Floats:
    """Return the product of a table and rows, `numbers` standing in for those that rows store."""
    if sparse.issparse(rows):
        return np.asarray(sparse.csr_matrix((numbers, rows.indices, rows.indptr), rows.shape) @ table)
    return numbers @ table


def measured_scores(
    rows: Floats, centre: Floats, table: Pair, constants: Pair, lost: float
) -> PreciseScores | None:
    """Return C + Σ A·z² + B·z for `rows` x (n × d), z = x − `centre`.

    `table` has A beside B (K × 2d), `constants` C (K), all of them sums of two doubles, right to 2^-100
    of their size; C may be off by `lost` besides. Returns None for columns that spread too far: there a
    sum term by term keeps more digits.
    """
    number, columns, width = *rows.shape, constants[0].size
    if columns > _WIDE:  # parts of sums of fewer terms may have more bits
        scores, added = [], constants
        for half in (slice(columns // 2), slice(columns // 2, columns)):
            entries = tuple(
                np.concatenate([part[:, :columns][:, half], part[:, columns:][:, half]], axis=1)
                for part in table
            )
            halves = entries[0], entries[1]
            of_half = measured_scores(rows[:, half], centre[half], halves, added, lost)
            if of_half is None:
                return None
            scores.append(of_half)
            added, lost = (np.zeros(width), np.zeros(width)), 0.0  # they are in the first half
        return add_precise_scores(scores)
    high, low, errors = np.empty((width, number)), np.empty((width, number)), np.empty(number)
    step = max(_CELLS // max(columns, width), _ROWS)
    for start in range(0, number, step):
        piece = slice(start, start + step)
        result = _piece_scores(rows[piece], centre, table, constants, lost)
        if result is None:
            return None
        (high[:, piece], low[:, piece]), errors[piece] = result
    return PreciseScores((high.T, low.T), errors[:, None])


def _piece_scores(
    rows: Floats, centre: Floats, table: Pair, constants: Pair, lost: float
) -> tuple[Pair, float] | None:
    """Return the scores of a piece, K × n, and one bound for all of them; None if it is coarse."""
    # Near the centre x and it cancel: what the difference loses is kept.
    centred = two_sum(rows.T, -centre[:, None])
    exponents = np.frexp(np.abs(centred[0]).max(axis=1))[1][:, None]
    if not np.isfinite(centred[0]).all() or (np.abs(exponents) > _RANGE).any():
        return None
    # z is divided by a power of 2, so A and B are multiplied by it: the products stay the same.
    weights = times_powers_of_2(table, np.concatenate([2 * exponents, exponents])[:, 0])
    terms, largest = 2 * len(exponents), float(np.abs(weights[0]).max(initial=0.0))
    bits, top = factor_bits(terms), max(int(np.frexp(largest)[1]), -_RANGE)
    error = product_loss(terms, bits) * 2.0**top + ERROR * float(np.abs(constants[0]).max())
    error += lost + TINY
    if not error < _COARSE_MEASURED:
        return None
    first, second, third = cut(weights, 2.0 ** (top - bits), bits)
    rest = second + third
    units = np.ldexp(1.0, -exponents)
    z = centred[0] * units, centred[1] * units
    squares, lost_parts = square(z[0])
    # Of z² the square of the low part is left out: it lies below 2^-106 of the whole.
    vector = np.concatenate([squares, z[0]]), np.concatenate([lost_parts + 2 * z[0] * z[1], z[1]])
    head, middle, tail = cut(vector, 2.0**-bits, bits)
    # BLAS reads a long table once for all parts of the weights.
    of_head = np.split(np.concatenate([first, second, third]) @ head, 3)
    of_middle = np.split(np.concatenate([first, rest]) @ middle, 2)
    small = of_head[2] + of_middle[1] + (first + rest) @ tail
    total = add_parts((of_head[0], of_head[1], of_middle[0]), small)
    return plus(total, (constants[0][:, None], constants[1][:, None])), 2 * error
