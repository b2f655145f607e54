"""Rows as kernels take them, sparse, dense, or `Places` of ones, and their products with tables.

Dense rows stay dense: a product of dense matrices is far faster than one of sparse matrices without
zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.errors import InputError

Floats = NDArray[np.float64]

_PIECE = 1024  # rows per pass: they fit the processor's cache


@frozen
class Places:
    """Rows of zeros and ones, n × `width`: `columns` (d × n) are those of the ones, -1 for none."""

    columns: NDArray[np.int64]
    width: int

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and of features."""
        return self.columns.shape[1], self.width

    def __getitem__(self, chosen: Any) -> Places:
        """Return the `chosen` rows."""
        return Places(self.columns[:, chosen], self.width)

    def sparse(self) -> sparse.csr_matrix:
        """Return the rows as a sparse matrix."""
        present = self.columns.T >= 0
        ends = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
        ones = np.ones(int(ends[-1]), dtype=np.int64)
        return sparse.csr_matrix((ones, self.columns.T[present], ends), self.shape)


def one_hot(values: NDArray[np.int64], sizes: Sequence[int]) -> Places:
    """Return columns of categories 0, 1, 2, ... as columns of 0 and 1, one for each category.

    `values` are n × d, -1 where the category is missing; `sizes` has the number of categories of each
    column.

    >>> one_hot(np.array([[1, 0], [-1, 2]]), [2, 3]).sparse().toarray().tolist()
    [[0, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
    """
    starts = np.cumsum([0, *sizes])
    places = np.ascontiguousarray(values.T) + starts[:-1, None]
    places[values.T < 0] = -1
    return Places(places, int(starts[-1]))


def as_sparse(rows: Any) -> sparse.csr_matrix:
    """Return `rows`, in any form that kernels take, as a sparse matrix."""
    if isinstance(rows, Places):
        return rows.sparse()
    return rows if sparse.issparse(rows) else sparse.csr_matrix(rows)


def require_counts(rows: Any) -> None:
    """Refuse `rows` with a negative number."""
    if isinstance(rows, Places):
        return
    least = (rows.data if sparse.issparse(rows) else rows).min(initial=0)
    if least < 0:
        raise InputError(f"a count is not negative; got {least}")


def terms_per_row(rows: Any) -> NDArray[np.int64]:
    """Return the most terms that a product sums for each of `rows`; one number if all have as many."""
    if isinstance(rows, Places):
        return np.array([len(rows.columns)])
    return np.diff(rows.indptr) if sparse.issparse(rows) else np.array([rows.shape[1]])


def product(rows: Any, table: Floats) -> Floats:
    """Return `rows` of numbers ≥ 0 times `table` (V × K), each sum taken in doubles in some order.

    The result, n × K, is in Fortran order. Raises InputError for a negative number.

    >>> product(one_hot(np.array([[1, -1]]), [2, 1]), np.array([[1.0], [2.0], [4.0]])).tolist()
    [[2.0]]
    """
    if isinstance(rows, Places):
        padded = np.zeros((table.shape[1], rows.width + 1))
        padded[:, :-1] = table.T  # the last column stays 0: the index -1, for none, takes it
        products = np.zeros((table.shape[1], rows.shape[0]))
        for column in rows.columns:
            products += padded.take(column, axis=1)
        return products.T
    if sparse.issparse(rows):
        require_counts(rows)
        return np.asfortranarray(rows @ table)
    products = np.empty((len(rows), table.shape[1]), order="F")
    for start in range(0, len(rows), _PIECE):
        piece = rows[start : start + _PIECE]
        require_counts(piece)
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
            products[start : start + _PIECE] = piece.astype(np.float64, copy=False) @ table
    return products
