"""A fitted model of counted features: a prior and kernels, each with scores and their exact form.

How to read: `scores` adds up what the kernels give, `decide` goes through rows in pieces
(as posteriors do, in `pieces.py`), `exact_score` is that of one row, for what the bounds leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from scipy import sparse

from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.complement import ComplementKernel
from exactnb.scale.logspace.deciding import Decisions, Score, decide, joined
from exactnb.scale.logspace.fine.double_double import Pair
from exactnb.scale.logspace.fine.scores import Fine, constant
from exactnb.scale.logspace.fine.scores import added as added_finely
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.logs import Floats, log_of_product, pair_of_product
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.pieces import ModelOfParts, Parts, cells_of, in_pieces, number_of
from exactnb.scale.logspace.posteriors import bounds, log_posteriors
from exactnb.scale.logspace.scores import TINY, Scores, added
from exactnb.scale.logspace.widening import as_doubles, exact_rows

Rows = Any
"""A matrix, or a tuple of one for each kernel."""

Counting = MultinomialKernel | BernoulliKernel | ComplementKernel
"""Kernels that rows of counts are asked of."""

_LARGE = 400_000  # weights that no longer lie near the processor: half of their size is read faster
_MANY = 100_000  # ones in rows, likewise
_SCORES = 200_000  # scores that are worked on at once, of rows and classes: they stay near


@frozen
class LogModel(ModelOfParts):
    """Decide rows by a prior and kernels. `priors` are exact, and add up to 1 or to a common factor.

    Rows are a matrix for each kernel, or one of which the kernels take their columns one after the
    other.
    """

    priors: tuple[Fraction, ...]
    kernels: tuple[Counting | GaussianKernel, ...]

    def __post_init__(self) -> None:
        if not self.kernels:
            raise InputError("a model needs a block of columns, if only an empty one")

    @property
    def number_of_classes(self) -> int:
        """Return how many classes there are."""
        return len(self.priors)

    @once
    def log_priors(self) -> Floats:
        """Return the logarithm of every prior, rounded once; 0 where the prior is 0."""
        return np.array([log_of_product(prior_powers(prior)) for prior in self.priors])

    def scores(self, rows: Rows, *, single: bool = False) -> Scores:
        """Return the log joint of rows and classes, with bounds: wider ones in `single` precision."""
        of_kernels = self.parts(rows)
        shape = (number_of(of_kernels), len(self.priors))
        values = self.log_priors[None, :]
        errors = np.full((1, 1), np.abs(self.log_priors).max() * 2.0**-52 + TINY)
        none = np.array([not prior for prior in self.priors], dtype=np.int64)
        zeros = np.broadcast_to(none[None, :], shape) if none.any() else None
        parts = [Scores(values, errors, zeros)]
        pairs = zip(self.kernels, of_kernels, strict=True)
        parts += [kernel.scores(part, single=single) for kernel, part in pairs]
        return added(parts)

    def fine(self, parts: Parts, *, close: bool = False) -> Fine:
        """Return the log joint of rows and classes to some 75 bits."""
        number = number_of(parts)
        prior = constant(self._log_priors, number)
        none = np.array([not prior for prior in self.priors], dtype=np.int64)
        if none.any():
            prior = replace(prior, zeros=np.repeat(none[None, :], number, axis=0))
        pairs = zip(self.kernels, parts, strict=True)
        return added_finely([prior, *(kernel.fine(part, close=close) for kernel, part in pairs)])

    @once
    def _log_priors(self) -> Pair:
        high, low = np.array([pair_of_product(prior_powers(prior)) for prior in self.priors]).T
        return high, low

    def bounded_log_posteriors(self, rows: Rows) -> tuple[Floats, Floats]:
        """Return ln P(k|x) for rows and classes, and bounds on their errors."""
        scores = self.mended(rows, from_best=True)
        return log_posteriors(scores), bounds(scores)

    def decide(self, rows: Rows) -> Decisions:
        """Return the decision about every row, in pieces that bound the memory."""
        step = max(_SCORES // max(len(self.priors), 1), 1)
        parts = self.parts(rows)
        single = self._pays(parts)
        if number_of(parts) <= step:
            return self._decide(parts, single=single)
        return joined([self._decide(piece, single=single) for _, piece in in_pieces(parts, step)])

    def score(self, row: Rows, label: int) -> Score:
        """Return the exact score of one row in a class where no factor is zero."""
        return self.exact_score(self.parts(row), 0, label)

    def parts(self, rows: Rows) -> Parts:
        """Return rows as a matrix for each kernel."""
        if isinstance(rows, tuple):
            return rows
        exact = exact_rows(rows)
        ends = accumulate(map(_width, self.kernels), initial=0)
        pairs = zip(self.kernels, pairwise(ends), strict=True)
        return tuple(_part(exact, kernel, slice(*of)) for kernel, of in pairs)

    def _decide(self, parts: Parts, *, single: bool) -> Decisions:
        """Decide rows, by a first look in `single` precision or without one."""
        exact = partial(self.exact_score, parts)
        # In single precision half the memory is read; rows that its wider bounds leave open are decided
        # anew.
        if not single:
            return decide(self.scores(parts), exact)
        return decide(
            self.scores(parts, single=True),
            exact,
            lambda rows: self._decide(tuple(part[rows] for part in parts), single=False),
        )

    def _pays(self, parts: Parts) -> bool:
        """Say whether a first look in single precision is right for some rows, and worth it.

        It is for two classes, and where many weights, too many to lie near the processor, are read
        more than once.
        """
        known = [
            (part, kernel)
            for part, kernel in zip(parts, self.kernels, strict=True)
            if not isinstance(kernel, GaussianKernel) and sparse.issparse(part)
        ]
        pays = any(self._is_large(part, kernel) for part, kernel in known)
        return pays and all(_suits_single(part, kernel) for part, kernel in known)

    def _is_large(self, part: Any, kernel: Counting) -> bool:
        size = kernel.tables.cells.size
        if isinstance(kernel, BernoulliKernel) and part.nnz >= _MANY:  # its ones need not be read
            return True
        if isinstance(kernel, MultinomialKernel) and len(self.priors) == 2:
            return True
        return bool(_LARGE <= size <= part.nnz * len(self.priors))

    def has_closer(self, parts: Parts) -> bool:
        """Say whether closer scores can be had of some part than the first ones."""
        pairs = zip(self.kernels, parts, strict=True)
        return any(kernel.has_closer(part) for kernel, part in pairs)

    def exact_score(self, parts: Parts, row: int, label: int) -> Score:
        """Return the exact score of one of the rows in a class where no factor is zero."""
        powers = dict(self._base(label))
        exponential, root_pi = Fraction(0), 0
        for kernel, part in zip(self.kernels, parts, strict=True):
            if isinstance(kernel, GaussianKernel):
                score = kernel.score(part[row : row + 1], label)
                exponential, root_pi = exponential + score.exponential, root_pi + score.root_pi
                more: Mapping[int, int | Fraction] = score.powers
            else:
                more = kernel.powers(cells_of(part, row), label)
            for number, exponent in more.items():
                powers[number] = powers.get(number, 0) + exponent
        return Score(powers, exponential, root_pi)

    @once_each
    def _base(self, label: int) -> Mapping[int, int | Fraction]:
        """Return what every row has of a class, as powers of integers: its prior, what is absent."""
        powers: Counter[int] = Counter(prior_powers(self.priors[label]))
        for kernel in self.kernels:
            if isinstance(kernel, BernoulliKernel):
                powers.update(kernel.base_powers(label))
        return dict(powers)


def prior_powers(prior: Fraction) -> dict[int, int]:
    """Return a share as powers of integers; that of a class without any is looked at elsewhere."""
    if not prior:
        return {}
    found: Counter[int] = Counter({prior.numerator: 1})
    found[prior.denominator] -= 1
    return {number: exponent for number, exponent in found.items() if exponent}


def _suits_single(part: Any, kernel: Counting) -> bool:
    """Say whether all numbers are exact in single precision, and rows short enough for its bounds."""
    if not part.nnz:
        return True
    if int(np.diff(part.indptr).max()) >= 2**20:
        return False
    return isinstance(kernel, BernoulliKernel) or int(part.data.max()) < 2**24


def _width(kernel: Counting | GaussianKernel) -> int:
    return len(kernel.means[0]) if isinstance(kernel, GaussianKernel) else len(kernel.tables.cells)


def _part(rows: Any, kernel: Counting | GaussianKernel, columns: slice) -> Any:
    """Return some columns for a kernel, as doubles where it measures."""
    part = rows if columns == slice(0, rows.shape[1]) else rows[:, columns]
    if isinstance(kernel, GaussianKernel):
        return as_doubles(part.toarray() if sparse.issparse(part) else part)
    return part
