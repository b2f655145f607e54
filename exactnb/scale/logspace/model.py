"""A fitted model of counted features: a prior and kernels, each with scores and their exact form.

How to read: `scores` adds the scores of the kernels, `decide` goes through rows in pieces (as
posteriors do, in `row_models.py`), `exact_score` decides the rows that bounds leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.complement import ComplementKernel
from exactnb.scale.logspace.correctly_rounded.double_double import Pair
from exactnb.scale.logspace.correctly_rounded.fixed_point import (
    PreciseScores,
    add_precise_scores,
    constant_scores,
)
from exactnb.scale.logspace.decisions import (
    TINY,
    Decisions,
    Integers,
    Score,
    Scores,
    add_scores,
    concatenate,
    decide,
)
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.logs import log_pairs_of_products, log_quotients
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.row_models import (
    Matrices,
    RowModel,
    log_posterior_bounds,
    log_posteriors,
    row_count,
    row_entries,
    row_pieces,
)
from exactnb.scale.logspace.rows import Floats
from exactnb.scale.logspace.widening import as_doubles, exact_rows

Rows = Any
"""A matrix, or a tuple of one for each kernel."""

Counting = MultinomialKernel | BernoulliKernel | ComplementKernel
"""Kernels of rows of counts."""

_LARGE = 400_000  # weights too many for the processor's cache: single precision halves the reading
_MANY = 100_000  # ones in rows, likewise
_SCORES = 200_000  # rows × classes per pass: they fit the processor's cache


@frozen
class LogModel(RowModel):
    """Decide rows by a prior and kernels.

    `priors` are exact, up to a common factor. Rows are a tuple with a matrix for each kernel, or one
    matrix that has the columns of one kernel after the other.
    """

    priors: tuple[Fraction, ...]
    kernels: tuple[Counting | GaussianKernel, ...]

    def __post_init__(self) -> None:
        if not self.kernels:
            raise InputError("a model needs a block of columns, if only an empty one")

    @property
    def number_of_classes(self) -> int:
        return len(self.priors)

    @once
    def finite_log_priors(self) -> Floats:
        """Return the logarithm of every prior, rounded once; 0 where the prior is 0."""
        ratios = [(prior or 1).as_integer_ratio() for prior in self.priors]
        numerators, denominators = zip(*ratios, strict=True)
        return log_quotients(numerators, denominators)

    def scores(self, rows: Rows, *, single: bool = False) -> Scores:
        matrices = self.columns_by_part(rows)
        shape = (row_count(matrices), len(self.priors))
        values = self.finite_log_priors[None, :]
        # One bound for all rows is broadcast: a column of them would be read with each block.
        errors = np.full((1, 1), np.abs(self.finite_log_priors).max() * 2.0**-52 + TINY)
        zeros = None if all(self.priors) else np.broadcast_to(self._zero_priors, shape)
        parts = [Scores(values, errors, zeros)]
        pairs = zip(self.kernels, matrices, strict=True)
        parts += [kernel.scores(part, single=single) for kernel, part in pairs]
        return add_scores(parts)

    def precise_scores(self, parts: Matrices) -> PreciseScores:
        number = row_count(parts)
        prior = constant_scores(self._log_priors, number)
        if not all(self.priors):
            prior = replace(prior, zeros=np.repeat(self._zero_priors, number, axis=0))
        pairs = zip(self.kernels, parts, strict=True)
        return add_precise_scores([prior, *(kernel.precise_scores(part) for kernel, part in pairs)])

    @once
    def _zero_priors(self) -> Integers:
        """Return a row with a 1 for each class whose prior is 0."""
        return np.array([[not prior for prior in self.priors]], dtype=np.int64)

    @once
    def _log_priors(self) -> Pair:
        """Return the logarithms of the priors as sums of two doubles."""
        return log_pairs_of_products(map(prior_powers, self.priors))

    def bounded_log_posteriors(self, rows: Rows) -> tuple[Floats, Floats]:
        """Return ln P(k|x) for `rows` and classes, and bounds on their errors (both n × K)."""
        scores = self.finite_scores(rows, from_best=True)
        return log_posteriors(scores), log_posterior_bounds(scores)

    def decide(self, rows: Rows) -> Decisions:
        """Return the decision about each of `rows`, working in pieces that bound the memory."""
        step = max(_SCORES // max(len(self.priors), 1), 1)
        parts = self.columns_by_part(rows)
        single = self._single_precision_pays(parts)
        if row_count(parts) <= step:
            return self._decide(parts, single=single)
        return concatenate([self._decide(piece, single=single) for _, piece in row_pieces(parts, step)])

    def score(self, row: Rows, label: int) -> Score:
        """Return the exact score of `row` (1 × d) in class `label`, where no factor is zero."""
        return self.exact_score(self.columns_by_part(row), 0, label)

    def columns_by_part(self, rows: Rows) -> Matrices:
        if isinstance(rows, tuple):
            return rows
        exact, start, parts = exact_rows(rows), 0, []
        for kernel in self.kernels:
            is_measured = isinstance(kernel, GaussianKernel)
            width = kernel.means.shape[1] if is_measured else len(kernel.tables.cells)  # type: ignore[union-attr]
            part = exact if width == exact.shape[1] else exact[:, start : start + width]
            if is_measured:
                part = as_doubles(part.toarray() if sparse.issparse(part) else part)
            parts.append(part)
            start += width
        return tuple(parts)

    def _decide(self, parts: Matrices, *, single: bool) -> Decisions:
        """Decide rows, by a first look in `single` precision or without one."""
        exact = partial(self.exact_score, parts)
        # Single precision reads half the memory; rows that its wider bounds leave open are decided
        # again, in double precision.
        if not single:
            return decide(self.scores(parts), exact)
        return decide(
            self.scores(parts, single=True),
            exact,
            lambda rows: self._decide(tuple(part[rows] for part in parts), single=False),
        )

    def _single_precision_pays(self, parts: Matrices) -> bool:
        """Say whether a first look in single precision is valid for these rows, and faster.

        It is faster for two classes, and where many weights, too many for the processor's cache, are
        read more than once.
        """
        counted = [
            (part, kernel)
            for part, kernel in zip(parts, self.kernels, strict=True)
            if not isinstance(kernel, GaussianKernel) and sparse.issparse(part)
        ]
        pays = any(self._is_single_faster(part, kernel) for part, kernel in counted)
        return pays and all(_suits_single_precision(part, kernel) for part, kernel in counted)

    def _is_single_faster(self, part: Any, kernel: Counting) -> bool:
        """Say whether single precision is faster for the rows and weights of one kernel."""
        size = kernel.tables.cells.size
        if isinstance(kernel, BernoulliKernel) and part.nnz >= _MANY:  # ones are made, not read
            return True
        if isinstance(kernel, MultinomialKernel) and len(self.priors) == 2:
            return True
        return bool(_LARGE <= size <= part.nnz * len(self.priors))

    def exact_score(self, parts: Matrices, row: int, label: int) -> Score:
        powers = dict(self._base_powers(label))
        exponential, root_pi = Fraction(0), 0
        for kernel, part in zip(self.kernels, parts, strict=True):
            if isinstance(kernel, GaussianKernel):
                score = kernel.score(part[row : row + 1], label)
                exponential, root_pi = exponential + score.exponential, root_pi + score.root_pi
                more: Mapping[int, int | Fraction] = score.powers
            else:
                more = kernel.powers(row_entries(part, row), label)
            for number, exponent in more.items():
                powers[number] = powers.get(number, 0) + exponent
        return Score(powers, exponential, root_pi)

    @once_each
    def _base_powers(self, label: int) -> Mapping[int, int | Fraction]:
        """Return the factors that all rows share in a class, as powers: the prior, and absences."""
        powers: Counter[int] = Counter(prior_powers(self.priors[label]))
        for kernel in self.kernels:
            if isinstance(kernel, BernoulliKernel):
                powers.update(kernel.base_powers(label))
        return dict(powers)


def prior_powers(prior: Fraction) -> dict[int, int]:
    """Return `prior` as powers {integer: exponent}; none for 0, which is counted as a zero factor."""
    if not prior:
        return {}
    powers: Counter[int] = Counter({prior.numerator: 1})
    powers[prior.denominator] -= 1
    return {number: exponent for number, exponent in powers.items() if exponent}


def _suits_single_precision(part: Any, kernel: Counting) -> bool:
    """Say whether single precision holds all numbers exactly, and rows suit its bounds."""
    if not part.nnz:
        return True
    if int(np.diff(part.indptr).max()) >= 2**20:
        return False
    return isinstance(kernel, BernoulliKernel) or int(part.data.max()) < 2**24
