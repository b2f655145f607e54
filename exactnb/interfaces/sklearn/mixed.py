"""Naive Bayes for tables with columns of several kinds, in scikit-learn's interface, labels proved.

How to read: `ColumnEncoding` knows what each column is, `_count` adds up what it holds, `_finished`
makes a model of that: a block of all categories, one of all counts, and some for the columns of
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np
import sklearn.naive_bayes as theirs
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import TransformerMixin, _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_feature_names_in,
    _check_y,
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from exactnb.core.conventions.reading import check_relative_frequencies
from exactnb.core.data.frames import declared_in
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import quoted
from exactnb.interfaces.sklearn.counted import Proved, class_codes
from exactnb.interfaces.sklearn.frames import (
    KINDS,
    ColumnEncoding,
    FrameColumns,
    is_frame,
    narwhals_frame,
)
from exactnb.interfaces.sklearn.validation import (
    checked_weights,
    class_priors,
    is_first_call,
    nonnegative_parameter,
)
from exactnb.scale.logspace.gaussian import GappedKernel, Normal
from exactnb.scale.logspace.limbs import Sums, plain_and_weighted_sums
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.rational_tables import nearest_double
from exactnb.scale.logspace.rows import Floats
from exactnb.scale.logspace.tables import Tables, as_quotients, count_rows
from exactnb.scale.logspace.widening import array_of

_TOGETHER = 16  # columns of numbers in one block: of very many, exact sums of fractions would be long


@frozen
class _Statistics:
    """What was counted: categories and booleans, counts, and the sums of each column of numbers.

    `unweighted` are the sums of each column over all classes, every row once: the variance that
    var_smoothing refers to ignores weights, as scikit-learn's does.
    """

    values: Tables
    counts: Tables
    sums: tuple[Sums, ...]
    unweighted: tuple[Sums, ...]

    def __add__(self, other: _Statistics) -> _Statistics:
        sums, unweighted = (
            tuple(a + b for a, b in zip(mine, more, strict=True))
            for mine, more in ((self.sums, other.sums), (self.unweighted, other.unweighted))
        )
        return _Statistics(self.values + other.values, self.counts + other.counts, sums, unweighted)


class MixedNB(Proved, TransformerMixin, theirs._BaseNB):  # type: ignore[misc]
    """Naive Bayes for columns of categories, numbers, counts and booleans side by side.

    What a column is shows in its type: booleans are what they are; text, categories and enumerations
    are categories; other numbers are normal within a class; sparse columns are counts, which share a
    total as words of a text do. `categories`, `numbers`, `counts` and `booleans` name columns, or
    their places, that shall be taken otherwise. A missing cell (None, NaN, NA) is skipped, fitted or
    asked. Each kind is what CategoricalNB, GaussianNB, MultinomialNB and BernoulliNB make of it.

    Parameters
    ----------
    categories, numbers, counts, booleans : lists of column names or places, or None
        Columns that are taken for this kind, whatever their type.
    alpha : float, default=1.0
        λ of categories, booleans and counts.
    var_smoothing : float, default=1e-9
        The share of the largest variance of a column, weights left aside, that is added to all
        variances.
    fit_prior : bool, default=True
        Whether priors are relative frequencies; uniform if not.
    class_prior : one number for each class, or None
        Priors that are given.
    unseen : {"drop", "error"}, default="drop"
        Whether a category that no fitted row has is skipped as a missing one is, or refused.

    `transform` gives the posteriors as features, one for each class; `set_output` makes frames of them.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"sky": ["clear", "grey", None, "grey"], "wind": [3.5, 9.0, 8.0, None]})
    >>> model = MixedNB().fit(frame, ["go", "stay", "stay", "go"])
    >>> model.kinds_, model.predict(frame.iloc[:2]).tolist()
    ({'sky': 'categories', 'wind': 'numbers'}, ['go', 'stay'])
    """

    _encoding: ColumnEncoding
    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012
        **{kind: ["array-like", None] for kind in KINDS},
        "alpha": [Interval(Real, 0, None, closed="left")],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "unseen": [StrOptions({"drop", "error"})],
    }

    def __init__(
        self,
        *,
        categories: Any = None,
        numbers: Any = None,
        counts: Any = None,
        booleans: Any = None,
        alpha: float = 1.0,
        var_smoothing: float = 1e-9,
        fit_prior: bool = True,
        class_prior: Any = None,
        unseen: str = "drop",
    ) -> None:
        self.categories = categories
        self.numbers = numbers
        self.counts = counts
        self.booleans = booleans
        self.alpha = alpha
        self.var_smoothing = var_smoothing
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.unseen = unseen

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Count the rows `X`, which belong to the classes `y`, each with its `sample_weight`.

        Categories of y that no row has are classes as well. Raises ValueError for one whose prior is to
        be estimated from its rows.
        """
        declared = declared_in(y)
        columns, y = self._checked_input(X, y, reset=True)
        self.__dict__.pop("_statistics", None)
        self.classes_ = np.unique(y if declared is None else np.concatenate([y, np.array(declared)]))
        codes = class_codes(self.classes_, y)
        if self.fit_prior and self.class_prior is None:
            rows = np.bincount(codes, minlength=len(self.classes_)).tolist()
            fix = "give class_prior, say fit_prior=False, or remove unused categories"
            check_relative_frequencies(
                dict(zip(self.classes_.tolist(), rows, strict=True)), fix, key="y"
            )
        encoding = self._encoding_of_columns(columns).with_values_of(columns)
        self._statistics = self._count(encoding, columns, codes, sample_weight)
        self._encoding = encoding
        return self._finished()

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Any:
        """Count more rows `X` of the classes `y`, each with its `sample_weight`.

        `classes` has to name all classes at the first call.
        """
        columns, y = self._checked_input(X, y, reset=not hasattr(self, "classes_"))
        first = is_first_call(self, classes)
        codes = class_codes(self.classes_, y)
        first = first or not hasattr(self, "_statistics")
        encoding_before = self._encoding_of_columns(columns) if first else self._encoding
        encoding = encoding_before.with_values_of(columns)
        more = self._count(encoding, columns, codes, sample_weight)
        if not first:
            statistics = self._statistics
            sizes = encoding_before.column_sizes(), encoding.column_sizes()
            wider = statistics.values.with_categories(*sizes) if sizes[0] else statistics.values
            more = replace(statistics, values=wider) + more
        self._statistics, self._encoding = more, encoding
        return self._finished()

    def _encoding_of_columns(self, columns: FrameColumns) -> ColumnEncoding:
        return ColumnEncoding.of(columns, {kind: getattr(self, kind) for kind in KINDS})

    def transform(self, X: Any) -> Any:
        """Return the posteriors of the rows `X` as features, one for each class."""
        return self.predict_proba(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the names of the features of `transform`: `mixednb_` and the class.

        `input_features` may be the names that were seen in `fit`, and changes nothing.
        """
        check_is_fitted(self)
        _check_feature_names_in(self, input_features, generate_names=False)
        return np.array([f"mixednb_{label}" for label in self.classes_.tolist()], dtype=object)

    def _checked_input(
        self, X: Any, y: Any = "no_validation", *, reset: bool
    ) -> tuple[FrameColumns, Any]:
        """Return checked rows as columns, and checked classes."""
        if narwhals_frame(X) is None and not sparse.issparse(X):
            X = _as_array(X)
        how: dict[str, Any] = {"dtype": None, "ensure_all_finite": False, "accept_sparse": True}
        if is_frame(X):
            how = {"skip_check_array": True}
        without_classes = isinstance(y, str) and y == "no_validation"
        checked = validate_data(self, X, y, reset=reset, **how)
        if is_frame(X):
            for what, number in zip(("sample", "feature"), X.shape, strict=True):
                if not number:
                    message = f"Found array with 0 {what}(s) (shape={X.shape})"
                    raise ValueError(f"{message} while a minimum of 1 is required.")
        elif not sparse.issparse(X):  # sparse rows are read as they were given
            X = checked if without_classes else checked[0]
        if not without_classes:
            y = _check_y(y, estimator=self)
            check_consistent_length(X, y)
            check_classification_targets(y)
        return FrameColumns(X), y

    def _count(
        self,
        encoding: ColumnEncoding,
        columns: FrameColumns,
        codes: NDArray[np.int64],
        sample_weight: Any,
    ) -> _Statistics:
        row_weights, denominator = checked_weights(np.empty((columns.number, 1)), sample_weight)
        values, *parts = encoding.blocks(columns, self.unseen)
        counts = np.zeros((columns.number, 0), dtype=np.int64)
        if encoding.column_indices("counts"):
            counts, *parts = parts
        number = len(self.classes_)
        return _Statistics(
            count_rows(values, codes, number, row_weights, denominator),
            count_rows(counts, codes, number, row_weights, denominator),
            *_sums_by_column(parts, codes, number, row_weights, denominator),
        )

    def _finished(self) -> Any:
        """Set what is known once rows are counted."""
        statistics = self._statistics
        amount = nonnegative_parameter("alpha", self.alpha)
        sizes = [Fraction(int(size)) for size in statistics.values.sizes]
        priors = class_priors(sizes, self.fit_prior, self.class_prior)
        ends = np.cumsum([0, *self._encoding.column_sizes()]).tolist()
        groups = tuple(range(start, stop) for start, stop in pairwise(ends))
        kernels: list[Any] = [MultinomialKernel(statistics.values, (amount,), groups)]
        if self._encoding.column_indices("counts"):
            width = len(statistics.counts.cells)
            kernels.append(MultinomialKernel(statistics.counts, (amount,), (range(width),)))
        kernels += self._fit_number_columns(statistics)
        self.kinds_ = dict(zip(self._encoding.names, self._encoding.kinds, strict=True))
        self._last = []
        self._model = LogModel(priors, tuple(kernels))
        self.class_count_ = as_quotients(statistics.values.sizes, statistics.values.denominator)
        with np.errstate(divide="ignore"):
            self.class_log_prior_ = np.log([float(prior) for prior in priors])
        for late in ("theta_", "var_", "categories_"):
            self.__dict__.pop(late, None)  # those of what was fitted before
        return self

    def _fit_number_columns(self, statistics: _Statistics) -> list[GappedKernel]:
        """Return the columns of numbers, with what is added to their variances."""
        spreads = [sums.variances[0][0] for sums in statistics.unweighted]
        share = nonnegative_parameter("var_smoothing", self.var_smoothing)
        added = share * max(spreads, default=Fraction(0))
        self._epsilon, self.epsilon_ = added, nearest_double(added)
        normals: list[list[Normal]] = []
        for index, sums in zip(self._encoding.column_indices("numbers"), statistics.sums, strict=True):
            spread = [variance + added for (variance,) in sums.variances]
            for label, size, variance in zip(self.classes_.tolist(), sums.sizes, spread, strict=True):
                if size and not variance:
                    column, number = str(self._encoding.names[index]), f"n_samples={int(size)}"
                    message = f"a variance of 0 in the class {quoted(str(label))}, with {number}"
                    raise ValueError(
                        f"column {quoted(column)}: {message}; var_smoothing above 0 adds to it"
                    )
            pairs = zip(sums.sizes, (mean for (mean,) in sums.means), spread, strict=True)
            normals.append([(mean, variance) if size else None for size, mean, variance in pairs])
        starts = range(0, len(normals), _TOGETHER)
        return [GappedKernel.of_columns(normals[start : start + _TOGETHER]) for start in starts]

    @once
    def theta_(self) -> Floats:
        """Return the means of classes and columns of numbers; NaN where a class has none."""
        return self._table(0)

    @once
    def var_(self) -> Floats:
        """Return the variances of classes and columns of numbers; NaN where a class has none."""
        return self._table(1)

    def _table(self, which: int) -> Floats:
        kernels = [kernel for kernel in self._model.kernels if isinstance(kernel, GappedKernel)]
        tables = [np.empty((len(self.classes_), 0))]
        for kernel in kernels:
            numbers = (kernel.means, kernel.variances)[which]
            table = np.array([[nearest_double(number) for number in row] for row in numbers])
            tables.append(np.where(kernel.unknown, np.nan, table))
        return np.concatenate(tables, axis=1)

    @once
    def categories_(self) -> dict[Any, list[Any]]:
        """Return the values of each categorical column, in order."""
        values = self._encoding.values
        return {self._encoding.names[index]: list(positions) for index, positions in values.items()}

    def _check_X(self, X: Any) -> tuple[Any, ...]:
        columns, _ = self._checked_input(X, reset=False)
        parts = self._encoding.blocks(columns, self.unseen)
        return _with_number_columns_joined(parts, len(self._encoding.column_indices("numbers")))

    def _rows(self, X: Any) -> tuple[Any, ...]:
        return tuple(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        tags.input_tags.categorical = True
        return tags


def _as_array(rows: Any) -> NDArray[Any]:
    """Return rows as an array, of Python's own values where NumPy would round them or make text."""
    array = array_of(rows)
    if array.dtype.kind in "US" and not isinstance(rows, np.ndarray):
        return np.array(rows, dtype=object)
    return array


def _with_number_columns_joined(parts: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    """Return rows with so many columns of numbers, the last parts, put together as in the model."""
    discrete, numbers = parts[: len(parts) - number], parts[len(parts) - number :]
    starts = range(0, number, _TOGETHER)
    blocks = (np.concatenate(numbers[start : start + _TOGETHER], axis=1) for start in starts)
    return *discrete, *blocks


def _sums_by_column(
    parts: Sequence[Floats],
    codes: NDArray[np.int64],
    classes: int,
    row_weights: NDArray[Any] | None,
    denominator: int,
) -> tuple[tuple[Sums, ...], tuple[Sums, ...]]:
    """Return the sums of columns of numbers by class, and over all classes without weights.

    Each is of the rows that show a number; columns without gaps are added up at once.
    """
    weighted: dict[int, Sums] = {}
    unweighted: dict[int, Sums] = {}
    gaps = [np.isnan(part[:, 0]) for part in parts]
    groups = [[index for index, gone in enumerate(gaps) if not gone.any()]]
    groups += [[index] for index, gone in enumerate(gaps) if gone.any()]
    for group in filter(None, groups):
        there = ~gaps[group[0]]
        rows = np.concatenate([parts[index][there] for index in group], axis=1)
        some = None if row_weights is None else row_weights[there]
        plain_sums, weighted_sums = plain_and_weighted_sums(
            rows, codes[there], classes, some, denominator
        )
        for place, index in enumerate(group):
            weighted[index], unweighted[index] = (
                weighted_sums.column(place),
                plain_sums.pooled.column(place),
            )
    order = range(len(parts))
    return tuple(weighted[index] for index in order), tuple(unweighted[index] for index in order)
