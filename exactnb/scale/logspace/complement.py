"""Complement blocks: score −Σ x·ln(N/D) of a class, N/D the share of a feature in all other classes.

Source: J. Rennie, L. Shih, J. Teevan, D. Karger, Tackling the poor assumptions of naive Bayes text
classifiers (ICML 2003), section 3.1: θ = (count in all other classes + λ)/(their total + Σλ), and the
class with the least Σ x·ln θ wins. There is no prior.

How to read: `complement` is a multinomial block over the counts of all other classes; scores are its
scores with the sign changed. Only a share of 0 differs: its score is infinite, and wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.scores import PreciseScores
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.scores import Scores, add_optional
from exactnb.scale.logspace.tables import Tables

_LARGEST = 2**62  # sums that 64 bits surely hold


def complement_tables(tables: Tables) -> Tables:
    """Return tables in which each class has the counts that all other classes have in `tables`.

    >>> complement_tables(Tables(np.array([1, 2]), np.array([[3, 1], [0, 5]]))).cells.tolist()
    [[1, 3], [5, 0]]
    """
    return Tables(_complement_sums(tables.sizes), _complement_sums(tables.cells), tables.denominator)


def _complement_sums(counts: NDArray[Any]) -> NDArray[Any]:
    """Return for each class (last axis) the sum of `counts` over the other classes."""
    peak = 0 if not counts.size else int(counts.max())
    if counts.dtype == object or peak * counts.shape[-1] >= _LARGEST:
        counts = counts.astype(object)
    return np.asarray(counts.sum(axis=-1, keepdims=True) - counts)


@frozen
class ComplementKernel:
    """Features whose counts in all other classes are shares of a total, smoothed: (c + λ)/(T + Σλ)."""

    complement: MultinomialKernel

    @classmethod
    def from_tables(cls, tables: Tables, pseudocounts: tuple[Fraction, ...]) -> ComplementKernel:
        """Return the block of the counts in `tables`; `pseudocounts` is one λ, or one per feature."""
        complement_counts = complement_tables(tables)
        return cls(
            MultinomialKernel(complement_counts, pseudocounts, (range(len(complement_counts.cells)),))
        )

    @property
    def tables(self) -> Tables:
        """Return the counts of all other classes."""
        return self.complement.tables

    @once
    def log_weights(self) -> Floats:
        """Return −ln(N/D) for every feature and class: ∞ where N is 0, NaN for 0/0."""
        return -self.complement.log_shares

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return the scores of `rows` (n × V) of numbers ≥ 0, with the bounds of `complement`.

        `single` asks for a first look in single precision, as it does there.
        """
        scores = self.complement.scores(rows, single=single)
        zeros, undefined = _infinite_wins(scores.zeros, scores.undefined)
        return Scores(-scores.values, scores.errors, zeros, undefined)

    def precise_scores(self, rows: Any, *, refine: bool = False) -> PreciseScores:
        """Return the scores of `rows` to some 75 bits, closer with `refine`."""
        scores = self.complement.precise_scores(rows, refine=refine)
        zeros, undefined = _infinite_wins(scores.zeros, scores.undefined)
        high, low = scores.values
        return replace(scores, values=(-high, -low), zeros=zeros, undefined=undefined)

    def can_refine(self, rows: Any) -> bool:
        """Say whether `refine` gives closer scores of `rows`."""
        return self.complement.can_refine(rows)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return ∏ (D/N)^x of `row`, pairs of a feature and x, in class `label`, as powers."""
        return {number: -times for number, times in self.complement.powers(row, label).items()}


def _infinite_wins(
    zeros: NDArray[np.int64] | None, undefined: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64] | None, NDArray[np.bool_] | None]:
    """Return the zeros and undefined marks of scores with 1/0 in them.

    Beside one infinite score all finite ones lose, as if they were zero; two infinite ones are
    undefined (∞ − ∞).
    """
    if zeros is None:
        return None, undefined
    infinite = zeros > 0
    several = (infinite.sum(axis=1, keepdims=True) > 1) & infinite
    losing = infinite.any(axis=1, keepdims=True) & ~infinite
    return losing.astype(np.int64), add_optional(undefined, several)
