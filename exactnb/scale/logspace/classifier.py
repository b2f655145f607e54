"""Fit rows of features and classify new rows, with a certificate for every label.

How to read: `Classifier.fit` counts, `model` makes tables of logarithms of the counts, `predict` uses
it. Counts are added and subtracted, so merging, forgetting and leave-one-out need no second pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arguments import require
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.conventions.reading import shares_of
from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, listing
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import TINY, Score, Scores, add_scores, concatenate, decide
from exactnb.scale.logspace.external_counts import audit_counts
from exactnb.scale.logspace.gaussian import GaussianKernel
from exactnb.scale.logspace.leave_one_out import (
    densities_without_row,
    fits_in_64_bits,
    replace_true_class,
    scores_without_row,
)
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.logs import log_of_product
from exactnb.scale.logspace.model import LogModel, prior_powers
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.parts import (
    Blocks,
    Part,
    class_codes,
    count_block,
    offset_columns,
    read_block,
    rows_by_part,
    share_groups,
    with_bounds,
)
from exactnb.scale.logspace.row_models import Predictions
from exactnb.scale.logspace.rows import Floats, as_sparse
from exactnb.scale.logspace.tables import Tables, integer_weights
from exactnb.scale.logspace.widening import exact_rows


@frozen
class Classifier(Recomputed, Shown):
    """Hold the exact counts of rows in `classes`; it never changes, and threads may share it.

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
        """Return the classifier with the counts of `rows`, each with its label in `labels`.

        `rows` are a sparse or dense matrix n × d of any type, or `Blocks`, a matrix for each part. Each
        of `parts` names columns and their family. `classes` lists the classes in order; without it they
        are the labels, sorted. `weights` has an integer, fraction or double (the exact number that it
        is) for each row. `prior` is "mle", "uniform", or a number for every class.

        >>> fitted = Classifier.fit([[2.5], [1.5], [4]], "aab", [Part("gaussian", amount="1/10")])
        >>> fitted.sizes
        (Fraction(2, 1), Fraction(1, 1))

        Raises InputError for a label that is no class, and for cells that do not suit a part.
        """
        blocks = rows_by_part(rows, parts)
        labels = require(labels, Iterable, "a label for each row", "labels")
        labels_in_order = tuple(sorted(set(labels)) if classes is None else dict.fromkeys(classes))
        codes = class_codes(blocks[0][0].shape[0] if blocks else 0, labels, labels_in_order)
        scaled_weights, denominator = (None, 1) if weights is None else integer_weights(weights)
        if scaled_weights is not None and len(scaled_weights) != len(codes):
            raise InputError(f"{len(codes)} rows, but {len(scaled_weights)} weights")
        if scaled_weights is None:
            sums: NDArray[Any] = np.bincount(codes, minlength=len(labels_in_order))
        else:
            sums = np.zeros(len(labels_in_order), dtype=object)
            np.add.at(sums, codes, scaled_weights.astype(object))
        sizes = [Fraction(int(total), denominator) for total in sums]
        resolved = [with_bounds(part, block) for block, part in blocks]
        counts = tuple(
            count_block(block, part, codes, len(labels_in_order), scaled_weights, denominator)
            for (block, _), part in zip(blocks, resolved, strict=True)
        )
        width = blocks[0][0].shape[1] if blocks else 0
        if isinstance(rows, Blocks):
            resolved, width = offset_columns(resolved), sum(block.shape[1] for block, _ in blocks)
        return cls(labels_in_order, tuple(resolved), counts, tuple(sizes), int(width), prior)

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
        """Return the classifier that `fit` would return, from counts that another program took.

        `classes` maps each class to its number of rows; `prior` is as in `fit`. `counts` has a table
        for each of `parts`, whose columns follow one another: integers, features × classes, the
        occurrences of each word (multinomial), the rows with it (bernoulli), or the rows with each
        value, one column below the other (categorical, with `sizes` in the part), and for gaussian
        columns `Sums`. `missing` has for each part None, or the numbers of rows without a value,
        columns × classes.

        >>> rows = [[2, 0], [1, 1], [0, 3]]
        >>> fitted = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> tables = [[[3, 0], [1, 3]]]
        >>> spam = Classifier.from_counts({"ham": 2, "spam": 1}, [Part("multinomial")], tables)
        >>> spam.posteriors(rows).tolist() == fitted.posteriors(rows).tolist()
        True

        Raises InputError for a cell that is no count, and for counts that do not add up to the rows of
        each class.
        """
        return cls(tuple(classes), *audit_counts(classes, parts, counts, missing), prior)

    def __add__(self, other: Classifier) -> Classifier:
        """Return the exact counts of the rows of both."""
        return self._sum_or_difference(other, 1)

    def __sub__(self, other: Classifier) -> Classifier:
        """Return the exact counts without the rows of `other`."""
        return self._sum_or_difference(other, -1)

    @once
    def model(self) -> LogModel:
        """Return the model of these counts, which holds tables of logarithms."""
        kernels: list[MultinomialKernel | BernoulliKernel | GaussianKernel] = []
        for part, counts in zip(self.parts, self.counts, strict=True):
            amount = read_number(part.amount)
            if isinstance(counts, Sums):
                kernels.append(GaussianKernel.from_sums(counts, self.added(part), part.less))
            elif part.kernel_name == "presence":
                kernels.append(BernoulliKernel(counts, amount, read_number(part.clip)))
            else:
                kernels.append(MultinomialKernel(counts, (amount,), share_groups(part, counts)))
        return LogModel(self._priors(), tuple(kernels))

    def added(self, part: Part) -> Fraction:
        """Return the ε added to the variances of `part`: its amount, or that share of the largest."""
        amount = read_number(part.amount)
        return amount * self._largest_variance if part.relative else amount

    @once
    def _largest_variance(self) -> Fraction:
        """Return the largest variance of a column over all rows."""
        sums = (counts.pooled for counts in self.counts if isinstance(counts, Sums))
        return max((pooled.variances.largest() for pooled in sums), default=Fraction(0))

    def predict(self, rows: Any) -> Predictions:
        """Return a label for every row, with its proof; `rows` are n × d, like those fitted.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.predict([[0, 1], [0, 0]]).labels
        ['spam', 'ham']

        Raises InputError for rows of another width, and for cells that do not suit a part.
        """
        return Predictions(self.classes, self.model.decide(self._columns_by_part(rows)))

    def posteriors(
        self, rows: Any, named: Callable[[int], str] = "row {}".format, *, nearest: bool = False
    ) -> Floats:
        """Return P(class|row) for `rows` (n × d), n × classes, each a double next to the true number.

        Each is less than a unit in the last place away; with `nearest` no double is nearer. A class
        with a zero factor has 0, an undefined row NaN in all classes. `named` turns the index of a row
        into its name, for errors.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.posteriors([[0, 0]]).tolist()
        [[0.6666666666666666, 0.3333333333333333]]

        Raises Undecidable, with the name of the row, for a posterior so near the middle of two doubles
        that exact arithmetic with some 4 million bits cannot tell which is nearer.
        """
        return self.model.posteriors(self._columns_by_part(rows), named, nearest=nearest)

    def log_posteriors(self, rows: Any) -> tuple[Floats, Floats]:
        """Return ln P(class|row) for `rows` (n × d), n × classes, and bounds on their errors, likewise.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> logs, errors = spam.log_posteriors([[0, 0]])
        >>> logs.shape, bool((abs(logs[0, 0] - np.log(2 / 3)) < 1e-15 + errors).all())
        ((1, 2), True)

        Raises InputError for rows of another width, and for cells that do not suit a part.
        """
        return self.model.bounded_log_posteriors(self._columns_by_part(rows))

    def leave_one_out(self, rows: Any, labels: Sequence[Any]) -> Predictions:
        """Return a label for every row by the model fitted without that row; each was counted once.

        `rows` and `labels` are those that were fitted.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.leave_one_out(rows, ["ham", "ham", "spam"]).labels
        ['ham', 'ham', 'ham']

        Raises InputError for a label that is no class, and for rows of another width.
        """
        read = self._columns_by_part(rows)
        codes = class_codes(read[0].shape[0], labels, self.classes)
        kernels = self.model.kernels
        if self.prior == "mle" and sum(self.sizes) <= 1:
            raise InputError("without its only row a class has no prior")
        if any(self.sizes[label] < 1 for label in set(codes.tolist())):
            raise InputError("more is to be forgotten than was counted")

        rows = rows if isinstance(rows, Blocks) else exact_rows(rows)

        def single_row(row: int) -> Any:
            return rows.row(row) if isinstance(rows, Blocks) else rows[row : row + 1]

        def without_row(row: int) -> Classifier:
            return self.without(single_row(row), self.classes[codes[row]])

        def one_by_one() -> Predictions:
            predictions = (without_row(row).predict(single_row(row)) for row in range(len(codes)))
            return Predictions(self.classes, concatenate([p.decisions for p in predictions]))

        # without a row, ε that is a share of the largest variance differs in every class
        if not all(
            not (p.relative and self.added(p)) if isinstance(k, GaussianKernel) else fits_in_64_bits(k)
            for k, p in zip(kernels, self.parts, strict=True)
        ):
            return one_by_one()
        pairs = zip(kernels, read, strict=True)
        parts = tuple(b if isinstance(k, GaussianKernel) else as_sparse(b) for k, b in pairs)
        scores = []
        for kernel, part, block, counts in zip(kernels, self.parts, parts, self.counts, strict=True):
            if isinstance(counts, Sums):
                reduced = densities_without_row(counts, block, codes, self.added(part), part.less)
                if reduced is None:  # some row cannot be left out: the error is that of the row
                    return one_by_one()
            else:
                assert isinstance(kernel, MultinomialKernel | BernoulliKernel)
                reduced = scores_without_row(kernel, block, codes)
            scores.append(replace_true_class(kernel.scores(block), codes, reduced))

        # An exact decision asks for the classes of one row after the other: the model of the last row
        # is enough.
        @lru_cache(maxsize=1)
        def model_and_row(row: int) -> tuple[LogModel, tuple[Any, ...]]:
            return without_row(row).model, tuple(part[row : row + 1] for part in parts)

        def exact(row: int, label: int) -> Score:
            model, matrices = model_and_row(row)
            return model.score(matrices, label)

        prior = self._log_priors_without_row(codes)
        return Predictions(self.classes, decide(add_scores([prior, *scores]), exact))

    def without(self, row: Any, label: Any) -> Classifier:
        """Return the counts without `row`, 1 × d, of the class `label`.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.without([[0, 3]], "spam").sizes
        (Fraction(2, 1), Fraction(0, 1))

        Raises InputError for a row that was not counted in the class.
        """
        return self - Classifier.fit(row, [label], self.parts, classes=self.classes, prior=self.prior)

    def _log_priors_without_row(self, codes: NDArray[np.int64]) -> Scores:
        """Return the log priors of rows and classes, each row subtracted from its class."""
        remaining, reduced = self._priors(), self._priors()
        if self.prior == "mle":
            total = sum(self.sizes) - 1
            remaining = tuple(size / total for size in self.sizes)
            reduced = tuple((size - 1) / total for size in self.sizes)
        (logs, zeros), (reduced_logs, reduced_zeros) = (
            _finite_logs_and_zeros(remaining),
            _finite_logs_and_zeros(reduced),
        )
        rows, shape = np.arange(len(codes)), (len(codes), 1)
        logs, zeros = np.tile(logs, shape), np.tile(zeros, shape)
        logs[rows, codes], zeros[rows, codes] = reduced_logs[codes], reduced_zeros[codes]
        return Scores(logs, np.abs(logs) * 2.0**-52 + TINY, zeros)

    def with_amounts(self, *amounts: Exact) -> Classifier:
        """Return the same counts with another λ (or ε), `amounts`, for each part.

        >>> rows = np.array([[2, 0], [1, 1], [0, 3]])
        >>> spam = Classifier.fit(rows, ["ham", "ham", "spam"], [Part("multinomial")])
        >>> spam.with_amounts("1/2").parts[0].amount
        '1/2'

        Raises ValueError for more or fewer numbers than parts.
        """
        pairs = zip(self.parts, amounts, strict=True)
        return replace(self, parts=tuple(replace(part, amount=amount) for part, amount in pairs))

    def _columns_by_part(self, rows: Any) -> tuple[Any, ...]:
        """Return the checked columns of each part; refuse rows of another width."""
        blocks = rows_by_part(rows, self.parts)
        widths = [part.columns.stop - part.columns.start for part in self.parts]
        row_widths = [b.shape[1] for b, _ in blocks] if isinstance(rows, Blocks) else widths
        width = sum(row_widths) if isinstance(rows, Blocks) else blocks[0][0].shape[1]
        if width != self.width or row_widths != widths:
            raise InputError(f"rows of {width} columns; those counted have {self.width}")
        return tuple(starmap(read_block, blocks))

    def _priors(self) -> tuple[Fraction, ...]:
        return shares_of(self.prior, self.classes, self.sizes)

    def _sum_or_difference(self, other: Classifier, sign: int) -> Classifier:
        """Return the sum or difference of counts; refuse those of other classes or parts."""
        if (self.classes, self.parts, self.width) != (other.classes, other.parts, other.width):
            raise InputError("counts are combined if they are of the same classes and parts")
        pairs = zip(self.counts, other.counts, strict=True)
        counts = tuple(a + b if sign > 0 else a - b for a, b in pairs)  # type: ignore[operator]
        sizes = tuple(a + sign * b for a, b in zip(self.sizes, other.sizes, strict=True))
        return replace(self, counts=counts, sizes=sizes)


def _finite_logs_and_zeros(priors: Sequence[Fraction]) -> tuple[Floats, NDArray[np.int64]]:
    """Return the logarithms of priors, 0 for a prior of 0, and which of them are 0."""
    logs = [log_of_product(prior_powers(prior)) if prior > 0 else 0.0 for prior in priors]
    return np.array(logs), np.array([int(prior <= 0) for prior in priors], dtype=np.int64)
