"""Reading matrices and weights of any type as 64-bit integers or doubles, exactly, or not at all.

The results are dense, or sparse rows without duplicates. Nothing is summed before it is widened: sums
in narrow types wrap or round.

How to read: `exact_rows` reads matrices, `widened` arrays, `exact_number` single numbers; the helpers
refuse numbers that would lose a digit.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.arithmetic.numerals import read_number
from exactnb.errors import HERE, InputError, Place, quoted

try:
    from scipy.sparse._sparsetools import csr_matmat_maxnnz
except ImportError:  # it is no public name
    csr_matmat_maxnnz = None

Rows = Any
"""An array n × d, or a sparse matrix of SciPy in CSR, of 64-bit integers or doubles."""

_DOUBLES = 2**53  # integers up to this are doubles
_INTEGERS = 2**63
_OF_LONG = "long doubles are rounded to doubles by .astype(numpy.float64)"
_FEW = 10_000  # columns that cost next to nothing to scan


def exact_rows(raw: Any, *, keep_duplicates: bool = False) -> Rows:
    """Return a matrix, `raw`, as 64-bit integers or doubles with the same numbers.

    Sparse matrices, of any format, become CSR without zeros, and entries at one place are summed; all
    others become dense. With `keep_duplicates` such entries are left for a product to sum, which saves
    looking for them.

    >>> twice = np.array([200, 100], dtype=np.uint8), ([0, 0], [1, 1])
    >>> exact_rows(sparse.coo_matrix(twice, shape=(1, 2))).toarray()
    array([[  0, 300]])

    Raises InputError, with the place, for anything else: 1/3, a sum of doubles that is no double,
    2^53 + 1 among fractions, masked numbers, text.
    """
    if _is_sparse_frame(raw):
        raw = raw.sparse.to_coo()
    matrix = _as_clean_csr(raw, keep_duplicates) if sparse.issparse(raw) else widened(array_of(raw))
    if matrix.ndim != 2:
        raise InputError(f"expected rows and columns; got numbers of shape {matrix.shape}")
    return matrix


def as_doubles(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return `numbers`, 64-bit integers or doubles, as doubles.

    Raises InputError for an integer that is no double.

    >>> as_doubles(np.array([2**60])).tolist()
    [1.152921504606847e+18]
    """
    doubles = numbers.astype(np.float64, copy=False)
    # Only from 2^53 on do integers lie between doubles.
    if numbers.dtype != np.float64 and numbers.size and np.abs(doubles).max() >= _DOUBLES:
        for index in np.argwhere(np.abs(doubles) >= _DOUBLES):
            position = tuple(index.tolist())
            if int(numbers[position]) != int(doubles[position]):
                raise _inexact_error(int(numbers[position]), position)
    return doubles


