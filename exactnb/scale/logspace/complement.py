"""Complement blocks: every class by what is not of it, score −Σ x·ln(N/D), N/D the share elsewhere.

Source: J. Rennie, L. Shih, J. Teevan, D. Karger, Tackling the poor assumptions of naive Bayes text
classifiers (ICML 2003), section 3.1: θ = (count in all other classes + λ)/(their total + Σλ), and the
class with the least Σ x·ln θ wins. There is no prior.

How to read: `others` are the shares of what is not of a class, as a multinomial block has them, and all
else is theirs with the sign changed. Only a share of 0 differs: its score is infinite, and wins.
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
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.scores import Scores, together
from exactnb.scale.logspace.tables import Tables

_LARGEST = 2**62  # sums that 64 bits surely hold


def of_the_others(tables: Tables) -> Tables:
    """Return, class by class, what was counted of all other classes.

    >>> of_the_others(Tables(np.array([1, 2]), np.array([[3, 1], [0, 5]]))).cells.tolist()
    [[1, 3], [5, 0]]
    """
    return Tables(_without_own(tables.sizes), _without_own(tables.cells), tables.denominator)


def _without_own(counts: NDArray[Any]) -> NDArray[Any]:
    """Return the sum over the last axis, the classes, less each of them."""
    peak = 0 if not counts.size else int(counts.max())
    if counts.dtype == object or peak * counts.shape[-1] >= _LARGEST:
        counts = counts.astype(object)
    return np.asarray(counts.sum(axis=-1, keepdims=True) - counts)


@frozen
class ComplementKernel:
    """Features whose counts in all other classes are shares of a total, smoothed: (c + λ)/(T + Σλ)."""

    others: MultinomialKernel

    @classmethod
    def of(cls, tables: Tables, pseudocounts: tuple[Fraction, ...]) -> ComplementKernel:
        """Return the block of what was counted of the classes; λ is one number, or one by feature."""
        elsewhere = of_the_others(tables)
        return cls(MultinomialKernel(elsewhere, pseudocounts, (range(len(elsewhere.cells)),)))

    @property
    def tables(self) -> Tables:
        """Return what was counted of all other classes."""
        return self.others.tables

    @once
    def log_weights(self) -> Floats:
        """Return −ln(N/D) for every feature and class: ∞ where N is 0, NaN for 0/0."""
        return -self.others.log_shares

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return the scores of rows (n × V) of numbers ≥ 0, as far off as those of shares."""
        found = self.others.scores(rows, single=single)
        zeros, undefined = _infinite_wins(found.zeros, found.undefined)
        return Scores(-found.values, found.errors, zeros, undefined)

    def fine(self, rows: Any, *, close: bool = False) -> Fine:
        """Return the scores of rows to some 75 bits."""
        found = self.others.fine(rows, close=close)
        zeros, undefined = _infinite_wins(found.zeros, found.undefined)
        high, low = found.values
        return replace(found, values=(-high, -low), zeros=zeros, undefined=undefined)

    def has_closer(self, rows: Any) -> bool:
        """Say whether closer scores of rows can be had than the first ones."""
        return self.others.has_closer(rows)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return the score of one row as powers of integers: ∏ (D/N)^x."""
        return {number: -times for number, times in self.others.powers(row, label).items()}


def _infinite_wins(
    zeros: NDArray[np.int64] | None, undefined: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64] | None, NDArray[np.bool_] | None]:
    """Return which classes are nothing beside one with a share of 0, 1/0, and which are ∞ beside ∞."""
    if zeros is None:
        return None, undefined
    infinite = zeros > 0
    several = (infinite.sum(axis=1, keepdims=True) > 1) & infinite
    nothing = infinite.any(axis=1, keepdims=True) & ~infinite
    return nothing.astype(np.int64), together(undefined, several)
