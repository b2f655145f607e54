"""Log posteriors in floating point, with a bound on how far the true ones may be away."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.deciding import largest
from exactnb.core.arithmetic.power_product import ONE
from exactnb.scale.logspace.deciding import Exact
from exactnb.scale.logspace.logs import Floats, log_of_form
from exactnb.scale.logspace.scores import ROUNDING, TINY, Scores

_ULPS = 4  # what exp and log of a NumPy build may be wrong by, in units of the last place
_SLACK = 1 + 2.0**-30


def log_posteriors(scores: Scores) -> Floats:
    """Return ln P(k|x) of rows and classes.

    A class with a zero factor has −∞, as has one beyond the range of doubles; a row that is undefined
    has NaN in all classes.

    >>> log_posteriors(Scores(np.array([[-1.0, -np.inf]]), np.zeros((1, 1)))).tolist()
    [[0.0, -inf]]
    """
    away, total, none = _away(scores)
    with np.errstate(invalid="ignore"):
        found: Floats = away - np.log(total)
    found[none] = np.nan
    return found


def bounds(scores: Scores) -> Floats:
    """Return how far each of the log posteriors may be away from the true one.

    The logarithm of the sum moves by no more than the largest error of a score, for it is a mean of
    them; to that come the roundings of exp, log and the sum itself.

    >>> scores = Scores(np.array([[-1.0, -1.0]]), np.zeros((1, 1)))
    >>> error = bounds(scores)[0, 0]
    >>> bool(abs(log_posteriors(scores)[0, 0] + np.log(2.0)) <= error < 1e-14)
    True
    """
    away, total, none = _away(scores)
    errors = np.broadcast_to(scores.errors, away.shape)
    if scores.zeros is not None:
        errors = np.where(scores.zeros > 0, 0.0, errors)
    with np.errstate(invalid="ignore", over="ignore"):
        parts, log_total = np.exp(away), np.log(total)
        found = away - log_total
        moved = np.where(parts > 0, np.abs(away), 0.0) * parts
        of_sum = (moved.sum(axis=1, keepdims=True) / total + away.shape[1] + 2 * _ULPS) * ROUNDING
        of_log = _ULPS * ROUNDING * np.abs(log_total)
        of_row = errors.max(axis=1, keepdims=True) + of_sum + of_log
        own = errors + 2 * ROUNDING * (np.abs(away) + np.abs(found))
        found_bounds: Floats = np.where(np.isneginf(found), 0.0, (own + of_row) * _SLACK + TINY)
    found_bounds[none] = np.nan
    return found_bounds


def _away(scores: Scores) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return scores less the best of the row, the sum of their exponentials, and what is undefined."""
    values = scores.values
    if scores.zeros is not None:
        values = np.where(scores.zeros > 0, -np.inf, values)
    top = values.max(axis=1, keepdims=True)
    none = np.isneginf(top[:, 0])
    if scores.undefined is not None:
        none = none | scores.undefined.any(axis=1)
    with np.errstate(invalid="ignore"):
        away = values - top
        return away, np.exp(away).sum(axis=1, keepdims=True), none


def mended(scores: Scores, exact: Exact, *, from_best: bool = False) -> Scores:
    """Return scores with those that overflowed taken anew, from `exact` ones, and rounded once.

    With `from_best` the scores of such a row are less that of its best class, so that they keep their
    digits. One that is beyond the range of doubles itself is −∞, with no bound.
    """
    if np.isfinite(scores.values).all() and np.isfinite(scores.errors).all():
        return scores
    errors = np.broadcast_to(scores.errors, scores.values.shape)
    alive = np.ones(errors.shape, dtype=bool) if scores.zeros is None else scores.zeros == 0
    known = alive.any(axis=1)
    if scores.undefined is not None:
        known &= ~scores.undefined.any(axis=1)
    broken = (~(np.isfinite(scores.values) & np.isfinite(errors)) & alive).any(axis=1) & known
    if not broken.any():
        return scores
    values, errors = np.array(scores.values), np.array(errors)
    for row in np.flatnonzero(broken).tolist():
        labels = np.flatnonzero(alive[row]).tolist()
        products = [exact(row, label).product() for label in labels]
        best = ONE
        if from_best:
            best = products[largest(products, lambda one, other: one.compare(other))[0]]
        logs = [log_of_form(product / best).nearest() for product in products]
        values[row, labels] = logs
        errors[row, labels] = np.where(np.isfinite(logs), np.abs(logs) * 2.0**-52 + TINY, 0.0)
    return Scores(values, errors, scores.zeros, scores.undefined)
