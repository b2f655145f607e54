"""Log posteriors in floating point, with a bound on how far the true ones may be away."""

from __future__ import annotations

import numpy as np

from exactnb.logspace.logs import Floats
from exactnb.logspace.scores import ROUNDING, Scores

__all__ = ["log_posteriors"]

_ULPS = 4  # what exp and log of a NumPy build may be wrong by, in units of the last place
_SLACK = 1 + 2.0**-30
_TINY = 2.0**-1000


def log_posteriors(scores: Scores) -> tuple[Floats, Floats]:
    """Return ln P(k|x) of rows and classes, and bounds on their errors.

    A class with a zero factor has −∞, a row that is undefined NaN in all classes. The logarithm of
    the sum moves by no more than the largest error of a score, for it is a mean of them; to that come
    the roundings of exp, log and the sum itself.

    >>> values, errors = np.array([[-1.0, -1.0]]), np.array([[0.0, 0.0]])
    >>> found, bound = log_posteriors(Scores(values, errors))
    >>> bool(abs(found[0, 0] + np.log(2.0)) <= bound[0, 0] < 1e-14)
    True
    """
    values = scores.values
    errors = np.broadcast_to(scores.errors, values.shape)
    if scores.zeros is not None:
        values = np.where(scores.zeros > 0, -np.inf, values)
        errors = np.where(scores.zeros > 0, 0.0, errors)
    top = values.max(axis=1, keepdims=True)
    none = np.isneginf(top[:, 0])
    if scores.undefined is not None:
        none = none | scores.undefined.any(axis=1)
    with np.errstate(invalid="ignore", over="ignore"):
        away = values - top
        parts = np.exp(away)
        total = parts.sum(axis=1, keepdims=True)
        log_total = np.log(total)
        found = away - log_total
        moved = np.where(parts > 0, np.abs(away), 0.0) * parts
        of_sum = (moved.sum(axis=1, keepdims=True) / total + values.shape[1] + 2 * _ULPS) * ROUNDING
        of_log = _ULPS * ROUNDING * np.abs(log_total)
        of_row = errors.max(axis=1, keepdims=True) + of_sum + of_log
        own = errors + 2 * ROUNDING * (np.abs(away) + np.abs(found))
        bounds = np.where(np.isneginf(found), 0.0, (own + of_row) * _SLACK + _TINY)
    found[none], bounds[none] = np.nan, np.nan
    return found, bounds
