"""Columns of measurements of which some are missing: a cell that is none has a factor of 1.

How to read: `GappedKernel` takes rows that show all columns together, as any rows of measurements, and
the others column by column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace.deciding import Score
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.fine.scores import added as added_finely
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.scores import Scores, added

_NO_DENSITY = Fraction(0), Fraction(1)  # stands where a class has no numbers, and is never looked at
Normal = tuple[Fraction, Fraction] | None
"""A mean and a variance; None where a class has no numbers."""


@frozen
class GappedKernel(GaussianKernel):
    """Columns of numbers (n × d), each normal within a class; NaN where a row shows none.

    What is `unknown`, K × d, has no density: a row that shows a number there is undefined.

    >>> columns = GappedKernel.of_columns([[(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))]])
    >>> columns.scores(np.array([[np.nan]])).values.tolist()
    [[0.0, 0.0]]
    """

    unknown: tuple[tuple[bool, ...], ...] = ()

    @classmethod
    def of_columns(cls, columns: Sequence[Sequence[Normal]]) -> GappedKernel:
        """Return columns with what is known of each class."""
        by_class = list(zip(*columns, strict=True))
        known = [[of or _NO_DENSITY for of in normals] for normals in by_class]
        return cls(
            tuple(tuple(mean for mean, _ in normals) for normals in known),
            tuple(tuple(variance for _, variance in normals) for normals in known),
            tuple(tuple(of is None for of in normals) for normals in by_class),
        )

    @once
    def _columns(self) -> list[GaussianKernel]:
        tables = (list(zip(*table, strict=True)) for table in (self.means, self.variances))
        columns = zip(*tables, strict=True)
        by_class = (tuple(tuple((n,) for n in of) for of in column) for column in columns)
        return list(starmap(GaussianKernel, by_class))

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for rows."""
        gone = np.isnan(rows)
        full = ~gone.any(axis=1)
        found = super().scores(rows[full])
        if not full.all():
            parts = []
            for there, kernel, column in self._by_column(rows[~full], gone[~full]):
                own = kernel.scores(column)
                values, errors = _spread(there, own.values, own.errors)
                parts.append(Scores(values, errors))
            rest = added(parts)
            values, errors = _spread(full, found.values, found.errors)
            values[~full], errors[~full] = rest.values, rest.errors
            found = Scores(values, errors)
        return Scores(found.values, found.errors, None, self._undefined(gone))

    def fine(self, rows: Any, *, close: bool = False) -> Fine:
        """Return log P(x|k) for rows as double-doubles."""
        gone = np.isnan(rows)
        full = ~gone.any(axis=1)
        found = super().fine(rows[full], close=close)
        values, errors = found.values, found.errors
        if not full.all():
            parts = []
            for there, kernel, column in self._by_column(rows[~full], gone[~full]):
                own = kernel.fine(column, close=close)
                high, low, error = _spread(there, *own.values, own.errors)
                parts.append(Fine((high, low), error))
            rest = added_finely(parts)
            high, low, errors = _spread(full, *values, errors)
            (high[~full], low[~full]), errors[~full] = rest.values, rest.errors
            values = high, low
        return Fine(values, errors, None, self._undefined(gone))

    def _by_column(
        self, rows: Floats, gone: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.bool_], GaussianKernel, Floats]]:
        """Yield which rows show a column, its kernel, and what they show of it."""
        for at, kernel in enumerate(self._columns):
            there = ~gone[:, at]
            yield there, kernel, rows[there][:, [at]]

    def score(self, row: Floats, label: int) -> Score:
        """Return the exact log P(x|k) of one row."""
        there = np.flatnonzero(~np.isnan(row[0])).tolist()
        if len(there) == row.shape[1]:
            return super().score(row, label)
        if not there:
            return Score({})
        tables = (self.means, self.variances)
        some = (tuple(tuple(of[at] for at in there) for of in table) for table in tables)
        return GaussianKernel(*some).score(row[:, there], label)

    def _undefined(self, gone: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        unknown = np.array(self.unknown)
        return ~gone @ unknown.T if unknown.any() else None


def _spread(there: NDArray[np.bool_], *arrays: Floats) -> tuple[Floats, ...]:
    """Return arrays with rows of zeros where nothing is there."""
    found = tuple(np.zeros((len(there), array.shape[1])) for array in arrays)
    for wide, array in zip(found, arrays, strict=True):
        wide[there] = array
    return found
