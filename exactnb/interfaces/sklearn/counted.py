"""What the classifiers share: rows are counted exactly, at once or by and by, and labels proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sklearn.naive_bayes as theirs
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from exactnb.core.lazy import Recomputed, once
from exactnb.interfaces.sklearn.validation import (
    as_numpy,
    checked_weights,
    class_priors,
    errors_at_argument,
    exact_csr,
    exact_given_rows,
    is_first_call,
    nonnegative_parameter,
    surely_passes_checks,
)
from exactnb.scale.logspace.decisions import CERTIFICATES, Decisions
from exactnb.scale.logspace.model import Counting, LogModel
from exactnb.scale.logspace.rows import Floats
from exactnb.scale.logspace.tables import Tables, as_quotients, count_rows


class Proved(Recomputed):
    """Predict by a model whose labels are proved; the last certificates are no parameter of it."""

    classes_: NDArray[Any]
    _model: LogModel
    _last: list[NDArray[np.int8]]

    @property
    def certificate_(self) -> NDArray[np.str_]:
        """Return how each label of the last prediction is proved."""
        check_is_fitted(self)
        if not self._last:
            raise AttributeError("certificate_ is there once predict was called")
        return np.array(CERTIFICATES)[self._last[0]]

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of every row of `X` (n × V); of a tie, and where all is 0/0, the first."""
        decisions = self._decide(X)
        labels: NDArray[Any] = as_numpy(self.classes_)[np.maximum(decisions.labels, 0)]
        return labels

    def predict_set(self, X: Any) -> list[tuple[Any, ...]]:
        """Return all winners of every row of `X`: several in a tie, none where all is 0/0."""
        return self._decide(X).sets(as_numpy(self.classes_).tolist())

    def predict_proba(self, X: Any) -> Floats:
        """Return the posteriors of `X`, n × K, less than a unit in the last place off; NaN for 0/0."""
        check_is_fitted(self)
        return self._model.posteriors(self._rows(self._check_X(X)))

    def predict_log_proba(self, X: Any) -> Floats:
        """Return the logarithms of the posteriors of `X`, n × K."""
        check_is_fitted(self)
        return self._model.log_posteriors(self._rows(self._check_X(X)))

    def _joint_log_likelihood(self, X: Any) -> Floats:
        return self._model.log_joints(self._rows(X))

    def _decide(self, X: Any) -> Decisions:
        check_is_fitted(self)
        rows = self._rows(self._check_X(X))
        decisions = self._model.decide(rows)
        self._last[:] = [decisions.certificates]
        return decisions

    def _check_X(self, X: Any) -> Any:
        raise NotImplementedError

    def _rows(self, X: Any) -> tuple[Any, ...]:
        """Return checked rows as the blocks of the model want them."""
        return (X,)


class Counted(Proved):
    """Count rows exactly, in one pass or in several."""

    _tables: Tables
    _sums_rows = False  # whether scores are sums over what a row stores, whatever stands twice
    _late: tuple[str, ...] = ("feature_count_", "feature_log_prob_", "category_count_")

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Count the rows `X` (n × V), which belong to the classes `y`, with their `sample_weight`."""
        X, y = self._check_X_y(X, y)
        check_classification_targets(y)
        self.__dict__.pop("_tables", None)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self._tables = self._counts(X, codes, sample_weight)
        return self._finish_fit()

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Any:
        """Count more rows `X` of the classes `y`, each with its `sample_weight`.

        `classes` has to name all classes at the first call.
        """
        X, y = self._check_X_y(X, y, reset=not hasattr(self, "classes_"))
        first = is_first_call(self, classes)
        more = self._counts(X, class_codes(self.classes_, y), sample_weight)
        self._tables = more if first else self._tables + more
        return self._finish_fit()

    def _check_X(self, X: Any) -> Any:
        X = exact_csr(X, keep_duplicates=self._sums_rows)
        return exact_given_rows(
            X, X if surely_passes_checks(self, X) else theirs._BaseDiscreteNB._check_X(self, X)
        )

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> tuple[Any, Any]:
        X = exact_csr(X)
        checked, y = theirs._BaseDiscreteNB._check_X_y(self, X, y, reset=reset)
        return exact_given_rows(X, checked), y

    def _counts(self, X: Any, codes: NDArray[np.int64], sample_weight: Any) -> Tables:
        row_weights, denominator = checked_weights(X, sample_weight)
        return count_rows(X, codes, len(self.classes_), row_weights, denominator)

    def _finish_fit(self) -> Any:
        """Set what scikit-learn's classifiers have once they are fitted."""
        tables = self._tables
        sizes = [Fraction(int(size)) for size in tables.sizes]
        priors = class_priors(sizes, self.fit_prior, self.class_prior)  # type: ignore[attr-defined]
        self.class_count_ = as_quotients(tables.sizes, tables.denominator)
        for late in self._late:
            self.__dict__.pop(late, None)  # those of what was fitted before
        with errors_at_argument("alpha", "a number, or one for each column"):
            alpha = np.atleast_1d(self._check_alpha()).ravel()  # type: ignore[attr-defined]
        pseudocounts = tuple(
            nonnegative_parameter("alpha", pseudocount) for pseudocount in alpha.tolist()
        )
        self._model, self._last = self._build_model(priors, pseudocounts), []
        with np.errstate(divide="ignore"):
            self.class_log_prior_ = np.log([float(p) for p in priors])
        return self

    @once
    def feature_count_(self) -> Floats:
        """Return how much of every feature the rows of a class have, K × V."""
        return as_quotients(self._tables.cells.T, self._tables.denominator)

    @once
    def feature_log_prob_(self) -> Any:
        """Return ln P(x|k) of every feature and class, K × V; a list of them for categories."""
        return self._log_shares()

    def _build_model(self, priors: tuple[Fraction, ...], pseudocounts: tuple[Fraction, ...]) -> Any:
        return LogModel(priors, self._kernels(pseudocounts))

    def _kernels(self, pseudocounts: tuple[Fraction, ...]) -> tuple[Counting, ...]:
        raise NotImplementedError

    def _log_shares(self) -> Any:
        raise NotImplementedError


def class_codes(classes: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
    """Return the place among `classes`, sorted, of each of `y`.

    Refuse an unknown one with ValueError.
    """
    with errors_at_argument("y", f"classes of the kind of {classes[0]}"):
        codes = np.searchsorted(classes, y)
    is_class = classes[np.minimum(codes, len(classes) - 1)] == y
    if not is_class.all():
        unknown = np.unique(y[~is_class])
        message = "The target label(s) %s in y do not exist in the initial classes %s"
        raise ValueError(message % (unknown, classes))
    return codes
