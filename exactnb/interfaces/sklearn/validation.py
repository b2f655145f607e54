"""What scikit-learn's checks let in, read exactly: from what was given, not from what they make of it.

Its conversions add up sparse numbers in narrow types, and round where doubles do not do. Arrays of
other libraries, where scikit-learn is told to dispatch on them, are copied to NumPy, as the numbers
they are; results are given back in the library, on the device and in the type of what was asked: proofs
know NumPy's doubles alone.

How to read: arrays of other libraries come first, then rows, which `surely_passes_checks` lets in
without scikit-learn's checks, then parameters, weights and priors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import floor, inf, nextafter
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn import get_config
from sklearn.utils._array_api import (
    _find_matching_floating_dtype,
    _is_numpy_namespace,
    check_same_namespace,
    get_namespace_and_device,
    move_to,
)
from sklearn.utils.multiclass import _check_partial_fit_first_call
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.scale.logspace.rational_tables import nearest_double
from exactnb.scale.logspace.tables import integer_weights
from exactnb.scale.logspace.widening import Rows, array_of, exact_number, exact_rows

FITTED = ("class_count_", "class_prior_", "theta_", "var_")


@frozen
class Home:
    """Where an array of another library lives: the library and the device."""

    library: Any
    device: Any

    def back(self, array: Any, dtype: Any) -> Any:
        """Return a NumPy `array` as one of the library, each number rounded to `dtype`."""
        return self.library.astype(move_to(array, xp=self.library, device=self.device), dtype)


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
        """Count the rows `X`, which belong to the classes `y`, each with its `sample_weight`."""
        fitted = super().fit(as_numpy(X), as_numpy(y), as_numpy(sample_weight))  # type: ignore[misc]
        return fitted._moved_to_home(X, y)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Any:
        """Count more rows `X` of the classes `y`, each with its `sample_weight`.

        `classes` has to name all classes at the first call.
        """
        if hasattr(self, "classes_"):
            self.classes_ = as_numpy(self.classes_)
        arguments = map(as_numpy, (X, y, classes, sample_weight))
        return super().partial_fit(*arguments)._moved_to_home(X, y)  # type: ignore[misc]

    def predict(self, X: Any) -> Any:
        """Return the class of every row of `X`; of a tie, and where all is 0/0, the first."""
        labels, home = self._computed_in_numpy("predict", X), array_home(self.classes_)
        return labels if home is None else home.back(labels, self.classes_.dtype)

    def predict_proba(self, X: Any) -> Any:
        """Return the posteriors of `X`, each less than a unit in its last place off; NaN for 0/0."""
        return _in_library_of(X, self._computed_in_numpy("predict_proba", X))

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the posteriors of `X`."""
        return _in_library_of(X, self._computed_in_numpy("predict_log_proba", X))

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the joints of `X`."""
        return _in_library_of(X, self._computed_in_numpy("predict_joint_log_proba", X))

    def _computed_in_numpy(self, method: str, X: Any) -> Any:
        """Return what is worked out in NumPy, of rows in the library that was fitted."""
        check_is_fitted(self)
        if get_config()["array_api_dispatch"]:  # else means, which are made late, need not be there
            check_same_namespace(X, self, attribute="theta_", method=method)
        return getattr(super(), method)(X)

    def _moved_to_home(self, X: Any, y: Any) -> Any:
        """Give back what was fitted in the library of the rows, the classes in that of the labels."""
        for name in FITTED if array_home(X) is not None else ():
            setattr(self, name, _in_library_of(X, getattr(self, name)))
        if (home := array_home(y)) is not None:
            self.classes_ = home.back(self.classes_, y.dtype)
        return self


def _in_library_of(rows: Any, array: Any) -> Any:
    """Return an array as one of the library of rows, in their type, or its own for whole numbers."""
    home = array_home(rows)
    if home is None:
        return array
    return home.back(array, _find_matching_floating_dtype(rows, xp=home.library))


def exact_csr(X: Any, *, keep_duplicates: bool = False) -> Any:
    """Return sparse rows exactly, as CSR, which scikit-learn leaves as it is; all else as it was.

    With `keep_duplicates`, several entries for one cell are not added up (as in `exact_rows`).
    """
    return exact_rows(X, keep_duplicates=keep_duplicates) if sparse.issparse(X) else X


def surely_passes_checks(fitted: Any, X: Any) -> bool:
    """Say whether X is surely what scikit-learn's checks let in, for a classifier, and leave as it is.

    These checks take longer than all else that one row needs: they see only what they may refuse.
    """
    if not sparse.issparse(X) and not (
        type(X) is np.ndarray and X.ndim == 2 and X.dtype in (np.float64, np.int64)
    ):
        return False
    if hasattr(fitted, "feature_names_in_") or X.shape[1] != fitted.n_features_in_ or not X.shape[0]:
        return False
    numbers = X.data if sparse.issparse(X) else X
    # A sum of squares is finite only if all its terms are; BLAS takes it faster than NumPy a sum.
    return numbers.dtype.kind != "f" or bool(np.isfinite(np.vdot(numbers, numbers)))


def exact_given_rows(X: Any, checked: Any) -> Rows:
    """Return the rows that were given and `checked`; DataFrames, lists and objects are read anew."""
    return checked if sparse.issparse(X) else exact_rows(X)


def binarized(rows: Rows, border: Any) -> Rows:
    """Return `rows` with a 1 where a number is larger than `border`, which is not negative.

    >>> rows = sparse.csr_matrix([[2**53, 2**53 + 1]])
    >>> binarized(rows, 2.0**53).toarray()
    array([[0, 1]])
    """
    exact = nonnegative_parameter("binarize", border)
    limit: int | float = floor(exact)
    if rows.dtype != np.int64:
        limit = nearest_double(exact)
        limit = nextafter(limit, -inf) if limit > exact else limit
    if not sparse.issparse(rows):
        return np.greater(rows, limit).astype(np.float64)
    there = (rows.data > limit).astype(np.int64)
    ones = sparse.csr_matrix((there, rows.indices, rows.indptr), rows.shape)
    if not there.all():
        ones = ones.copy()
        ones.eliminate_zeros()
    return ones


def nonnegative_parameter(name: str, value: Any) -> Fraction:
    """Return the exact number that the `value` of the parameter `name` is.

    Raises InputError, with the name, if it is negative or no number.
    """
    number = Place.of(name).read(exact_number, value)
    if number < 0:
        raise InputError(f"expected a number that is not negative; got {value}", at=name)
    return number


@contextmanager
def errors_at_argument(
    name: str, expected: str, errors: Any = (TypeError, OverflowError, IndexError)
) -> Iterator[None]:
    """Raise InputError at the argument `name` where NumPy makes no array of it, or cannot sort it."""
    try:
        yield
    except errors:
        raise InputError(f"expected {expected}", at=name) from None


def is_first_call(fitted: Any, classes: Any) -> bool:
    """Say whether a classifier is fitted for the first time, to these `classes`.

    Raises InputError for what cannot be sorted, and for none.
    """
    with errors_at_argument("classes", "the classes, at least one, all of one kind"):
        if classes is not None:
            _ = np.unique(classes)[-1]
        first: bool = _check_partial_fit_first_call(fitted, classes)
    return first


def checked_weights(X: Any, sample_weight: Any) -> tuple[NDArray[Any] | None, int]:
    """Return `sample_weight`, checked against `X`, as integers over one denominator; None for none."""
    if sample_weight is None:
        return None, 1
    with errors_at_argument("sample_weight", "numbers that doubles hold", OverflowError):
        checked = _check_sample_weight(sample_weight, X)
    if isinstance(sample_weight, Number):
        return integer_weights(np.full(len(checked), sample_weight))
    return integer_weights(array_of(sample_weight))


def class_priors(
    sizes: Sequence[Fraction], fit_prior: bool, class_prior: Sequence[Any] | None
) -> tuple[Fraction, ...]:
    """Return the prior of each class.

    `sizes` are the rows of the classes. Priors are those of `class_prior`, else relative frequencies
    if `fit_prior`, else uniform. Raises ValueError if `class_prior` has another length.
    """
    total = sum(sizes, Fraction(0))
    if class_prior is not None:
        if len(class_prior) != len(sizes):
            raise ValueError("Number of priors must match number of classes.")
        return tuple(nonnegative_parameter("class_prior", prior) for prior in class_prior)
    if fit_prior and total:
        return tuple(size / total for size in sizes)
    return (Fraction(1, len(sizes)),) * len(sizes)
