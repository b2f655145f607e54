"""scikit-learn's complement naive Bayes, with every label proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sklearn.naive_bayes as theirs
from numpy.typing import NDArray
from sklearn.utils.validation import check_non_negative

from exactnb.core.lazy import once
from exactnb.interfaces.sklearn.counted import Counted
from exactnb.scale.logspace.complement import ComplementKernel, NormalisedKernel, NormalisedModel
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.tables import Tables, as_quotients


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

    def _modelled(self, priors: tuple[Fraction, ...], pseudocounts: tuple[Fraction, ...]) -> Any:
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
