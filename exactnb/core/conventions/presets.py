"""The defaults of other tools, by name and version."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.errors import InputError, near, quoted

PRESETS: Mapping[str, Mapping[str, object]] = {
    # alpha = 1, class_prior = None; classes tie to the first in sorted order: list them sorted.
    # var_smoothing = 1e-9; variances and covariances are over N, those of its LDA and QDA too.
    "scikit-learn-1.9": {
        "prior": "mle",
        "smoothing": 1,
        "tie": "first",
        "epsilon": {"relative": "1e-9"},
    },
    # NaiveBayesClassifier.train: ELEProbDist for labels and values alike. Values are those of some
    # row; a feature that a row lacks has the value None there, and one that a query lacks is left
    # out. In a tie it takes the greatest label; here a tie is reported.
    "nltk-3.10": {
        "prior": "smoothed",
        "smoothing": "1/2",
        "unseen_value": "zero",
        "missing_cells": "value",
    },
}


def preset(name: object) -> tuple[str, Mapping[str, object]]:
    """Return a preset with its full name; without a version, the newest.

    >>> preset("nltk")[0]
    'nltk-3.10'

    Raises InputError with a near match for a name that is none.
    """
    if not isinstance(name, str):
        raise InputError(f"expected one of {', '.join(PRESETS)}; got {quoted(name)}")
    newest = [full for full in PRESETS if full == name or full.rpartition("-")[0] == name]
    if not newest:
        names = (*PRESETS, *(full.rpartition("-")[0] for full in PRESETS))
        raise InputError(f"expected one of {', '.join(PRESETS)}; got {quoted(name)}{near(name, names)}")
    return newest[-1], PRESETS[newest[-1]]
