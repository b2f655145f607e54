"""The door for matrices and weights: numbers of any type, the same numbers exactly, or one line.

What has come through are 64-bit integers or doubles, dense, or in sparse rows that hold every place
once. Nothing is added up before it is widened.

How to read: `exact_rows` is the door for matrices, `widened` that for arrays, `exact_number` that for
single numbers; the helpers below refuse what would lose a digit.
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

_DOUBLES = 2**53  # whole numbers up to this are doubles
_INTEGERS = 2**63
_OF_LONG = "long doubles are rounded to doubles by .astype(numpy.float64)"
_FEW = 10_000  # columns that are gone through in no time


def exact_rows(given: Any, *, apart: bool = False) -> Rows:
    """Return a matrix as integers of 64 bits or doubles: what it held, and what stands twice added up.

    Sparse ones, of any format, become CSR without zeros, every place once; others dense. Where only
    sums are asked for, what stands twice may stay `apart`: to look for it takes longer.

    >>> twice = np.array([200, 100], dtype=np.uint8), ([0, 0], [1, 1])
    >>> exact_rows(sparse.coo_matrix(twice, shape=(1, 2))).toarray()
    array([[  0, 300]])

    Raises InputError, with the place, for what is neither: 1/3, a sum of doubles that is no double,
    2^53 + 1 beside fractions, masked numbers, text.
    """
    if _is_sparse_frame(given):
        given = given.sparse.to_coo()
    found = _sparse(given, apart) if sparse.issparse(given) else widened(array_of(given))
    if found.ndim != 2:
        raise InputError(f"expected rows and columns; got numbers of shape {found.shape}")
    return found


def as_doubles(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return integers of 64 bits, or doubles, as doubles; refuse an integer that is none.

    >>> as_doubles(np.array([2**60])).tolist()
    [1.152921504606847e+18]
    """
    found = numbers.astype(np.float64, copy=False)
    if numbers.dtype != np.float64 and numbers.size and np.abs(found).max() >= _DOUBLES:
        for index in np.argwhere(np.abs(found) >= _DOUBLES):
            at = tuple(index.tolist())
            if int(numbers[at]) != int(found[at]):
                raise _no_double(int(numbers[at]), at)
    return found


def widened(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return numbers of any type as integers of 64 bits or doubles, exactly."""
    kind, size = numbers.dtype.kind, numbers.dtype.itemsize
    if kind in "bi" or (kind == "u" and (size < 8 or numbers.max(initial=0) < _INTEGERS)):
        return numbers.astype(np.int64, copy=False)
    if kind == "f" and size <= 8:
        return numbers.astype(np.float64, copy=False)
    if kind == "f":  # long doubles, of which most are doubles too
        with np.errstate(over="ignore"):
            doubles: NDArray[np.float64] = numbers.astype(np.float64)
        return doubles if (doubles == numbers).all() else _one_by_one(numbers, _OF_LONG)
    if kind in "uO":  # from 2^63 on, or Python's own: one by one
        return _one_by_one(numbers)
    raise InputError(f"expected a matrix of numbers; got one of {numbers.dtype}")


def exact_number(given: object) -> Fraction:
    """Return the number that Python or NumPy holds; a float is the double that it is.

    >>> exact_number(0.5), exact_number("1/3"), exact_number(np.uint8(200)), exact_number(True)
    (Fraction(1, 2), Fraction(1, 3), Fraction(200, 1), Fraction(1, 1))
    """
    if isinstance(given, np.generic):
        given = given.item()  # one of Python's, but for a long double
    if isinstance(given, int | Fraction):
        return Fraction(given)
    if isinstance(given, float | np.longdouble):
        if not np.isfinite(given):
            raise InputError(f"expected a finite number; got {given}")
        return Fraction(*given.as_integer_ratio())
    return read_number(given)


def _one_by_one(numbers: NDArray[Any], fix: str = "scale or round the numbers") -> NDArray[Any]:
    exact = []
    for at, number in zip(np.ndindex(numbers.shape), numbers.ravel().tolist(), strict=True):
        try:
            exact.append(exact_number(number))
        except InputError as error:
            raise error.under(_place(at)) from None
    if all(number.denominator == 1 and -_INTEGERS <= number < _INTEGERS for number in exact):
        return np.array(list(map(int, exact)), dtype=np.int64).reshape(numbers.shape)
    found = np.empty(numbers.shape)
    for at, number in zip(np.ndindex(numbers.shape), exact, strict=True):
        try:
            found[at] = float(number)
        except OverflowError:
            raise _no_double(number, at, fix) from None
        if Fraction(float(number)) != number:
            raise _no_double(number, at, fix)
    return found


def array_of(given: Any) -> NDArray[Any]:
    """Return a container as an array, of Python's own numbers where NumPy's may have been rounded."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        raise InputError("some numbers are masked; fill them, or leave out their rows")
    try:
        found = np.asarray(given)
        rounded = not isinstance(given, np.ndarray) and found.dtype == np.float64
        if not rounded or not (np.abs(found) >= _DOUBLES).any():
            return found
        if hasattr(given, "itertuples"):  # a DataFrame of pandas
            given = list(given.itertuples(index=False, name=None))
        elif hasattr(given, "iter_rows"):  # one of polars
            given = given.rows()
        return np.array(given, dtype=object)
    except ValueError:
        raise InputError("expected rows of equal length") from None


def _is_sparse_frame(given: Any) -> bool:
    """Say whether all columns of a DataFrame are sparse, and of one type, so that they mix exactly."""
    types = getattr(given, "dtypes", ())
    return hasattr(given, "sparse") and getattr(types, "ndim", 0) == 1 and len(set(types)) == 1


def _sparse(given: Any, apart: bool) -> Any:
    """Return a sparse matrix without zeros, every place once if not `apart`. What is given stays."""
    if given.ndim != 2:
        raise InputError(f"expected rows and columns; got numbers of shape {given.shape}")
    try:
        found = _with_all_places(given)
        _require_inside(found)
        if not apart and not found.has_canonical_format and _stands_twice(found):
            found = _added_up(found.sorted_indices())
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"no sparse matrix: {error}") from None
    if not found.data.all():
        found = found.copy()
        found.eliminate_zeros()
    return found


