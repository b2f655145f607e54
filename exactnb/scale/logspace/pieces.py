"""What all models of rows share: posteriors and log joints, piece by piece, of scores of any kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.scale.logspace.fine.posteriors import posteriors
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.posteriors import log_posteriors, mended
from exactnb.scale.logspace.rows import as_sparse
from exactnb.scale.logspace.scores import Scores

Parts = tuple[Any, ...]
"""A matrix for each block of columns, with the same rows."""

_AT_ONCE = 40_000  # posteriors that are worked on at once, of rows and classes: they stay near


class ModelOfParts(ABC):
    """Give posteriors of rows by scores with bounds, and exact ones for what these leave open."""

    @property
    @abstractmethod
    def number_of_classes(self) -> int:
        """Return how many classes there are."""

    @property
    def rows_at_once(self) -> int:
        """Return how many rows are worked on at once."""
        return max(_AT_ONCE // self.number_of_classes, 1)

    @abstractmethod
    def parts(self, rows: Any) -> Parts:
        """Return rows as parts: a matrix is cut into them, parts stay as they are."""

    @abstractmethod
    def scores(self, rows: Any) -> Scores:
        """Return the scores of rows and classes, with bounds."""

    @abstractmethod
    def fine(self, parts: Parts, *, close: bool = False) -> Fine:
        """Return the scores to some 75 bits."""

    @abstractmethod
    def has_closer(self, parts: Parts) -> bool:
        """Say whether closer scores can be had than the first ones."""

    @abstractmethod
    def exact_score(self, parts: Parts, row: int, label: int) -> Any:
        """Return the exact score of one of the rows in a class where no factor is zero."""

    def posteriors(self, rows: Any, named: Callable[[int], str] = "row {}".format) -> Floats:
        """Return P(k|x) for rows and classes, each the double next to the true number.

        A class with a zero factor has 0, a row that is undefined NaN in all classes. Raises
        Undecidable, with what the row is `named`, where no double is surely the nearest.
        """
        parts = self.parts(rows)
        found = np.empty((number_of(parts), self.number_of_classes))
        for at, piece in in_pieces(parts, self.rows_at_once):

            def in_all(row: int, start: int = at) -> str:
                return named(start + row)

            def closer(chosen: NDArray[np.int64], of: Parts = piece) -> Fine:
                return self.fine(tuple(part[chosen] for part in of), close=True)

            again = closer if self.has_closer(piece) else None
            of_piece = posteriors(self.fine(piece), partial(self.exact_score, piece), in_all, again)
            found[at : at + len(of_piece)] = of_piece
        return found

    def log_posteriors(self, rows: Any) -> Floats:
        """Return ln P(k|x) for rows and classes."""
        return log_posteriors(self.mended(rows, from_best=True))

    def log_joints(self, rows: Any) -> Floats:
        """Return ln P(k, x) for rows and classes: −∞ where a factor is zero, NaN for 0/0."""
        scores = self.mended(rows)
        found = np.array(scores.values)
        if scores.zeros is not None:
            found[scores.zeros > 0] = -np.inf
        if scores.undefined is not None:
            found[scores.undefined] = np.nan
        return found

    def mended(self, rows: Any, *, from_best: bool = False) -> Scores:
        """Return the scores with those that overflowed taken anew, as `posteriors.mended` does."""
        parts = self.parts(rows)
        return mended(self.scores(parts), partial(self.exact_score, parts), from_best=from_best)


def number_of(parts: Parts) -> int:
    """Return how many rows parts have."""
    return int(parts[0].shape[0])


def in_pieces(parts: Parts, length: int) -> Iterator[tuple[int, Parts]]:
    """Yield so many rows after the other, with the place of the first; what they hold is not copied."""
    for at in range(0, number_of(parts), length):
        yield at, tuple(_piece(part, at, length) for part in parts)


def cells_of(part: Any, row: int) -> list[tuple[int, Any]]:
    """Return the features that a row has, and how often."""
    if not sparse.issparse(part):
        part, row = as_sparse(part[row : row + 1]), 0
    start, stop = part.indptr[row], part.indptr[row + 1]
    times = (int(x) if x == int(x) else Fraction(x) for x in part.data[start:stop].tolist())
    return list(zip(part.indices[start:stop].tolist(), times, strict=True))


def _piece(part: Any, start: int, length: int) -> Any:
    if not sparse.issparse(part):
        return part[start : start + length]
    ends = part.indptr[start : start + length + 1]
    held = slice(ends[0], ends[-1])
    arrays = (part.data[held], part.indices[held], ends - ends[0])
    return sparse.csr_matrix(arrays, (len(ends) - 1, part.shape[1]))
