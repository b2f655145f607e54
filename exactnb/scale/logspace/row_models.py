"""Base class of models of rows: posteriors and log joints, piece by piece, from any kind of scores.

How to read: `RowModel` is that class. `Predictions` are the decisions on rows as users see them:
labels, all winners, the proof of each label. Log posteriors, each with a bound on its error, come last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.arithmetic.power_product import ONE
from exactnb.core.arithmetic.values import argmax_indices
from exactnb.core.data.showing import TabularDisplay
from exactnb.core.lazy import Recomputed
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores
from exactnb.scale.logspace.correctly_rounded.posteriors import posteriors
from exactnb.scale.logspace.decisions import ROUNDING, TINY, Decisions, ExactScore, Scores
from exactnb.scale.logspace.logs import narrow_ball
from exactnb.scale.logspace.rows import Floats, as_sparse

Matrices = tuple[Any, ...]
"""A matrix for each block of columns, with the same rows."""

_AT_ONCE = 40_000  # rows × classes per pass: they fit the processor's cache
_ULPS = 4  # assumed error of NumPy's exp and log, in units of the last place
_SLACK = 1 + 2.0**-30


@frozen
class Predictions(TabularDisplay):
    """The labels of rows (None for an undefined one), all winners of each, and the certificates.

    A certificate names the proof of a label: "float64" (bounds on rounding errors), "exact", "tie", or
    "undefined".

    >>> from exactnb.logspace import Classifier, Part
    >>> rows = [[2, 0], [1, 1], [0, 3]]
    >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
    >>> found = spam.predict([[0, 1]])
    >>> found.labels, found.sets, found.certificates
    (['spam'], [('spam',)], ['float64'])
    """

    classes: tuple[Any, ...]
    decisions: Decisions

    def __repr__(self) -> str:
        return f"<Predictions of {len(self.decisions.labels):,} rows>"

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the columns and the cells of the table that notebooks show."""
        pairs = zip(self.sets, self.certificates, strict=True)
        return ["label", "proved"], [[", ".join(map(str, winners)), proof] for winners, proof in pairs]

    @property
    def labels(self) -> list[Any]:
        """Return the label of every row: the first of a tie, None for an undefined row."""
        return [self.classes[place] if place >= 0 else None for place in self.decisions.labels.tolist()]

    @property
    def sets(self) -> list[tuple[Any, ...]]:
        """Return all winners of every row, in the order of the classes."""
        return self.decisions.sets(self.classes)

    @property
    def certificates(self) -> list[str]:
        """Return the proof of each label: float64, exact, tie or undefined."""
        return self.decisions.certificate_names()


