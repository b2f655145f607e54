"""Numbers cut into limbs, whose sums and products are exact in doubles; and sums of columns by class.

How to read: `sum_by_class` sums the rows of every class: how many, Σx and Σx². `digits`
cuts integers or doubles for sums; `plain_and_weighted` sums x and x² over the rows of each class, cut
into limbs of few bits, by matrix products with the digits of their weights; only columns with both huge
and tiny numbers are summed one by one. PROOF.md, claim 19, proves that all of it is exact.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.correctly_rounded.double_double import square
from exactnb.scale.logspace.digit_tables import BITS, DigitTable
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.rational_tables import RationalTable, over_powers_of_2

_PIECE = 2048  # rows per matrix product: 2^11
_ROWS = 2**20  # fewer have sums of limbs times digits below 2^62
_DIGIT = 8  # bits of a digit of a weight: 31 + 8 + 11 is below 53
_LIMBS = 7  # of a measurement, at most: columns that need more bits are summed as Python's integers
_COLUMNS = 32  # columns per pass, more of fewer rows: they fit the processor's cache
_SPREAD = 900  # bits between the largest and the least double, up to which scaling loses nothing


def digits(numbers: NDArray[Any], bits: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return `numbers` ≥ 0 as Σ d·2^(e + bits·i) over digits d < 2^`bits`, the lowest first, and e.

    The numbers are integers, of NumPy or Python, or finite doubles.

    >>> parts, exponent = digits(np.array([0.75, 2.0]), 2)
    >>> [part.tolist() for part in parts], exponent
    ([[3, 0], [0, 2]], -2)
    """
    if numbers.dtype == np.float64:
        top = int(np.frexp(numbers.max(initial=0.0))[1])
        least = numbers.min(initial=np.inf, where=numbers > 0)
        if not np.isfinite(least) or np.frexp(least)[1] >= top - _SPREAD:
            return _digits_of_doubles(np.ldexp(numbers, -top), bits, top)
        numbers, exponent = as_scaled_integers(numbers)
    else:
        exponent = 0
    cut_digits, rest = [], numbers
    while rest.any():
        cut_digits.append((rest & (2**bits - 1)).astype(np.int64))
        rest = rest >> bits
    return cut_digits, exponent


