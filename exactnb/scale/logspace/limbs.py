"""Numbers cut into limbs, whose sums and products are exact in doubles; and sums of columns by class.

How to read: `sum_by_class` sums the rows of every class: how many, Σx and Σx². `digits_and_exponent`
cuts integers or doubles for sums; `plain_and_weighted_sums` sums x and x² over the rows of each class,
limbs of few bits and products of two, by matrix products with the digits of their weights; only columns
with both huge and tiny numbers are summed one by one. PROOF.md, claim 19, proves that all of it is
exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.digit_tables import BITS, DigitTable
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.rows import Floats

_PIECE = 1024  # rows per matrix product: sums of so many products of limbs are below 2^53
_ROWS = 2**18  # per table: sums of so many are below 2^61
_BITS = 43  # of a sum of products of limbs, or of its part times a digit of a weight
_LIMBS = 11  # of a measurement, at most: columns that need more bits are summed as Python's integers
_COLUMNS = 64  # columns per pass, more of fewer rows: they fit the processor's cache
_LOOKED_AT = 64  # short rows at once
_SPREAD = 900  # bits between the largest and the least double, up to which scaling loses nothing


def digits_and_exponent(numbers: NDArray[Any], bits: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return `numbers` ≥ 0 as Σ d·2^(e + bits·i) over digits d < 2^`bits`, the lowest first, and e.

    The numbers are integers, of NumPy or Python, or finite doubles.

    >>> parts, exponent = digits_and_exponent(np.array([0.75, 2.0]), 2)
    >>> [part.tolist() for part in parts], exponent
    ([[3, 0], [0, 2]], -2)
    """
    if numbers.dtype == np.float64:
        top = int(np.frexp(numbers.max(initial=0.0))[1])
        least = numbers.min(initial=np.inf, where=numbers > 0)
        # Scaled by the largest, far smaller numbers would lose bits, or vanish: integers keep them.
        if not np.isfinite(least) or np.frexp(least)[1] >= top - _SPREAD:
            return _digits_of_scaled_doubles(np.ldexp(numbers, -top), bits, top)
        numbers, exponent = as_scaled_integers(numbers)
    else:
        exponent = 0
    cut_digits, rest = [], numbers
    while rest.any():
        cut_digits.append((rest & (2**bits - 1)).astype(np.int64))
        rest = rest >> bits
    return cut_digits, exponent


