"""A column of measurements of which some are missing: a row that shows none has a factor of 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.logspace.deciding import Score
from exactnb.logspace.fine.scores import Fine
from exactnb.logspace.gaussian import GaussianKernel
from exactnb.logspace.logs import Floats
from exactnb.logspace.scores import TINY, Scores

_NO_DENSITY = Fraction(0), Fraction(1)  # stands where a class has no numbers, and is never looked at


@dataclass(frozen=True)
class GappedKernel(GaussianKernel):
    """One column of numbers, normal within a class; NaN where a row shows none.

    Classes that are `unknown` have no numbers, and no density: a row that shows one is undefined.

    >>> column = GappedKernel.of_classes([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))])
    >>> column.scores(np.array([[np.nan]])).values.tolist()
    [[0.0, 0.0]]
    """

    unknown: tuple[bool, ...] = ()

    @classmethod
    def of_classes(cls, known: Sequence[tuple[Fraction, Fraction] | None]) -> GappedKernel:
        """Return the column with a mean and variance for each class, None where there are none."""
        means, variances = zip(*(of or _NO_DENSITY for of in known), strict=True)
        unknown = tuple(of is None for of in known)
        return cls(tuple((m,) for m in means), tuple((v,) for v in variances), unknown)

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for rows (n × 1)."""
        gone = np.isnan(rows)
        found = super().scores(np.where(gone, 0.0, rows) if gone.any() else rows)
        values, errors = np.where(gone, 0.0, found.values), np.where(gone, TINY, found.errors)
        return replace(found, values=values, errors=errors, undefined=self._undefined(gone))

    def fine(self, rows: Any, *, close: bool = False) -> Fine:
        """Return log P(x|k) for rows (n × 1) as double-doubles."""
        gone = np.isnan(rows)
        found = super().fine(np.where(gone, 0.0, rows) if gone.any() else rows, close=close)
        high, low = (np.where(gone, 0.0, part) for part in found.values)
        errors = np.where(gone, TINY, found.errors)
        return replace(found, values=(high, low), errors=errors, undefined=self._undefined(gone))

    def score(self, row: Floats, label: int) -> Score:
        """Return the exact log P(x|k) of one row."""
        return Score({}) if np.isnan(row).any() else super().score(row, label)

    def _undefined(self, gone: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        return ~gone & np.array(self.unknown) if any(self.unknown) else None