class RowModel(Recomputed, ABC):
    """Compute posteriors of rows by scores with bounds, and by exact scores where bounds overlap."""

    @property
    @abstractmethod
    def number_of_classes(self) -> int:
        """Return the number of classes, K."""

    @property
    def rows_at_once(self) -> int:
        """Return the number of rows per pass."""
        return max(_AT_ONCE // self.number_of_classes, 1)

    @abstractmethod
    def columns_by_part(self, rows: Any) -> Matrices:
        """Return `rows` as matrices: one matrix is cut by columns, a tuple is returned as it is."""

    @abstractmethod
    def scores(self, rows: Any) -> Scores:
        """Return the scores of `rows` and classes, with bounds."""

    @abstractmethod
    def precise_scores(self, parts: Matrices) -> PreciseScores:
        """Return the scores of rows, `parts`, to some 75 bits."""

    @abstractmethod
    def exact_score(self, parts: Matrices, row: int, label: int) -> Any:
        """Return the exact score of row number `row` of `parts` in class `label`.

        No factor may be zero there.
        """

    def posteriors(
        self, rows: Any, row_name: Callable[[int], str] = "row {}".format, *, nearest: bool = False
    ) -> Floats:
        """Return P(k|x) for `rows` and classes (n × K), each a double next to the true number.

        Each is less than a unit in the last place away; with `nearest` no double is nearer. A class
        with a zero factor has 0, an undefined row NaN in all classes. Raises Undecidable, with the
        `row_name` of the row's index, where exact arithmetic cannot tell the nearest double.
        """
        parts = self.columns_by_part(rows)
        result = np.empty((row_count(parts), self.number_of_classes))
        for start_row, piece in row_pieces(parts, self.rows_at_once):
            # Rows of a piece are counted from its start; errors name them as the caller counts.
            def piece_row_name(row: int, start: int = start_row) -> str:
                return row_name(start + row)

            exact = partial(self.exact_score, piece)
            scores = self.precise_scores(piece)
            piece_posteriors = posteriors(scores, exact, piece_row_name, nearest=nearest)
            result[start_row : start_row + len(piece_posteriors)] = piece_posteriors
        return result

    def log_posteriors(self, rows: Any) -> Floats:
        """Return ln P(k|x) for `rows` and classes (n × K)."""
        return log_posteriors(self.finite_scores(rows, from_best=True))

    def log_joints(self, rows: Any) -> Floats:
        """Return ln P(k, x) for `rows` and classes (n × K): −∞ where a factor is zero, NaN for 0/0."""
        scores = self.finite_scores(rows)
        joints = np.array(scores.values)
        if scores.zeros is not None:
            joints[scores.zeros > 0] = -np.inf
        if scores.undefined is not None:
            joints[scores.undefined] = np.nan
        return joints

    def finite_scores(self, rows: Any, *, from_best: bool = False) -> Scores:
        """Return the scores of `rows` with overflow repaired, `from_best` as in `repair_overflow`."""
        parts = self.columns_by_part(rows)
        return repair_overflow(
            self.scores(parts), partial(self.exact_score, parts), from_best=from_best
        )


def row_count(parts: Matrices) -> int:
    """Return the number of rows of `parts`."""
    return int(parts[0].shape[0])


def row_pieces(parts: Matrices, length: int) -> Iterator[tuple[int, Matrices]]:
    """Yield pieces of `length` rows of `parts`, not copied, each with the index of its first row."""
    for start in range(0, row_count(parts), length):
        yield start, tuple(_slice_rows(part, start, length) for part in parts)


def row_entries(part: Any, row: int) -> list[tuple[int, Any]]:
    """Return the entries of row number `row` of `part` as pairs of a feature and its exact count."""
    if not sparse.issparse(part):
        part, row = as_sparse(part[row : row + 1]), 0
    start, stop = part.indptr[row], part.indptr[row + 1]
    times = (int(x) if x == int(x) else Fraction(x) for x in part.data[start:stop].tolist())
    return list(zip(part.indices[start:stop].tolist(), times, strict=True))


def _slice_rows(part: Any, start: int, length: int) -> Any:
    """Return some rows of a matrix; of a sparse one, without copying its data."""
    if not sparse.issparse(part):
        return part[start : start + length]
    # Slices of its three arrays: SciPy would copy the numbers of these rows.
    ends = part.indptr[start : start + length + 1]
    stored = slice(ends[0], ends[-1])
    arrays = (part.data[stored], part.indices[stored], ends - ends[0])
    return sparse.csr_matrix(arrays, (len(ends) - 1, part.shape[1]))


def log_posteriors(scores: Scores) -> Floats:
    """Return ln P(k|x) for the rows and classes (n × K) of `scores`.

    A class with a zero factor has −∞, as has one beyond the range of doubles; an undefined row has NaN
    in all classes.

    >>> log_posteriors(Scores(np.array([[-1.0, -np.inf]]), np.zeros((1, 1)))).tolist()
    [[0.0, -inf]]
    """
    differences, total, undefined = _softmax_parts(scores)
    with np.errstate(invalid="ignore"):
        logs: Floats = differences - np.log(total)
    logs[undefined] = np.nan
    return logs


def log_posterior_bounds(scores: Scores) -> Floats:
    """Return a bound on the error of each of `log_posteriors(scores)`.

    The logarithm of the sum moves by no more than the largest error of a score, for its slopes are
    the posteriors, which sum to 1. The roundings of exp, log and the sum itself are added.

    >>> scores = Scores(np.array([[-1.0, -1.0]]), np.zeros((1, 1)))
    >>> error = log_posterior_bounds(scores)[0, 0]
    >>> bool(abs(log_posteriors(scores)[0, 0] + np.log(2.0)) <= error < 1e-14)
    True
    """
    differences, total, undefined = _softmax_parts(scores)
    errors = np.broadcast_to(scores.errors, differences.shape)
    if scores.zeros is not None:
        errors = np.where(scores.zeros > 0, 0.0, errors)
    with np.errstate(invalid="ignore", over="ignore"):
        parts, log_total = np.exp(differences), np.log(total)
        logs = differences - log_total
        moved = np.where(parts > 0, np.abs(differences), 0.0) * parts
        sum_error = (
            moved.sum(axis=1, keepdims=True) / total + differences.shape[1] + 2 * _ULPS
        ) * ROUNDING
        log_error = _ULPS * ROUNDING * np.abs(log_total)
        row_error = errors.max(axis=1, keepdims=True) + sum_error + log_error
        class_errors = errors + 2 * ROUNDING * (np.abs(differences) + np.abs(logs))
        log_errors: Floats = np.where(
            np.isneginf(logs), 0.0, (class_errors + row_error) * _SLACK + TINY
        )
    log_errors[undefined] = np.nan
    return log_errors


def _softmax_parts(scores: Scores) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return scores minus the best of the row, the sum of their exponentials, and undefined rows."""
    values = scores.values
    if scores.zeros is not None:
        values = np.where(scores.zeros > 0, -np.inf, values)
    best = values.max(axis=1, keepdims=True)
    undefined = np.isneginf(best[:, 0])
    if scores.undefined is not None:
        undefined = undefined | scores.undefined.any(axis=1)
    with np.errstate(invalid="ignore"):
        differences = values - best
        return differences, np.exp(differences).sum(axis=1, keepdims=True), undefined


def repair_overflow(scores: Scores, exact: ExactScore, *, from_best: bool = False) -> Scores:
    """Return `scores` with rows that overflowed computed again, from `exact` scores, rounded once.

    With `from_best` the scores of such a row are differences from its best class, which keeps their
    digits. A score beyond the range of doubles even so is −∞, with bound 0.
    """
    if np.isfinite(scores.values).all() and np.isfinite(scores.errors).all():
        return scores
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    alive = np.ones(errors.shape, dtype=bool) if scores.zeros is None else scores.zeros == 0
    decidable = alive.any(axis=1)
    if scores.undefined is not None:
        decidable &= ~scores.undefined.any(axis=1)
    broken = (~(np.isfinite(scores.values) & np.isfinite(errors)) & alive).any(axis=1) & decidable
    if not broken.any():
        return scores
    values, errors = np.array(scores.values), np.array(errors)
    for row in np.flatnonzero(broken).tolist():
        labels = np.flatnonzero(alive[row]).tolist()
        products = [exact(row, label).product() for label in labels]
        best = ONE
        if from_best:
            best = products[argmax_indices(products, lambda first, second: first.compare(second))[0]]
        # Differences of scores beyond 10^308 may be small: they are exact before they are rounded.
        logs = [narrow_ball((product / best).enclose_log).nearest_double() for product in products]
        values[row, labels] = logs
        errors[row, labels] = np.where(np.isfinite(logs), np.abs(logs) * 2.0**-52 + TINY, 0.0)
    return Scores(values, errors, scores.zeros, scores.undefined)