def _digits_of_scaled_doubles(rest: Floats, bits: int, top: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return the digits of doubles below 1, each of which stands for a number 2^top times as large."""
    cut_digits: list[NDArray[np.int64]] = []
    while rest.any():
        rest = rest * 2.0**bits
        # A whole part and the rest are bits of one double: both are exact.
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
    # A double is an integer of 53 bits times a power of 2.
    integers = np.ldexp(mantissas, 53).astype(np.int64)
    # n & −n is the largest power of 2 that divides n.
    twos = np.frexp((integers & -integers).astype(np.float64))[1] - 1
    shifts = exponents - 53 + twos
    least = int(shifts[nonzero].min())
    if int(exponents[nonzero].max()) - least <= 63:
        return np.ldexp(doubles, -least).astype(np.int64), least
    odd = (integers >> np.where(nonzero, twos, 0)).astype(object)
    return odd << np.where(nonzero, shifts - least, 0).astype(object), least


def ones_over_weight_digits(number: int, weights: NDArray[Any] | None = None) -> Floats:
    """Return `number` ones, and below them the digits of `weights` (one per row), the lowest first.

    >>> ones_over_weight_digits(2, np.array([3, 2**20])).tolist()
    [[1.0, 1.0], [3.0, 0.0], [0.0, 1.0]]
    """
    weight_digits = [] if weights is None else digits_and_exponent(weights, BITS)[0] or [0 * weights]
    return np.array([np.ones(number), *weight_digits], dtype=np.float64)


def column_exponents(largest: Floats) -> NDArray[np.int64]:
    """Return for every column a multiple e of 8 with `largest` |x| < 2^e and 2^-e a double.

    Columns nearly as large as the largest have its exponent: tables of equal ones are added faster.

    >>> column_exponents(np.array([0.75, 4.0, 0.0, 1e30])).tolist()
    [8, 8, 8, 104]
    """
    # Far below 2^-1000 the factor 2^-e, which scales a column, would be beyond all doubles.
    exponents = -(-np.maximum(np.frexp(largest)[1], -1000).astype(np.int64) // 8) * 8
    for top in np.unique(exponents)[::-1]:
        exponents[exponents == top - 8] = top
    return exponents


def largest_sizes(rows: Floats) -> Floats:
    """Return the largest size of the numbers in each column, 0 without rows.

    >>> largest_sizes(np.array([[1.0, -3.0], [-2.0, 1.0]])).tolist()
    [2.0, 3.0]
    """
    many, width = len(rows) // _LOOKED_AT, rows.shape[1]
    sizes: Floats
    if many > 1 and 0 < width < _COLUMNS and rows.flags.c_contiguous:
        # NumPy takes ten times as long for each number of a short row: many are looked at as one.
        long = rows[: many * _LOOKED_AT].reshape(many, _LOOKED_AT * width)
        of_long = largest_sizes(long).reshape(_LOOKED_AT, width).max(axis=0)
        sizes = np.maximum(of_long, largest_sizes(rows[many * _LOOKED_AT :]))
    else:
        sizes = np.maximum(rows.max(axis=0, initial=0.0), -rows.min(axis=0, initial=0.0))
    return sizes


def plain_and_weighted_sums(
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
    if len(rows) > _ROWS:
        middle = len(rows) // 2
        first, second = (
            plain_and_weighted_sums(
                rows[half],
                labels[half],
                classes,
                weights if weights is None else weights[half],
                denominator,
            )
            for half in (slice(middle), slice(middle, None))
        )
        return first[0] + second[0], first[1] + second[1]
    largest = largest_sizes(rows)
    if not np.isfinite(largest).all():
        raise InputError("a number that is not finite")
    factors = ones_over_weight_digits(len(rows), weights)
    # Sorted, a piece has rows of few classes, and the matrix that sums them has few rows.
    order = np.argsort(labels, kind="stable")
    pieces = [order[start : start + _PIECE] for start in range(0, len(rows), _PIECE)]
    members = [_summing_matrix(labels[piece], factors[:, piece]) for piece in pieces]
    width = _COLUMNS * max(_PIECE // max(len(rows), 1), 1)
    cells = _Moments(column_exponents(largest), len(factors), classes, len(rows))
    for start in range(0, rows.shape[1] if len(rows) else 0, width):
        columns = slice(start, start + width)
        for piece, piece_members in zip(pieces, members, strict=True):
            cells.add(rows[piece, columns], columns, *piece_members)
    sizes = np.array([np.bincount(labels, factor, classes) for factor in factors]).astype(np.int64)

    def sums(kind: slice, denominator: int) -> Sums:
        counted = tuple(
            Fraction(size, denominator) for size in _integers_of_digits(sizes[kind]).tolist()
        )
        tables = [cells.moment_table(degree, kind, denominator) for degree in (1, 2)]
        if wide := np.flatnonzero(cells.wide).tolist():
            weights = Fraction(1, denominator) * _integers_of_digits(factors[kind])
            moments = []
            for column in wide:  # it needs too many limbs: Python's integers have any number
                integers, exponent = as_scaled_integers(rows[:, column])
                unit = Fraction(2) ** exponent
                _, first, second = integer_moments(integers, labels, weights, classes)
                moments.append(([x * unit for x in first], [x * unit**2 for x in second]))
            pairs = zip(tables, zip(*moments, strict=True), strict=True)
            tables = [table.with_columns_replaced(wide, columns) for table, columns in pairs]
        return Sums(counted, *tables)

    plain = sums(slice(0, 1), 1)
    if weights is None:
        return plain, plain if denominator == 1 else sums(slice(0, 1), denominator)
    return plain, sums(slice(1, None), denominator)


def _summing_matrix(labels: NDArray[np.int64], factors: Floats) -> tuple[Any, Any]:
    """Return the classes of sorted `labels`, and a matrix that sums rows by factor and class."""
    # Rows are sorted by class, so each row of the matrix takes a range of them.
    met, starts = np.unique(labels, return_index=True)
    number, rows = factors.shape
    ends = np.append((np.arange(number)[:, None] * rows + starts).ravel(), number * rows)
    places = np.tile(np.arange(rows), number)
    matrix = sparse.csr_matrix((factors.ravel(), places, ends), (number * len(met), rows))
    return met, matrix.toarray() if number > 1 and len(met) <= 2 else matrix  # dense is faster there


def _integers_of_digits(digits: NDArray[Any]) -> Any:
    """Return the integers whose digits (first axis) are `digits`, the lowest first."""
    parts = (part.astype(np.int64).astype(object) << BITS * place for place, part in enumerate(digits))
    return sum(parts)


def integer_moments(
    integers: NDArray[Any], labels: NDArray[np.int64], weights: NDArray[Any], classes: int
) -> list[list[int]]:
    """Return Σw, Σwx and Σwx² by class of `integers` of any size, with `weights`, by Python's integers.

    >>> integer_moments(np.array([2**70, 1]), np.array([0, 0]), np.array([1, 3]), 1)[1]
    [1180591620717411303427]
    """
    sums = [[0] * classes for _ in range(3)]
    for label, x, weight in zip(labels.tolist(), integers.tolist(), weights.tolist(), strict=True):
        weighted = weight * x
        sums[0][label] += weight
        sums[1][label] += weighted
        sums[2][label] += weighted * x
    return sums


class _Moments:
    """Sum wx and wx² by class and column, piece by piece, for each w of the factors."""

    def __init__(self, tops: NDArray[np.int64], factors: int, classes: int, rows: int) -> None:
        self._tops, self._shape = tops, (factors, classes, len(tops))
        self._bound = rows << (_BITS if factors > 1 else BITS), rows << _BITS  # of Σwx and Σwx²
        self._sums: dict[tuple[int, int], NDArray[np.int64]] = {}
        self.wide = np.zeros(len(tops), dtype=bool)

    def add(self, piece: Floats, columns: slice, met: NDArray[np.int64], members: Any) -> None:
        """Add at most `_PIECE` rows of some columns; `members` sums each of the classes `met`."""

        def count(degree: int, place: int, integers: Floats) -> None:
            if (degree, place) not in self._sums:
                self._sums[degree, place] = np.zeros(self._shape, dtype=np.int64)
            sums = (members @ integers).astype(np.int64).reshape(self._shape[0], len(met), -1)
            classes = slice(None) if len(met) == self._shape[1] else met
            self._sums[degree, place][:, classes, columns] += sums

        tops = self._tops[columns]
        if (tops > BITS).any():  # there scaling may turn a number into 0, far below all limbs
            # Zero is exact at any scale: only what is smaller than that, and is not 0, would be lost.
            vanishing = (piece != 0) & (np.abs(piece) < np.ldexp(1.0, tops - 900))
            self.wide[columns] |= vanishing.any(axis=0)
        rest = piece * np.ldexp(1.0, BITS - tops)
        limbs: list[Floats] = []
        while len(limbs) < _LIMBS and rest.any():
            # Rounded to the nearest, a limb has a sign and is half as large: one bit is won for sums.
            limbs.append(np.rint(rest))
            rest -= limbs[-1]
            rest *= 2.0**BITS
        if len(limbs) == _LIMBS:
            self.wide[columns] |= rest.any(axis=0)
        for place, limb in enumerate(limbs, 1):
            count(1, place, limb)
        doubled: list[Floats] = [2 * limb for limb in limbs]
        head: Any = 0.0
        for place in range(2 * len(limbs), 1, -1):  # x² is the sum of all products of two limbs
            half, odd = divmod(place, 2)
            squares = limbs[half - 1] * (doubled[half] if odd else limbs[half - 1])
            for lower in range(max(place - len(limbs), 1), half):
                squares += doubled[lower - 1] * limbs[place - lower - 1]
            if self._shape[0] > 1:  # these sums, times a digit of a weight, would be too long
                squares += head
                head = np.rint(squares * 2.0**-BITS)
                squares -= head * 2.0**BITS
            count(2, place, squares)
        if limbs and self._shape[0] > 1:
            count(2, 1, head)

    def moment_table(self, degree: int, kind: slice, denominator: int) -> RationalTable:
        """Return the sums of x or x² (`degree` 1 or 2) over `denominator`, weighted by some factors."""
        places = [place for stored_degree, place in self._sums if stored_degree == degree]
        last, nothing = max(places, default=0), np.zeros(self._shape, dtype=np.int64)
        sums = [self._sums.get((degree, place), nothing)[kind] for place in range(last, 0, -1)] or [
            nothing[kind]
        ]
        bound, twos = self._bound[degree - 1], (denominator & -denominator).bit_length() - 1
        starts = degree * self._tops - BITS * last - twos
        tables = (
            DigitTable([part[factor] for part in sums], starts + BITS * factor, bound=bound)
            for factor in range(len(sums[0]))
        )
        return reduce(add, tables).times(Fraction(1, denominator >> twos))


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
        return self.totals.times([1 / size for size in self._divisors])

    @once
    def variances(self) -> RationalTable:
        """Return the mean squared deviations, class by class, 0 where a class has no rows."""
        deviations = self.squares.times(self._divisors) - self.totals.squares()
        return deviations.times([1 / size**2 for size in self._divisors])

    @property
    def _divisors(self) -> list[Fraction]:
        """Return the sizes, and 1 for a class without rows, whose sums are 0."""
        return [size or Fraction(1) for size in self.sizes]

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
        totals, squares = self.totals.sum_of_rows(), self.squares.sum_of_rows()
        return Sums((sum(self.sizes, Fraction(0)),), totals, squares)

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
    return plain_and_weighted_sums(rows, labels, classes, weights, denominator)[1]
