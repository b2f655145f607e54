"""Fit rows of features and classify others, with a certificate for every label.

How to read: `Classifier.fit` counts, `model` makes tables of logarithms of the counts, `predict` asks
it. Counts are added and subtracted, so that merging, forgetting and leaving out need no second pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.conventions.shares import shares_of
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, listing
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.blocks import Blocks, blocks_of, codes_of, counts_of, held, side_by_side
from exactnb.scale.logspace.deciding import Score, decide, joined
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.given import counts_given
from exactnb.scale.logspace.left_out import fits, replaced, without
from exactnb.scale.logspace.logs import Floats, log_of_product
from exactnb.scale.logspace.model import LogModel, prior_powers
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.parts import Part, groups, settled
from exactnb.scale.logspace.predictions import Predictions
from exactnb.scale.logspace.rows import as_sparse
from exactnb.scale.logspace.scores import TINY, Scores, added
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Tables, integer_weights
from exactnb.scale.logspace.widening import exact_rows


@frozen
class Classifier(Shown):
    """Hold what was counted of rows in `classes`; it is never changed, only added to.

    Threads may share it.

    >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
    >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
    >>> spam.predict(np.array([[0, 1], [0, 0]])).labels
    ['spam', 'ham']

    `prior` is "mle", "uniform", or a number for every class.
    """

    classes: tuple[Any, ...]
    parts: tuple[Part, ...]
    counts: tuple[Tables | Sums, ...]
    sizes: tuple[Fraction, ...]
    width: int
    prior: str | Mapping[Any, Exact] = "mle"

    def __repr__(self) -> str:
        families = listing(part.kind for part in self.parts)
        sizes = listing(f"{k} ({exact_text(n)})" for k, n in zip(self.classes, self.sizes, strict=True))
        return f"<Classifier of {self.width:,} columns, {families}: {sizes}>"

    @classmethod
    def fit(
        cls,
        rows: Any,
        labels: Sequence[Any],
        parts: Sequence[Part],
        *,
        classes: Sequence[Any] | None = None,
        weights: Sequence[Any] | None = None,
        prior: str | Mapping[Any, Exact] = "mle",
    ) -> Classifier:
        """Return what is counted of rows, with a label for each.

        `rows` are n × d, a sparse or dense matrix of any type; each of `parts` names columns and their
        family. `Blocks` are rows too, with columns for each part. `classes` may list more than the
        labels show. `weights` are whole numbers, fractions, or doubles, which are taken for the exact
        numbers that they are. `prior` is "mle", "uniform", or a number for every class.

        >>> fitted = Classifier.fit([[2.5], [1.5], [4]], "aab", [Part("gaussian", amount="1/10")])
        >>> fitted.sizes
        (Fraction(2, 1), Fraction(1, 1))

        Raises InputError for labels that are no classes and for what does not suit a part.
        """
        blocks = blocks_of(rows, parts)
        known = tuple(sorted(set(labels)) if classes is None else dict.fromkeys(classes))
        codes = codes_of(blocks[0][0].shape[0] if blocks else 0, labels, known)
        whole, below = (None, 1) if weights is None else integer_weights(weights)
        if whole is not None and len(whole) != len(codes):
            raise InputError(f"{len(codes)} rows, but {len(whole)} weights")
        if whole is None:
            sums: NDArray[Any] = np.bincount(codes, minlength=len(known))
        else:
            sums = np.zeros(len(known), dtype=object)
            np.add.at(sums, codes, whole.astype(object))
        sizes = [Fraction(int(total), below) for total in sums]
        chosen = [settled(part, block) for block, part in blocks]
        found = tuple(
            counts_of(block, part, codes, len(known), whole, below)
            for (block, _), part in zip(blocks, chosen, strict=True)
        )
        width = blocks[0][0].shape[1] if blocks else 0
        if isinstance(rows, Blocks):
            chosen, width = side_by_side(chosen), sum(block.shape[1] for block, _ in blocks)
        return cls(known, tuple(chosen), found, tuple(sizes), int(width), prior)

    @classmethod
    def from_counts(
        cls,
        classes: Mapping[Any, int],
        parts: Sequence[Part],
        counts: Sequence[Any],
        *,
        missing: Sequence[Any] | None = None,
        prior: str | Mapping[Any, Exact] = "mle",
    ) -> Classifier:
        """Return the classifier of rows that were counted elsewhere, as `fit` would make it of them.

        `classes` are the numbers of rows. For each of `parts`, whose columns follow one another, there
        is a table of whole numbers, features × classes: how often a word stands in the rows of a class,
        how many rows have it (bernoulli), or how many have a value, the values of all columns below
        each other (categorical, whose `sizes` have to be said). Of gaussian columns there are `Sums`.
        `missing` has for each part None, or the rows that show no value, columns × classes.

        >>> rows = [[2, 0], [1, 1], [0, 3]]
        >>> fitted = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> tables = [[[3, 0], [1, 3]]]
        >>> spam = Classifier.from_counts({"ham": 2, "spam": 1}, [Part("multinomial")], tables)
        >>> spam.posteriors(rows).tolist() == fitted.posteriors(rows).tolist()
        True

        Raises InputError for what is no count, and for counts that do not add up to the rows of each
        class.
        """
        return cls(tuple(classes), *counts_given(classes, parts, counts, missing), prior)

    def __add__(self, other: Classifier) -> Classifier:
        """Return what was counted of the rows of both, exactly."""
        return self._combined(other, 1)

    def __sub__(self, other: Classifier) -> Classifier:
        """Return what was counted without the rows of another, exactly."""
        return self._combined(other, -1)

    @once
    def model(self) -> LogModel:
        """Return the model with its tables of logarithms."""
        kernels: list[MultinomialKernel | BernoulliKernel | GaussianKernel] = []
        for part, counts in zip(self.parts, self.counts, strict=True):
            amount = read_number(part.amount)
            if isinstance(counts, Sums):
                kernels.append(GaussianKernel.of(counts, self.added(part), part.less))
            elif part.kernel == "presence":
                kernels.append(BernoulliKernel(counts, amount, read_number(part.clip)))
            else:
                kernels.append(MultinomialKernel(counts, (amount,), groups(part, counts)))
        return LogModel(self._priors(), tuple(kernels))

    def added(self, part: Part) -> Fraction:
        """Return what is added to the variances of a part: its amount, or that share of the largest."""
        amount = read_number(part.amount)
        return amount * self._largest_variance if part.relative else amount

    @once
    def _largest_variance(self) -> Fraction:
        """Return the largest variance of a column over all rows."""
        sums = (counts.together for counts in self.counts if isinstance(counts, Sums))
        return max((v for each in sums for v in each.variances[0]), default=Fraction(0))

    def predict(self, rows: Any) -> Predictions:
        """Return the label of every row, proved; `rows` are n × d, as they were fitted.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.predict([[0, 1], [0, 0]]).labels
        ['spam', 'ham']

        Raises InputError for rows of another width, and for cells that do not suit a part.
        """
        return Predictions(self.classes, self.model.decide(self._read(rows)))

    def posteriors(self, rows: Any, named: Callable[[int], str] = "row {}".format) -> Floats:
        """Return P(class|row), n × classes, each the double next to the true number.

        A class with a zero factor has 0, a row that is undefined NaN in all classes.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.posteriors([[0, 0]]).tolist()
        [[0.6666666666666666, 0.3333333333333333]]

        Raises Undecidable, with what the row is `named`, for one in the very middle of two doubles that
        exact arithmetic of some 4 million bits does not tell.
        """
        return self.model.posteriors(self._read(rows), named)

    def log_posteriors(self, rows: Any) -> tuple[Floats, Floats]:
        """Return ln P(class|row), n × classes, and bounds on their errors, of the same shape.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> logs, errors = spam.log_posteriors([[0, 0]])
        >>> logs.shape, bool((abs(logs[0, 0] - np.log(2 / 3)) < 1e-15 + errors).all())
        ((1, 2), True)

        Raises InputError for rows of another width, and for cells that do not suit a part.
        """
        return self.model.bounded_log_posteriors(self._read(rows))

    def leave_one_out(self, rows: Any, labels: Sequence[Any]) -> Predictions:
        """Return the label of every row by a model that has not seen it; each was counted once.

        `rows` and `labels` are those that were fitted. Rows of counts are looked at together, those
        with columns of measurements one by one.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.leave_one_out(rows, ["ham", "ham", "spam"]).labels
        ['ham', 'ham', 'ham']

        Raises InputError for a label that is no class, and for rows of another width.
        """
        read = self._read(rows)
        codes = codes_of(read[0].shape[0], labels, self.classes)
        kernels = self.model.kernels
        if self.prior == "mle" and sum(self.sizes) <= 1:
            raise InputError("without its only row a class has no prior")
        if any(self.sizes[label] < 1 for label in set(codes.tolist())):
            raise InputError("more is to be forgotten than was counted")

        rows = rows if isinstance(rows, Blocks) else exact_rows(rows)

        def one(row: int) -> Any:
            return rows.row(row) if isinstance(rows, Blocks) else rows[row : row + 1]

        if not all(map(fits, kernels)):
            alone = [self.without(one(at), self.classes[own]) for at, own in enumerate(codes)]
            each = [of.predict(one(at)).decisions for at, of in enumerate(alone)]
            return Predictions(self.classes, joined(each))
        parts = tuple(map(as_sparse, read))

        @lru_cache(maxsize=1)  # it is asked for the classes of one row after the other
        def alone_with(row: int) -> tuple[LogModel, tuple[Any, ...]]:
            model = self.without(one(row), self.classes[codes[row]]).model
            return model, tuple(part[row : row + 1] for part in parts)

        def exact(row: int, label: int) -> Score:
            model, alone = alone_with(row)
            return model.score(alone, label)

        scores = []
        for kernel, part in zip(kernels, parts, strict=True):
            assert isinstance(kernel, MultinomialKernel | BernoulliKernel)
            scores.append(replaced(kernel.scores(part), codes, without(kernel, part, codes)))
        prior = self._priors_without(codes)
        return Predictions(self.classes, decide(added([prior, *scores]), exact))

    def without(self, row: Any, label: Any) -> Classifier:
        """Return what was counted without one row, 1 × d, of a class.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.without([[0, 3]], "spam").sizes
        (Fraction(2, 1), Fraction(0, 1))

        Raises InputError for a row that was not counted in the class.
        """
        one = Classifier.fit(row, [label], self.parts, classes=self.classes, prior=self.prior)
        return self - one

    def _priors_without(self, codes: NDArray[np.int64]) -> Scores:
        """Return the log priors of rows and classes, each row forgotten in its own class."""
        others, own = self._priors(), self._priors()
        if self.prior == "mle":
            total = sum(self.sizes) - 1
            others = tuple(size / total for size in self.sizes)
            own = tuple((size - 1) / total for size in self.sizes)
        (logs, none), (own_logs, own_none) = _logs_of(others), _logs_of(own)
        every, shape = np.arange(len(codes)), (len(codes), 1)
        logs, none = np.tile(logs, shape), np.tile(none, shape)
        logs[every, codes], none[every, codes] = own_logs[codes], own_none[codes]
        return Scores(logs, np.abs(logs) * 2.0**-52 + TINY, none)

    def with_amounts(self, *amounts: Exact) -> Classifier:
        """Return the same counts with another λ (or ε) for each part: nothing is counted anew.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.with_amounts("1/2").parts[0].amount
        '1/2'

        Raises ValueError for more or fewer numbers than parts.
        """
        pairs = zip(self.parts, amounts, strict=True)
        return replace(self, parts=tuple(replace(part, amount=amount) for part, amount in pairs))

    def _read(self, rows: Any) -> tuple[Any, ...]:
        blocks = blocks_of(rows, self.parts)
        widths = [part.columns.stop - part.columns.start for part in self.parts]
        own = [b.shape[1] for b, _ in blocks] if isinstance(rows, Blocks) else widths
        width = sum(own) if isinstance(rows, Blocks) else blocks[0][0].shape[1]
        if width != self.width or own != widths:
            raise InputError(f"rows of {width} columns; those counted have {self.width}")
        return tuple(starmap(held, blocks))

    def _priors(self) -> tuple[Fraction, ...]:
        return shares_of(self.prior, self.classes, self.sizes)

    def _combined(self, other: Classifier, sign: int) -> Classifier:
        if (self.classes, self.parts, self.width) != (other.classes, other.parts, other.width):
            raise InputError("counts are combined if they are of the same classes and parts")
        pairs = zip(self.counts, other.counts, strict=True)
        counts = tuple(a + b if sign > 0 else a - b for a, b in pairs)  # type: ignore[operator]
        sizes = tuple(a + sign * b for a, b in zip(self.sizes, other.sizes, strict=True))
        return replace(self, counts=counts, sizes=sizes)


def _logs_of(priors: Sequence[Fraction]) -> tuple[Floats, NDArray[np.int64]]:
    """Return the logarithms of priors, and which of them are zero factors."""
    logs = [log_of_product(prior_powers(prior)) if prior > 0 else 0.0 for prior in priors]
    return np.array(logs), np.array([int(prior <= 0) for prior in priors], dtype=np.int64)
