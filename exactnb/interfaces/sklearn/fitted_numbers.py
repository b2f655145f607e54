"""The numbers of a fitted scikit-learn classifier: its counts, and what it computed from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions.reading import prior_if_empty_class
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.errors import InputError, Unsupported
from exactnb.interfaces.sklearn import classifiers as ours
from exactnb.interfaces.sklearn.counted import Counted
from exactnb.scale.classify.exact_counts import FeatureNames, named_schema, problem_counts
from exactnb.scale.logspace.tables import Tables

_EXACT_BELOW = 2.0**53


class FittedNumbers:
    """Read a fitted classifier, whose features have names: words, or columns."""

    def __init__(self, fitted: Any, kernel: str, names: tuple[str, ...]) -> None:
        self.fitted, self.kernel, self.names = fitted, kernel, names
        self.labels = tuple(str(label) for label in fitted.classes_.tolist())
        if len(set(self.labels)) < len(self.labels):
            raise InputError("two classes have the same name once they are written")

    def categories(self) -> dict[str, tuple[str, ...]]:
        """Return the columns of a categorical classifier with the values 0, 1, ... of each."""
        sizes = (logs.shape[1] for logs in self.fitted.feature_log_prob_)
        return {c: tuple(map(str, range(n))) for c, n in zip(self.names, sizes, strict=True)}

    def prior_with_zeros(self) -> dict[str, Fraction] | None:
        """Return the shares of the classes if one of them is 0; else they are estimated from counts."""
        if isinstance(self.fitted, Counted):
            sizes = [int(size) for size in self.fitted._tables.sizes]
        else:
            sizes = _integer_counts(self.fitted.class_count_, "class_count_").tolist()
        return prior_if_empty_class(dict(zip(self.labels, sizes, strict=True)))

    def counts(self) -> Counts:
        """Return the counts that were kept."""
        if self.kernel == "measures":
            return self._sums()
        tables = self._tables()
        features = FeatureNames(words=self.names)
        if self.kernel == "values":
            features = FeatureNames(columns=self.categories())
        sizes = [Fraction(int(size), tables.denominator) for size in tables.sizes]
        if self.kernel == "presence" and (tables.cells > tables.sizes[None, :]).any():
            raise InputError("a feature stands more than once in a row, where 0 and 1 were expected")
        return problem_counts(self.labels, sizes, [(features, tables)])

    def _sums(self) -> Counts:
        if not isinstance(self.fitted, ours.GaussianNB):
            raise InputError(
                "scikit-learn's GaussianNB keeps no sums of its data; exactnb.sklearn.GaussianNB does, "
                'and basis="stored" takes what was computed'
            )
        sums = self.fitted._sums
        features = FeatureNames(columns=dict.fromkeys(self.names, ()))
        return problem_counts(self.labels, sums.sizes, [(features, sums)])

    def _tables(self) -> Tables:
        fitted = self.fitted
        if isinstance(fitted, Counted):
            return fitted._tables
        if self.kernel == "values":
            parts = [_integer_counts(counts, "category_count_") for counts in fitted.category_count_]
            cells = np.concatenate([part.T for part in parts])
        else:
            cells = _integer_counts(fitted.feature_count_, "feature_count_").T
        return Tables(_integer_counts(fitted.class_count_, "class_count_"), cells)

    def parameters(self) -> Parameters:
        """Return the numbers that were computed, as the doubles they are."""
        if self.kernel == "presence":
            raise Unsupported(
                "BernoulliNB stores ln P alone, and the products of 1 − P have no exact form; "
                'basis="data" has one'
            )
        if self.kernel == "measures":
            return self._measured_parameters()
        columns: dict[str, tuple[str, ...]] = {}
        words: dict[tuple[str, str], Ratio] = {}
        cells: dict[tuple[str, str, str], Ratio] = {}
        if self.kernel == "values":
            columns = self.categories()
            for (column, values), logs in zip(
                columns.items(), self.fitted.feature_log_prob_, strict=True
            ):
                for value, logs_by_class in zip(values, logs.T, strict=True):
                    cells |= {(column, value, k): share for k, share in self._by_class(logs_by_class)}
        else:
            for word, logs_by_class in zip(self.names, self.fitted.feature_log_prob_.T, strict=True):
                words |= {(word, k): share for k, share in self._by_class(logs_by_class)}
        prior = dict(self._by_class(self.fitted.class_log_prior_))
        schema = named_schema(self.labels, columns, () if columns else self.names)
        return Parameters(schema, prior, cells, words, logarithms=True)

    def _measured_parameters(self) -> Parameters:
        columns: dict[str, tuple[str, ...]] = dict.fromkeys(self.names, ())
        numbers: dict[tuple[str, tuple[str, ...], str], Fraction] = {}
        for head, table in (("mean", self.fitted.theta_), ("variance", self.fitted.var_)):
            for column, parameters in zip(columns, table.T, strict=True):
                numbers |= {
                    (head, (column,), k): share.value for k, share in self._by_class(parameters)
                }
        prior = dict(self._by_class(self.fitted.class_prior_))
        return Parameters(named_schema(self.labels, columns, ()), prior, numbers=numbers)

    def _by_class(self, doubles: Any) -> list[tuple[str, Ratio]]:
        """Return a number for each class, exactly."""
        numbers = np.asarray(doubles, dtype=np.float64).tolist()
        if not np.isfinite(numbers).all():
            message = 'it holds -inf, the logarithm of a zero; basis="data" has the zero itself'
            raise InputError(message, at="basis")
        ratios = (Ratio(number.numerator, number.denominator) for number in map(Fraction, numbers))
        return list(zip(self.labels, ratios, strict=True))


def _integer_counts(numbers: Any, key: str) -> NDArray[np.int64]:
    """Return counts that are kept as doubles; refuse what is no whole number, or a rounded one."""
    counts = np.asarray(numbers, dtype=np.float64)
    if not (counts == np.rint(counts)).all():
        number = next(x for x in counts.ravel().tolist() if x != round(x))
        raise InputError(
            f"holds {number}, no whole number, for the data were weights; exactnb.sklearn keeps these "
            'exactly, and basis="stored" takes what was computed',
            at=key,
        )
    if counts.size and np.abs(counts).max() >= _EXACT_BELOW:
        raise InputError("holds more than 2^53, where doubles round", at=key)
    return counts.astype(np.int64)