def widened(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return `numbers` of any type as 64-bit integers or doubles.

    Raises InputError, with the place, for a number that is neither, and for text.
    """
    kind, size = numbers.dtype.kind, numbers.dtype.itemsize
    # Unsigned numbers from 2^63 on would become negative ones.
    if kind in "bi" or (kind == "u" and (size < 8 or numbers.max(initial=0) < _INTEGERS)):
        return numbers.astype(np.int64, copy=False)
    if kind == "f" and size <= 8:
        return numbers.astype(np.float64, copy=False)
    if kind == "f":  # long doubles, most of which are doubles too
        with np.errstate(over="ignore"):
            doubles: NDArray[np.float64] = numbers.astype(np.float64)
        return doubles if (doubles == numbers).all() else _widened_by_fractions(numbers, _OF_LONG)
    if kind in "uO":  # from 2^63 on, or Python's own: one by one
        return _widened_by_fractions(numbers)
    raise InputError(f"expected a matrix of numbers; got one of {numbers.dtype}")


def exact_number(raw: object) -> Fraction:
    """Return `raw`, of Python or NumPy, as a fraction, a float as its double; InputError if infinite.

    >>> exact_number(0.5), exact_number("1/3"), exact_number(np.uint8(200)), exact_number(True)
    (Fraction(1, 2), Fraction(1, 3), Fraction(200, 1), Fraction(1, 1))
    """
    if isinstance(raw, np.generic):
        raw = raw.item()  # one of Python's, but for a long double
    if isinstance(raw, int | Fraction):
        return Fraction(raw)
    if isinstance(raw, float | np.longdouble):
        if not np.isfinite(raw):
            raise InputError(f"expected a finite number; got {raw}")
        return Fraction(*raw.as_integer_ratio())
    return read_number(raw)


def _widened_by_fractions(
    numbers: NDArray[Any], fix: str = "scale or round the numbers"
) -> NDArray[Any]:
    """Return numbers of no fixed type as `widened` does, by way of fractions."""
    exact = []
    for position, number in zip(np.ndindex(numbers.shape), numbers.ravel().tolist(), strict=True):
        try:
            exact.append(exact_number(number))
        except InputError as error:
            raise error.under(_place(position)) from None
    if all(number.denominator == 1 and -_INTEGERS <= number < _INTEGERS for number in exact):
        return np.array(list(map(int, exact)), dtype=np.int64).reshape(numbers.shape)
    doubles = np.empty(numbers.shape)
    for position, number in zip(np.ndindex(numbers.shape), exact, strict=True):
        try:
            doubles[position] = float(number)
        except OverflowError:
            raise _inexact_error(number, position, fix) from None
        if Fraction(float(number)) != number:
            raise _inexact_error(number, position, fix)
    return doubles


def array_of(raw: Any) -> NDArray[Any]:
    """Return the container `raw` as an array, of Python's numbers where NumPy may have rounded them."""
    if isinstance(raw, np.ma.MaskedArray) and np.ma.is_masked(raw):
        raise InputError("some numbers are masked; fill them, or leave out their rows")
    try:
        array = np.asarray(raw)
        # Of a list with 2^53 + 1 and 0.5 NumPy makes doubles, and says nothing.
        rounded = not isinstance(raw, np.ndarray) and array.dtype == np.float64
        if not rounded or not (np.abs(array) >= _DOUBLES).any():
            return array
        if hasattr(raw, "itertuples"):  # a DataFrame of pandas
            raw = list(raw.itertuples(index=False, name=None))
        elif hasattr(raw, "iter_rows"):  # one of polars
            raw = raw.rows()
        return np.array(raw, dtype=object)
    except ValueError:
        raise InputError("expected rows of equal length") from None


def _is_sparse_frame(raw: Any) -> bool:
    """Say whether all columns of a DataFrame are sparse and of one type, so no number is converted."""
    types = getattr(raw, "dtypes", ())
    return hasattr(raw, "sparse") and getattr(types, "ndim", 0) == 1 and len(set(types)) == 1


def _as_clean_csr(raw: Any, keep_duplicates: bool) -> Any:
    """Return a copy of a sparse matrix as CSR without zeros, and without duplicates unless kept."""
    if raw.ndim != 2:
        raise InputError(f"expected rows and columns; got numbers of shape {raw.shape}")
    try:
        rows = _as_csr(raw)
        _require_inside(rows)
        if not keep_duplicates and not rows.has_canonical_format and _has_duplicates(rows):
            rows = _sum_duplicates(rows.sorted_indices())
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"no sparse matrix: {error}") from None
    if not rows.data.all():
        rows = rows.copy()
        rows.eliminate_zeros()
    return rows


def _as_csr(raw: Any) -> sparse.csr_matrix:
    """Return sparse rows, widened, with duplicates: SciPy would sum them in their narrow type."""
    if raw.format == "csr":
        if (raw.indptr[1:] < raw.indptr[:-1]).any():
            raise InputError("no sparse matrix: its rows end before they begin")
        rows = sparse.csr_matrix(raw)
        rows.data = widened(raw.data)
        return rows
    if raw.format in ("csc", "bsr"):
        # A container of its own around the same arrays: the matrix of the caller keeps its type.
        rows = type(raw)(raw)
        rows.check_format(full_check=True)
        rows.data = widened(raw.data)
        return sparse.csr_matrix(rows.tocsr())
    raw = raw.tocoo(copy=False)
    # SciPy would sum entries at one place while it converts, in the type that they have.
    order = np.argsort(raw.row, kind="stable")
    ends = np.concatenate([[0], np.cumsum(np.bincount(raw.row, minlength=raw.shape[0]))])
    return sparse.csr_matrix((widened(raw.data)[order], raw.col[order], ends), raw.shape)


