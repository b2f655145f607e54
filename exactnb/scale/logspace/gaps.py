"""Columns of measurements with missing cells: a missing cell has a factor of 1.

How to read: `GappedKernel` scores complete rows all at once, as a `GaussianKernel` does, and rows with
gaps column by column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.scores import PreciseScores, add_precise_scores
from exactnb.scale.logspace.decisions import Score
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.quotients import Quotients
from exactnb.scale.logspace.scores import Scores, add_scores

_NO_DENSITY = Fraction(0), Fraction(1)  # stands where a class has no numbers, and is never looked at
Normal = tuple[Fraction, Fraction] | None
"""A mean and a variance; None where a class has no numbers."""


@frozen
class GappedKernel(GaussianKernel):
    """Columns of numbers (n × d), each normal within a class; NaN marks a missing cell.

    `unknown`, K × d, marks columns without a density in a class; rows with numbers there are undefined.

    >>> columns = GappedKernel.of_columns([[(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))]])
    >>> columns.scores(np.array([[np.nan]])).values.tolist()
    [[0.0, 0.0]]
    """

    unknown: tuple[tuple[bool, ...], ...] = ()

    @classmethod
    def of_columns(cls, columns: Sequence[Sequence[Normal]]) -> GappedKernel:
        """Return the kernel of `columns`: for each, mean and variance of every class, or None."""
        by_class = list(zip(*columns, strict=True))
        filled = [[normal or _NO_DENSITY for normal in normals] for normals in by_class]
        return cls(
            Quotients.of([[mean for mean, _ in normals] for normals in filled]),
            Quotients.of([[variance for _, variance in normals] for normals in filled]),
            tuple(tuple(normal is None for normal in normals) for normals in by_class),
        )

    @once
    def _columns(self) -> list[GaussianKernel]:
        """Return a kernel for each column alone, for rows with gaps."""
        places = (slice(at, at + 1) for at in range(self.means.shape[1]))
        return [GaussianKernel(self.means.columns(at), self.variances.columns(at)) for at in places]

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` (n × d), always in double precision (`single` or not)."""
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().scores(rows[complete])
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._by_column(rows[~complete], missing[~complete]):
                column_scores = kernel.scores(column)
                values, errors = _spread(shown_rows, column_scores.values, column_scores.errors)
                parts.append(Scores(values, errors))
            gapped = add_scores(parts)
            values, errors = _spread(complete, complete_scores.values, complete_scores.errors)
            values[~complete], errors[~complete] = gapped.values, gapped.errors
            complete_scores = Scores(values, errors)
        return Scores(complete_scores.values, complete_scores.errors, None, self._undefined(missing))

    def precise_scores(self, rows: Any, *, refine: bool = False) -> PreciseScores:
        """Return log P(x|k) for `rows` as double-doubles, with `refine` closer ones."""
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().precise_scores(rows[complete], refine=refine)
        values, errors = complete_scores.values, complete_scores.errors
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._by_column(rows[~complete], missing[~complete]):
                column_scores = kernel.precise_scores(column, refine=refine)
                high, low, error = _spread(shown_rows, *column_scores.values, column_scores.errors)
                parts.append(PreciseScores((high, low), error))
            gapped = add_precise_scores(parts)
            high, low, errors = _spread(complete, *values, errors)
            (high[~complete], low[~complete]), errors[~complete] = (
                gapped.values,
                gapped.errors,
            )
            values = high, low
        return PreciseScores(values, errors, None, self._undefined(missing))

    def _by_column(
        self, rows: Floats, missing: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.bool_], GaussianKernel, Floats]]:
        """Yield for each column which rows have a number in it, its kernel, and these numbers."""
        for column, kernel in enumerate(self._columns):
            present = ~missing[:, column]
            yield present, kernel, rows[present][:, [column]]

    def score(self, row: Floats, label: int) -> Score:
        """Return the exact P(x|k) of `row` (1 × d) in class `label`."""
        present = np.flatnonzero(~np.isnan(row[0])).tolist()
        if len(present) == row.shape[1]:
            return super().score(row, label)
        if not present:
            return Score({})
        kernel = GaussianKernel(self.means.columns(present), self.variances.columns(present))
        return kernel.score(row[:, present], label)

    def _undefined(self, missing: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Return where rows have a number in a column without a density."""
        unknown = np.array(self.unknown)
        return ~missing @ unknown.T if unknown.any() else None


def _spread(present: NDArray[np.bool_], *arrays: Floats) -> tuple[Floats, ...]:
    """Return `arrays` of some rows as arrays of all rows, zero where `present` is false."""
    filled = tuple(np.zeros((len(present), array.shape[1])) for array in arrays)
    for wide, array in zip(filled, arrays, strict=True):
        wide[present] = array
    return filled
