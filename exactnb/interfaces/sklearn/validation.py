"""What scikit-learn's checks let in, read exactly: from what was given, not from what they make of it.

Its conversions add up sparse numbers in narrow types, and round where doubles do not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf, nextafter
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils.validation import _check_sample_weight

from exactnb.errors import InputError, Place
from exactnb.scale.logspace.quotients import nearest_double
from exactnb.scale.logspace.tables import integer_weights
from exactnb.scale.logspace.widening import Rows, array_of, exact_number, exact_rows


def added_up(X: Any, *, keep_duplicates: bool = False) -> Any:
    """Return sparse rows exactly, as CSR, which scikit-learn leaves as it is; all else as it was.

    With `keep_duplicates`, several entries for one cell are not added up (as in `exact_rows`).
    """
    return exact_rows(X, keep_duplicates=keep_duplicates) if sparse.issparse(X) else X


def exactly(X: Any, checked: Any) -> Rows:
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


def weights(X: Any, sample_weight: Any) -> tuple[NDArray[Any] | None, int]:
    """Return weights as whole numbers over one denominator, None for none: checked, but not rounded."""
    if sample_weight is None:
        return None, 1
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