def _with_all_places(given: Any) -> sparse.csr_matrix:
    """Return sparse rows, widened, with the numbers of one place still apart."""
    if given.format == "csr":
        if (given.indptr[1:] < given.indptr[:-1]).any():
            raise InputError("no sparse matrix: its rows end before they begin")
        found = sparse.csr_matrix(given)
        found.data = widened(given.data)
        return found
    if given.format in ("csc", "bsr"):
        found = type(given)(given)
        found.check_format(full_check=True)
        found.data = widened(given.data)
        return sparse.csr_matrix(found.tocsr())
    given = given.tocoo(copy=False)
    order = np.argsort(given.row, kind="stable")
    ends = np.concatenate([[0], np.cumsum(np.bincount(given.row, minlength=given.shape[0]))])
    return sparse.csr_matrix((widened(given.data)[order], given.col[order], ends), given.shape)


def _require_inside(rows: sparse.csr_matrix) -> None:
    """Refuse places outside of the matrix, which a product would read."""
    used = rows.indices[: rows.indptr[-1]]
    if len(used) and (used.min() < 0 or used.max() >= rows.shape[1]):
        raise InputError(f"no sparse matrix: a place beyond its {rows.shape[1]} columns")


def _stands_twice(rows: sparse.csr_matrix) -> bool:
    """Say whether some row holds a place several times; to sort it for that would take far longer."""
    if csr_matmat_maxnnz is None or rows.shape[1] > max(rows.nnz, _FEW):
        return not rows.sorted_indices().has_canonical_format
    ends = np.arange(rows.shape[1] + 1, dtype=rows.indices.dtype)  # of a product by 1: each place once
    starts = rows.indptr.astype(ends.dtype, copy=False)
    return bool(rows.nnz != csr_matmat_maxnnz(*rows.shape, starts, rows.indices, ends, ends))


def _added_up(rows: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return sorted rows with the numbers of every place added up, exactly."""
    longest = int(np.diff(rows.indptr).max(initial=0))
    data = rows.data
    if data.dtype == np.int64:
        fits = max(int(data.max(initial=0)), -int(data.min(initial=0))) * longest < _INTEGERS
    else:
        whole = np.isfinite(data).all() and (data == np.rint(data)).all()
        fits = bool(whole) and int(np.abs(data).max(initial=0)) * longest < _DOUBLES
    if fits:
        rows.sum_duplicates()
        return rows
    of_rows = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    new = np.ones(len(data), dtype=bool)
    new[1:] = (of_rows[1:] != of_rows[:-1]) | (rows.indices[1:] != rows.indices[:-1])
    starts = np.flatnonzero(new)
    ends = np.append(starts[1:], len(data))
    sums = data[starts]
    for place in np.flatnonzero(ends - starts > 1).tolist():
        at = (int(of_rows[starts[place]]), int(rows.indices[starts[place]]))
        parts = data[starts[place] : ends[place]].tolist()
        exact = sum(map(exact_number, parts), Fraction(0))
        try:
            sums[place] = int(exact) if data.dtype == np.int64 else float(exact)
        except OverflowError:
            raise _no_double(exact, at) from None
        if Fraction(sums[place].item()) != exact:
            raise InputError(
                f"{' + '.join(map(repr, parts[:4]))}{' + …' * (len(parts) > 4)} is no double; "
                "round such sums first (sum_duplicates)",
                at=_place(at),
            )
    lengths = np.bincount(of_rows[starts], minlength=rows.shape[0])
    found = (sums, rows.indices[starts], np.concatenate([[0], np.cumsum(lengths)]))
    return sparse.csr_matrix(found, rows.shape)


def _no_double(
    number: int | Fraction, at: tuple[int, ...], fix: str = "scale or round the numbers"
) -> InputError:
    return InputError(f"{quoted(number)} is no exact double; {fix}", at=_place(at))


def _place(at: tuple[int, ...]) -> Place:
    """Return where a number stands, in words."""
    place = HERE
    for name, index in zip(("row", "column"), at, strict=False):
        place = place.spot(f"{name} {index}")
    return place
