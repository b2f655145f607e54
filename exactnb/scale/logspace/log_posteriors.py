"""Log posteriors in floating point, with a bound on the error of each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.deciding import largest
from exactnb.core.arithmetic.power_product import ONE
from exactnb.scale.logspace.decisions import ROUNDING, TINY, ExactScore, Scores
from exactnb.scale.logspace.logs import Floats, narrow

_ULPS = 4  # assumed error of NumPy's exp and log, in units of the last place
_SLACK = 1 + 2.0**-30


def log_posteriors(scores: Scores) -> Floats:
    """Return ln P(k|x) for the rows and classes (n × K) of `scores`.

    A class with a zero factor has −∞, as has one beyond the range of doubles; an undefined row has NaN
    in all classes.

    >>> log_posteriors(Scores(np.array([[-1.0, -np.inf]]), np.zeros((1, 1)))).tolist()
    [[0.0, -inf]]
    """
    differences, total, undefined = _relative_to_best(scores)
    with np.errstate(invalid="ignore"):
        logs: Floats = differences - np.log(total)
    logs[undefined] = np.nan
    return logs


def bounds(scores: Scores) -> Floats:
    """Return a bound on the error of each of `log_posteriors(scores)`.

    The logarithm of the sum moves by no more than the largest error of a score, for its slopes are
    the posteriors, which sum to 1. The roundings of exp, log and the sum itself are added.

    >>> scores = Scores(np.array([[-1.0, -1.0]]), np.zeros((1, 1)))
    >>> error = bounds(scores)[0, 0]
    >>> bool(abs(log_posteriors(scores)[0, 0] + np.log(2.0)) <= error < 1e-14)
    True
    """
    differences, total, undefined = _relative_to_best(scores)
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


def _relative_to_best(scores: Scores) -> tuple[Floats, Floats, NDArray[np.bool_]]:
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
            best = products[largest(products, lambda first, second: first.compare(second))[0]]
        logs = [narrow((product / best).log).nearest() for product in products]
        values[row, labels] = logs
        errors[row, labels] = np.where(np.isfinite(logs), np.abs(logs) * 2.0**-52 + TINY, 0.0)
    return Scores(values, errors, scores.zeros, scores.undefined)