def _require_inside(rows: sparse.csr_matrix) -> None:
    """Refuse indices outside of the matrix: a product would read memory there."""
    used = rows.indices[: rows.indptr[-1]]
    if len(used) and (used.min() < 0 or used.max() >= rows.shape[1]):
        raise InputError(f"no sparse matrix: a place beyond its {rows.shape[1]} columns")


def _has_duplicates(rows: sparse.csr_matrix) -> bool:
    """Say whether some row has several entries in one column, without sorting it if possible."""
    # SciPy's count of the entries of a product by the identity has each place once; sorting all rows
    # takes far longer.
    if csr_matmat_maxnnz is None or rows.shape[1] > max(rows.nnz, _FEW):
        return not rows.sorted_indices().has_canonical_format
    ends = np.arange(rows.shape[1] + 1, dtype=rows.indices.dtype)
    starts = rows.indptr.astype(ends.dtype, copy=False)
    return bool(rows.nnz != csr_matmat_maxnnz(*rows.shape, starts, rows.indices, ends, ends))


def _sum_duplicates(rows: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return sorted rows with the numbers at every place summed exactly."""
    # SciPy sums exactly as long as no sum of a row can leave 64 bits, or 53 of doubles.
    longest = int(np.diff(rows.indptr).max(initial=0))
    data = rows.data
    if data.dtype == np.int64:
        fits = max(int(data.max(initial=0)), -int(data.min(initial=0))) * longest < _INTEGERS
    else:
        integral = np.isfinite(data).all() and (data == np.rint(data)).all()
        fits = bool(integral) and int(np.abs(data).max(initial=0)) * longest < _DOUBLES
    if fits:
        rows.sum_duplicates()
        return rows
    row_index = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    starts_group = np.ones(len(data), dtype=bool)
    starts_group[1:] = (row_index[1:] != row_index[:-1]) | (rows.indices[1:] != rows.indices[:-1])
    starts = np.flatnonzero(starts_group)
    ends = np.append(starts[1:], len(data))
    sums = data[starts]
    for place in np.flatnonzero(ends - starts > 1).tolist():
        position = (int(row_index[starts[place]]), int(rows.indices[starts[place]]))
        parts = data[starts[place] : ends[place]].tolist()
        exact = sum(map(exact_number, parts), Fraction(0))
        try:
            sums[place] = int(exact) if data.dtype == np.int64 else float(exact)
        except OverflowError:
            raise _inexact_error(exact, position) from None
        if Fraction(sums[place].item()) != exact:
            raise InputError(
                f"{' + '.join(map(repr, parts[:4]))}{' + …' * (len(parts) > 4)} is no double; "
                "round such sums first (sum_duplicates)",
                at=_place(position),
            )
    lengths = np.bincount(row_index[starts], minlength=rows.shape[0])
    arrays = (sums, rows.indices[starts], np.concatenate([[0], np.cumsum(lengths)]))
    return sparse.csr_matrix(arrays, rows.shape)


def _inexact_error(
    number: int | Fraction, position: tuple[int, ...], fix: str = "scale or round the numbers"
) -> InputError:
    """Return the error for a number that no double equals."""
    return InputError(f"{quoted(number)} is no exact double; {fix}", at=_place(position))


def _place(position: tuple[int, ...]) -> Place:
    """Return the place of a number, for an error."""
    place = HERE
    for name, index in zip(("row", "column"), position, strict=False):
        place = place.spot(f"{name} {index}")
    return place
