"""Arrays of other libraries, where scikit-learn is told to dispatch on them.

They are copied to NumPy, as the numbers they are, and what is worked out there is given back in the
library, on the device and in the type of what was asked: proofs know NumPy's doubles alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn import get_config
from sklearn.utils._array_api import (
    _find_matching_floating_dtype,
    _is_numpy_namespace,
    check_same_namespace,
    get_namespace_and_device,
    move_to,
)
from sklearn.utils.validation import check_is_fitted

from exactnb.core.record import frozen

_FITTED = ("class_count_", "class_prior_", "theta_", "var_")


@frozen
class Home:
    """Where an array of another library lives: the library and the device."""

    library: Any
    device: Any

    def back(self, array: Any, dtype: Any) -> Any:
        """Return a NumPy `array` as one of the library, each number rounded to `dtype`."""
        moved = move_to(array, xp=self.library, device=self.device)
        return self.library.astype(moved, dtype)


def array_home(array: Any) -> Home | None:
    """Return the library and device of `array`; None for NumPy, for no array, and without dispatch."""
    if not get_config()["array_api_dispatch"] or array is None:
        return None
    library, is_array, device = get_namespace_and_device(array)
    return Home(library, device) if is_array and not _is_numpy_namespace(library) else None


def as_numpy(array: Any) -> Any:
    """Return `array` as one of NumPy if it is of another library; anything else unchanged."""
    return array if array_home(array) is None else move_to(array, xp=np, device="cpu")


class TakesArrays:
    """Fit arrays of other libraries and predict of them, where scikit-learn dispatches on arrays."""

    classes_: Any

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Count the rows X, which belong to the classes y."""
        fitted = super().fit(as_numpy(X), as_numpy(y), as_numpy(sample_weight))  # type: ignore[misc]
        return fitted._moved(X, y)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Any:
        """Count more rows; `classes` has to name all classes at the first call."""
        if hasattr(self, "classes_"):
            self.classes_ = as_numpy(self.classes_)
        arguments = map(as_numpy, (X, y, classes, sample_weight))
        return super().partial_fit(*arguments)._moved(X, y)  # type: ignore[misc]

    def predict(self, X: Any) -> Any:
        """Return the class of every row; of a tie, and where all is 0/0, the first."""
        labels, home = self._computed("predict", X), array_home(self.classes_)
        return labels if home is None else home.back(labels, self.classes_.dtype)

    def predict_proba(self, X: Any) -> Any:
        """Return the posteriors, each the double next to the true number; NaN where all is 0/0."""
        return _like(X, self._computed("predict_proba", X))

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the posteriors."""
        return _like(X, self._computed("predict_log_proba", X))

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the joints."""
        return _like(X, self._computed("predict_joint_log_proba", X))

    def _computed(self, method: str, X: Any) -> Any:
        """Return what is worked out in NumPy, of rows in the library that was fitted."""
        check_is_fitted(self)
        check_same_namespace(X, self, attribute="theta_", method=method)
        return getattr(super(), method)(X)

    def _moved(self, X: Any, y: Any) -> Any:
        """Give back what was fitted in the library of the rows, the classes in that of the labels."""
        for name in _FITTED:
            setattr(self, name, _like(X, getattr(self, name)))
        if (home := array_home(y)) is not None:
            self.classes_ = home.back(self.classes_, y.dtype)
        return self


def _like(rows: Any, array: Any) -> Any:
    """Return an array as one of the library of rows, in their type, or its own for whole numbers."""
    home = array_home(rows)
    if home is None:
        return array
    return home.back(array, _find_matching_floating_dtype(rows, xp=home.library))
