"""scikit-learn's naive Bayes classifiers with every label proved: change the import, nothing else.

They derive from scikit-learn's own, so that parameters, checks and errors are the same. What is
counted is exact, a float parameter is the exact double that it is, and `predict` decides exactly.
Beside that, `predict_set` gives all classes of a tie, and `certificate_` says of the last prediction
how each label is proved: "float64", "exact", "tie" or "undefined" (0/0; the label is the first class).

Threads may share what is fitted; `certificate_` is of the prediction that ended last, in any thread.

How to read: `Proved` decides and `Counted` counts, in `counted.py`; the five classifiers say only what
their features are.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import sklearn.naive_bayes as theirs
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils.validation import check_non_negative, validate_data

from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.interfaces.sklearn.counted import Counted, Proved, class_codes
from exactnb.interfaces.sklearn.validation import (
    FITTED,
    TakesArrays,
    as_numpy,
    binarized,
    checked_weights,
    errors_at_argument,
    exact_given_rows,
    is_first_call,
    nonnegative_parameter,
    surely_passes_checks,
)
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.complement import ComplementKernel, NormalisedKernel, NormalisedModel
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.limbs import Sums, plain_and_weighted_sums
from exactnb.scale.logspace.model import Counting, LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.rational_tables import RationalTable, nearest_double
from exactnb.scale.logspace.rows import Floats, one_hot
from exactnb.scale.logspace.tables import Tables, as_quotients, count_rows
from exactnb.scale.logspace.widening import as_doubles


class MultinomialNB(Counted, theirs.MultinomialNB):  # type: ignore[misc]
    """`sklearn.naive_bayes.MultinomialNB` with exact counts and proved labels.

    >>> rows, labels = np.array([[2, 1, 0], [0, 1, 3]]), ["ham", "spam"]
    >>> model = MultinomialNB().fit(rows, labels)
    >>> model.predict_set([[1, 0, 0], [0, 1, 0]]), model.certificate_.tolist()
    ([('ham',), ('ham',)], ['float64', 'float64'])
    """

    _sums_rows = True

    def _counts(self, X: Any, codes: NDArray[np.int64], sample_weight: Any) -> Tables:
        check_non_negative(X, "MultinomialNB (input X)")
        return super()._counts(X, codes, sample_weight)

    def _kernels(self, pseudocounts: tuple[Fraction, ...]) -> tuple[Counting, ...]:
        return (MultinomialKernel(self._tables, pseudocounts, (range(len(self._tables.cells)),)),)

    def _log_shares(self) -> Floats:
        (kernel,) = self._model.kernels
        assert isinstance(kernel, MultinomialKernel)
        return kernel.log_shares.T


class BernoulliNB(Counted, theirs.BernoulliNB):  # type: ignore[misc]
    """`sklearn.naive_bayes.BernoulliNB` with exact counts and proved labels.

    An array `alpha` has one λ for each feature, as in MultinomialNB.

    >>> model = BernoulliNB().fit(np.array([[1, 0], [1, 1], [0, 1]]), ["ham", "ham", "spam"])
    >>> model.predict([[1, 0]]).tolist(), model.certificate_.tolist()
    (['ham'], ['float64'])
    """

    def _check_X(self, X: Any) -> Any:
        return self._binary_rows(super()._check_X(X))

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> tuple[Any, Any]:
        rows, y = super()._check_X_y(X, y, reset=reset)
        return self._binary_rows(rows), y

    def _binary_rows(self, rows: Any) -> Any:
        if self.binarize is not None:
            return binarized(rows, self.binarize)
        if not sparse.issparse(rows):
            if ((rows == 0) | (rows == 1)).all():
                return rows
            rows = sparse.csr_matrix(rows)
        if (misfits := np.flatnonzero(rows.data != 1)).size:
            row = int(np.searchsorted(rows.indptr, misfits[0], side="right")) - 1
            place = f"row {row}, column {rows.indices[misfits[0]]} holds {rows.data[misfits[0]]}"
            raise ValueError(f"BernoulliNB with binarize=None needs columns of 0 and 1; {place}")
        return rows

    def _kernels(self, pseudocounts: tuple[Fraction, ...]) -> tuple[Counting, ...]:
        tables = self._tables
        if len(set(pseudocounts)) == 1:
            self._places: list[NDArray[np.int64]] | None = None
            return (BernoulliKernel(tables, pseudocounts[0]),)
        distinct = list(dict.fromkeys(pseudocounts))
        codes = np.array([distinct.index(pseudocount) for pseudocount in pseudocounts])
        self._places = [np.flatnonzero(codes == columns) for columns in range(len(distinct))]
        return tuple(
            BernoulliKernel(Tables(tables.sizes, tables.cells[columns], tables.denominator), a)
            for columns, a in zip(self._places, distinct, strict=True)
        )

    def _log_shares(self) -> Floats:
        width, classes = self._tables.cells.shape
        logs = np.empty((classes, width))
        places = self._places or [np.arange(width)]
        for kernel, columns in zip(self._model.kernels, places, strict=True):
            assert isinstance(kernel, BernoulliKernel)
            logs[:, columns] = kernel.log_shares.T
        return logs

    def _rows(self, X: Any) -> tuple[Any, ...]:
        return (X,) if self._places is None else tuple(X[:, columns] for columns in self._places)


class CategoricalNB(Counted, theirs.CategoricalNB):  # type: ignore[misc]
    """`sklearn.naive_bayes.CategoricalNB` with exact counts and proved labels.

    >>> model = CategoricalNB().fit(np.array([[0, 2], [1, 0], [1, 1]]), ["ham", "spam", "spam"])
    >>> model.predict([[0, 2]]).tolist(), model.certificate_.tolist()
    (['ham'], ['float64'])
    """

    def _check_X(self, X: Any) -> Any:
        with errors_at_argument("X", "places of 64 bits", OverflowError):
            return theirs.CategoricalNB._check_X(self, X)

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> Any:
        with errors_at_argument("X", "places of 64 bits", OverflowError):
            return theirs.CategoricalNB._check_X_y(self, X, y, reset=reset)

    def _counts(self, X: Any, codes: NDArray[np.int64], sample_weight: Any) -> Tables:
        sizes = self._validate_n_categories(X, self.min_categories)
        self.n_categories_ = np.asarray(sizes)
        sizes_before = (
            getattr(self, "_sizes", self.n_categories_) if hasattr(self, "_tables") else sizes
        )
        self._sizes = np.maximum(sizes_before, sizes)
        row_weights, denominator = checked_weights(X, sample_weight)
        rows = one_hot(np.asarray(X, dtype=np.int64), self._sizes.tolist())
        more = count_rows(rows, codes, len(self.classes_), row_weights, denominator)
        if hasattr(self, "_tables") and (sizes_before != self._sizes).any():
            self._tables = self._tables.with_categories(sizes_before.tolist(), self._sizes.tolist())
        return more

    def _kernels(self, pseudocounts: tuple[Fraction, ...]) -> tuple[Counting, ...]:
        ends = np.cumsum([0, *self._sizes]).tolist()
        groups = tuple(range(start, stop) for start, stop in pairwise(ends))
        return (MultinomialKernel(self._tables, pseudocounts, groups),)

    @once
    def category_count_(self) -> list[Floats]:
        """Return how many rows of a class have each value of a column, K × values."""
        counts = as_quotients(self._tables.cells.T, self._tables.denominator)
        return [counts[:, group.start : group.stop] for group in self._kernel.groups]

    @property
    def feature_count_(self) -> Floats:  # as theirs has it, for every column by itself
        """Raise AttributeError: columns have a `category_count_` each."""
        raise AttributeError("CategoricalNB has category_count_")

    @property
    def _kernel(self) -> MultinomialKernel:
        (kernel,) = self._model.kernels
        assert isinstance(kernel, MultinomialKernel)
        return kernel

    def _log_shares(self) -> list[Floats]:
        logs = self._kernel.log_shares.T
        return [logs[:, group.start : group.stop] for group in self._kernel.groups]

    def _rows(self, X: Any) -> tuple[Any, ...]:
        values = np.asarray(X, dtype=np.int64)
        tops = values.max(axis=0, initial=0)
        for column in np.flatnonzero(tops >= self._sizes)[:1]:
            size = self._sizes[column]
            raise IndexError(f"index {tops[column]} is out of bounds for axis 1 with size {size}")
        return (one_hot(values, self._sizes.tolist()),)


@frozen(eq=False)
class _Normals(Recomputed):
    """Hold what a Gaussian classifier has added up; estimates are made of it when they are asked for.

    `unweighted` are the sums of all rows without weights, as one class, None if no row has one;
    `smoothing` is the share of the largest variance there that is added to each. `stated` are priors
    that are not the shares of the classes.
    """

    sums: Sums
    unweighted: Sums | None
    smoothing: Fraction
    stated: tuple[Fraction, ...] | None

    @once
    def pooled(self) -> Sums:
        """Return the sums of all rows without weights, as one class."""
        return self.unweighted or self.sums.pooled

    @once
    def priors(self) -> tuple[Fraction, ...]:
        """Return the prior of each class."""
        total = sum(self.sums.sizes, Fraction(0))
        return self.stated or tuple(size / total for size in self.sums.sizes)

    @once
    def epsilon(self) -> Fraction:
        """Return what is added to each variance."""
        return self.smoothing * self.pooled.variances.largest()

    @once
    def variances(self) -> RationalTable:
        """Return the variance of every class and column, K × d."""
        return self.sums.variances.plus(self.epsilon)

    @once
    def model(self) -> LogModel:
        """Return the model with these means and variances."""
        return LogModel(self.priors, (GaussianKernel(self.sums.means, self.variances),))

    def has_variances(self) -> bool:
        """Say whether no variance is 0: where ε is added, the first column that varies tells."""
        if not self.smoothing:
            return bool((self.variances.scaled_pairs[0][0] > 0).all())
        sums = self.unweighted or self.sums
        columns = map(sums.column, range(sums.totals.shape[1]))
        return any(column.pooled.variances.numerators[0, 0] > 0 for column in columns)


class GaussianNB(TakesArrays, Proved, theirs.GaussianNB):  # type: ignore[misc]
    """`sklearn.naive_bayes.GaussianNB` with exact means and variances, and proved labels.

    `var_smoothing` refers to the largest variance of all rows so far, so that batches (`partial_fit`)
    give exactly what all rows give at once; scikit-learn takes that of each batch.

    >>> model = GaussianNB().fit(np.array([[1.0], [2.0], [4.0], [5.5]]), ["ham", "ham", "spam", "spam"])
    >>> model.predict([[1.5]]).tolist(), model.certificate_.tolist()
    (['ham'], ['float64'])
    """

    _sums: Sums
    _unweighted: Sums | None  # None where no row had a weight: the sums tell
    _normals: _Normals

    def _partial_fit(
        self, X: Any, y: Any, classes: Any = None, _refit: bool = False, sample_weight: Any = None
    ) -> Any:
        if _refit:
            self.classes_ = None
        first = is_first_call(self, classes)
        checked, y = validate_data(self, X, y, reset=first)
        row_weights, denominator = checked_weights(checked, sample_weight)
        self._dtype = checked.dtype if checked.dtype == np.float32 else np.dtype(np.float64)
        doubles = as_doubles(exact_given_rows(X, checked))
        codes, number = class_codes(self.classes_, y), len(self.classes_)
        plain, weighted = plain_and_weighted_sums(doubles, codes, number, row_weights, denominator)
        earlier = None if first else self._unweighted or self._sums.pooled
        if plain is weighted and (first or self._unweighted is None):
            self._unweighted = None
        else:  # theirs ignores weights, too
            self._unweighted = plain.pooled if earlier is None else earlier + plain.pooled
        self._sums = weighted if first else self._sums + weighted
        return self._finished(nonnegative_parameter("var_smoothing", self.var_smoothing))

    def _finished(self, smoothing: Fraction) -> Any:
        """Set what scikit-learn's classifier has once it is fitted; means and variances come later."""
        sums, kind = self._sums, self._dtype
        self._normals = _Normals(sums, self._unweighted, smoothing, self._stated_priors())
        if not self._normals.has_variances():
            sample_size = f"n_samples={int(sum(sums.sizes))}"
            raise ValueError(f"a variance of 0 with {sample_size}; var_smoothing above 0 adds to it")
        for late in ("theta_", "var_", "epsilon_"):
            self.__dict__.pop(late, None)  # those of what was fitted before
        self.class_count_ = np.array([float(size) for size in sums.sizes], dtype=kind)
        self.class_prior_ = np.array([float(p) for p in self._normals.priors], dtype=kind)
        self._last = []
        return self

    @property
    def _model(self) -> LogModel:  # type: ignore[override]
        return self._normals.model

    @once
    def theta_(self) -> Floats:
        """Return the mean of every class and column, K × d, as doubles or single precision."""
        return self._in_fitted_precision(self._sums.means)

    @once
    def var_(self) -> Floats:
        """Return the variance of every class and column, likewise."""
        return self._in_fitted_precision(self._normals.variances)

    @once
    def epsilon_(self) -> float:
        """Return the double next to what is added to each variance."""
        return nearest_double(self._normals.epsilon)

    def _in_fitted_precision(self, table: RationalTable) -> Floats:
        with np.errstate(over="ignore"):  # infinite beyond the largest of its kind, as theirs
            rounded: Floats = table.nearest_doubles().astype(self._dtype)
        return rounded

    def __getstate__(self) -> dict[str, Any]:
        """Return what was set, and what another library holds; the rest is made of the sums again."""
        moved = {n: a for n, a in vars(self).items() if n in FITTED and not isinstance(a, np.ndarray)}
        return super().__getstate__() | moved

    def _stated_priors(self) -> tuple[Fraction, ...] | None:
        if self.priors is None:
            return None
        with errors_at_argument("priors", "numbers that doubles hold"):
            priors = np.asarray(self.priors, dtype=np.float64)
        if len(priors) != len(self.classes_):
            raise ValueError("Number of priors must match number of classes.")
        if not np.isclose(priors.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (priors < 0).any():
            raise ValueError("Priors must be non-negative.")
        return tuple(Fraction(float(p)) for p in priors)

    def _check_X(self, X: Any) -> Floats:
        X = as_numpy(X)
        checked = not sparse.issparse(X) and surely_passes_checks(self, X)
        return as_doubles(exact_given_rows(X, X if checked else theirs.GaussianNB._check_X(self, X)))


class ComplementNB(Counted, theirs.ComplementNB):  # type: ignore[misc]
    """`sklearn.naive_bayes.ComplementNB` with exact counts and proved labels.

    The class wins whose complement, the rows of all other classes, suits a row least (Rennie et al.,
    2003). With `norm=False` scores are products of powers, and each label is decided; with `norm=True`
    they are quotients of sums of logarithms, told apart by enclosures: `exactnb.errors.Undecidable`,
    with the row, is raised where these do not tell.

    >>> rows, labels = np.array([[2, 1, 0], [0, 1, 3], [1, 0, 0]]), ["ham", "spam", "ham"]
    >>> model = ComplementNB().fit(rows, labels)
    >>> model.predict([[1, 0, 0], [0, 0, 1]]).tolist(), model.certificate_.tolist()
    (['ham', 'spam'], ['float64', 'float64'])
    """

    _late = (*Counted._late, "feature_all_")

    def _counts(self, X: Any, codes: NDArray[np.int64], sample_weight: Any) -> Tables:
        check_non_negative(X, "ComplementNB (input X)")
        return super()._counts(X, codes, sample_weight)

    def _build_model(self, priors: tuple[Fraction, ...], pseudocounts: tuple[Fraction, ...]) -> Any:
        self._kernel: ComplementKernel | NormalisedKernel
        self._kernel = kernel = ComplementKernel.from_tables(self._tables, pseudocounts)
        if self.norm:
            self._kernel = NormalisedKernel(kernel.complement)
            return NormalisedModel(self._kernel)
        priors_ = (Fraction(1),) * len(self.classes_)  # there is no prior, but for one class alone
        return LogModel(priors_, (kernel,))

    @once
    def feature_all_(self) -> Floats:
        """Return how much of every feature all rows have."""
        tables = self._tables
        return as_quotients(tables.cells.sum(axis=1, dtype=object), tables.denominator)

    def _log_shares(self) -> Floats:
        return self._kernel.log_weights.T

    def _joint_log_likelihood(self, X: Any) -> Floats:
        joints = self._model.log_joints(self._rows(X))
        if isinstance(self._kernel, ComplementKernel) and self._kernel.complement.has_zeros:
            # What is infinite is told as such, and the others by their own scores.
            scores = self._kernel.complement.scores(X)
            assert scores.zeros is not None
            joints = np.where(scores.zeros > 0, np.inf, -scores.values)
            if scores.undefined is not None:
                joints[scores.undefined] = np.nan
        return joints + self.class_log_prior_ if len(self.classes_) == 1 else joints

    def _rows(self, X: Any) -> tuple[Any, ...]:
        check_non_negative(X, "ComplementNB (input X)")
        return (X,)