def _digits_of_doubles(rest: Floats, bits: int, top: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return the digits of doubles below 1, each of which stands for a number 2^top times as large."""
    cut_digits: list[NDArray[np.int64]] = []
    while rest.any():
        rest = rest * 2.0**bits
        cut_digits.append(rest.astype(np.int64))
        rest -= cut_digits[-1]
    return cut_digits[::-1], top - bits * len(cut_digits)


def as_scaled_integers(doubles: Floats) -> tuple[NDArray[Any], int]:
    """Return finite `doubles` as integers times 2^e, and e, the largest possible.

    The integers have 64 bits where they fit, else they are Python's own.

    >>> as_scaled_integers(np.array([0.5, -12.0, 0.0]))
    (array([  1, -24,   0]), -1)
    """
    nonzero = doubles != 0
    if not nonzero.any():
        return np.zeros(doubles.shape, dtype=np.int64), 0
    mantissas, exponents = np.frexp(doubles)
    integers = np.ldexp(mantissas, 53).astype(np.int64)
    # n & −n is the largest power of 2 that divides n.
    twos = np.frexp((integers & -integers).astype(np.float64))[1] - 1
    shifts = exponents - 53 + twos
    least = int(shifts[nonzero].min())
    if int(exponents[nonzero].max()) - least <= 63:
        return np.ldexp(doubles, -least).astype(np.int64), least
    odd = (integers >> np.where(nonzero, twos, 0)).astype(object)
    return odd << np.where(nonzero, shifts - least, 0).astype(object), least


Scaled: TypeAlias = tuple[NDArray[Any], NDArray[Any]]
"""A table of Python's integers n, K × d, and one of exponents e: n·2^e."""


def weight_factors(number: int, weights: NDArray[Any] | None = None) -> NDArray[np.uint8]:
    """Return `number` ones, and below them the digits of `weights` (one per row), the lowest first.

    >>> weight_factors(2, np.array([3, 256])).tolist()
    [[1, 1], [3, 0], [0, 1]]
    """
    weight_digits = [] if weights is None else digits(weights, _DIGIT)[0] or [0 * weights]
    return np.array([np.ones(number), *weight_digits], dtype=np.uint8)


def column_exponents(largest: Floats) -> NDArray[np.int64]:
    """Return for every column the least multiple e of 31 with `largest` |x| < 2^e and 2^-e a double.

    >>> column_exponents(np.array([0.75, 4.0, 0.0])).tolist()
    [0, 31, 0]
    """
    return -(-np.maximum(np.frexp(largest)[1], -1022).astype(np.int64) // BITS) * BITS


def plain_and_weighted(
    rows: Floats,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> tuple[Sums, Sums]:
    """Return the sums of doubles, `rows` (n × d), by class: without weights, and with them.

    `labels`, `classes`, `weights` and `denominator` are as for `sum_by_class`. Raises InputError for
    NaN and infinities.
    """
    largest = np.maximum(rows.max(axis=0, initial=0.0), -rows.min(axis=0, initial=0.0))
    if not np.isfinite(largest).all():
        raise InputError("a number that is not finite")
    factors = weight_factors(len(rows), weights)
    tops, order = column_exponents(largest), np.argsort(labels, kind="stable")
    pieces = [order[start : start + _PIECE] for start in range(0, len(rows), _PIECE)]
    members = [_members(labels[piece], factors[:, piece]) for piece in pieces]
    width = _COLUMNS * max(_PIECE // max(len(rows), 1), 1)
    integers = np.int64 if len(rows) < _ROWS else object
    summed = []
    for start in range(0, max(rows.shape[1], 1), width):
        columns = slice(start, start + width)
        accumulator = _Columns(tops[columns], (len(factors), classes), integers)
        for piece, piece_members in zip(pieces, members, strict=True):
            if rows.size:  # one without columns stands for none
                accumulator.add(rows[piece, columns], *piece_members)
        summed.append(accumulator)
    sizes = np.array([np.bincount(labels, factor, classes) for factor in factors]).astype(np.int64)

    wide = np.flatnonzero(np.concatenate([accumulator.wide for accumulator in summed])).tolist()

    def sums(kind: slice, below: int) -> Sums:
        counted = tuple(Fraction(size, below) for size in _from_digits(sizes[kind]).tolist())
        if not kind.start and below == 1 and integers is np.int64 and not wide:
            digits = ([part.digits(degree) for part in summed] for degree in (1, 2))
            return Sums(counted, *map(DigitTable.joined, digits))
        tables: list[Scaled] = []
        for degree in (1, 2):
            numbers, exponents = zip(*(part.sums(degree, kind) for part in summed), strict=True)
            tables.append((np.concatenate(numbers, axis=1), np.concatenate(exponents, axis=1)))
        for column, label in product(wide, range(classes)):
            own = labels == label
            wide_sums = _wide_moments(rows[own, column], factors[kind][:, own])
            for table, (number, exponent) in zip(tables, wide_sums, strict=True):
                table[0][label, column], table[1][label, column] = number, exponent
        return Sums(counted, *(_table(above, exponents, below) for above, exponents in tables))

    plain = sums(slice(0, 1), 1)
    if weights is None:
        return plain, plain if denominator == 1 else sums(slice(0, 1), denominator)
    return plain, sums(slice(1, None), denominator)


def _members(labels: NDArray[np.int64], factors: NDArray[np.uint8]) -> tuple[NDArray[np.int64], Any]:
    """Return the classes of sorted `labels`, and a matrix that sums rows by factor and class."""
    own, starts = np.unique(labels, return_index=True)
    doubles = factors.astype(np.float64)
    number, rows = doubles.shape
    ends = np.append((np.arange(number)[:, None] * rows + starts).ravel(), number * rows)
    places = np.tile(np.arange(rows), number)
    matrix = sparse.csr_matrix((doubles.ravel(), places, ends), (number * len(own), rows))
    return own, matrix.toarray() if len(own) <= 8 else matrix  # of few classes, dense is faster


def _from_digits(digits: NDArray[Any]) -> Any:
    """Return the integers whose digits (first axis) are `digits`, the lowest first."""
    return sum(digit_sums.astype(object) << _DIGIT * place for place, digit_sums in enumerate(digits))


def _wide_moments(
    numbers: Floats, factors: NDArray[np.uint8]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return Σwx and Σwx² of a column that needs too many limbs, by Python's integers."""
    integers, exponent = as_scaled_integers(numbers)
    integers = integers.astype(object)
    weighted = integers * _from_digits(factors)
    return (weighted.sum(), exponent), ((weighted * integers).sum(), 2 * exponent)


class _Columns:
    """Sum wx and wx² of some columns by class, piece by piece, for each w of the factors."""

    def __init__(self, tops: NDArray[np.int64], shape: tuple[int, int], integers: Any) -> None:
        self._tops, self._shape, self._integers = tops, (*shape, len(tops)), integers
        self._limb_sums: dict[tuple[int, int], NDArray[Any]] = {}
        self.wide = np.zeros(len(tops), dtype=bool)

    def add(self, piece: Floats, own: NDArray[np.int64], members: Any) -> None:
        """Add rows, at most `_PIECE` of them: those of the classes `own`, as `members` sums them."""
        numbers = piece * np.ldexp(1.0, -self._tops)
        # A number that scaling turned into 0 lost its bits: its column is summed otherwise.
        if np.count_nonzero(numbers) != np.count_nonzero(piece):
            self.wide |= ((numbers == 0) & (piece != 0)).any(axis=0)
        high, low = square(numbers)
        if self._count(numbers, 1, own, members):
            self.wide |= numbers.any(axis=0)
        high[:, self.wide] = low[:, self.wide] = 0.0
        self._count(high, 2, own, members)
        self._count(low, 2, own, members)

    def _count(self, rest: Floats, degree: int, own: NDArray[np.int64], members: Any) -> bool:
        """Add numbers below 1, limb by limb, the largest first; return whether some bits remain."""
        place = -int(np.frexp(max(rest.max(), -rest.min()))[1]) // BITS  # skip limbs that are 0
        while remains := bool(rest.max() or rest.min()):
            place += 1
            if place > degree * _LIMBS:
                break
            unit = 2.0 ** (-BITS * place)
            # Doubles about 1.5·2^52 units lie one unit apart: adding that rounds to a multiple of it.
            limb = rest + 1.5 * 2**52 * unit
            limb -= 1.5 * 2**52 * unit
            rest -= limb
            limb_sums = np.ldexp(members @ limb, BITS * place).astype(np.int64)
            if (degree, place) not in self._limb_sums:
                self._limb_sums[degree, place] = np.zeros(self._shape, dtype=self._integers)
            by_class = limb_sums.reshape(self._shape[0], len(own), -1)
            self._limb_sums[degree, place][:, own] += by_class
        return remains

    def sums(self, degree: int, kind: slice) -> Scaled:
        """Return the sums of x or x² (`degree` 1 or 2), weighted by the factors in `kind`."""
        places = [place for stored_degree, place in self._limb_sums if stored_degree == degree]
        last = max(places, default=0)
        parts = (
            _from_digits(self._limb_sums[degree, place][kind]) << BITS * (last - place)
            for place in places
        )
        joined = sum(parts, np.zeros(self._shape[1:], dtype=object))
        return joined, np.broadcast_to(degree * self._tops - BITS * last, joined.shape).copy()

    def digits(self, degree: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the digits of Σx or Σx² (`degree` 1 or 2), without weights, and where they begin."""
        places = [place for stored_degree, place in self._limb_sums if stored_degree == degree]
        last = max(places, default=1)
        digits = np.zeros((last, *self._shape[1:]), dtype=np.int64)
        for place in places:
            digits[last - place] = self._limb_sums[degree, place][0]
        return digits, degree * self._tops // BITS - last


_NO_EXPONENT = 2**20  # of a zero: above that of every double


@frozen
class Sums(Recomputed):
    """Exact sums by class and column: `sizes` (rows), `totals` (Σx), `squares` (Σx²).

    Sums of further rows are added with `+`, and subtracted with `-`. Rows of Fractions become tables.

    >>> Sums((Fraction(2),), ((Fraction(4),),), ((Fraction(10),),)).variances[0]
    (Fraction(1, 1),)
    """

    sizes: tuple[Fraction, ...]
    totals: RationalTable
    squares: RationalTable

    def __post_init__(self) -> None:
        for name in ("totals", "squares"):
            object.__setattr__(self, name, RationalTable.of(getattr(self, name)))

    def __reduce__(self) -> tuple[Any, ...]:
        sizes = [size.as_integer_ratio() for size in self.sizes]  # Fractions would be pickled as text
        return _restored, (sizes, self.totals, self.squares)

    @once
    def means(self) -> RationalTable:
        """Return the mean of every class and column, 0 where a class has no rows."""
        return self.totals.times(self._shares)

    @once
    def variances(self) -> RationalTable:
        """Return the mean squared deviations, class by class, 0 where a class has no rows."""
        # With n = p/q rows and one denominator D for Σx² = a/D and (Σx)² = b/D, it is q(pa − qb)/(p²D).
        totals, squares = self.totals, self.squares
        common = np.lcm(squares.denominators, totals.denominators**2)
        a = squares.numerators * (common // squares.denominators)
        b = totals.numerators**2 * (common // totals.denominators**2)
        sizes = [(size or Fraction(1)).as_integer_ratio() for size in self.sizes]
        p, q = (np.array(side, dtype=object)[:, None] for side in zip(*sizes, strict=True))
        return RationalTable(q * (p * a - q * b), p**2 * common)

    @property
    def _shares(self) -> list[Fraction]:
        """Return what one row is of its class; of a class without rows, whose sums are 0, 1."""
        return [1 / size if size else Fraction(1) for size in self.sizes]

    def spread(self, less: int = 0) -> RationalTable:
        """Return the squared deviations over n − `less`; 0 for a class of at most `less` rows.

        >>> sum_by_class(np.array([[1.0], [3.0]]), np.array([0, 0]), 1).spread(1)[0]
        (Fraction(2, 1),)
        """
        if not less:
            return self.variances
        factors = [size / (size - less) if size > less else Fraction(0) for size in self.sizes]
        return self.variances.times(factors)

    @once
    def pooled(self) -> Sums:
        """Return the sums of all classes as those of one."""
        return Sums((sum(self.sizes, Fraction(0)),), self.totals.total(), self.squares.total())

    def column(self, index: int) -> Sums:
        """Return the sums of column number `index`."""
        chosen = slice(index, index + 1)
        return Sums(self.sizes, self.totals.columns(chosen), self.squares.columns(chosen))

    def __add__(self, other: Sums) -> Sums:
        sizes = tuple(a + b for a, b in zip(self.sizes, other.sizes, strict=True))
        return Sums(sizes, self.totals + other.totals, self.squares + other.squares)

    def __sub__(self, other: Sums) -> Sums:
        sizes = tuple(a - b for a, b in zip(self.sizes, other.sizes, strict=True))
        if any(size < 0 for size in sizes):
            raise InputError("more is to be forgotten than was counted")
        return Sums(sizes, self.totals - other.totals, self.squares - other.squares)


def _restored(sizes: list[tuple[int, int]], totals: RationalTable, squares: RationalTable) -> Sums:
    return Sums(tuple(Fraction(*size) for size in sizes), totals, squares)


def sum_by_class(
    rows: Floats,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Sums:
    """Return the exact sums of doubles, `rows` (n × d), by class.

    `labels` are the indices of the rows' classes, of which there are `classes`; `weights` are integers
    over one `denominator`.

    >>> sum_by_class(np.array([[0.5], [1.5]]), np.array([0, 0]), 1).squares[0]
    (Fraction(5, 2),)

    Raises InputError for NaN and infinities.
    """
    return plain_and_weighted(rows, labels, classes, weights, denominator)[1]


def _table(numbers: NDArray[Any], exponents: NDArray[Any], denominator: int) -> RationalTable:
    """Return numbers n·2^e as a table in which a column has one power of 2 below, the least."""
    exponents = np.where(numbers != 0, exponents.astype(object), _NO_EXPONENT)
    least = exponents.min(axis=0, initial=_NO_EXPONENT)
    integers = numbers << np.where(numbers != 0, exponents - least, 0)
    return over_powers_of_2(integers, least, denominator)
