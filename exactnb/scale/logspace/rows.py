"""Rows as kernels take them, sparse, dense, or `Places` of ones, and their products with tables.

Rows that came dense stay dense: a product of dense matrices is far faster than of sparse ones that are
full.
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

_PIECE = 1024  # rows that are worked on at once: they stay near the processor


@frozen
class Places:
    """Rows of zeros and ones, n × `width`: where the ones are, `columns` (d × n), -1 for none."""

    columns: NDArray[np.int64]
    width: int

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and of features."""
        return self.columns.shape[1], self.width

    def __getitem__(self, chosen: Any) -> Places:
        """Return some of the rows."""
        return Places(self.columns[:, chosen], self.width)

    def sparse(self) -> sparse.csr_matrix:
        """Return the rows as a sparse matrix."""
        there = self.columns.T >= 0
        ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
        ones = np.ones(int(ends[-1]), dtype=np.int64)
        return sparse.csr_matrix((ones, self.columns.T[there], ends), self.shape)


def one_hot(values: NDArray[np.int64], sizes: Sequence[int]) -> Places:
    """Return columns of categories 0, 1, 2, ... as columns of 0 and 1, one for each category.

    A category of -1 is none: the row does not show the column.

    >>> one_hot(np.array([[1, 0], [-1, 2]]), [2, 3]).sparse().toarray().tolist()
    [[0, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
    """
    starts = np.cumsum([0, *sizes])
    places = np.ascontiguousarray(values.T) + starts[:-1, None]
    places[values.T < 0] = -1
    return Places(places, int(starts[-1]))


def as_sparse(rows: Any) -> sparse.csr_matrix:
    """Return rows that came through the door as sparse ones."""
    if isinstance(rows, Places):
        return rows.sparse()
    return rows if sparse.issparse(rows) else sparse.csr_matrix(rows)


def require_counts(rows: Any) -> None:
    """Refuse rows that hold a negative number."""
    if isinstance(rows, Places):
        return
    least = (rows.data if sparse.issparse(rows) else rows).min(initial=0)
    if least < 0:
        raise InputError(f"a count is not negative; got {least}")


def terms(rows: Any) -> NDArray[np.int64]:
    """Return how many numbers of each row a product adds up, at most; one number if all are alike."""
    if isinstance(rows, Places):
        return np.array([len(rows.columns)])
    return np.diff(rows.indptr) if sparse.issparse(rows) else np.array([rows.shape[1]])


def product(rows: Any, table: Floats) -> Floats:
    """Return rows of numbers ≥ 0 times a table, V × K, each sum taken in doubles in some order.

    Those of each class stand side by side. Raises InputError for a number that is negative.

    >>> product(one_hot(np.array([[1, -1]]), [2, 1]), np.array([[1.0], [2.0], [4.0]])).tolist()
    [[2.0]]
    """
    if isinstance(rows, Places):
        by_class = np.zeros((table.shape[1], rows.width + 1))  # the last is what is not shown
        by_class[:, :-1] = table.T
        found = np.zeros((table.shape[1], rows.shape[0]))
        for column in rows.columns:
            found += by_class.take(column, axis=1)
        return found.T
    if sparse.issparse(rows):
        require_counts(rows)
        return np.asfortranarray(rows @ table)
    found = np.empty((len(rows), table.shape[1]), order="F")
    for at in range(0, len(rows), _PIECE):
        piece = rows[at : at + _PIECE]
        require_counts(piece)
        found[at : at + _PIECE] = piece.astype(np.float64, copy=False) @ table
    return found
